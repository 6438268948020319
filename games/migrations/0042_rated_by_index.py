from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Tables that nobody has rated yet are found by an index, however many have ended."""

    atomic = False

    dependencies = [("games", "0041_ratings")]

    operations = [
        AddIndexConcurrently(
            "table",
            models.Index(
                fields=["game"],
                condition=Q(status="finished", rated="") | ~Q(status="finished") & ~Q(rated=""),
                name="table_to_rate",
            ),
        ),
    ]
