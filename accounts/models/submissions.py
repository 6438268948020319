"""Requests with a mark, each with its answer."""

from __future__ import annotations

from django.db import models


class Submission(models.Model):
    """A request that counts once. Only whoever has its mark can read the answer."""

    key = models.CharField(max_length=64, primary_key=True)  # of the mark, and of who sent it
    content = models.CharField(max_length=64)
    answer = models.BinaryField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return self.key
