"""Paces of every kind, calendars, and when the server was down."""

import datetime
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


CARRY_OVER = """
    update games_table set pace = 'answer', pace_start = days_per_move * 1440
    where days_per_move is not null;
    update games_seat s
    set asked = s.deadline - t.days_per_move * interval '24 hours',
        time_left = t.days_per_move * interval '24 hours', spare = interval '0'
    from games_table t
    where t.id = s.table_id and s.deadline is not null and t.days_per_move is not null;
"""
"""Tables that had days for a move keep them, and their open questions the deadlines they have."""


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_guests_and_friends'),
        ('games', '0015_shown_and_players_chat'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField(db_index=True)),
            ],
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
        ),
        migrations.RemoveConstraint(
            model_name='table',
            name='table_pace_is_positive',
        ),
        migrations.AddField(
            model_name='logentry',
            name='time_left',
            field=models.DurationField(blank=True, null=True),
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
            model_name='table',
            name='most_protected',
            field=models.PositiveIntegerField(default=0, verbose_name='protected time for a question'),
        ),
        migrations.AddField(
            model_name='table',
            name='pace',
            field=models.CharField(choices=[('none', 'no limit'), ('answer', 'so long for every answer'), ('budget', 'a budget that grows with every answer')], default='none', max_length=6, verbose_name='time for a move'),
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
        migrations.AlterField(
            model_name='logentry',
            name='kind',
            field=models.CharField(choices=[('start', 'start'), ('move', 'move'), ('undo', 'undo'), ('migrate', 'rules updated'), ('absent', 'out of time'), ('return', 'returned'), ('resign', 'resigned'), ('replace', 'seat handed over'), ('freeze', 'frozen'), ('thaw', 'unfrozen'), ('correct', 'taken back by a moderator'), ('close', 'closed'), ('clock', 'clocks set'), ('vacation', 'day off'), ('wish', 'asked for consent'), ('agree', 'agreed'), ('decline', 'declined'), ('pause', 'paused'), ('resume', 'pause ended'), ('more', 'more time')], max_length=10),
        ),
        migrations.RunSQL(CARRY_OVER, migrations.RunSQL.noop),
        migrations.RemoveField(
            model_name='table',
            name='days_per_move',
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='seat_remind_at'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('asked__isnull', True), ('spare__isnull', True)), models.Q(('asked__isnull', False), ('spare__gte', datetime.timedelta(0)), ('spare__isnull', False), ('time_left__gte', datetime.timedelta(0)), ('time_left__isnull', False)), _connector='OR'), name='seat_clock_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('most_protected', 0), ('pace', 'none'), ('pace_cap', 0), ('pace_increment', 0), ('pace_start', 0)), models.Q(('pace', 'answer'), ('pace_cap', 0), ('pace_increment', 0), ('pace_start__gte', 1)), models.Q(('pace', 'budget'), ('pace_cap__gte', models.F('pace_start')), ('pace_start__gte', 1)), _connector='OR'), name='table_pace_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paused_since__isnull', True), ('paused_until__isnull', True)), models.Q(('paused_since__lte', models.F('paused_until')), ('paused_until__isnull', False)), _connector='OR'), name='table_pause_in_order'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('since__lt', models.F('until'))), name='outage_in_order'),
        ),
        migrations.AddConstraint(
            model_name='owntime',
            constraint=models.CheckConstraint(condition=models.Q(('remind__lte', 90)), name='own_time_remind'),
        ),
    ]
