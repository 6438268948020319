"""One file of all tables of a user, for them to take home."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Archive(models.Model):
    """All tables of a user, and all that is stored about them, as the worker makes it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="archive"
    )
    asked_at = models.DateTimeField()
    done = models.PositiveIntegerField(default=0)  # tables
    total = models.PositiveIntegerField(default=0)
    file = models.BinaryField(null=True)
    finished_at = models.DateTimeField(null=True, db_index=True)

    def __str__(self) -> str:
        return f"archive of {self.user_id}"
