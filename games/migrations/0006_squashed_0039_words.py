"""All of tables since. Squashed: a new database is made by it at once, an old one by what it replaces."""

import datetime
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.utils.timezone
import games.models.fields
import secrets
from django.conf import settings
from django.db import migrations, models

# Who loses a seat or the sight of a table: told to all who watch it. See docs/topics/push.md.
RIGHTS = """
    create function games_rights_lost() returns trigger language plpgsql as $$
    declare
        id bigint := case tg_table_name when 'games_table' then old.id
            else (to_jsonb(old) ->> 'table_id')::bigint end;
        heard text := 'table.' || id;
    begin
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'table.rights', 'group', heard, 'table', id));
        return null;
    end $$;

    create trigger rights_lost after update of user_id, table_id on games_seat
        for each row when (
            old.user_id is not null
            and (old.user_id, old.table_id) is distinct from (new.user_id, new.table_id)
        ) execute function games_rights_lost();
    create trigger rights_gone after delete on games_seat
        for each row when (old.user_id is not null) execute function games_rights_lost();
    create trigger rights_lost after update of private, friends_watch, host_id on games_table
        for each row when (
            (old.private, old.friends_watch, old.host_id)
            is distinct from (new.private, new.friends_watch, new.host_id)
        ) execute function games_rights_lost();
"""
RIGHTS_NO_MORE = """
    drop trigger rights_lost on games_seat;
    drop trigger rights_gone on games_seat;
    drop trigger rights_lost on games_table;
    drop function games_rights_lost;
"""

# The waiting jobs of a user: see games/storing/queue.py.
JOBS = """
    create index if not exists jobs_of_users on procrastinate_jobs ((args ->> 'for_user'), priority)
    where status = 'todo';
"""

# Whatever changes a time without clocks counts: what was read before is out of date then.
# The lock makes the stamps rise in the order of the commits.
STAMP = """
    create sequence games_outage_stamps;

    create function games_outages_in_turn() returns trigger language plpgsql as $$
    begin
        perform pg_advisory_xact_lock(hashtext('games_outage'));
        return null;
    end $$;

    create function games_outage_stamped() returns trigger language plpgsql as $$
    begin
        new.stamp := nextval('games_outage_stamps');
        new.settled := false;
        return new;
    end $$;

    create function games_outages_changed() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', 'site {"type":"site.changed","group":"site"}');
        return null;
    end $$;

    create trigger in_turn before insert or update or delete on games_outage
        for each statement execute function games_outages_in_turn();
    create trigger stamped_new before insert on games_outage
        for each row execute function games_outage_stamped();
    create trigger stamped before update of
        kind, since, until, read_only, off, text_en, text_de on games_outage
        for each row execute function games_outage_stamped();
    create trigger changed after insert or delete or update of
        kind, since, until, read_only, off, text_en, text_de on games_outage
        for each statement execute function games_outages_changed();
"""
STAMP_NO_MORE = """
    drop trigger in_turn on games_outage;
    drop trigger stamped_new on games_outage;
    drop trigger stamped on games_outage;
    drop trigger changed on games_outage;
    drop function games_outages_in_turn;
    drop function games_outage_stamped;
    drop function games_outages_changed;
    drop sequence games_outage_stamps;
"""

# A seat knows its game, whether its table goes on, and when that ended.
ENDED = """
    case when t.status = 'finished' or t.status = 'closed' and t.number > 1
        then coalesce(t.finished_at, t.opened_at) end
"""
KEEP = f"""
    create function games_seat_taken() returns trigger language plpgsql as $$
    declare
        known record;
    begin
        select t.game, t.status in ('open', 'playing') as goes_on, {ENDED} as ended_at
            into known from games_table t where t.id = new.table_id;
        if found then
            new.game := known.game;
            new.goes_on := known.goes_on;
            new.ended_at := known.ended_at;
        end if;
        return new;
    end $$;

    create function games_table_ended() returns trigger language plpgsql as $$
    begin
        update games_seat s set game = t.game, goes_on = t.status in ('open', 'playing'),
            ended_at = {ENDED}
        from games_table t where t.id = new.id and s.table_id = new.id;
        return null;
    end $$;

    create trigger taken before insert on games_seat
        for each row execute function games_seat_taken();
    create trigger ended after update of status, finished_at on games_table
        for each row when (
            (old.status in ('open', 'playing')) <> (new.status in ('open', 'playing'))
            or old.finished_at is distinct from new.finished_at
        ) execute function games_table_ended();
"""  # noqa: S608 - our own
KEEP_NO_MORE = """
    drop trigger taken on games_seat;
    drop trigger ended on games_table;
    drop function games_seat_taken;
    drop function games_table_ended;
"""

