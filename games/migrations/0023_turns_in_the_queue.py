"""Finds the waiting jobs of a user: see games/storing/queue.py."""

from django.db import migrations

INDEX = """
    create index if not exists jobs_of_users on procrastinate_jobs ((args ->> 'for_user'), priority)
    where status = 'todo';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0022_rights_at_tables"),
        ("procrastinate", "0041_post_retry_failed_job"),
    ]

    operations = [migrations.RunSQL(INDEX, "drop index if exists jobs_of_users;")]
