"""How fast the rules are: random games, beside python-chess doing the same.

One move is: list all legal moves, choose one at random, apply it. Games and chess take turns in
short slices, so that a noisy machine is as noisy for both.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import msgspec

from games.rules.core.codec import encode_position
from games.rules.core.golden import play_out
from games.rules.core.interface import Rules
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tools.bench.rows import Row, median, row

SLICES = 5
AIMED = "santiago_de_cuba"  # should be as fast as chess


def random_moves(rules: Rules[Any], players: int, seed: str) -> Iterator[None]:
    """Random games without end; each step of the iterator is a move."""
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


def measure(slugs: list[str], seconds: float) -> list[Row]:
    """Moves a second of each game and number of players, beside chess."""
    rows = []
    for slug in slugs:
        rules = GAMES[slug]
        for players in rules.players:
            ours, chess = random_moves(rules, players, "bench"), random_plies("bench")
            slices = [
                (rate(ours, seconds / SLICES / 2), rate(chess, seconds / SLICES / 2))
                for _ in range(SLICES)
            ]
            own, other = (median(pair[index] for pair in slices) for index in (0, 1))
            name = f"rules: {slug}, {players} players: moves/s beside chess plies/s"
            aimed = slug == AIMED and players == 2
            rows.append(row(name, own, other, least=1.0 if aimed else None))
    return rows


def sizes(slugs: list[str]) -> list[Row]:
    """Bytes of the stored position and of the view in the middle of a game with most players."""
    rows = []
    for slug in slugs:
        rules = GAMES[slug]
        players = rules.players[-1]
        bots = [next(iter(rules.bots.values()))] * players
        options = rules.options_type()
        moves = play_out(rules, start(rules, players, options, "size"), bots, "size")
        step = start(rules, players, options, "size")
        for seat, move in moves[: len(moves) // 2]:
            step = advance(rules, step.position, seat, move, step.decisions)
        name = f"rules: {slug}, {players} players"
        position = len(encode_position(rules, step.position, 1))
        view = len(msgspec.json.encode(rules.view(step.position.state, 0)))
        rows += [
            row(f"{name}: bytes of a position", position),
            row(f"{name}: bytes of a view", view),
            row(f"{name}: moves in a game", len(moves)),
        ]
    return rows
