"""How far people are in the lessons."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models.fields import JSONList


class LessonProgress(models.Model):
    """How far a user is in a lesson of a game. Visitors have theirs in their session."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lessons", db_index=False
    )
    game = models.CharField(max_length=40)
    lesson = models.CharField(max_length=40)
    at = models.PositiveSmallIntegerField(default=0)  # steps that are behind them
    moves: JSONList = models.JSONField(default=list)  # their answers
    says = models.CharField(max_length=40, blank=True)  # what is said of the last wrong answer
    finished_at = models.DateTimeField(null=True, blank=True)  # the first time

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="progress_once_per_lesson", fields=["user", "game", "lesson"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game}/{self.lesson}: {self.at}"
