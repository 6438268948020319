"""How well the bots play: two-player games in which each bot starts equally often."""

from __future__ import annotations

import time
from typing import Any

from games.rules.core.golden import play_out
from games.rules.core.interface import Rules
from games.rules.core.play import replay, start
from games.rules.registry import GAMES
from tools.bench.rows import Row, row


def share(rules: Rules[Any], ours: str, other: str, games: int) -> float:
    """The share of two-player games that bot `ours` wins against `other`; a tie is half a win."""
    won = 0.0
    for game in range(games):
        place = game % 2
        names = [ours, other] if place == 0 else [other, ours]
        opening = start(rules, 2, rules.options_type(), f"bots {game}")
        before = start(rules, 2, rules.options_type(), f"bots {game}").position
        moves = play_out(rules, opening, [rules.bots[name] for name in names], str(game))
        outcome = rules.outcome(replay(rules, before, moves).state)
        assert outcome is not None
        ranks = [standing.rank for standing in outcome.standings]
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[place] == 1)
    return won / games


def measure(slugs: list[str], games: int) -> list[Row]:
    """Each game's strongest bot against the random one."""
    rows = []
    for slug in slugs:
        rules, begin = GAMES[slug], time.perf_counter()
        strongest = next(iter(rules.bots))
        won = share(rules, strongest, "random", games)
        took = (time.perf_counter() - begin) / games
        name = f"bots: {slug}: {strongest}"
        rows += [
            row(f"{name}: share of {games} games won against random", won, least=0.5),
            row(f"{name}: seconds a game", took),
        ]
    return rows
