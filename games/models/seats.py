"""Who sits at a table, and who has sat there before."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models.tables import Table
from games.rules.core.fairness import LONGEST_SHARE


class Seat(models.Model):
    """A place at a table: a user's, a bot's, or a user's for whom a bot plays on.

    Triggers: `taken` fills in what a seat knows of its table; `rights_lost` and `rights_gone` tell
    those who watch the table.
    """

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
    missed = models.PositiveSmallIntegerField(default=0, db_default=0)  # times in a row out of time
    excused = models.BooleanField(default=False, db_default=False)  # has had one more span

    deciding = models.BooleanField(default=False)
    since = models.DateTimeField(null=True, blank=True)  # deciding since
    asked = models.DateTimeField(null=True, blank=True)  # from when its clock counts
    time_left = models.DurationField(null=True, blank=True)  # then; else what its budget has
    spare = models.DurationField(null=True, blank=True)  # then: protected time still accepted
    deadline = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    answers = models.PositiveIntegerField(default=0)  # grows with each answer and each undo
    rank = models.PositiveSmallIntegerField(null=True, blank=True)  # once finished
    undoable = models.PositiveIntegerField(null=True, blank=True)  # number of its latest move …
    undoable_until = models.DateTimeField(null=True, blank=True)  # … null: no limit
    keeps_days = models.BooleanField(default=False, db_default=False)  # spends no vacation here
    colour = models.CharField(max_length=10, blank=True, default="", db_default="")  # as chosen
    share = models.CharField(  # added to the seed by whoever sat down
        max_length=LONGEST_SHARE, blank=True, default="", db_default=""
    )
    shown = models.PositiveIntegerField(default=0, db_default=0)  # the latest entry its user saw
    joined_at = models.DateTimeField(auto_now_add=True)

    # of its table; triggers keep these (migration 0028), so that a user's tables are found by index
    game = models.CharField(max_length=40, blank=True, default="", db_default="")
    goes_on = models.BooleanField(default=True, db_default=True)  # open or in play
    ended_at = models.DateTimeField(null=True, blank=True)  # of one that had begun

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                name="seat_one_per_place",
                fields=["table", "place"],
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(name="seat_one_per_user", fields=["table", "user"]),
            models.UniqueConstraint(
                name="seat_one_per_colour", fields=["table", "colour"], condition=~Q(colour="")
            ),
            models.CheckConstraint(
                name="seat_has_somebody", condition=Q(user__isnull=False) | ~Q(bot="")
            ),
            models.CheckConstraint(
                name="seat_deciding_since",
                condition=Q(deciding=False, since__isnull=True, deadline__isnull=True)
                | Q(deciding=True, since__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_clock_is_whole",
                condition=Q(asked__isnull=True, spare__isnull=True)
                | Q(
                    asked__isnull=False,
                    time_left__isnull=False,
                    time_left__gte=timedelta(),
                    spare__isnull=False,
                    spare__gte=timedelta(),
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="seat_remind_at"
            ),
            models.Index(fields=["user", "-table"], name="seat_tables_of_user"),
            models.Index(
                fields=["user", "since"], condition=Q(deciding=True), name="seat_user_deciding"
            ),
            models.Index(
                fields=["deadline"], condition=Q(deadline__isnull=False), name="seat_deadline"
            ),
            models.Index(
                fields=["-absent_since"],
                condition=Q(absent_since__isnull=False, goes_on=True),
                name="seat_absent_now",
            ),
            models.Index(fields=["user", "table"], condition=Q(goes_on=True), name="seat_going_on"),
            models.Index(
                fields=["user", "-ended_at", "-table"],
                include=["game"],
                condition=Q(ended_at__isnull=False),
                name="seat_ended",
            ),
            models.Index(
                fields=["user", "table"],
                include=["game", "rank", "absent_since"],
                condition=Q(rank__isnull=False),
                name="seat_ranked",
            ),
            models.Index(
                fields=["user"],
                condition=Q(resigned_at__isnull=False) | Q(absent_since__isnull=False),
                name="seat_left",
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
    vanished = models.BooleanField(default=False, db_default=False)  # their time had run out

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
