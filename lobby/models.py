"""Invitations to open tables, and notices about tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Table


class Invitation(models.Model):
    """An invitation of a user to an open table."""

    class Status(models.TextChoices):
        SENT = "sent", _("sent")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    status = models.CharField(max_length=10, choices=Status, default=Status.SENT)
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sent_at"]
        constraints = [
            models.UniqueConstraint(name="invitation_once_per_table", fields=["table", "user"])
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.table_id}"


class Notice(models.Model):
    """News about a table, shown to a user at their next visit."""

    class Kind(models.TextChoices):
        EXPIRED = "expired", _("Nobody came for a long time, so the table was cancelled.")
        CLOSED = "closed", _("The host has cancelled the table.")
        DECLINED = "declined", _("The invitation was declined.")
        HOST = "host", _("The host has left: you are the host now.")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"
