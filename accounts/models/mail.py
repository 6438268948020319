"""Mails to be sent, and whether they were."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Mail(models.Model):
    """One mail to one user. `key` names its occasion, so that it is written only once."""

    class Kind(models.TextChoices):
        TURN = "turn", _("it is your turn")
        DIGEST = "digest", _("what is waiting for you")
        INVITATION = "invitation", _("invitation")
        STARTED = "started", _("a game has begun")
        FINISHED = "finished", _("a game is over")
        ABSENT = "absent", _("a bot plays for you")
        MODERATION = "moderation", _("something is waiting for the moderators")

    class Status(models.TextChoices):
        OWED = "owed", _("owed")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("not needed any more")
        FAILED = "failed", _("refused by the mail server")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="letters")
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey("games.Table", models.SET_NULL, null=True, blank=True)
    key = models.CharField(max_length=120, unique=True)
    address = models.EmailField()
    subject = models.CharField(max_length=200)
    text = models.TextField()
    page = models.TextField()  # the same as HTML
    status = models.CharField(max_length=8, choices=Status, default=Status.OWED)
    attempts = models.PositiveSmallIntegerField(default=0)
    problem = models.CharField(max_length=500, blank=True)
    owed_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-owed_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="mail_sent_at",
                condition=models.Q(status="sent", sent_at__isnull=False)
                | ~models.Q(status="sent") & models.Q(sent_at__isnull=True),
            )
        ]
        indexes = [models.Index(fields=["-owed_at"], name="mail_newest")]

    def __str__(self) -> str:
        return self.key
