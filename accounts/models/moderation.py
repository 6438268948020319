"""Reports by users, and the log of what moderators did."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.chat import Message

LONGEST = 2_000
"""Characters of a report or of a reason."""


class Report(models.Model):
    """A user's report to the moderators, about a user, a message or a table."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")
        DISMISSED = "dismissed", _("dismissed")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="reports_made"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reports"
    )
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, blank=True)
    message = models.ForeignKey(Message, models.SET_NULL, null=True, blank=True)
    quoted = models.CharField(max_length=600, blank=True)  # the message as it was when reported
    text = models.TextField(_("what happened"), max_length=LONGEST)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        app_label = "accounts"
        ordering = ["-at"]
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [
            models.Index(
                fields=["at"], condition=models.Q(status="open"), name="report_open_oldest"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


class Act(models.Model):
    """Something a moderator or an administrator did: a log.

    Names and ids are copied, not referenced, so that an entry outlives the user or table it names.

    Triggers: `accounts_act_stays` refuses to change or delete rows.
    """

    class Kind(models.TextChoices):
        WARN = "warn", _("warned")
        MUTE = "mute", _("muted")
        UNMUTE = "unmute", _("unmuted")
        SUSPEND = "suspend", _("suspended")
        READMIT = "readmit", _("readmitted")
        HIDE = "hide", _("hid a message")
        REPLACE = "replace", _("handed over a seat")
        FREEZE = "freeze", _("stopped a table")
        THAW = "thaw", _("let a table go on")
        CLOSE = "close", _("closed a table")
        CORRECT = "correct", _("took back moves")
        SETTLE = "settle", _("settled a report")
        DISMISS = "dismiss", _("dismissed a report")
        STOP = "stop", _("stopped the site")
        GO_ON = "go_on", _("let the site go on")
        ANNOUNCE = "announce", _("announced something")
        WITHDRAW = "withdraw", _("withdrew an announcement")

    kind = models.CharField(max_length=10, choices=Kind)
    moderator_id = models.BigIntegerField()
    moderator_name = models.CharField(max_length=60)
    user_id = models.BigIntegerField(null=True)
    user_name = models.CharField(max_length=60, blank=True)
    table_id = models.BigIntegerField(null=True)
    report_id = models.BigIntegerField(null=True)
    why = models.TextField()
    details = models.JSONField(default=dict)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-pk"]
        verbose_name = _("act of moderation")
        verbose_name_plural = _("acts of moderation")
        indexes = [
            models.Index(fields=["user_id"], name="act_user"),
            models.Index(fields=["table_id"], name="act_table"),
        ]

    def __str__(self) -> str:
        return f"{self.moderator_name}: {self.get_kind_display()}"


class Warning(models.Model):  # noqa: A001 - that is what it is
    """A moderator's warning to a user, shown on every page until the user has read it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="warnings")
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "accounts"
        ordering = ["at"]

    def __str__(self) -> str:
        return self.text[:60]


class Alert(models.Model):
    """A moderator has been told by mail of something that waits."""

    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="alerts", db_index=False
    )
    about = models.CharField(max_length=80)  # a report, or a table and when it was frozen
    at = models.DateTimeField()

    class Meta:
        app_label = "accounts"
        constraints = [
            models.UniqueConstraint(name="alert_once_each", fields=["moderator", "about"])
        ]
        indexes = [models.Index(fields=["moderator", "-at"], name="alert_latest")]

    def __str__(self) -> str:
        return self.about
