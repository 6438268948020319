"""Invitations by mail are a queue of their own: what is due, and how often it was tried."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("lobby", "0005_sent_by_index")]

    operations = [
        migrations.AddField(
            "mailedinvitation",
            "attempts",
            models.PositiveSmallIntegerField(default=0, db_default=0),
        ),
        migrations.AddField(
            "mailedinvitation", "next_at", models.DateTimeField(null=True, blank=True)
        ),
        AddIndexConcurrently(
            "mailedinvitation",
            models.Index(
                fields=["next_at"], condition=models.Q(next_at__isnull=False), name="mailed_due"
            ),
        ),
    ]
