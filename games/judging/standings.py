"""The standings of a table as they are stored, when some have resigned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from games.rules.core.codec import encode
from games.rules.core.interface import Document, Outcome, Seat
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


def final_standings(outcome: Outcome, resigned: set[int]) -> list[dict[str, Any]]:
    """The standings as stored: those who resigned are last, whatever a bot has won for them."""
    standings = []
    for standing in outcome.standings:
        better = [
            other
            for other in outcome.standings
            if other.rank < standing.rank and other.seat not in resigned
        ]
        document = encode(standing)
        if standing.seat in resigned:
            document["rank"] = len(outcome.standings)
            document["resigned"] = True
        else:
            document["rank"] = len(better) + 1
        standings.append(document)
    return standings
