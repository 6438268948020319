"""The log of what happened at a table."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.fields import RawJSONField
from games.models.tables import Table


class LogEntry(models.Model):
    """One numbered entry of a table's log. Rows are only added; nothing but `undone` ever changes.

    Numbers are gapless, but for a million before an entry "restore": numbers that may be lost
    (`games.storing.lives`). A column `previous` names the entry before, and a foreign key to the
    same table's log enforces it (migrations 0002 and 0033).

    Triggers: `follows` names the entry before.
    """

    class Kind(models.TextChoices):
        START = "start", _("start")
        MOVE = "move", _("move")
        UNDO = "undo", _("undo")
        MIGRATE = "migrate", _("rules updated")
        ABSENT = "absent", _("out of time")
        MISSED = "missed", _("out of time for one answer")
        EXCUSED = "excused", _("excused")
        RETURN = "return", _("returned")
        RESIGN = "resign", _("resigned")
        REPLACE = "replace", _("seat handed over")
        FREEZE = "freeze", _("frozen")
        THAW = "thaw", _("unfrozen")
        CORRECT = "correct", _("taken back by a moderator")
        CLOSE = "close", _("closed")
        CLOCK = "clock", _("clocks set")
        VACATION = "vacation", _("day off")
        WISH = "wish", _("asked for consent")
        AGREE = "agree", _("agreed")
        DECLINE = "decline", _("declined")
        PAUSE = "pause", _("paused")
        RESUME = "resume", _("pause ended")
        MORE = "more", _("more time")
        STAND_IN = "stand_in", _("a stand-in was agreed on")
        BACK = "back", _("taken back by consent")
        TIMED = "timed", _("a clock was agreed on")
        RESTORE = "restore", _("went on from a backup")

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
    time_left = models.DurationField(null=True, blank=True)  # when it was answered
    wish = RawJSONField(null=True, blank=True)  # what everybody was asked to agree to
    sealed = RawJSONField(null=True, blank=True)  # what is said of the seed it goes on with
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
        indexes = [
            models.Index(
                fields=["at"],
                condition=Q(kind__in=["start", "missed", "wish"]),  # people are told of these
                name="entry_news",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}:{self.number} {self.kind}"
