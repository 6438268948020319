"""Time: the calendar of a user, and the times in which nobody's clock ran."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

REMIND_AT = 25
"""The percentage of the time left at which somebody is reminded who has chosen nothing else."""


class OwnTime(models.Model):
    """When a user's clocks stand still. Private: others see deadlines only.

    `hours` are weekday, first and last minute, several for a weekday; `away` first and last day;
    `spent` the vacation days, each from when to when.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_time", primary_key=True
    )
    hours = models.JSONField(default=list)
    away = models.JSONField(default=list)
    spent = models.JSONField(default=list)
    remind = models.PositiveSmallIntegerField(default=REMIND_AT)  # percent left; 0: never

    class Meta:
        constraints = [
            models.CheckConstraint(name="own_time_remind", condition=Q(remind__lte=90)),
        ]

    def __str__(self) -> str:
        return f"the time of {self.user_id}"


class Heartbeat(models.Model):
    """When the worker was last seen at work; there is one row."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"


class Outage(models.Model):
    """A time in which nobody's clock ran, as the server was down."""

    since = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="outage_in_order", condition=Q(since__lt=F("until"))),
        ]

    def __str__(self) -> str:
        return f"{self.since} to {self.until}"
