"""Make tables of which nothing is stored: lessons and trials."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any, Protocol

import msgspec

from games.clocks.pace import Pace
from games.faces import LEFT_OPEN, Face
from games.rules.core.codec import encode_position
from games.rules.core.effects import Event
from games.rules.core.interface import (
    AnyState,
    Position,
    Rules,
    Seat,
)
from games.storing.rows import SeatRow, TableRow
from games.telling.log import Told
from games.telling.updates import Updates

THEN = datetime(2000, 1, 1, tzinfo=UTC)  # when all of it happens


class Happened(Protocol):
    """A move that was made there."""

    @property
    def seat(self) -> Seat:
        """The seat that moved."""

    @property
    def events(self) -> Sequence[Event]:
        """Events that followed."""


def seat_row(
    place: int, user_id: int | None, name: str | None, *, deciding: bool, answers: int,
    rank: int | None = None, colour: str = "", chosen: Face = LEFT_OPEN,
) -> SeatRow:  # fmt: skip
    """Make a seat with a person, who is there and has no clock."""
    return SeatRow(
        id=place,
        place=place,
        user_id=user_id,
        name=name,
        chosen=chosen,
        deciding=deciding,
        answers=answers,
        rank=rank,
        colour=colour,
    )


def table_row(
    rules: Rules[AnyState], options: dict[str, Any], position: Position[AnyState],
    seats: list[SeatRow], *, course: object, moves: int, status: str = "playing",
    outcome: dict[str, Any] | None = None,
) -> TableRow:  # fmt: skip
    """Make a table after so many moves, as it would be stored.

    Its id is below 0, and tells it from every other `course`.
    """
    number = moves + 1
    digest = blake2b(msgspec.json.encode(course), digest_size=7).digest()
    return TableRow(
        id=-1 - int.from_bytes(digest, "big"),
        game=rules.slug,
        options=options,
        status=status,
        private=True,
        host_id=None,
        number=number,
        snapshot_number=0,
        position=encode_position(rules, position, number).decode(),
        outcome=outcome,
        close_reason="",
        frozen=False,
        pace=Pace(),
        moved_at=None,
        seats=seats,
    )


def updates_after(row: TableRow, happened: Sequence[Happened]) -> Updates:
    """Return the updates for its viewers."""
    entries = [
        Told(number, "move", one.seat, "", False, THEN, one.events)
        for number, one in enumerate(happened, start=2)
    ]
    return Updates(row, entries, lambda _since: [])
