"""What is stored of a table: the table itself, who sits where, and the log of what happened."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.fields import RawJSONField
from games.rules.core.interface import Rules
from games.rules.registry import GAMES


def invitation_token() -> str:
    """The unguessable part of a private link: 128 bits."""
    return secrets.token_urlsafe(16)


class Table(models.Model):
    """One match of a game, from opening to outcome."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        PLAYING = "playing", _("playing")
        FINISHED = "finished", _("finished")
        CLOSED = "closed", _("closed")  # ended without an outcome

    class AtTimeout(models.TextChoices):
        BOT = "bot", _("a bot plays on for the seat")
        CLOSE = "close", _("the table is closed")

    game = models.CharField(_("game"), max_length=40)
    options = models.JSONField(_("options"), default=dict)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="hosted"
    )
    seats_min = models.PositiveSmallIntegerField(_("at least"))
    seats_max = models.PositiveSmallIntegerField(_("at most"))
    private = models.BooleanField(_("private"), default=False)
    token = models.CharField(max_length=32, default=invitation_token, unique=True)
    friends_watch = models.BooleanField(_("friends may watch"), default=False)
    guests = models.BooleanField(_("guests may join"), default=False)
    rematch_of = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches", db_index=False
    )
    days_per_move = models.PositiveSmallIntegerField(_("days for a move"), null=True, blank=True)
    at_timeout = models.CharField(
        _("when the time runs out"), max_length=10, choices=AtTimeout, default=AtTimeout.BOT
    )

    number = models.PositiveIntegerField(default=0)  # of the latest log entry
    snapshot_number = models.PositiveIntegerField(default=0)  # of the latest entry with one
    position = RawJSONField(null=True, blank=True)
    outcome = models.JSONField(null=True, blank=True)  # reason, standings
    close_reason = models.CharField(max_length=40, blank=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    freeze_reason = models.TextField(blank=True)  # for moderators

    opened_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="table_one_rematch",
                fields=["rematch_of"],
                condition=Q(rematch_of__isnull=False) & ~Q(status="closed"),
            ),
            models.CheckConstraint(
                name="table_seats_in_order",
                condition=Q(seats_min__gte=1, seats_min__lte=F("seats_max")),
            ),
            models.CheckConstraint(
                name="table_pace_is_positive",
                condition=Q(days_per_move__isnull=True) | Q(days_per_move__gte=1),
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
            GinIndex(fields=["options"], opclasses=["jsonb_path_ops"], name="table_options"),
        ]

    def __str__(self) -> str:
        return f"{self.game} #{self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.pk])

    @property
    def rules(self) -> Rules[Any]:
        """The rules of this table's game. Raises KeyError if it is no longer installed."""
        return GAMES[self.game]


class Seat(models.Model):
    """A place at a table: a user's, a bot's, or a user's for whom a bot plays on."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    place = models.PositiveSmallIntegerField()  # 0-based, in order of play
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        db_index=False,
    )
    bot = models.CharField(max_length=20, blank=True)  # who plays, if not the user
    resigned_at = models.DateTimeField(null=True, blank=True)
    absent_since = models.DateTimeField(null=True, blank=True)  # out of time: a bot plays, or none

    deciding = models.BooleanField(default=False)
    since = models.DateTimeField(null=True, blank=True)  # deciding since
    noticed = models.DateTimeField(null=True, blank=True)  # the `since` a mail has been queued for
    deadline = models.DateTimeField(null=True, blank=True)
    answers = models.PositiveIntegerField(default=0)  # grows with each answer and each undo
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # once finished
    undoable = models.PositiveIntegerField(null=True, blank=True)  # number of its latest move …
    undoable_until = models.DateTimeField(null=True, blank=True)  # … null: no limit
    orders = models.JSONField(null=True, blank=True)  # standing orders; private
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                name="seat_one_per_place",
                fields=["table", "place"],
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(name="seat_one_per_user", fields=["table", "user"]),
            models.CheckConstraint(
                name="seat_has_somebody", condition=Q(user__isnull=False) | ~Q(bot="")
            ),
            models.CheckConstraint(
                name="seat_deciding_since",
                condition=Q(deciding=False, since__isnull=True, deadline__isnull=True)
                | Q(deciding=True, since__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["user", "-table"], name="seat_tables_of_user"),
            models.Index(
                fields=["user", "since"], condition=Q(deciding=True), name="seat_user_deciding"
            ),
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="seat_deadline"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.place} at {self.table_id}"


class Tenure(models.Model):
    """Who had a seat before its present occupant, and for which entries of the log.

    Added when a seat changes hands in play, so that history and statistics still name who sat
    there then. With neither user nor bot: somebody whose account is gone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="tenures", db_index=False)
    place = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="tenures"
    )
    bot = models.CharField(max_length=20, blank=True)  # where no user had the seat
    first = models.PositiveIntegerField()  # log entry
    last = models.PositiveIntegerField()  # log entry, included

    class Meta:
        ordering = ["table", "place", "first"]
        constraints = [
            models.UniqueConstraint(
                name="tenure_once_at_a_time", fields=["table", "place", "first"]
            ),
            models.CheckConstraint(
                name="tenure_entries_in_order", condition=Q(first__gte=1, first__lte=F("last"))
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.place} at {self.table_id}, {self.first} to {self.last}"


class LogEntry(models.Model):
    """One numbered entry of a table's log. Rows are only added; nothing but `undone` ever changes.

    Numbers are gapless: a generated column names the entry before, and a foreign key to the
    same table's log enforces it (migration 0002).
    """

    class Kind(models.TextChoices):
        START = "start", _("start")
        MOVE = "move", _("move")
        UNDO = "undo", _("undo")
        MIGRATE = "migrate", _("rules updated")
        ABSENT = "absent", _("out of time")
        RETURN = "return", _("returned")
        RESIGN = "resign", _("resigned")
        REPLACE = "replace", _("seat handed over")
        FREEZE = "freeze", _("frozen")
        THAW = "thaw", _("unfrozen")
        CORRECT = "correct", _("taken back by a moderator")
        CLOSE = "close", _("closed")

    pk = models.CompositePrimaryKey("table_id", "number")
    table = models.ForeignKey(Table, models.CASCADE, related_name="log", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=20, blank=True)  # a bot or standing orders; "": the user
    question = models.CharField(max_length=16, blank=True)  # the one a move answered
    move = RawJSONField(null=True, blank=True)
    events = RawJSONField(default="[]")
    version = models.PositiveIntegerField()  # of the rules
    barrier = models.BooleanField(default=False)
    undone = models.BooleanField(default=False)
    snapshot = RawJSONField(null=True, blank=True)  # the position after this entry
    deadline = models.DateTimeField(null=True, blank=True)  # of the question a move answered
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(name="entry_numbers_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="entry_move_is_somebodys",
                condition=~Q(kind="move")
                | Q(place__isnull=False, move__isnull=False) & ~Q(question=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.number} {self.kind}"


class LessonProgress(models.Model):
    """How far a user is in a lesson of a game. Visitors have theirs in their session."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="lessons", db_index=False
    )
    game = models.CharField(max_length=40)
    lesson = models.CharField(max_length=40)
    at = models.PositiveSmallIntegerField(default=0)  # steps that are behind them
    moves = models.JSONField(default=list)  # their answers
    says = models.CharField(max_length=40, blank=True)  # what is said of the last wrong answer
    finished_at = models.DateTimeField(null=True, blank=True)  # the first time

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="progress_once_per_lesson", fields=["user", "game", "lesson"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game}/{self.lesson}: {self.at}"
