"""How fast the rules are: random games, beside python-chess doing the same.

One move is: list all legal moves, choose one at random, apply it. Games and chess take turns in
short slices, so that a noisy machine is as noisy for both.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

from games.rules.core.codec import encode_position
from games.rules.core.golden import play_out
from games.rules.core.interface import Rules
from games.rules.core.play import advance, start
from games.rules.registry import GAMES

SLICES = 5


def random_moves(rules: Rules[Any], players: int, seed: str) -> Iterator[None]:
    """Random games without end, one step of the iterator a move."""
    chance = random.Random(seed)
    options = rules.options_type()
    while True:
        step = start(rules, players, options, str(chance.random()))
        while step.decisions:
            decision = chance.choice(step.decisions)
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
            yield


def random_plies(seed: str) -> Iterator[None]:
    """The same for chess by python-chess."""
    import chess

    chance = random.Random(seed)
    while True:
        board = chess.Board()
        moves = list(board.legal_moves)
        while moves and not board.is_insufficient_material() and board.halfmove_clock < 100:
            board.push(chance.choice(moves))
            moves = list(board.legal_moves)
            yield


def rate(moves: Iterator[None], seconds: float) -> float:
    """Moves per second of CPU time."""
    count, begin = 0, time.process_time()
    end = begin + seconds
    while time.process_time() < end:
        for _ in range(50):
            next(moves)
        count += 50
    return count / (time.process_time() - begin)


def measure(slugs: list[str], seconds: float, tell: Callable[[str], None]) -> dict[str, Any]:
    """Moves a second of each game and number of players, and as a ratio to chess."""
    figures: dict[str, Any] = {}
    for slug in slugs:
        rules = GAMES[slug]
        for players in rules.players:
            ours, chess = random_moves(rules, players, "bench"), random_plies("bench")
            slices = [
                (rate(ours, seconds / SLICES / 2), rate(chess, seconds / SLICES / 2))
                for _ in range(SLICES)
            ]
            row = {
                "moves_per_second": round(statistics.median(own for own, _ in slices)),
                "chess_plies_per_second": round(statistics.median(other for _, other in slices)),
                "ratio": round(statistics.median(own / other for own, other in slices), 2),
            }
            figures[f"{slug} {players}"] = row
            tell(
                f"{slug:18} {players} players: {row['moves_per_second']:7} moves/s, "
                f"chess {row['chess_plies_per_second']} plies/s, ratio {row['ratio']}"
            )
    return figures


def sizes(slugs: list[str], tell: Callable[[str], None]) -> dict[str, Any]:
    """Bytes of the stored position and of the view in the middle of a game with most players."""
    import msgspec

    figures: dict[str, Any] = {}
    for slug in slugs:
        rules = GAMES[slug]
        players = rules.players[-1]
        bots = [next(iter(rules.bots.values()))] * players
        options = rules.options_type()
        moves = play_out(rules, start(rules, players, options, "size"), bots, "size")
        step = start(rules, players, options, "size")
        for seat, move in moves[: len(moves) // 2]:
            step = advance(rules, step.position, seat, move, step.decisions)
        row = {
            "position_bytes": len(encode_position(rules, step.position, 1)),
            "view_bytes": len(msgspec.json.encode(rules.view(step.position.state, 0))),
            "moves_in_game": len(moves),
        }
        figures[slug] = row
        tell(
            f"{slug:18} {players} players: position {row['position_bytes']} bytes, "
            f"view {row['view_bytes']} bytes, {row['moves_in_game']} moves in a game"
        )
    return figures
