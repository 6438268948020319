"""Standings from scores and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.rules.core.interface import Outcome, Standing


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
