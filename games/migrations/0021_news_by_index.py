"""What has happened at tables is found by index: no job says so any more."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models

JOBS_BEFORE = """
    do $$ begin
        if to_regclass('procrastinate_jobs') is not null then
            delete from procrastinate_jobs where status = 'todo' and task_name in (
                'games.table_started', 'games.table_ended', 'games.table_frozen',
                'games.seat_absent', 'games.seat_missed', 'games.consent_asked',
                'accounts.tell_moderators', 'accounts.tell_moderators_later'
            );
        end if;
    end $$;
"""


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0020_orders_are_plans")]

    operations = [
        migrations.AddField("plan", "dropped_at", models.DateTimeField(blank=True, null=True)),
        AddIndexConcurrently(
            "plan",
            models.Index(
                fields=["dropped_at"],
                condition=models.Q(dropped_at__isnull=False),
                name="plan_dropped",
            ),
        ),
        AddIndexConcurrently(
            "table",
            models.Index(
                fields=["finished_at"],
                condition=models.Q(finished_at__isnull=False),
                name="table_over",
            ),
        ),
        AddIndexConcurrently(
            "logentry",
            models.Index(
                fields=["at"],
                condition=models.Q(kind__in=["start", "missed", "wish"]),
                name="entry_news",
            ),
        ),
        migrations.RunSQL(JOBS_BEFORE, migrations.RunSQL.noop),
    ]
