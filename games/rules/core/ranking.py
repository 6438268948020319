"""Standings from scores and tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.core.interface import Outcome, Standing


def rank(reason: str, results: Sequence[tuple[int, ...]]) -> Outcome:
    """The outcome from one tuple a seat: score first, then tie-breaks, more is better.

    Seats whose whole tuples are equal share their rank, and the ranks they fill stay empty.
    """
    standings = (
        Standing(
            seat=seat,
            rank=1 + sum(other > result for other in results),
            score=result[0],
            tiebreaks=tuple(result[1:]),
        )
        for seat, result in enumerate(results)
    )
    return Outcome(reason, tuple(standings))
