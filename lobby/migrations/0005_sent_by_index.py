"""The invitations that a user has not answered, by index, however many they ever had."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("lobby", "0004_taken")]

    operations = [
        AddIndexConcurrently(
            "invitation",
            models.Index(
                fields=["user"], condition=models.Q(status="sent"), name="invitation_sent"
            ),
        ),
    ]