# Swept more often than by default: of millions few change, but these all the time.
SWEEP = """
    alter table {name} set (
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
    )
"""
SWEEP_AS_USUAL = """
    alter table {name} reset (
        autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor
    )
"""

# The entry before: a million lower where the site goes on from a backup.
FILLED = """
    alter table games_logentry alter column previous drop expression;
    create function games_logentry_follows() returns trigger language plpgsql as $$
    begin
        new.previous := nullif(
            new.number - 1 - case new.kind when 'restore' then 1000000 else 0 end, 0
        );
        return new;
    end $$;
    create trigger follows before insert or update of number, kind on games_logentry
        for each row execute function games_logentry_follows();
"""
GENERATED = """
    drop trigger follows on games_logentry;
    drop function games_logentry_follows;
    alter table games_logentry drop column previous cascade,
        add column previous integer generated always as (nullif(number - 1, 0)) stored,
        add constraint entry_numbers_gapless foreign key (table_id, previous)
            references games_logentry (table_id, number) deferrable initially deferred;
"""


def begin(apps, schema_editor):
    """Marks that others keep carry one of this life of the site."""
    life = apps.get_model("games", "Life")
    life.objects.create(pk=1, mark=secrets.token_hex(4), since=django.utils.timezone.now())


def only_new(apps, schema_editor):
    """Refuse to go on with rows: only what this replaces carries them over."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("select exists (select from games_table)")
        if cursor.fetchone()[0]:
            raise RuntimeError("Migrate this database with the version of the site before it first.")


class Migration(migrations.Migration):
    replaces = [
        ('games', '0006_tenures'),
        ('games', '0007_stand_ins'),
        ('games', '0008_orders_blind_to_hands'),
        ('games', '0009_undoable'),
        ('games', '0010_lists_by_index'),
        ('games', '0011_guests_and_rematches'),
        ('games', '0012_lesson_progress'),
        ('games', '0013_history_by_index'),
        ('games', '0014_no_flag_for_notices'),
        ('games', '0015_shown_and_players_chat'),
        ('games', '0016_clocks'),
        ('games', '0017_lines'),
        ('games', '0018_vanishing'),
        ('games', '0019_plans'),
        ('games', '0020_orders_are_plans'),
        ('games', '0021_news_by_index'),
        ('games', '0022_rights_at_tables'),
        ('games', '0023_turns_in_the_queue'),
        ('games', '0024_stand_in'),
        ('games', '0025_advice'),
        ('games', '0026_editions'),
        ('games', '0027_halts'),
        ('games', '0028_seats_of_the_ended'),
        ('games', '0029_ended_by_index'),
        ('games', '0030_terms_with_defaults'),
        ('games', '0031_life'),
        ('games', '0032_log_says_what_was_asked'),
        ('games', '0033_numbers_after_a_restore'),
        ('games', '0034_back_by_consent'),
        ('games', '0035_kept_days'),
        ('games', '0036_studies'),
        ('games', '0037_colours_of_seats'),
        ('games', '0038_watched_by_index'),
        ('games', '0039_words'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('accounts', '0002_squashed_0006_guests_and_friends'),
        ('games', '0001_squashed_0005_deadline_of_entries'),
        ('procrastinate', '0041_post_retry_failed_job'),
    ]

    operations = [
        migrations.RunPython(only_new, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_pace_is_positive',
        ),
        migrations.RemoveIndex(
            model_name='table',
            name='table_status_opened',
        ),
        migrations.CreateModel(
            name='Tenure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('first', models.PositiveIntegerField()),
                ('last', models.PositiveIntegerField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tenures', to='games.table')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tenures', to=settings.AUTH_USER_MODEL)),
                ('vanished', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'ordering': ['table', 'place', 'first'],
                'constraints': [models.UniqueConstraint(fields=('table', 'place', 'first'), name='tenure_once_at_a_time'), models.CheckConstraint(condition=models.Q(('first__gte', 1), ('first__lte', models.F('last'))), name='tenure_entries_in_order')],
            },
        ),
        migrations.CreateModel(
            name='LessonProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40)),
                ('lesson', models.CharField(max_length=40)),
                ('at', models.PositiveSmallIntegerField(default=0)),
                ('moves', models.JSONField(default=list)),
                ('says', models.CharField(blank=True, max_length=40)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lessons', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'game', 'lesson'), name='progress_once_per_lesson')],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(verbose_name='from')),
                ('until', models.DateTimeField(db_index=True, null=True, verbose_name='until')),
                ('kind', models.CharField(choices=[('down', 'the server was down'), ('panic', 'stopped by hand'), ('planned', 'planned work')], db_default='down', default='down', max_length=10, verbose_name='kind')),
                ('read_only', models.BooleanField(db_default=False, default=False, verbose_name='nothing can be changed')),
                ('text_en', models.CharField(db_default='', max_length=500, verbose_name='reason, English')),
                ('text_de', models.CharField(db_default='', max_length=500, verbose_name='reason, German')),
                ('off', models.BooleanField(db_default=False, default=False, verbose_name='called off')),
                ('settled', models.BooleanField(db_default=False, default=False)),
                ('stamp', models.BigIntegerField(db_default=0, db_index=True, editable=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('since__lt', models.F('until'))), name='outage_in_order'), models.UniqueConstraint(condition=models.Q(('until', None)), fields=('kind',), name='outage_one_panic'), models.CheckConstraint(condition=models.Q(('kind', 'panic'), ('until__isnull', False), _connector='OR'), name='outage_has_an_end')],
                'ordering': ['-pk'],
                'verbose_name': 'time without clocks',
                'verbose_name_plural': 'times without clocks',
            },
        ),
        migrations.CreateModel(
            name='OwnTime',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='own_time', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('hours', models.JSONField(default=list)),
                ('away', models.JSONField(default=list)),
                ('spent', models.JSONField(default=list)),
                ('remind', models.PositiveSmallIntegerField(default=25)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('remind__lte', 90)), name='own_time_remind')],
            },
        ),
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.PositiveIntegerField()),
                ('made', models.PositiveIntegerField()),
                ('exact', models.BooleanField(default=True)),
                ('steps', models.JSONField(default=list)),
                ('looked', models.PositiveIntegerField(default=0)),
                ('question', models.CharField(blank=True, max_length=16)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('dropped', models.CharField(blank=True, max_length=12)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='plans', to=settings.AUTH_USER_MODEL)),
                ('orders', models.JSONField(blank=True, null=True)),
                ('dropped_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('dropped', '')), fields=['due_at'], name='plan_due'), models.Index(condition=models.Q(('dropped_at__isnull', False)), fields=['dropped_at'], name='plan_dropped')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', True), ('question', '')), models.Q(('dropped', ''), ('due_at__isnull', False), models.Q(('question', ''), _negated=True)), _connector='OR'), name='plan_due_for_a_question'), models.UniqueConstraint(condition=models.Q(('orders__isnull', True)), fields=('user', 'table'), name='plan_one_per_seat'), models.UniqueConstraint(condition=models.Q(('orders__isnull', False)), fields=('user', 'table'), name='plan_one_orders_per_seat')],
            },
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='games.table')),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('work', models.JSONField(default=dict)),
                ('found', models.JSONField(blank=True, null=True)),
                ('failed', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name_plural': 'analyses',
                'constraints': [models.CheckConstraint(condition=models.Q(('found__isnull', True), ('failed', False), _connector='OR'), name='analysis_is_found_or_not')],
            },
        ),
        migrations.CreateModel(
            name='Thought',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64, unique=True)),
                ('source', models.JSONField()),
                ('done', models.PositiveSmallIntegerField(default=0)),
                ('found', models.JSONField(blank=True, null=True)),
                ('failed', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('found__isnull', True), ('failed', False), _connector='OR'), name='thought_is_found_or_not')],
            },
        ),
        migrations.CreateModel(
            name='Life',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=16)),
                ('since', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('at', models.PositiveIntegerField()),
                ('seed', models.PositiveIntegerField()),
                ('moves', models.JSONField()),
                ('kept_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='studies', to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(blank=True, db_column='note', max_length=500)),
                ('shown', models.PositiveSmallIntegerField(null=True)),
                ('key', models.CharField(max_length=16, null=True, unique=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'table', 'number'), name='line_once_per_number'), models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 20)), name='line_numbers_are_few')],
                'db_table': 'games_line',
                'verbose_name_plural': 'studies',
            },
        ),
        migrations.RemoveField(
            model_name='table',
            name='days_per_move',
        ),
        migrations.AlterField(
            model_name='table',
            name='private',
            field=models.BooleanField(db_default=False, default=False, verbose_name='private'),
        ),
        migrations.AlterField(
            model_name='table',
            name='at_timeout',
            field=models.CharField(choices=[('once', 'a bot plays this answer only'), ('bot', 'a bot plays on for the seat'), ('offer', 'the seat is offered to others'), ('close', 'the table is closed')], db_default='bot', default='bot', max_length=10, verbose_name='when the time runs out'),
        ),
        migrations.AddField(
            model_name='table',
            name='friends_watch',
            field=models.BooleanField(db_default=False, default=False, verbose_name='friends may watch'),
        ),
        migrations.AddField(
            model_name='table',
            name='guests',
            field=models.BooleanField(db_default=False, default=False, verbose_name='guests may join'),
        ),
        migrations.AddField(
            model_name='table',
            name='rematch_of',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rematches', to='games.table'),
        ),
        migrations.AddField(
            model_name='table',
            name='players_chat',
            field=models.BooleanField(db_default=False, default=False, verbose_name='chat among the players only'),
        ),
        migrations.AddField(
            model_name='table',
            name='most_protected',
            field=models.PositiveIntegerField(default=0, verbose_name='protected time for a question'),
        ),
        migrations.AddField(
            model_name='table',
            name='pace',
            field=models.CharField(choices=[('none', 'no limit'), ('answer', 'fixed time per move'), ('budget', 'a budget that grows with every move')], default='none', max_length=6, verbose_name='time for a move'),
        ),
        migrations.AddField(
            model_name='table',
            name='pace_cap',
            field=models.PositiveIntegerField(default=0, verbose_name='at most at once'),
        ),
        migrations.AddField(
            model_name='table',
            name='pace_increment',
            field=models.PositiveIntegerField(default=0, verbose_name='for each answer'),
        ),
        migrations.AddField(
            model_name='table',
            name='pace_start',
            field=models.PositiveIntegerField(default=0, verbose_name='at the start'),
        ),
        migrations.AddField(
            model_name='table',
            name='paused_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='paused_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='wish',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='stand_in',
            field=models.CharField(db_default='regular', default='regular', max_length=20, verbose_name='how well a stand-in bot plays'),
        ),
        migrations.AddField(
            model_name='table',
            name='hints',
            field=models.BooleanField(db_default=False, default=False, verbose_name='hints are allowed'),
        ),
        migrations.RemoveField(
            model_name='seat',
            name='orders',
        ),
        migrations.RemoveField(
            model_name='seat',
            name='noticed',
        ),
        migrations.AlterField(
            model_name='seat',
            name='user',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seat',
            name='undoable',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='undoable_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='shown',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='asked',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='remind_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='spare',
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='time_left',
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='excused',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='missed',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='game',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='seat',
            name='goes_on',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='ended_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='keeps_days',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='colour',
            field=models.CharField(blank=True, db_default='', default='', max_length=10),
        ),
        migrations.AlterField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('start', 'start'), ('move', 'move'), ('undo', 'undo'), ('migrate', 'rules updated'), ('absent', 'out of time'), ('missed', 'out of time for one answer'), ('excused', 'excused'), ('return', 'returned'), ('resign', 'resigned'), ('replace', 'seat handed over'), ('freeze', 'frozen'), ('thaw', 'unfrozen'), ('correct', 'taken back by a moderator'), ('close', 'closed'), ('clock', 'clocks set'), ('vacation', 'day off'), ('wish', 'asked for consent'), ('agree', 'agreed'), ('decline', 'declined'), ('pause', 'paused'), ('resume', 'pause ended'), ('more', 'more time'), ('stand_in', 'a stand-in was agreed on'), ('back', 'taken back by consent'), ('timed', 'a clock was agreed on'), ('restore', 'went on from a backup')], max_length=10),
        ),
        migrations.AddField(
            model_name='logentry',
            name='time_left',
            field=models.DurationField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='logentry',
            name='wish',
            field=games.models.fields.RawJSONField(blank=True, null=True),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(condition=models.Q(('rematch_of__isnull', False), models.Q(('status', 'closed'), _negated=True)), fields=('rematch_of',), name='table_one_rematch'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('most_protected', 0), ('pace', 'none'), ('pace_cap', 0), ('pace_increment', 0), ('pace_start', 0)), models.Q(('pace', 'answer'), ('pace_cap', 0), ('pace_increment', 0), ('pace_start__gte', 1)), models.Q(('pace', 'budget'), ('pace_cap__gte', models.F('pace_start')), ('pace_start__gte', 1)), _connector='OR'), name='table_pace_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paused_since__isnull', True), ('paused_until__isnull', True)), models.Q(('paused_since__lte', models.F('paused_until')), ('paused_until__isnull', False)), _connector='OR'), name='table_pause_in_order'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['game', '-id'], name='table_newest_of_game'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['status', '-id'], name='table_newest_of_status'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['game', 'status', '-id'], name='table_newest_of_both'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('friends_watch', True)), fields=['id'], name='table_friends_watch'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=['opened_at', 'id'], name='table_opened'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('private', False), ('status', 'finished')), fields=['game', '-finished_at', '-id'], name='table_results_of_game'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=django.contrib.postgres.indexes.GinIndex(fields=['options'], name='table_options', opclasses=['jsonb_path_ops']),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('finished_at__isnull', False)), fields=['finished_at'], name='table_over'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('frozen_at__isnull', False), ('status', 'playing')), fields=['game'], name='table_frozen'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('frozen_at__isnull', True), ('private', False), ('status', 'playing')), fields=['game', '-id'], name='table_watched_of_game'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('asked__isnull', True), ('spare__isnull', True)), models.Q(('asked__isnull', False), ('spare__gte', datetime.timedelta(0)), ('spare__isnull', False), ('time_left__gte', datetime.timedelta(0)), ('time_left__isnull', False)), _connector='OR'), name='seat_clock_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(condition=models.Q(('colour', ''), _negated=True), fields=('table', 'colour'), name='seat_one_per_colour'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['user', '-table'], name='seat_tables_of_user'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_remind_at'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('goes_on', True)), fields=['user', 'table'], name='seat_going_on'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['user', '-ended_at', '-table'], include=('game',), name='seat_ended'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('rank__isnull', False)), fields=['user', 'table'], include=('game', 'rank', 'absent_since'), name='seat_ranked'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('resigned_at__isnull', False), ('absent_since__isnull', False), _connector='OR'), fields=['user'], name='seat_left'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('absent_since__isnull', False), ('goes_on', True)), fields=['-absent_since'], name='seat_absent_now'),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(condition=models.Q(('kind__in', ['start', 'missed', 'wish'])), fields=['at'], name='entry_news'),
        ),
        migrations.RunSQL(RIGHTS, RIGHTS_NO_MORE),
        migrations.RunSQL(JOBS, "drop index if exists jobs_of_users;"),
        migrations.RunSQL(STAMP, STAMP_NO_MORE),
        migrations.RunSQL(KEEP, KEEP_NO_MORE),
        *(
            migrations.RunSQL(SWEEP.format(name=name), SWEEP_AS_USUAL.format(name=name))
            for name in ("games_table", "games_seat")
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.RunSQL(FILLED, GENERATED),
    ]
