"""The end of a game for its panel: who has won, what decided it, and where the points came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations
from typing import Any

import msgspec
from msgspec.structs import replace

from games.page.seats import PageSeat
from games.rules.core.codec import convert
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.telling.wording import SiteWording


class StoredStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A standing as stored in a table's outcome."""

    seat: int
    rank: int
    score: int | None
    tiebreaks: list[int]
    sources: dict[str, int] | None = None
    resigned: bool = False


class Stretch(msgspec.Struct, frozen=True):
    """The points of a source in a bar that is 100 long for the best of all."""

    begin: float
    length: float


class PageStanding(StoredStanding, frozen=True, kw_only=True):
    """The same with the seat it is `of`, and the names of the people who sat there `before`."""

    of: PageSeat
    before: Sequence[str]
    bar: Sequence[Stretch] = ()  # one for each source of the result


class ResultLine(msgspec.Struct, frozen=True):
    """A row of numbers with a name: one for each standing."""

    name: str
    numbers: list[int]


class Result(msgspec.Struct, frozen=True):
    """How a game ended, best first."""

    standings: list[PageStanding]
    winners: list[PageStanding]  # several, if even the tie-breaks are equal
    reason: str
    sources: list[ResultLine]  # where the points came from; empty if they are not known by source
    tiebreaks: list[ResultLine]  # empty if no two scores are equal


def result_of(
    outcome: Mapping[str, Any] | None,
    seats: Sequence[PageSeat],
    rules: Rules[AnyState],
    wording: SiteWording,
    before: Mapping[int, Sequence[str]] | None = None,
) -> Result | None:
    """The end of a table with this stored outcome; None while the game goes on.

    `before` has the names of the people who sat at a place earlier.
    """
    if outcome is None:
        return None
    standings = sorted(
        (
            PageStanding(
                **msgspec.structs.asdict(standing),
                of=seats[standing.seat],
                before=(before or {}).get(standing.seat, ()),
            )
            for standing in convert(outcome["standings"], list[StoredStanding])
        ),
        key=lambda standing: (standing.rank, standing.seat),
    )
    sources = sources_of(standings, rules, wording)
    bars = bars_of(sources, len(standings))
    standings = [replace(one, bar=bar) for one, bar in zip(standings, bars, strict=True)]
    return Result(
        standings=standings,
        winners=[standing for standing in standings if standing.rank == 1],
        reason=wording.ending(outcome["reason"]),
        sources=sources,
        tiebreaks=tiebreaks_of(standings, rules, wording),
    )


def sources_of(
    standings: Sequence[StoredStanding], rules: Rules[AnyState], wording: SiteWording
) -> list[ResultLine]:
    """The points of each standing by source, in the order of the rules, without empty lines."""
    told = [standing.sources or {} for standing in standings]
    lines = [
        ResultLine(wording.say(f"source.{name}"), [points.get(name, 0) for points in told])
        for name in rules.sources
    ]
    return [line for line in lines if any(line.numbers)]


def bars_of(sources: Sequence[ResultLine], count: int) -> list[list[Stretch]]:
    """Lay the points of each standing end to end, source by source."""
    rows = [[max(line.numbers[index], 0) for line in sources] for index in range(count)]
    most = max(map(sum, rows), default=0) or 1
    return [
        [
            Stretch(round(100 * begin / most, 2), round(100 * length / most, 2))
            for begin, length in zip(accumulate(row, initial=0), row, strict=False)
        ]
        for row in rows
    ]


def tiebreaks_of(
    standings: Sequence[StoredStanding], rules: Rules[AnyState], wording: SiteWording
) -> list[ResultLine]:
    """The tie-breaks, if any two scores are equal; those of seats that resigned do not count."""
    scores = [s.score for s in standings if not s.resigned and s.score is not None]
    if not any(one == other for one, other in combinations(scores, 2)):
        return []
    if any(len(standing.tiebreaks) != len(rules.tiebreaks) for standing in standings):
        return []
    return [
        ResultLine(wording.say(f"tiebreak.{name}"), [s.tiebreaks[index] for s in standings])
        for index, name in enumerate(rules.tiebreaks)
    ]
