"""Private notes: what somebody keeps in mind about a table or another person."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

LONGEST = 2_000
"""Characters of one note."""


class Note(models.Model):
    """A note of a user, about a table or about another user. Nobody else ever sees it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notes", db_index=False
    )
    table = models.ForeignKey("games.Table", models.CASCADE, null=True, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")
    text = models.CharField(max_length=LONGEST)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        app_label = "accounts"
        constraints = [
            models.UniqueConstraint(
                name="note_once_for_table",
                fields=["user", "table"],
                condition=Q(table__isnull=False),
            ),
            models.UniqueConstraint(
                name="note_once_about_person",
                fields=["user", "about"],
                condition=Q(about__isnull=False),
            ),
            models.CheckConstraint(
                name="note_about_one_thing",
                condition=Q(table__isnull=True, about__isnull=False)
                | Q(table__isnull=False, about__isnull=True),
            ),
            models.CheckConstraint(
                name="note_about_others",
                condition=Q(about__isnull=True) | ~Q(about=F("user")),
            ),
            models.CheckConstraint(name="note_says_something", condition=~Q(text="")),
        ]
        indexes = [models.Index(fields=["user", "id"], name="note_user")]

    def __str__(self) -> str:
        return f"note {self.pk}"
