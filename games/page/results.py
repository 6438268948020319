"""The end of a game for its panel: who has won, what decided it, and where the points came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import msgspec

from games.rules.core.interface import Rules
from games.telling.wording import SiteWording

Standing = dict[str, Any]  # as stored in a table's outcome, with the seat it is `of`


class Line(msgspec.Struct, frozen=True):
    """A row of numbers with a name: one for each standing."""

    name: str
    numbers: list[int]


class Result(msgspec.Struct, frozen=True):
    """How a game ended, best first."""

    standings: list[Standing]
    winners: list[Standing]  # several, if even the tie-breaks are equal
    reason: str
    sources: list[Line]  # where the points came from; empty if they are not known by source
    tiebreaks: list[Line]  # empty if no two scores are equal


def result_of(
    outcome: Mapping[str, Any] | None,
    seats: Sequence[Mapping[str, Any]],
    rules: Rules[Any],
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
            {
                "resigned": False,
                **standing,
                "of": seats[standing["seat"]],
                "before": (before or {}).get(standing["seat"], ()),
            }
            for standing in outcome["standings"]
        ),
        key=lambda standing: (standing["rank"], standing["seat"]),
    )
    return Result(
        standings=standings,
        winners=[standing for standing in standings if standing["rank"] == 1],
        reason=wording.ending(outcome["reason"]),
        sources=sources_of(standings, rules, wording),
        tiebreaks=tiebreaks_of(standings, rules, wording),
    )


def sources_of(
    standings: Sequence[Standing], rules: Rules[Any], wording: SiteWording
) -> list[Line]:
    """The points of each standing by source, in the order of the rules, without empty lines."""
    told = [standing.get("sources") or {} for standing in standings]
    lines = [
        Line(wording.say(f"source.{name}"), [points.get(name, 0) for points in told])
        for name in rules.sources
    ]
    return [line for line in lines if any(line.numbers)]


def tiebreaks_of(
    standings: Sequence[Standing], rules: Rules[Any], wording: SiteWording
) -> list[Line]:
    """The tie-breaks, if any two scores are equal; those of seats that resigned do not count."""
    scores = [s["score"] for s in standings if not s["resigned"] and s["score"] is not None]
    if not any(one == other for one, other in combinations(scores, 2)):
        return []
    if any(len(standing["tiebreaks"]) != len(rules.tiebreaks) for standing in standings):
        return []
    return [
        Line(wording.say(f"tiebreak.{name}"), [s["tiebreaks"][index] for s in standings])
        for index, name in enumerate(rules.tiebreaks)
    ]
