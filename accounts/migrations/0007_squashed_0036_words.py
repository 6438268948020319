"""All of people since. Squashed: a new database is made by it at once, an old one by what it replaces."""

import accounts.models.users
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# Who loses a right: told to the sockets of all processes. See docs/topics/push.md.
RIGHTS = """
    create function accounts_rights_lost() returns trigger language plpgsql as $$
    declare heard text;
    begin -- the arguments are the columns that name users
        for i in 0 .. tg_nargs - 1 loop
            heard := 'rights.' || (to_jsonb(old) ->> tg_argv[i]);
            perform pg_notify('sobremesa', heard || ' '
                || jsonb_build_object('type', 'rights.lost', 'group', heard));
        end loop;
        return null;
    end $$;

    create function accounts_session_lost() returns trigger language plpgsql as $$
    declare heard text;
    begin -- its key is a secret, even now
        heard := 'rights.' || encode(sha256(convert_to(old.session_key, 'UTF8')), 'hex');
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'rights.lost', 'group', heard));
        return null;
    end $$;

    create function accounts_group_lost() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', heard || ' '
            || jsonb_build_object('type', 'rights.lost', 'group', heard))
        from (
            select 'rights.' || m.user_id as heard
            from accounts_user_groups m where m.group_id = old.group_id
        ) members;
        return null;
    end $$;

    create trigger rights_lost after update of
        password, is_active, suspended_until, is_staff, is_superuser on accounts_user
        for each row when (
            (old.password, old.is_active, old.suspended_until, old.is_staff, old.is_superuser)
            is distinct from
            (new.password, new.is_active, new.suspended_until, new.is_staff, new.is_superuser)
        ) execute function accounts_rights_lost('id');
    create trigger rights_gone after delete on accounts_user
        for each row execute function accounts_rights_lost('id');
    create trigger rights_gone after delete on accounts_token
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on accounts_friendship
        for each row execute function accounts_rights_lost('user_id', 'friend_id');
    create trigger rights_gone after delete on accounts_user_groups
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on accounts_user_user_permissions
        for each row execute function accounts_rights_lost('user_id');
    create trigger rights_gone after delete on auth_group_permissions
        for each row execute function accounts_group_lost();
    create trigger rights_lost after update of expire_date on django_session
        for each row when (new.expire_date < old.expire_date)
        execute function accounts_session_lost();
    create trigger rights_gone after delete on django_session
        for each row execute function accounts_session_lost();
"""
RIGHTS_NO_MORE = """
    drop trigger rights_lost on accounts_user;
    drop trigger rights_gone on accounts_user;
    drop trigger rights_gone on accounts_token;
    drop trigger rights_gone on accounts_friendship;
    drop trigger rights_gone on accounts_user_groups;
    drop trigger rights_gone on accounts_user_user_permissions;
    drop trigger rights_gone on auth_group_permissions;
    drop trigger rights_lost on django_session;
    drop trigger rights_gone on django_session;
    drop function accounts_rights_lost;
    drop function accounts_session_lost;
    drop function accounts_group_lost;
"""

# Whatever changes an announcement is told to all processes.
NEWS = """
    create function accounts_news_changed() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', 'site {"type":"site.changed","group":"site"}');
        return null;
    end $$;
    create trigger changed after insert or update or delete on accounts_announcement
        for each statement execute function accounts_news_changed();
"""
NEWS_NO_MORE = """
    drop trigger changed on accounts_announcement;
    drop function accounts_news_changed;
"""

# The database refuses to change or delete rows of the log of staff.
STAYS = """
    create function accounts_staffentry_stays() returns trigger language plpgsql as $$
    begin
        raise exception 'the log of staff is only ever added to';
    end $$;
    create trigger accounts_staffentry_stays before update or delete on accounts_staffentry
        for each row execute function accounts_staffentry_stays();

    create function accounts_staffentry_changed() returns trigger language plpgsql as $$
    begin
        insert into accounts_staffentry
            (kind, staff_id, staff_name, page, object_id, details, at)
        select 'changed', u.id, left(u.username, 60), left(coalesce(t.app_label || '_' || t.model, ''), 100),
            left(coalesce(new.object_id, ''), 100),
            left(new.object_repr || ' ' || new.change_message, 2000), now()
        from accounts_user u
        left join django_content_type t on t.id = new.content_type_id
        where u.id = new.user_id;
        return null;
    end $$;
    create trigger accounts_staffentry_changed after insert on django_admin_log
        for each row execute function accounts_staffentry_changed();
"""
STAYS_NO_MORE = """
    drop trigger accounts_staffentry_changed on django_admin_log;
    drop function accounts_staffentry_changed;
    drop trigger accounts_staffentry_stays on accounts_staffentry;
    drop function accounts_staffentry_stays;
"""

