"""The standings of a table as they are stored; those of a game that went to its end: see
`games.rules.core.ranking`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.core.interface import Document, Seat
from games.storing.rows import SeatRow


def forfeited(seats: Sequence[SeatRow], winner: int) -> list[dict[str, Any]]:
    """The standings, without scores, when all but one have resigned."""
    return [
        {"seat": seat.place, "rank": 1, "score": None, "tiebreaks": []}
        if seat.place == winner
        else {
            "seat": seat.place,
            "rank": len(seats),
            "score": None,
            "tiebreaks": [],
            "resigned": True,
        }
        for seat in seats
    ]


def ranks_of(standings: Iterable[Document]) -> dict[Seat, int]:
    """The rank of each seat in stored standings."""
    return {one["seat"]: one["rank"] for one in standings}
