"""History is found by index: by day, by options, and the latest results of a game."""

import django.contrib.postgres.indexes
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0012_lesson_progress")]

    operations = [
        AddIndexConcurrently(
            "table", models.Index(fields=["opened_at", "id"], name="table_opened")
        ),
        AddIndexConcurrently(
            "table",
            models.Index(
                fields=["game", "-finished_at", "-id"],
                condition=models.Q(status="finished", private=False),
                name="table_results_of_game",
            ),
        ),
        AddIndexConcurrently(
            "table",
            django.contrib.postgres.indexes.GinIndex(
                fields=["options"], opclasses=["jsonb_path_ops"], name="table_options"
            ),
        ),
    ]