# Both logs give up entries of more than 90 days; nothing else changes or goes.
def function(table: str, log: str, condition: str) -> str:
    return f"""
        create or replace function {table}_stays() returns trigger language plpgsql as $$
        begin
            {condition}
            raise exception 'the log of {log} is only ever added to';
        end $$;
    """


OLD = "if tg_op = 'DELETE' and old.at < now() - interval '90 days' then return old; end if;"
LOGS = {"accounts_act": "moderation", "accounts_staffentry": "staff"}

# What was added in a session ends with it. See docs/topics/outliving.md.
END = """
    create function accounts_session_ended() returns trigger language plpgsql as $$
    begin
        delete from accounts_device where session_key = old.session_key;
        delete from usersessions_usersession where session_key = old.session_key;
        return null;
    end $$;

    create function accounts_password_ended() returns trigger language plpgsql as $$
    begin -- whoever chooses it stays signed in, and says in which session
        delete from accounts_device where user_id = new.id
            and session_key is distinct from nullif(current_setting('sobremesa.session', true), '');
        return null;
    end $$;

    create trigger all_gone after delete on django_session
        for each row execute function accounts_session_ended();
    create trigger devices_gone after update of password on accounts_user
        for each row when (old.password is distinct from new.password)
        execute function accounts_password_ended();
"""
END_NOT = """
    drop trigger all_gone on django_session;
    drop trigger devices_gone on accounts_user;
    drop function accounts_session_ended;
    drop function accounts_password_ended;
"""


