"""The newest public table of a game in play is found by index: most tables in play are private."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0037_colours_of_seats")]

    operations = [
        AddIndexConcurrently(
            "table",
            models.Index(
                fields=["game", "-id"],
                condition=Q(status="playing", private=False, frozen_at__isnull=True),
                name="table_watched_of_game",
            ),
        ),
    ]
