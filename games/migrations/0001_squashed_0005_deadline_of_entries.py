"""Tables, seats and the log. Squashed: a new database is made by it at once."""

import django.db.models.constraints
import django.db.models.deletion
import games.models.fields
import games.models.tables
from django.conf import settings
from django.db import migrations, models

GAPLESS = """
    alter table games_logentry
        add column previous integer generated always as (nullif(number - 1, 0)) stored,
        add constraint entry_numbers_gapless foreign key (table_id, previous)
            references games_logentry (table_id, number)
            deferrable initially deferred;
    alter table games_table
        add constraint table_position_is_of_number check (
            position is null or (position ->> 'number')::int = number
        );
"""
GAPLESS_NO_MORE = """
    alter table games_table drop constraint table_position_is_of_number;
    alter table games_logentry drop column previous cascade;
"""


class Migration(migrations.Migration):
    replaces = [
        ('games', '0001_initial'),
        ('games', '0002_gapless_log'),
        ('games', '0003_seat_noticed'),
        ('games', '0004_fewer_indexes'),
        ('games', '0005_deadline_of_entries'),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=40, verbose_name='game')),
                ('options', models.JSONField(default=dict, verbose_name='options')),
                ('status', models.CharField(choices=[('open', 'open'), ('playing', 'playing'), ('finished', 'finished'), ('closed', 'closed')], default='open', max_length=10)),
                ('seats_min', models.PositiveSmallIntegerField(verbose_name='at least')),
                ('seats_max', models.PositiveSmallIntegerField(verbose_name='at most')),
                ('private', models.BooleanField(default=False, verbose_name='private')),
                ('token', models.CharField(default=games.models.tables.invitation_token, max_length=32, unique=True)),
                ('days_per_move', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='days for a move')),
                ('at_timeout', models.CharField(choices=[('bot', 'a bot plays on for the seat'), ('close', 'the table is closed')], default='bot', max_length=10, verbose_name='when the time runs out')),
                ('number', models.PositiveIntegerField(default=0)),
                ('snapshot_number', models.PositiveIntegerField(default=0)),
                ('position', games.models.fields.RawJSONField(blank=True, null=True)),
                ('outcome', models.JSONField(blank=True, null=True)),
                ('close_reason', models.CharField(blank=True, max_length=40)),
                ('frozen_at', models.DateTimeField(blank=True, null=True)),
                ('freeze_reason', models.TextField(blank=True)),
                ('opened_at', models.DateTimeField(auto_now_add=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('moved_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('host', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['status', '-opened_at'], name='table_status_opened'), models.Index(condition=models.Q(('status', 'open')), fields=['-opened_at'], name='table_open_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(('seats_min__gte', 1), ('seats_min__lte', models.F('seats_max'))), name='table_seats_in_order'), models.CheckConstraint(condition=models.Q(('days_per_move__isnull', True), ('days_per_move__gte', 1), _connector='OR'), name='table_pace_is_positive'), models.CheckConstraint(condition=models.Q(('status', 'open'), ('status', 'closed'), models.Q(('number__gte', 1), ('position__isnull', False), ('started_at__isnull', False)), _connector='OR'), name='table_begun_has_position'), models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('outcome__isnull', False), ('status', 'finished')), models.Q(models.Q(('status', 'finished'), _negated=True), ('outcome__isnull', True)), _connector='OR'), name='table_finished_has_outcome'), models.CheckConstraint(condition=models.Q(('frozen_at__isnull', True), ('status__in', ['playing', 'closed']), _connector='OR'), name='table_frozen_only_in_play')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, max_length=20)),
                ('resigned_at', models.DateTimeField(blank=True, null=True)),
                ('absent_since', models.DateTimeField(blank=True, null=True)),
                ('deciding', models.BooleanField(default=False)),
                ('since', models.DateTimeField(blank=True, null=True)),
                ('deadline', models.DateTimeField(blank=True, null=True)),
                ('answers', models.PositiveIntegerField(default=0)),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('orders', models.JSONField(blank=True, null=True)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
                ('noticed', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['place'],
                'indexes': [models.Index(condition=models.Q(('deciding', True)), fields=['user', 'since'], name='seat_user_deciding'), models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='seat_deadline')],
                'constraints': [models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('table', 'place'), name='seat_one_per_place'), models.UniqueConstraint(fields=('table', 'user'), name='seat_one_per_user'), models.CheckConstraint(condition=models.Q(('user__isnull', False), models.Q(('bot', ''), _negated=True), _connector='OR'), name='seat_has_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('deadline__isnull', True), ('deciding', False), ('since__isnull', True)), models.Q(('deciding', True), ('since__isnull', False)), _connector='OR'), name='seat_deciding_since')],
            },
        ),
        migrations.CreateModel(
            name='LogEntry',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('start', 'start'), ('move', 'move'), ('undo', 'undo'), ('migrate', 'rules updated'), ('absent', 'out of time'), ('return', 'returned'), ('resign', 'resigned'), ('replace', 'seat handed over'), ('freeze', 'frozen'), ('thaw', 'unfrozen'), ('correct', 'taken back by a moderator'), ('close', 'closed')], max_length=10)),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('by', models.CharField(blank=True, max_length=20)),
                ('question', models.CharField(blank=True, max_length=16)),
                ('move', games.models.fields.RawJSONField(blank=True, null=True)),
                ('events', games.models.fields.RawJSONField(default='[]')),
                ('version', models.PositiveIntegerField()),
                ('barrier', models.BooleanField(default=False)),
                ('undone', models.BooleanField(default=False)),
                ('snapshot', games.models.fields.RawJSONField(blank=True, null=True)),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='log', to='games.table')),
                ('deadline', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_numbers_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'move'), _negated=True), models.Q(('move__isnull', False), ('place__isnull', False), models.Q(('question', ''), _negated=True)), _connector='OR'), name='entry_move_is_somebodys')],
            },
        ),
        migrations.RunSQL(GAPLESS, GAPLESS_NO_MORE),
    ]
