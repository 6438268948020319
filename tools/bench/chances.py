"""How well an outlook tells who wins: what it says in the middle of games, beside how they end.

The error of a chance is its squared distance from what came out (Brier 1950), the mean over all
seats. The reference is the error of who says that all are equally likely: above a ratio of 1 an
outlook tells less than nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import fmean
from typing import Any, NamedTuple

from games.bots.levels import bot_named, doubtful
from games.bots.outlook import Outlook
from games.rules.core.interface import Decision, Move
from games.rules.registry import GAMES
from tools.bench.matches import Match, play_through, shares_of
from tools.bench.rows import Row, Tell, row

COURSES = 40
"""Of each outlook, to the end."""
SURE = 0.8
"""A chance from which on somebody is told to be the likely winner."""


class ToldChances(NamedTuple):
    """The chances that were told in a game, for each share of slips and position, and its end."""

    chances: dict[float, list[list[float]]]
    shares: tuple[float, ...]  # of the victory, by seat


def told(match: Match, slips: Sequence[float], positions: int) -> ToldChances:
    """Play a game, and tell the chances at so many of its questions, evenly spread."""
    rules = GAMES[match.slug]
    bots = [bot_named(rules, name) for name in match.names]
    chances = [random.Random(f"{match.seed} {seat}") for seat in range(len(bots))]
    views: list[Any] = []

    def answer(state: Any, decision: Decision) -> Move:
        views.append(rules.view(state, decision.seat))
        return bots[decision.seat](views[-1], decision, chances[decision.seat])

    ranks, _moves, _first = play_through(match, answer)
    chosen = [views[int((n + 0.5) / positions * len(views))] for n in range(positions)]

    def chances_of(view: Any, number: int, share: float) -> list[float]:
        policy, seed = doubtful(rules, share), f"{match.seed} {number}"
        outlook = Outlook(rules, view, policy, seed, most=COURSES)
        while not outlook.is_over:
            outlook.look()
        return outlook.chances()

    return ToldChances(
        {share: [chances_of(view, n, share) for n, view in enumerate(chosen)] for share in slips},
        shares_of(ranks),
    )


def pairs_of(games: Sequence[ToldChances], share: float) -> list[tuple[float, float]]:
    """Each chance that was told of a seat, and its share of the victory."""
    return [
        pair
        for game in games
        for chances in game.chances[share]
        for pair in zip(chances, game.shares, strict=True)
    ]


def error(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean squared distance of chances from what came out."""
    return fmean((chance - share) ** 2 for chance, share in pairs)


def rows_of(name: str, games: Sequence[ToldChances]) -> list[Row]:
    """The errors of each share of slips, and how often who was told to be likely has won."""
    rows: list[Row] = []
    for share in games[0].chances:
        pairs = pairs_of(games, share)
        even = [(1 / len(game.shares), won) for game in games for won in game.shares]
        rows.append(
            row(f"{name}, slips {share:g}: error of {len(pairs)}", error(pairs), error(even))
        )
        sure = [pair for pair in pairs if pair[0] >= SURE]
        if sure:
            said, came = (fmean(pair[side] for pair in sure) for side in (0, 1))
            rows.append(
                row(f"{name}, slips {share:g}: of {len(sure)} likely ones won, said", came, said)
            )
    return rows


def measure(
    slugs: Sequence[str],
    players: Sequence[int],
    games: int,
    positions: int,
    level: str,
    slips: Sequence[float],
    processes: int,
    tell: Tell,
) -> list[Row]:
    """Outlooks in games of a level against itself, with the usual options."""
    rows: list[Row] = []
    with ProcessPoolExecutor(processes) as pool:
        for slug in slugs:
            for count in [count for count in GAMES[slug].players if count in players]:
                asked = [
                    pool.submit(
                        told, Match(slug, f"chances {n}", (level,) * count), slips, positions
                    )
                    for n in range(games)
                ]
                found = rows_of(
                    f"chances: {slug}, {count} players", [one.result() for one in asked]
                )
                tell("\n".join(f"{one.measure}: {one.ours} | {one.reference}" for one in found))
                rows += found
    return rows