def only_new(apps, schema_editor):
    """Refuse to go on with rows: only what this replaces carries them over."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("select exists (select from accounts_user)")
        if cursor.fetchone()[0]:
            raise RuntimeError("Migrate this database with the version of the site before it first.")


class Migration(migrations.Migration):
    replaces = [
        ('accounts', '0007_notices'),
        ('accounts', '0008_notes_and_catching_up'),
        ('accounts', '0009_reminders'),
        ('accounts', '0010_kinds_of_notices'),
        ('accounts', '0011_plan_news'),
        ('accounts', '0012_notices_found_at_once'),
        ('accounts', '0013_rights_lost'),
        ('accounts', '0014_announcements'),
        ('accounts', '0015_log_of_staff'),
        ('accounts', '0016_old_logs_go'),
        ('accounts', '0017_put_offs'),
        ('accounts', '0018_letters'),
        ('accounts', '0019_door_questions'),
        ('accounts', '0020_kinds_of_notices_are_classes'),
        ('accounts', '0021_submissions'),
        ('accounts', '0022_message_counts_once'),
        ('accounts', '0023_looks_of_names'),
        ('accounts', '0024_no_two_look_alike'),
        ('accounts', '0025_sessions_end_whole'),
        ('accounts', '0026_unconfirmed_accounts_go'),
        ('accounts', '0027_chats_are_read'),
        ('accounts', '0028_shows_read'),
        ('accounts', '0029_decisions'),
        ('accounts', '0030_moderation_with_a_voice'),
        ('accounts', '0031_chats_that_name'),
        ('accounts', '0032_letters_have_a_page'),
        ('accounts', '0033_who_is_here'),
        ('accounts', '0034_faces'),
        ('accounts', '0035_palettes'),
        ('accounts', '0036_words'),
    ]

    dependencies = [
        ('accounts', '0002_squashed_0006_guests_and_friends'),
        ('admin', '0003_logentry_add_action_flag_choices'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('games', '0006_squashed_0039_words'),
        ('sessions', '0001_initial'),
        ('usersessions', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(only_new, migrations.RunPython.noop),
        migrations.RemoveConstraint(
            model_name='mail',
            name='mail_sent_at',
        ),
        migrations.RemoveIndex(
            model_name='mail',
            name='mail_newest',
        ),
        migrations.RenameModel(
            old_name='Mail',
            new_name='Notice',
        ),
        migrations.AlterModelTable(
            name='warning',
            table='accounts_warning',
        ),
        migrations.RenameModel(
            old_name='Warning',
            new_name='Decision',
        ),
        migrations.CreateModel(
            name='Seen',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['at'], name='seen_lately')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('key', models.CharField(max_length=90)),
                ('secret', models.CharField(max_length=30)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
                ('session_key', models.CharField(blank=True, max_length=40)),
            ],
            options={
                'ordering': ['-made_at', '-pk'],
                'indexes': [models.Index(fields=['session_key'], name='device_of_session')],
            },
        ),
        migrations.CreateModel(
            name='Hook',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('url', models.CharField(max_length=250)),
                ('secret', models.CharField(max_length=60)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('problem', models.CharField(blank=True, max_length=200)),
                ('off', models.BooleanField(default=False)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('trying_since', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to=settings.AUTH_USER_MODEL)),
                ('secret', models.CharField(max_length=43, unique=True)),
                ('made_at', models.DateTimeField(auto_now=True)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='TablePace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(max_length=6)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='paces', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'table'), name='pace_once_per_table')],
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=2000)),
                ('at', models.DateTimeField(auto_now=True)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'id'], name='note_user')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('user', 'table'), name='note_once_for_table'), models.UniqueConstraint(condition=models.Q(('about__isnull', False)), fields=('user', 'about'), name='note_once_about_person'), models.CheckConstraint(condition=models.Q(models.Q(('about__isnull', False), ('table__isnull', True)), models.Q(('about__isnull', True), ('table__isnull', False)), _connector='OR'), name='note_about_one_thing'), models.CheckConstraint(condition=models.Q(('about__isnull', True), models.Q(('about', models.F('user')), _negated=True), _connector='OR'), name='note_about_others'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='note_says_something')],
            },
        ),
        migrations.CreateModel(
            name='Sweep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('whole_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text_en', models.TextField(max_length=500, verbose_name='text, English')),
                ('text_de', models.TextField(blank=True, help_text='Empty: as in English.', max_length=500, verbose_name='text, German')),
                ('since', models.DateTimeField(verbose_name='shown from')),
                ('until', models.DateTimeField(verbose_name='shown until')),
                ('signed_in_only', models.BooleanField(default=False, verbose_name='only to people who are signed in')),
                ('edition', models.PositiveIntegerField(default=1, editable=False)),
                ('work', models.OneToOneField(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announcement', to='games.outage')),
            ],
            options={
                'verbose_name': 'announcement',
                'verbose_name_plural': 'announcements',
                'ordering': ['-since', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('since__lt', models.F('until'))), name='announcement_in_order')],
            },
        ),
        migrations.CreateModel(
            name='StaffEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('looked', 'looked'), ('sent', 'sent a form'), ('changed', 'changed'), ('kept_out', 'was refused entry')], max_length=10, verbose_name='kind')),
                ('staff_id', models.BigIntegerField()),
                ('staff_name', models.CharField(max_length=60, verbose_name='staff')),
                ('page', models.CharField(max_length=100, verbose_name='page')),
                ('object_id', models.CharField(blank=True, max_length=100, verbose_name='of what')),
                ('details', models.TextField(blank=True, verbose_name='details')),
                ('at', models.DateTimeField(auto_now_add=True, verbose_name='time')),
            ],
            options={
                'verbose_name': 'entry in the staff log',
                'verbose_name_plural': 'staff log',
                'ordering': ['-pk'],
                'indexes': [models.Index(fields=['staff_id'], name='staff_entry_who')],
            },
        ),
        migrations.CreateModel(
            name='PutOff',
            fields=[
                ('name', models.CharField(max_length=300, primary_key=True, serialize=False)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('until', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=254)),
                ('sender', models.CharField(max_length=254)),
                ('subject', models.TextField()),
                ('text', models.TextField()),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('problem', models.CharField(blank=True, max_length=500)),
                ('owed_at', models.DateTimeField()),
                ('next_at', models.DateTimeField(null=True)),
                ('page', models.TextField(blank=True, db_default='')),
            ],
            options={
                'indexes': [models.Index(fields=['next_at', 'id'], name='letter_next')],
            },
        ),
        migrations.CreateModel(
            name='DoorQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked', models.JSONField()),
                ('answer', models.JSONField(null=True)),
                ('is_taken', models.BooleanField(default=False)),
                ('asked_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Submission',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('content', models.CharField(max_length=64)),
                ('answer', models.BinaryField()),
                ('at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='KeptName',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='ChatRead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField()),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'table'), name='chat_read_once')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000, verbose_name='what the user says')),
                ('status', models.CharField(choices=[('open', 'open'), ('granted', 'granted'), ('upheld', 'the decision stands')], default='open', max_length=10, verbose_name='status')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('answer', models.TextField(blank=True, default='', max_length=2000)),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decision', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, to='accounts.decision')),
            ],
            options={
                'verbose_name': 'appeal',
                'verbose_name_plural': 'appeals',
                'ordering': ['-at'],
                'indexes': [models.Index(condition=models.Q(('status', 'open')), fields=['at'], name='appeal_open_oldest')],
            },
        ),
        migrations.CreateModel(
            name='ReadyAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60, unique=True, verbose_name='title')),
                ('text', models.TextField(max_length=2000, verbose_name='text')),
            ],
            options={
                'verbose_name': 'ready answer',
                'verbose_name_plural': 'ready answers',
                'ordering': ['title'],
            },
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=2000)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('moderator', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to='accounts.report')),
            ],
            options={
                'ordering': ['at'],
            },
        ),
        migrations.AlterField(
            model_name='user',
            name='mails',
            field=models.CharField(choices=[('turn', 'each time it is my turn'), ('quiet', 'once for all tables, after a while'), ('digest', 'one digest a day'), ('off', 'none')], default='turn', max_length=6, verbose_name='emails'),
        ),
        migrations.AddField(
            model_name='user',
            name='pushes',
            field=models.CharField(choices=[('turn', 'each time it is my turn'), ('quiet', 'once for all tables, after a while'), ('digest', 'one digest a day'), ('off', 'none')], default='turn', max_length=6, verbose_name='notices on devices'),
        ),
        migrations.AddField(
            model_name='user',
            name='hooks',
            field=models.CharField(choices=[('turn', 'each time it is my turn'), ('quiet', 'once for all tables, after a while'), ('digest', 'one digest a day'), ('off', 'none')], default='turn', max_length=6, verbose_name='messages to a webhook'),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_minutes',
            field=models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1440)], verbose_name='minutes, if once for all tables'),
        ),
        migrations.AddField(
            model_name='user',
            name='daily_hour',
            field=models.PositiveSmallIntegerField(default=8, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='Hour, if one digest a day'),
        ),
        migrations.AddField(
            model_name='user',
            name='catch_up',
            field=models.BooleanField(default=True, verbose_name='show what has happened since my last turn when I come to a table'),
        ),
        migrations.AddField(
            model_name='user',
            name='plan_news',
            field=models.BooleanField(db_default=True, default=True, verbose_name='tell me when a plan of mine is dropped'),
        ),
        migrations.AddField(
            model_name='user',
            name='look',
            field=models.TextField(db_default='', default='', editable=False),
        ),
        migrations.AddField(
            model_name='user',
            name='confirm_by',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='chat_news',
            field=models.BooleanField(db_default=True, default=True, verbose_name='tell me on devices and by webhook what is said at my tables; also by email if it mentions me (@Name)'),
        ),
        migrations.AddField(
            model_name='user',
            name='shows_read',
            field=models.BooleanField(db_default=False, default=False, verbose_name='show how far I have read chats to people who show it too, and show me how far they have read'),
        ),
        migrations.AddField(
            model_name='user',
            name='shows_here',
            field=models.BooleanField(db_default=True, default=True, verbose_name='show on the front page that I am here, to people who have an account'),
        ),
        migrations.AddField(
            model_name='user',
            name='face_colour',
            field=models.CharField(blank=True, choices=accounts.models.users.face_colours, db_default='', default='', max_length=10, verbose_name='colour of my picture'),
        ),
        migrations.AddField(
            model_name='user',
            name='face_motif',
            field=models.CharField(blank=True, choices=accounts.models.users.face_motifs, db_default='', default='', max_length=10, verbose_name='motif of my picture'),
        ),
        migrations.AddField(
            model_name='user',
            name='palette',
            field=models.CharField(choices=[('usual', 'as drawn'), ('distinct', 'easy to tell apart, also for colour-blind eyes')], db_default='usual', default='usual', max_length=10, verbose_name='colours of players and pieces'),
        ),
        migrations.AlterField(
            model_name='act',
            name='kind',
            field=models.CharField(choices=[('warn', 'warned'), ('mute', 'muted'), ('unmute', 'unmuted'), ('suspend', 'suspended'), ('readmit', 'readmitted'), ('hide', 'hid a message'), ('replace', 'handed over a seat'), ('freeze', 'stopped a table'), ('thaw', 'let a table go on'), ('close', 'closed a table'), ('correct', 'took back moves'), ('settle', 'settled a report'), ('dismiss', 'dismissed a report'), ('stop', 'stopped the site'), ('go_on', 'let the site go on'), ('announce', 'announced something'), ('withdraw', 'withdrew an announcement'), ('grant', 'granted an appeal'), ('uphold', 'upheld a decision'), ('undo', 'undid an act')], max_length=10),
        ),
        migrations.AddField(
            model_name='message',
            name='mark',
            field=models.CharField(blank=True, db_default='', editable=False, max_length=255),
        ),
        migrations.AddField(
            model_name='report',
            name='answer',
            field=models.TextField(blank=True, db_default='', default='', max_length=2000),
        ),
        migrations.AddField(
            model_name='report',
            name='claimed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='report',
            name='claimed_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(max_length=12),
        ),
        migrations.AlterField(
            model_name='notice',
            name='key',
            field=models.CharField(max_length=120),
        ),
        migrations.AlterField(
            model_name='notice',
            name='address',
            field=models.CharField(max_length=254),
        ),
        migrations.AlterField(
            model_name='notice',
            name='subject',
            field=models.CharField(blank=True, max_length=200),
        ),
        migrations.AlterField(
            model_name='notice',
            name='text',
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name='notice',
            name='page',
            field=models.TextField(blank=True),
        ),
        migrations.AlterField(
            model_name='notice',
            name='status',
            field=models.CharField(choices=[('owed', 'owed'), ('sent', 'sent'), ('dropped', 'not needed any more'), ('failed', 'refused for good')], default='owed', max_length=8),
        ),
        migrations.AlterField(
            model_name='notice',
            name='owed_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='notice',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notice',
            name='place',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='facts',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='notice',
            name='channel',
            field=models.CharField(choices=[('mail', 'email'), ('push', 'notice on a device'), ('webhook', 'message to a webhook')], max_length=8),
        ),
        migrations.AddField(
            model_name='notice',
            name='due_at',
            field=models.DateTimeField(),
        ),
        migrations.AddField(
            model_name='notice',
            name='next_at',
            field=models.DateTimeField(),
        ),
        migrations.AlterField(
            model_name='decision',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='decision',
            name='act_id',
            field=models.BigIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='decision',
            name='kind',
            field=models.CharField(choices=[('warn', 'warned'), ('mute', 'muted'), ('unmute', 'unmuted'), ('suspend', 'suspended'), ('readmit', 'readmitted'), ('hide', 'hid a message'), ('replace', 'handed over a seat'), ('freeze', 'stopped a table'), ('thaw', 'let a table go on'), ('close', 'closed a table'), ('correct', 'took back moves'), ('settle', 'settled a report'), ('dismiss', 'dismissed a report'), ('stop', 'stopped the site'), ('go_on', 'let the site go on'), ('announce', 'announced something'), ('withdraw', 'withdrew an announcement'), ('grant', 'granted an appeal'), ('uphold', 'upheld a decision'), ('undo', 'undid an act')], db_default='warn', default='warn', max_length=10),
        ),
        migrations.AddField(
            model_name='decision',
            name='lifted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='decision',
            name='message',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='accounts.message'),
        ),
        migrations.AddField(
            model_name='decision',
            name='moderator',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='decision',
            name='quoted',
            field=models.CharField(db_default='', default='', max_length=600),
        ),
        migrations.AddField(
            model_name='decision',
            name='rule',
            field=models.CharField(choices=[('time', 'Every turn comes to an end'), ('to-win', 'Everybody plays for themselves'), ('words', 'Be kind'), ('secrets', 'What is secret stays secret'), ('moderators', 'Something else')], db_default='moderators', default='moderators', max_length=10),
        ),
        migrations.AddField(
            model_name='decision',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='games.table'),
        ),
        migrations.AddField(
            model_name='decision',
            name='until',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('daily_hour__lte', 23)), name='user_hour_of_a_day'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(condition=models.Q(('look', ''), _negated=True), fields=('look',), name='user_look_unique', violation_error_message='This name is taken, or looks like one that is.'),
        ),
        migrations.AddIndex(
            model_name='act',
            index=models.Index(fields=['moderator_id', 'at'], name='act_moderator'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(condition=models.Q(('mark', ''), _negated=True), fields=('user', 'mark'), name='message_counts_once'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['at'], name='message_lately'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('sent_at__isnull', False), ('status', 'sent')), models.Q(models.Q(('status', 'sent'), _negated=True), ('sent_at__isnull', True)), _connector='OR'), name='notice_sent_at'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('user', 'channel', 'key'), name='notice_once'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['-owed_at'], name='notice_newest'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('status', 'owed')), fields=['channel', 'next_at', 'id'], name='notice_next'),
        ),
        migrations.RunSQL(RIGHTS, RIGHTS_NO_MORE),
        migrations.RunSQL(NEWS, NEWS_NO_MORE),
        migrations.RunSQL(STAYS, STAYS_NO_MORE),
        *(
            migrations.RunSQL(function(table, log, OLD), function(table, log, ""))
            for table, log in LOGS.items()
        ),
        migrations.RunSQL(END, END_NOT),
    ]
