"""What is asked of another site when somebody signs in with it."""

from __future__ import annotations

from django.db import models


class DoorQuestion(models.Model):
    """A request to another site, for the worker. Its session alone knows it."""

    asked = models.JSONField()  # empty once it was asked: it has a code and a secret
    answer = models.JSONField(null=True)
    is_taken = models.BooleanField(default=False)
    asked_at = models.DateTimeField()

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"question {self.pk}"
