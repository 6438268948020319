"""Ratings: how well somebody plays a game, worked out from who came in before whom.

Pure functions; docs/topics/ratings.md says in words what these say in numbers. The model is that of
Bradley and Terry as Weng and Lin estimate it, of the library `openskill`.
"""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from openskill.models import BradleyTerryPart

from games.storing.ratings import Entrant, FinishedTable, RatedPlace, Strength

START = 1500.0
POINTS_OF_TEN = 400.0
"""Lead in points with which a player comes in first ten times in eleven."""
BETA = POINTS_OF_TEN / math.log(10) / math.sqrt(2)
DOUBT_AT_START = 2 * BETA
UNREST = DOUBT_AT_START / 100
"""Added to the doubt with each table: people learn, and forget."""

FULL, PERIOD = 5, timedelta(days=30)
"""Number of tables of the same two people, and the period, that count in full."""
FADING = 0.75
"""Weight of each further table, as a share of the one before: all count as much as eight."""
LEAST = 1e-9
"""Smallest weight of a table; the database refuses none at all, which thousands would reach."""
SURE = 250
"""A rating is provisional until it is known to so many points, up or down: some 20 tables."""


def whole(*_facts: object) -> float:
    """Return the share of what a table tells by which doubt falls: `openskill` usually takes less.

    So the true strength is within the doubt that is told as often as it should be.
    """
    return 1.0


MODEL = BradleyTerryPart(mu=START, sigma=DOUBT_AT_START, beta=BETA, tau=UNREST, gamma=whole)
NEW = Strength(START, DOUBT_AT_START, 0)
"""The rating of somebody of whom nothing is known."""


class ShownRating(NamedTuple):
    """A rating as people read it: the true one is between `doubt` less and `doubt` more."""

    points: int
    doubt: int

    @property
    def is_provisional(self) -> bool:
        """Return True while too little is known to compare it with others."""
        return self.doubt > SURE


def shown(mu: float, sigma: float) -> ShownRating:
    """Return a rating for people: the doubt is two standard deviations, 19 of 20 are within it."""
    return ShownRating(round(mu), max(1, round(2 * sigma)))


def why_unrated(finished: FinishedTable) -> str:
    """Return why a table changes nobody's rating; empty if it counts."""
    if finished.unrated:
        return "agreed"
    if finished.hints:
        return "hints"
    if any(place.bot for place in finished.places):
        return "bots"
    if any(place.guest for place in finished.places):
        return "guests"
    if any(place.program for place in finished.places):
        return "programs"
    return "" if sum(place.is_played for place in finished.places) > 1 else "few"


def entrants_of(finished: FinishedTable) -> list[Entrant]:
    """Return those whose ratings a table changes: whoever has left it came in last."""
    last = len(finished.places) + 1
    return [
        Entrant(place.place, place.rating, last if place.left else place.rank)
        for place in finished.places
        if place.rating is not None and place.is_played
    ]


class Meetings:
    """Recent meetings of each two people: more of them make further ones count less."""

    def __init__(self) -> None:
        self._met: defaultdict[tuple[int, int], deque[datetime]] = defaultdict(deque)

    def note(self, ratings: Sequence[int], at: datetime) -> None:
        """Note that these people have met; moments come in their order."""
        for one in ratings:
            for other in ratings:
                if one < other:
                    self._met[one, other].append(at)

    def weight(self, one: int, others: Iterable[int], at: datetime) -> float:
        """Return how much a table of somebody with others counts: the mean over the others."""
        weights = [self._of_pair(min(one, other), max(one, other), at) for other in others]
        return sum(weights) / len(weights)

    def _of_pair(self, one: int, other: int, at: datetime) -> float:
        met = self._met[one, other]
        while met and met[0] <= at - PERIOD:
            met.popleft()
        return max(LEAST, float(FADING ** max(0, len(met) + 1 - FULL)))


def rated(
    strengths: Sequence[Strength], ranks: Sequence[int], weights: Sequence[float]
) -> list[Strength]:
    """Return the ratings of those who came in at these ranks, in the same order."""
    alone = [[MODEL.create_rating([each.mu, each.sigma])] for each in strengths]
    after = MODEL.rate(alone, ranks=[float(rank) for rank in ranks])
    return [
        Strength(
            before.mu + weight * (new.mu - before.mu),
            before.sigma * (new.sigma / before.sigma) ** weight,
            before.tables + 1,
        )
        for before, (new,), weight in zip(strengths, after, weights, strict=True)
    ]


def reckoned(
    tables: Iterable[FinishedTable], strengths: dict[int, Strength], meetings: Meetings
) -> Iterator[list[RatedPlace]]:
    """Rate tables in their order, and change the strengths and meetings accordingly.

    The same tables give the same numbers, to the last digit.
    """
    for table in tables:
        entrants = entrants_of(table)
        ids = [entrant.rating for entrant in entrants]
        weights = [
            meetings.weight(one, (other for other in ids if other != one), table.at) for one in ids
        ]
        before = [strengths.get(rating, NEW) for rating in ids]
        after = rated(before, [entrant.rank for entrant in entrants], weights)
        meetings.note(ids, table.at)
        strengths.update(zip(ids, after, strict=True))
        yield [
            RatedPlace(table.table, table.at, *each)
            for each in zip(entrants, weights, before, after, strict=True)
        ]
