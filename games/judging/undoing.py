"""Undo: from the log since the latest snapshot to the change that takes back a move.

Pure functions, as in `games.judging.turns`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from games.clocks.question import Clock, given_back
from games.errors import CannotUndo
from games.judging import clocks
from games.judging.limits import judged
from games.judging.turns import NOTHING_UNDOABLE, Draft, latest_deadline, undoable_until
from games.rules.core.codec import UnreadablePosition, decode_move, decode_position
from games.rules.core.interface import (
    AnyState,
    IllegalMove,
    Position,
)
from games.rules.core.play import Played, replay, undo
from games.storing.changes import Change
from games.storing.rows import SeatRow, TableRow


class PastEntry(msgspec.Struct, frozen=True):
    """What replaying and undo need of a log entry."""

    number: int
    kind: str
    place: int | None
    move: dict[str, Any] | None
    barrier: bool
    undone: bool
    snapshot: str | None
    deadline: datetime | None
    at: datetime
    time_left: timedelta | None = None  # when it was answered


def take_back(row: TableRow, place: int, past: Sequence[PastEntry], now: datetime) -> Change:
    """The change when a seat takes back its latest move; `past` begins with the latest snapshot.

    The seat gets back what was left of its time, and not a moment more. Raises CannotUndo if
    something has been revealed since, if that deadline has passed, or if corrected rules now lead
    from the same moves to another position.
    """
    draft = Draft(row, now)
    checkpoint, before, since = split_at_barrier(draft, past)
    mine = [entry for entry in since if entry.place == place]
    if not mine or not time_is_left(until_of(row, mine[-1]), now):
        raise CannotUndo
    try:
        with judged():
            base = replay(draft.rules, checkpoint, played(draft, before))
            if replay(draft.rules, base, played(draft, since)) != draft.position:
                raise CannotUndo
            position = undo(draft.rules, base, played(draft, since), place)
            decisions = draft.rules.pending(position.state)
    except IllegalMove as error:
        raise CannotUndo from error
    draft.position, draft.decisions = position, decisions
    draft.undone = [mine[-1].number]
    draft.answers[place] += 1
    draft.clocks[place] = clock_before(row, row.seats[place], mine[-1], now)
    draft.undoable[place] = NOTHING_UNDOABLE
    if len(mine) > 1:  # the move before may be taken back next
        draft.undoable[place] = (mine[-2].number, until_of(row, mine[-2]))
    draft.add("undo", place=place)
    return draft.change()


def clock_before(row: TableRow, seat: SeatRow, entry: PastEntry, now: datetime) -> Clock:
    """The clock of the question that a move answered, if it is asked again now."""
    deadline = entry.deadline or latest_deadline(row, entry.at)
    if deadline is None:
        return Clock()
    calendar = clocks.calendar_of(row, seat)
    left = entry.time_left if entry.deadline else None
    known = () if row.pause is None else (row.pause,)  # it is a barrier: it was there before
    return given_back(calendar, entry.at, deadline, left, row.pace, now, seat.remind, known)


def may_undo(row: TableRow, place: int | None, now: datetime) -> bool:
    """Whether a seat has a move to take back, nothing was revealed since, and time is left.

    The row alone tells, so asking for every viewer costs no query.
    """
    if place is None or row.status != "playing" or row.frozen or row.seats[place].bot:
        return False
    seat = row.seats[place]
    return seat.undoable is not None and time_is_left(seat.undoable_until, now)


def until_of(row: TableRow, entry: PastEntry) -> datetime | None:
    """Until when a move may be taken back; None if there is no limit."""
    return undoable_until(row, entry.deadline, entry.at)


def time_is_left(until: datetime | None, now: datetime) -> bool:
    """Whether this time has not come yet."""
    return until is None or until > now


def split_at_barrier(
    draft: Draft, past: Sequence[PastEntry]
) -> tuple[Position[AnyState], list[PastEntry], list[PastEntry]]:
    """The snapshot's position, the moves up to the last barrier, and the moves since."""
    if not past or past[0].snapshot is None:
        raise CannotUndo
    try:
        checkpoint, header = decode_position(draft.rules, past[0].snapshot)
    except UnreadablePosition as error:
        raise CannotUndo from error
    if header.version != draft.rules.version:
        raise CannotUndo
    moves = [entry for entry in past[1:] if entry.kind == "move" and not entry.undone]
    last = max((entry.number for entry in past if entry.barrier), default=past[0].number)
    before = [entry for entry in moves if entry.number <= last]
    return checkpoint, before, [entry for entry in moves if entry.number > last]


def played(draft: Draft, entries: Sequence[PastEntry]) -> list[Played]:
    """The moves of log entries, decoded."""
    return [
        (entry.place, decode_move(draft.rules, entry.move))
        for entry in entries
        if entry.place is not None and entry.move is not None
    ]
