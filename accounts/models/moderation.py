"""Reports by users, and the log of what moderators did."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.chat import Message

if TYPE_CHECKING:
    from accounts.models.users import User

LONGEST = 2_000
"""Characters of a report or of a reason."""
CLAIMED_FOR = timedelta(minutes=30)
"""So long after their latest act a moderator has a report; then another may take it on."""


class Rule(models.TextChoices):
    """Rules of fair play: the sections of its page, and anything else."""

    TIME = "time", _("Every turn comes to an end")
    TO_WIN = "to-win", _("Everybody plays for themselves")
    WORDS = "words", _("Be kind")
    SECRETS = "secrets", _("What is secret stays secret")
    OTHER = "moderators", _("Something else")


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
    answer = models.TextField(max_length=LONGEST, blank=True, default="", db_default="")
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)

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

    @property
    def holder(self) -> User | None:
        """Return the moderator who has taken it on and has it still."""
        has_it = self.claimed_at is not None and timezone.now() < self.claimed_at + CLAIMED_FOR
        return self.claimed_by if has_it else None


class Remark(models.Model):
    """A note of a moderator beside a report, for the others."""

    report = models.ForeignKey(Report, models.CASCADE, related_name="remarks")
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    text = models.TextField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "accounts"
        ordering = ["at"]

    def __str__(self) -> str:
        return self.text[:60]


class ReadyAnswer(models.Model):
    """A reason or an answer that moderators have ready."""

    title = models.CharField(_("title"), max_length=60, unique=True)
    text = models.TextField(_("text"), max_length=LONGEST)

    class Meta:
        app_label = "accounts"
        ordering = ["title"]
        verbose_name = _("ready answer")
        verbose_name_plural = _("ready answers")

    def __str__(self) -> str:
        return self.title


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
        GRANT = "grant", _("granted an appeal")
        UPHOLD = "uphold", _("upheld a decision")
        UNDO = "undo", _("undid an act")

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
            models.Index(fields=["moderator_id", "at"], name="act_moderator"),
        ]

    def __str__(self) -> str:
        return f"{self.moderator_name}: {self.get_kind_display()}"


class Decision(models.Model):
    """A decision of moderators about a user, in words for them; on every page until they read it.

    The act of the log may outlive both; this goes with its user. The table's name is of the time
    when only warnings were told.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="decisions")
    kind = models.CharField(
        max_length=10, choices=Act.Kind, default=Act.Kind.WARN, db_default=Act.Kind.WARN
    )
    rule = models.CharField(max_length=10, choices=Rule, default=Rule.OTHER, db_default=Rule.OTHER)
    text = models.TextField(max_length=LONGEST)
    quoted = models.CharField(max_length=600, default="", db_default="")  # their words
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True)
    until = models.DateTimeField(null=True)
    moderator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    message = models.ForeignKey(Message, models.SET_NULL, null=True)  # that was hidden
    act_id = models.BigIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True)  # before its time, or as an appeal was granted

    class Meta:
        app_label = "accounts"
        db_table = "accounts_warning"
        ordering = ["at"]

    def __str__(self) -> str:
        return self.text[:60]


class Appeal(models.Model):
    """An appeal of a user against a decision: another moderator answers, where there is one."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        GRANTED = "granted", _("granted")
        UPHELD = "upheld", _("the decision stands")

    decision = models.OneToOneField(Decision, models.CASCADE)
    text = models.TextField(_("what the user says"), max_length=LONGEST)
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.OPEN)
    at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(max_length=LONGEST, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        app_label = "accounts"
        ordering = ["-at"]
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        indexes = [
            models.Index(
                fields=["at"], condition=models.Q(status="open"), name="appeal_open_oldest"
            )
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"


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
