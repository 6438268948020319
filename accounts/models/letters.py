"""Mails that somebody is waiting for, until the mail server has taken them."""

from __future__ import annotations

from django.db import models


class Letter(models.Model):
    """A mail about an account, such as a code. Its words are secret: it goes when it is sent."""

    address = models.CharField(max_length=254)
    sender = models.CharField(max_length=254)
    subject = models.TextField()
    text = models.TextField()  # empty once it was refused for good, as is the page
    page = models.TextField(blank=True, db_default="")  # in HTML
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    owed_at = models.DateTimeField()
    next_at = models.DateTimeField(null=True)  # null: it was refused for good

    class Meta:
        app_label = "accounts"
        indexes = [models.Index(fields=["next_at", "id"], name="letter_next")]

    def __str__(self) -> str:
        return f"letter {self.pk}"
