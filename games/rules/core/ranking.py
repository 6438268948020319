"""Standings from scores and tie-breaks, and as they are stored."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.rules.core.codec import encode
from games.rules.core.interface import Document, Outcome, Seat, Standing


def rank(
    reason: str,
    results: Sequence[tuple[int, ...]],
    sources: Sequence[Mapping[str, int]] = (),
) -> Outcome:
    """The outcome from one tuple a seat: score first, then tie-breaks, more is better.

    Seats whose whole tuples are equal share their rank, and the ranks they fill stay empty.
    `sources` says for each seat where its score came from.
    """
    standings = (
        Standing(
            seat=seat,
            rank=1 + sum(other > result for other in results),
            score=result[0],
            tiebreaks=tuple(result[1:]),
            sources=sources[seat] if sources else {},
        )
        for seat, result in enumerate(results)
    )
    return Outcome(reason, tuple(standings))


def final_standings(outcome: Outcome, resigned: Collection[Seat]) -> list[Document]:
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
