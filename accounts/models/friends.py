"""Who counts whom as a friend, and addresses that want no invitations."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Friendship(models.Model):
    """One side of a friendship: `user` asks or has agreed. Two people are friends with both.

    Triggers: `rights_gone` has the sockets of both judged.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    friend = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "accounts"
        constraints = [
            models.UniqueConstraint(name="friendship_once", fields=["user", "friend"]),
            models.CheckConstraint(name="friendship_of_two", condition=~Q(user=F("friend"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} to {self.friend_id}"


class Silence(models.Model):
    """An address that wants no invitations by mail. Only its keyed hash is stored."""

    digest = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return self.digest[:8]
