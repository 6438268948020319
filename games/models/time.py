"""Time: the calendar of a user, and the times in which nobody's clock ran."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models.fields import JSONList

REMIND_AT = 25
"""The percentage of the time left at which somebody is reminded who has chosen nothing else."""
LONGEST_REASON = 500
"""Characters of why the site is stopped."""


class OwnTime(models.Model):
    """When a user's clocks stand still. Private: others see deadlines only.

    `hours` are weekday, first and last minute, several for a weekday; `away` first and last day;
    `spent` the vacation days, each from when to when.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_time", primary_key=True
    )
    hours: JSONList = models.JSONField(default=list)
    away: JSONList = models.JSONField(default=list)
    spent: JSONList = models.JSONField(default=list)
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


class Life(models.Model):
    """A mark that changes when the site goes on from a backup; there is one row.

    What others keep carries it, so that nothing of before a restore means something else after it.
    """

    mark = models.CharField(max_length=16)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return self.mark


class Outage(models.Model):
    """A time in which nobody's clock runs: the server was down, or somebody has stopped the site.

    Work that is planned is one beforehand. Without `until` it lasts until somebody ends it, and one
    that is `off` was called off. While one that is `read_only` lasts, nothing is changed.

    Triggers: `in_turn` lets one transaction at a time change outages; `stamped_new` and `stamped`
    count changes; `changed` tells them to everybody.
    """

    class Kind(models.TextChoices):
        DOWN = "down", _("the server was down")
        PANIC = "panic", _("stopped by hand")
        PLANNED = "planned", _("planned work")

    kind = models.CharField(
        _("kind"), max_length=10, choices=Kind, default=Kind.DOWN, db_default=Kind.DOWN
    )
    since = models.DateTimeField(_("from"))
    until = models.DateTimeField(_("until"), null=True, db_index=True)
    read_only = models.BooleanField(_("nothing can be changed"), default=False, db_default=False)
    text_en = models.CharField(_("reason, English"), max_length=LONGEST_REASON, db_default="")
    text_de = models.CharField(_("reason, German"), max_length=LONGEST_REASON, db_default="")
    off = models.BooleanField(_("called off"), default=False, db_default=False)
    settled = models.BooleanField(default=False, db_default=False)  # deadlines say so
    stamp = models.BigIntegerField(db_default=0, editable=False, db_index=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name = _("time without clocks")
        verbose_name_plural = _("times without clocks")
        constraints = [
            models.CheckConstraint(name="outage_in_order", condition=Q(since__lt=F("until"))),
            models.UniqueConstraint(
                name="outage_one_panic", fields=["kind"], condition=Q(until=None)
            ),
            models.CheckConstraint(
                name="outage_has_an_end", condition=Q(kind="panic") | Q(until__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.since} to {self.until or '…'}"
