"""Whether each level of a game's bots beats the one below it: paired seeds, from every seat."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.rules.core.interface import Rules
from games.rules.core.levels import USUAL_LEVEL
from games.rules.registry import GAMES
from tools.bench.matches import Match, Played, play
from tools.bench.plot import intervals
from tools.bench.rows import Row, Tell, row, short

OF_TWO = 0.7
"""The share of games that a level wins against the one below it, at two players."""
CERTAINTY = 1.96  # standard deviations: 95 % of all intervals hold the true share


class Rung(Row):
    """One level against the one below it: `ours` is its share of the games won."""

    games: int = 0
    low: float = 0.0
    high: float = 1.0


def seatings(slug: str, upper: str, lower: str, players: int, games: int) -> Iterator[Match]:
    """Games in which one `upper` plays against `lower` ones, from each seat with each seed.

    At least so many; the last seed gets all its seatings.
    """
    for number in range(math.ceil(games / players)):
        for place in range(players):
            names = tuple(upper if seat == place else lower for seat in range(players))
            yield Match(slug, f"ladder {number}", names)


def interval(share: float, games: int) -> tuple[float, float]:
    """Between which shares the true one lies, by Wilson's score interval at 95 %."""
    square = CERTAINTY**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(share * (1 - share) / games + square / (4 * games**2))
    half = CERTAINTY * spread / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def rung(name: str, shares: Sequence[float], least: float) -> Rung:
    """The row of a level that won these shares of games."""
    share, games = statistics.mean(shares), len(shares)
    low, high = interval(share, games)
    told = f"{name}: share of {games} games won, 95 % between {low:.2f} and {high:.2f}"
    return Rung(told, short(share), None, None, short(least), share >= least, games, low, high)


def measure(
    slugs: list[str], games: int, processes: int, tell: Tell, kept: Path | None = None
) -> list[Row]:
    """Each level against the one below it, at two players, then alone at a full table."""
    rows: list[Row] = []
    with ProcessPoolExecutor(processes) as pool:
        for slug in slugs:
            for upper, lower, players in duels(GAMES[slug]):
                matches = list(seatings(slug, upper, lower, players, games))
                results = play(pool, matches, tell, kept)
                name = f"ladder: {slug}, {players} players: {upper} against {lower}"
                found = rows_of(name, upper, matches, results, least_of(players))
                tell("\n".join(one.measure for one in found))
                rows += found
    return rows


def duels(rules: Rules[Any]) -> Iterator[tuple[str, str, int]]:
    """Who plays against whom, and with how many: the strongest also against the usual level."""
    levels, full = list(rules.levels), rules.players[-1]
    for lower, upper in pairwise(levels):
        yield from ((upper, lower, players) for players in sorted({2, full}))
    if USUAL_LEVEL in levels[:-2]:
        yield levels[-1], USUAL_LEVEL, 2


def least_of(players: int) -> float:
    """The share that a level has to win: most of two, and more than its own of a full table."""
    return OF_TWO if players == 2 else math.nextafter(1 / players, 1)


def rows_of(
    name: str, upper: str, matches: Sequence[Match], results: Sequence[Played], least: float
) -> list[Row]:
    """The share that a level has won, and the processor time of its answers."""
    places = [match.names.index(upper) for match in matches]
    pairs = list(zip(results, places, strict=True))
    shares = [result.shares[place] for result, place in pairs]
    seconds = sum(result.seconds[place] for result, place in pairs)
    answers = sum(result.answers[place] for result, place in pairs)
    cost = row(f"{name}: seconds of processor time an answer", seconds / max(1, answers))
    return [rung(name, shares, least), cost]


def drawn(rows: Sequence[Row]) -> str:
    """A plot of the shares with their intervals."""
    shares = {
        row.measure.removeprefix("ladder: ").partition(": share")[0].replace(" players", ""): (
            row.ours, row.low, row.high, row.aim or 0.0,
        )
        for row in rows
        if isinstance(row, Rung)
    }  # fmt: skip
    return intervals("Share of the games won, with 95 % intervals", shares)
