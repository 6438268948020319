"""Whether each level of a game's bots beats the one below it: paired seeds, from every seat."""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

from games.bots.levels import bot_named
from games.rules.core.interface import Bot, Rules, Seat
from games.rules.core.levels import USUAL_LEVEL
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tests.bench.plot import intervals
from tests.bench.rows import Row, Tell, row, short

OF_TWO = 0.7
"""The share of games that a level wins against the one below it, at two players."""
CERTAINTY = 1.96  # standard deviations: 95 % of all intervals hold the true share
LONGEST_GAME = 10_000  # moves


class Rung(Row):
    """One level against the one below it: `ours` is its share of the games won."""

    games: int = 0
    low: float = 0.0
    high: float = 1.0


class Match(NamedTuple):
    """One game: who plays at each seat; the same seed deals the same for all seatings."""

    slug: str
    seed: str
    names: tuple[str, ...]
    options: Any = None  # None: as they are by default


class Played(NamedTuple):
    """How a game ended, and what its answers cost in processor time."""

    shares: tuple[float, ...]  # of the victory, by seat
    seconds: tuple[float, ...]  # by seat, each answer that was a choice
    answers: tuple[int, ...]
    moves: int = 0
    first: Seat | None = None
    """Who was asked first; None where several were."""


def played(match: Match) -> Played:
    """Play a game between levels, each with chance of its own."""
    rules, players = GAMES[match.slug], len(match.names)
    bots: list[Bot] = [bot_named(rules, name) for name in match.names]
    chances = [random.Random(f"{match.seed} {seat}") for seat in range(players)]
    seconds, answers = [0.0] * players, [0] * players
    options = rules.options_type() if match.options is None else match.options
    step = start(rules, players, options, match.seed)
    first = step.decisions[0].seat if len(step.decisions) == 1 else None
    moves = 0
    while step.decisions and moves < LONGEST_GAME:
        decision = step.decisions[0]
        seat, move = decision.seat, decision.moves[0]
        if len(decision.moves) > 1:
            begin = time.process_time()
            move = bots[seat](rules.view(step.position.state, seat), decision, chances[seat])
            seconds[seat] += time.process_time() - begin
            answers[seat] += 1
        step = advance(rules, step.position, seat, move, step.decisions)
        moves += 1
    shares = shares_of(rules, step.position.state)
    return Played(shares, tuple(seconds), tuple(answers), moves, first)


def shares_of(rules: Rules[Any], state: Any) -> tuple[float, ...]:
    """A victory, divided among those who share it."""
    outcome = rules.outcome(state)
    assert outcome is not None, "the game ends"
    ranks = [standing.rank for standing in outcome.standings]
    return tuple((rank == 1) / ranks.count(1) for rank in ranks)


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


def measure(slugs: list[str], games: int, processes: int, tell: Tell) -> list[Row]:
    """Each level against the one below it, at two players, then alone at a full table."""
    rows: list[Row] = []
    with ProcessPoolExecutor(processes) as pool:
        for slug in slugs:
            for upper, lower, players in duels(GAMES[slug]):
                matches = list(seatings(slug, upper, lower, players, games))
                results = list(pool.map(played, matches))
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
