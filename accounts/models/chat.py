"""Chat messages, and who has read them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from config.web.marks import LONGEST_MARK

LONGEST = 500
"""Characters of one message."""


class Message(models.Model):
    """A message. Its author may have deleted their account; a moderator may have hidden it.

    Its mark, if it has one, is its author's: what is sent with it again is this message.
    """

    table = models.ForeignKey("games.Table", models.CASCADE, related_name="messages")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="messages"
    )
    text = models.CharField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True)
    hidden = models.BooleanField(_("hidden"), default=False)
    mark = models.CharField(max_length=LONGEST_MARK, editable=False, blank=True, db_default="")

    class Meta:
        app_label = "accounts"
        ordering = ["pk"]
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "mark"], condition=~models.Q(mark=""), name="message_counts_once"
            )
        ]
        indexes = [
            models.Index(fields=["table", "id"], name="message_table"),
            models.Index(fields=["at"], name="message_lately"),
            models.Index(fields=["user", "-at"], name="message_user_newest"),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class ChatRead(models.Model):
    """Up to which message somebody who sits at a table has read its chat, on whatever device."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    table = models.ForeignKey("games.Table", models.CASCADE, related_name="+")
    number = models.BigIntegerField()  # the id of that message
    at = models.DateTimeField()

    class Meta:
        app_label = "accounts"
        constraints = [models.UniqueConstraint(name="chat_read_once", fields=["user", "table"])]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.table_id}: {self.number}"
