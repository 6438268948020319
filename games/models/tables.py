"""A table: what was agreed, the position as it is, and the clock of its pace."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.clocks import pace as clocks
from games.models.agreed import AGREED, TIMES, clock_of
from games.models.fields import JSON, MaybeJSON, RawJSONField
from games.models.terms import TERMS, AgreedTerms, AtTimeout, column_of
from games.rules.core.fairness import commitment_to
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.rules.registry import GAMES


def invitation_token() -> str:
    """The unguessable part of a private link: 128 bits."""
    return secrets.token_urlsafe(16)


def secret_made() -> str:
    """Draw the secret of a new table, 256 bits; it is told once the game is over."""
    return secrets.token_hex(32)


BIGGEST = 2**63 - 1
"""What the database takes for a number or an id."""


class Table(models.Model):
    """One match of a game, from opening to outcome.

    Its terms are columns, too: see `games.models.terms`.

    Triggers: `ended` keeps what its seats know of it; `rights_lost` tells those who watch it.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")  # ended without an outcome

    class Pace(models.TextChoices):
        NONE = "none", _("no limit")
        ANSWER = "answer", _("fixed time per move")
        BUDGET = "budget", _("a budget that grows with every move")

    class Rated(models.TextChoices):
        """Whether a finished table counts for ratings, or why it does not."""

        YES = "yes", _("counts for ratings")
        AGREED = "agreed", _("agreed on before the game")
        HINTS = "hints", _("hints were allowed")
        BOTS = "bots", _("a bot had a seat of its own")
        GUESTS = "guests", _("a guest sat there")
        PROGRAMS = "programs", _("a program sat there")
        FEW = "few", _("fewer than two people played it to its end")

    AtTimeout = AtTimeout

    game = models.CharField(_("game"), max_length=40)
    options: JSON = models.JSONField(AGREED["options"].label, default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    seats_min = models.PositiveSmallIntegerField(AGREED["seats_min"].label)
    seats_max = models.PositiveSmallIntegerField(AGREED["seats_max"].label)
    token = models.CharField(max_length=32, default=invitation_token, unique=True)
    secret = models.CharField(max_length=64, blank=True, default=secret_made, db_default="")
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches", db_index=False
    )
    pace = models.CharField(AGREED["pace"].label, max_length=6, choices=Pace, default=Pace.NONE)
    pace_start = models.PositiveIntegerField(_("at the start"), default=0)  # minutes, as all these
    pace_increment = models.PositiveIntegerField(_("for each answer"), default=0)
    pace_cap = models.PositiveIntegerField(_("at most at once"), default=0)
    most_protected = models.PositiveIntegerField(AGREED["most_protected"].label, default=0)

    wish: MaybeJSON = models.JSONField(null=True, blank=True)  # that all others are to agree to
    paused_since = models.DateTimeField(null=True, blank=True)
    paused_until = models.DateTimeField(null=True, blank=True)

    number = models.PositiveIntegerField(default=0)  # of the latest log entry
    snapshot_number = models.PositiveIntegerField(default=0)  # of the latest entry with one
    position = RawJSONField(null=True, blank=True)
    outcome: MaybeJSON = models.JSONField(null=True, blank=True)  # reason, standings
    close_reason = models.CharField(max_length=40, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    freeze_reason = models.TextField(blank=True)  # for moderators

    opened_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    rated = models.CharField(  # empty: it is not finished, or nobody has looked yet
        max_length=10, choices=Rated, blank=True, default="", db_default=""
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="table_one_rematch",
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status="closed"),
            ),
            models.UniqueConstraint(
                name="table_one_secret", fields=["secret"], condition=~Q(secret="")
            ),
            models.CheckConstraint(
                name="table_seats_in_order",
                condition=Q(seats_min__gte=1, seats_min__lte=F("seats_max")),
            ),
            models.CheckConstraint(
                name="table_pace_is_whole",
                condition=Q(
                    pace="none", pace_start=0, pace_increment=0, pace_cap=0, most_protected=0
                )
                | Q(pace="answer", pace_start__gte=1, pace_increment=0, pace_cap=0)
                | Q(pace="budget", pace_start__gte=1, pace_cap__gte=F("pace_start")),
            ),
            models.CheckConstraint(
                name="table_pause_in_order",
                condition=Q(paused_since__isnull=True, paused_until__isnull=True)
                | Q(paused_until__isnull=False, paused_since__lte=F("paused_until")),
            ),
            models.CheckConstraint(
                name="table_begun_has_position",
                condition=Q(status="open")
                | Q(status="closed")
                | Q(position__isnull=False, number__gte=1, started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="table_finished_has_outcome",
                condition=Q(status="finished", outcome__isnull=False, finished_at__isnull=False)
                | (~Q(status="finished") & Q(outcome__isnull=True)),
            ),
            models.CheckConstraint(
                name="table_frozen_only_in_play",
                condition=Q(frozen_at__isnull=True) | Q(status__in=["playing", "closed"]),
            ),
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(friends_watch=True), name="table_friends_watch"
            ),
            models.Index(fields=["game", "-id"], name="table_newest_of_game"),
            models.Index(fields=["status", "-id"], name="table_newest_of_status"),
            models.Index(fields=["game", "status", "-id"], name="table_newest_of_both"),
            models.Index(
                fields=["-opened_at"], condition=Q(status="open"), name="table_open_newest"
            ),
            models.Index(fields=["opened_at", "id"], name="table_opened"),
            models.Index(
                fields=["game", "-finished_at", "-id"],
                condition=Q(status="finished", private=False),
                name="table_results_of_game",
            ),
            models.Index(
                fields=["game", "-id"],
                condition=Q(status="playing", private=False, frozen_at__isnull=True),
                name="table_watched_of_game",
            ),
            models.Index(
                fields=["finished_at"], condition=Q(finished_at__isnull=False), name="table_over"
            ),
            models.Index(
                fields=["game"],
                condition=Q(frozen_at__isnull=False, status="playing"),
                name="table_frozen",
            ),
            models.Index(
                fields=["game"],
                condition=Q(status="finished", rated="") | ~Q(status="finished") & ~Q(rated=""),
                name="table_to_rate",
            ),
            GinIndex(fields=["options"], opclasses=["jsonb_path_ops"], name="table_options"),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.pk])

    @property
    def commitment(self) -> str:
        """Return the commitment to its secret; empty at a table from before there were any."""
        return commitment_to(self.secret) if self.secret else ""

    @property
    def time(self) -> clocks.Pace:
        """Its pace, as clocks read it."""
        return clock_of({name: getattr(self, name) for name in ("pace", *TIMES)})

    @property
    def terms(self) -> AgreedTerms:
        """Return its terms, with the clock; seats and options are columns of their own."""
        return AgreedTerms(pace=self.time, **{name: getattr(self, name) for name in TERMS})

    @property
    def rules(self) -> Rules[AnyState]:
        """The rules of this table's game. Raises KeyError if it is no longer installed."""
        return GAMES[self.game]


for _name in TERMS:
    Table.add_to_class(_name, column_of(_name))
