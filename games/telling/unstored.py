"""Make tables of which nothing is stored: lessons, trials, examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Protocol

import msgspec

from games.clocks.pace import Pace
from games.faces import LEFT_OPEN, Face
from games.judging.standings import ranks_of
from games.rules.core.codec import encode, encode_position
from games.rules.core.effects import Event
from games.rules.core.interface import (
    AnyState,
    Decision,
    Outcome,
    Position,
    Rules,
    Seat,
)
from games.rules.core.ranking import final_standings
from games.storing.rows import SeatRow, TableRow
from games.telling.log import ToldEntry
from games.telling.updates import Updates

THEN = datetime(2000, 1, 1, tzinfo=UTC)  # when all of it happens


class UnstoredMove(Protocol):
    """A move that was made there."""

    @property
    def seat(self) -> Seat:
        """The seat that moved."""

    @property
    def events(self) -> Sequence[Event]:
        """Events that followed."""


def seat_row(
    place: int, user_id: int | None, name: str, chosen: Face = LEFT_OPEN, colour: str = ""
) -> SeatRow:
    """Make a seat with a person, who is there, has no clock and is not asked yet."""
    return SeatRow(
        id=place,
        place=place,
        user_id=user_id,
        name=name,
        chosen=chosen,
        colour=colour,
        deciding=False,
        answers=0,
    )


def table_row(
    rules: Rules[AnyState],
    position: Position[AnyState],
    seats: Iterable[SeatRow],
    *,
    course: object,
    moves: int = 0,
    decisions: Iterable[Decision] = (),
    outcome: Outcome | None = None,
) -> TableRow:
    """Make a table after so many moves, as it would be stored. These decisions are open there.

    Its id is below 0, and tells it from every other `course`.
    """
    number, asked = moves + 1, {decision.seat for decision in decisions}
    digest = blake2b(msgspec.json.encode(course), digest_size=7).digest()
    standings = final_standings(outcome, set()) if outcome else []
    ranks = ranks_of(standings)
    return TableRow(
        id=-1 - int.from_bytes(digest, "big"),
        game=rules.slug,
        options=encode(getattr(position.state, "options", {})),
        status="finished" if outcome else "playing",
        private=True,
        host_id=None,
        number=number,
        snapshot_number=0,
        position=encode_position(rules, position, number).decode(),
        outcome={"reason": outcome.reason, "standings": standings} if outcome else None,
        close_reason="",
        frozen=False,
        pace=Pace(),
        moved_at=None,
        seats=[
            msgspec.structs.replace(
                seat, deciding=seat.place in asked, answers=moves, rank=ranks.get(seat.place)
            )
            for seat in seats
        ],
    )


def updates_after(row: TableRow, happened: Sequence[UnstoredMove]) -> Updates:
    """Return the updates for its viewers."""
    entries = [
        ToldEntry(number, "move", one.seat, "", False, THEN, one.events)
        for number, one in enumerate(happened, start=2)
    ]
    return Updates(row, entries, lambda _since: [])
