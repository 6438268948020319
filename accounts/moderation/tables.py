"""A table as moderators read it: its state, terms, seats and log in words, and nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.models import LogEntry, Table
from games.page.agreed import agreed_on
from games.rules.registry import GAMES
from games.storing.rows import SeatRow, TableRow
from games.telling.bots import kind_of_bot
from games.telling.log import ToldEntry, log_latest
from games.telling.updates import event_documents
from games.telling.wording import capital, introduced, why_closed, wording_for

SHOWN = 60
"""Entries at the end of the log."""


class SeenTable(NamedTuple):
    """A table, and the same with its seats as games read it."""

    table: Table
    row: TableRow

    @property
    def state(self) -> str:
        """Return its status; "frozen" for one in play that was stopped."""
        return "frozen" if self.row.frozen and self.row.status == "playing" else self.row.status


class SeatLine(NamedTuple):
    """A seat: its number, who has it, and how it stands there."""

    number: int
    user_id: int | None
    name: str
    states: list[str]
    deadline: datetime | None


class EntryInWords(NamedTuple):
    """An entry of the log, with a sentence for each of its events."""

    number: int
    at: datetime
    undone: bool
    texts: list[str]


def state_in_words(seen: SeenTable) -> str:
    """Return how a table stands, in the active language."""
    if seen.state == "closed":
        return why_closed(seen.row, None)
    return {
        "open": _("It has not begun."),
        "playing": _("It is in play."),
        "frozen": _("It is stopped: nobody can move, and no clock runs."),
        "finished": _("It is over."),
    }[seen.state]


def facts_of(seen: SeenTable) -> list[tuple[str, str]]:
    """Return what a table has agreed on, each with its name; nothing of a game that is gone."""
    table, row = seen
    if row.game not in GAMES:
        return []
    agreed = agreed_on(row)
    if row.number:
        return agreed
    players = _("{count} of {least} to {most}")
    taken = players.format(count=len(row.seats), least=table.seats_min, most=table.seats_max)
    return [(_("Players"), taken), *agreed[1:]]


def seat_lines(row: TableRow) -> list[SeatLine]:
    """Return the seats of a table in order of play."""
    goes_on = row.status == "playing"
    return [
        SeatLine(
            seat.place + 1,
            seat.user_id,
            introduced(seat) if row.number or seat.name else capital(kind_of_bot(seat.bot)),
            list(states_of(seat)) if goes_on else [],
            seat.deadline if goes_on and seat.deciding and not row.frozen else None,
        )
        for seat in row.seats
    ]


def states_of(seat: SeatRow) -> Iterator[str]:
    """Yield what is to be said of a seat in play."""
    if seat.resigned:
        yield _("has given up")
    elif seat.absent:
        yield _("away: a bot plays until they return") if seat.bot else _("away")
    if seat.deciding:
        yield _("it is their turn")


def log_of(row: TableRow) -> list[EntryInWords]:
    """Return the latest entries of a table's log as everybody may read them, newest first."""
    return [
        EntryInWords(told.number, told.at, told.undone, texts_of(row, told))
        for told in reversed(log_latest(row, SHOWN))
    ]


def texts_of(row: TableRow, told: ToldEntry) -> list[str]:
    """Return the sentences of an entry; the name of its kind where it has none."""
    kind = capital(str(LogEntry.Kind(told.kind).label))
    if row.game not in GAMES:
        return [kind]
    wording = wording_for(row, told.number)
    events = event_documents(told, None, wording, log_open=False)
    return [event.text for event in events] or [kind]
