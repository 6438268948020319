"""The changes that end a table without an outcome, or freeze it, without calling its rules."""

from __future__ import annotations

from datetime import datetime

import msgspec

from games.judging.clocks import clock_of, fields_of
from games.storing.changes import Change, Entry
from games.storing.rows import SeatChange, SeatRow, TableRow


def closing(row: TableRow, reason: str, now: datetime, place: int | None = None) -> Change:
    """The change that ends a table without an outcome; `place` is the seat that ran out of time."""
    return Change(
        table_id=row.id,
        before=row.number,
        status="closed",
        now=now,
        entries=[Entry("close", row.version, place=place, barrier=True)],
        seats=[
            msgspec.structs.replace(
                idle(seat),
                bot="" if seat.lent else seat.bot,
                absent=seat.absent or seat.place == place,
            )
            for seat in row.seats
        ],
        close_reason=reason,
    )


def idle(seat: SeatRow) -> SeatChange:
    """A seat as it was, except that it need not decide and cannot undo."""
    return msgspec.structs.replace(
        seat.as_change(),
        deciding=False,
        since=None,
        undoable=None,
        undoable_until=None,
        **fields_of(clock_of(seat).idle()),
    )


def freezing(row: TableRow, reason: str, now: datetime) -> Change:
    """The change that freezes a table in play, and stops its clocks."""
    seats = [
        msgspec.structs.replace(
            idle(seat),
            deciding=seat.deciding,
            since=seat.since,
            undoable=seat.undoable,
            undoable_until=seat.undoable_until,
        )
        for seat in row.seats
    ]
    return Change(
        table_id=row.id,
        before=row.number,
        status="playing",
        now=now,
        entries=[Entry("freeze", row.version)],
        seats=seats,
        frozen_at=now,
        freeze_reason=reason,
    )
