"""Invitations to open tables, and notices about tables."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models import Table, invitation_token
from games.models.fields import JSON


class Invitation(models.Model):
    """An invitation of a user to an open table."""

    class Status(models.TextChoices):
        SENT = "sent", _("sent")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REMOVED = "removed", _("removed")  # sat here; comes back only if invited again

    ENDED = (Status.WITHDRAWN, Status.REMOVED)

    table = models.ForeignKey(Table, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    status = models.CharField(max_length=10, choices=Status, default=Status.SENT)
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sent_at"]
        constraints = [
            models.UniqueConstraint(name="invitation_once_per_table", fields=["table", "user"])
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(status="sent"), name="invitation_sent"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.table_id}"


class MailedInvitation(models.Model):
    """An invitation to whoever reads an email address.

    The address is kept only while the table is open; its keyed hash counts against the limits.
    """

    class Status(models.TextChoices):
        SENT = "sent", _("sent")
        ACCEPTED = "accepted", _("accepted")
        WITHDRAWN = "withdrawn", _("withdrawn")

    table = models.ForeignKey(Table, models.CASCADE, related_name="mailed")
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    address = models.EmailField(blank=True)
    digest = models.CharField(max_length=64)
    token = models.CharField(max_length=32, default=invitation_token, unique=True)
    language = models.CharField(max_length=10)
    status = models.CharField(max_length=10, choices=Status, default=Status.SENT)
    sent_at = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    next_at = models.DateTimeField(null=True, blank=True)  # null: it is not to be sent any more

    class Meta:
        ordering = ["sent_at"]
        constraints = [
            models.UniqueConstraint(name="mailed_once_per_table", fields=["table", "digest"])
        ]
        indexes = [
            models.Index(fields=["digest", "-sent_at"], name="mailed_to_address"),
            models.Index(fields=["host", "-sent_at"], name="mailed_by_host"),
            models.Index(
                fields=["next_at"], condition=models.Q(next_at__isnull=False), name="mailed_due"
            ),
        ]

    def __str__(self) -> str:
        return f"a letter to {self.table_id}"


class Consent(models.Model):
    """Somebody seated who has not agreed yet to changed terms. `before`: what they agreed to."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="consents")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    before: JSON = models.JSONField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="consent_once_per_seat", fields=["table", "user"])
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}"


class Notice(models.Model):
    """News about a table, shown to a user at their next visit."""

    class Kind(models.TextChoices):
        EXPIRED = "expired", _("Nobody came for a long time, so the table was cancelled.")
        CLOSED = "closed", _("The host has cancelled the table.")
        DECLINED = "declined", _("The invitation was declined.")
        REMOVED = "removed", _("The host has removed you from the table.")
        CHANGED = "changed", _("The host has changed the table: check whether you agree.")
        HOST = "host", _("The host has left: you are the host now.")
        TAKEN = "taken", _("Your time had run out, and somebody has taken over your seat.")

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
