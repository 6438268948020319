"""What users are to be told, on which ways, and whether they were."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Channel(models.TextChoices):
    """A way on which notices go."""

    MAIL = "mail", _("email")
    PUSH = "push", _("notice on a device")
    WEBHOOK = "webhook", _("message to a webhook")


class Notice(models.Model):
    """One occasion of which one user is told on one channel. `key` names the occasion.

    It is written when there is an occasion, and composed just before it is sent, if it is still
    wanted then; the words of a mail are kept, to be shown to its reader.
    """

    class Status(models.TextChoices):
        OWED = "owed", _("owed")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed any more")
        FAILED = "failed", _("refused for good")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="outbox", db_index=False
    )
    kind = models.CharField(max_length=12)  # the name of one in `accounts.notices.kinds`
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    key = models.CharField(max_length=120)
    facts = models.JSONField(default=dict)  # what cannot be read from the table later
    channel = models.CharField(max_length=8, choices=Channel)
    address = models.CharField(max_length=254)  # of a mail or hook; of a push: the device's number
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    page = models.TextField(blank=True)  # the same as HTML
    status = models.CharField(max_length=8, choices=Status, default=Status.OWED)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    owed_at = models.DateTimeField()
    due_at = models.DateTimeField()  # by the user's wish
    next_at = models.DateTimeField()  # of the next attempt: later, while it fails or they are here
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-owed_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="notice_sent_at",
                condition=models.Q(status="sent", sent_at__isnull=False)
                | ~models.Q(status="sent") & models.Q(sent_at__isnull=True),
            ),
            models.UniqueConstraint(name="notice_once", fields=["user", "channel", "key"]),
        ]
        indexes = [
            models.Index(fields=["-owed_at"], name="notice_newest"),
            models.Index(
                fields=["channel", "next_at", "id"],
                condition=models.Q(status="owed"),
                name="notice_next",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Sweep(models.Model):
    """When all seats were last looked at for notices. One row; see `accounts.notices.selecting`."""

    whole_at = models.DateTimeField()

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"{self.whole_at}"


class TablePace(models.Model):
    """How soon a user wants to hear of one table, whatever they want for the others."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="paces", db_index=False
    )
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="+")
    pace = models.CharField(max_length=6)  # one of `Preferences.Pace`

    class Meta:
        app_label = "accounts"
        constraints = [
            models.UniqueConstraint(name="pace_once_per_table", fields=["user", "table"])
        ]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}: {self.pace}"


class Seen(models.Model):
    """The last time a user is known to have had a page open."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "accounts"
        indexes = [models.Index(fields=["at"], name="seen_lately")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.at}"


class Feed(models.Model):
    """The secret part of the addresses at which programs read a user's deadlines and tables."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    secret = models.CharField(max_length=43, unique=True)
    made_at = models.DateTimeField(auto_now=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"feeds of {self.user_id}"


class Device(models.Model):
    """A browser that shows notices of a user, as its push service has told it (RFC 8030, 8291).

    It ends with the session in which it was added.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="devices")
    name = models.CharField(max_length=60)
    endpoint = models.CharField(max_length=1000, unique=True)
    key = models.CharField(max_length=90)  # of the browser: a point of P-256, in base64url
    secret = models.CharField(max_length=30)  # shared with the browser, in base64url
    session_key = models.CharField(max_length=40, blank=True)  # of the session that has added it
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["session_key"], name="device_of_session")]

    def __str__(self) -> str:
        return self.name


class Hook(models.Model):
    """An address of a user's own to which notices are posted, signed with a secret of theirs."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    url = models.CharField(max_length=250)
    secret = models.CharField(max_length=60)
    failing_since = models.DateTimeField(null=True, blank=True)
    problem = models.CharField(max_length=200, blank=True)
    off = models.BooleanField(default=False)  # it has failed for days
    used_at = models.DateTimeField(null=True, blank=True)
    trying_since = models.DateTimeField(null=True, blank=True)  # a message for trial is to be sent

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return self.url


class PutOff(models.Model):
    """Until when nothing is posted to a host, or to an account's addresses; see `budgets`."""

    name = models.CharField(max_length=300, primary_key=True)
    failures = models.PositiveSmallIntegerField(default=0)  # of a host, one after the other
    until = models.DateTimeField()

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"{self.name} until {self.until}"
