"""Games between levels of bots: played on several cores at once, and kept, if a file is named.

Games of masters take hours. Whoever stops a bench with such a file begins again where it stopped.
A file belongs to one state of the rules and the levels: after a change of them take another one.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from games.bots.levels import bot_named
from games.rules.core.interface import Bot, Decision, Move, Seat
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tools.bench.rows import Tell

LONGEST_GAME = 10_000  # moves
Answer = Callable[[Any, Decision], Move]
"""Answers a question at a state."""
WORD_AFTER = 60.0
"""Seconds after which a bench says how far it is."""


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
    ranks: tuple[int, ...] = ()


def played(match: Match) -> Played:
    """Play a game between levels, each with chance of its own."""
    rules, players = GAMES[match.slug], len(match.names)
    bots: list[Bot] = [bot_named(rules, name) for name in match.names]
    chances = [random.Random(f"{match.seed} {seat}") for seat in range(players)]
    seconds, answers = [0.0] * players, [0] * players

    def answer(state: Any, decision: Decision) -> Move:
        seat, begin = decision.seat, time.process_time()
        move = bots[seat](rules.view(state, seat), decision, chances[seat])
        seconds[seat] += time.process_time() - begin
        answers[seat] += 1
        return move

    ranks, moves, first = play_through(match, answer)
    return Played(shares_of(ranks), tuple(seconds), tuple(answers), moves, first, ranks)


def play_through(match: Match, answer: Answer) -> tuple[tuple[int, ...], int, Seat | None]:
    """Play a game to its end: the ranks, how many moves, and who was asked first.

    Only questions with a choice are put; the others answer themselves.
    """
    rules = GAMES[match.slug]
    options = rules.options_type() if match.options is None else match.options
    step = start(rules, len(match.names), options, match.seed)
    first = step.decisions[0].seat if len(step.decisions) == 1 else None
    moves = 0
    while step.decisions and moves < LONGEST_GAME:
        decision = step.decisions[0]
        choice = len(decision.moves) > 1
        move = answer(step.position.state, decision) if choice else decision.moves[0]
        step = advance(rules, step.position, decision.seat, move, step.decisions)
        moves += 1
    outcome = rules.outcome(step.position.state)
    assert outcome is not None, "the game ends"
    return tuple(standing.rank for standing in outcome.standings), moves, first


def shares_of(ranks: Sequence[int]) -> tuple[float, ...]:
    """A victory, divided among those who share it."""
    return tuple((rank == 1) / ranks.count(1) for rank in ranks)


def play(pool: Executor, matches: Sequence[Match], tell: Tell, kept: Path | None) -> list[Played]:
    """Play all that are not in the file of those kept, and keep each as soon as it has ended."""
    found = known(kept)
    asked = {pool.submit(played, one): one for one in matches if key(one) not in found}
    if kept and len(asked) < len(matches):
        tell(f"{len(matches) - len(asked)} of {len(matches)} games are in {kept.name}")
    last = time.monotonic()
    try:
        for future in as_completed(asked):
            match, result = asked.pop(future), future.result()
            found[key(match)] = result
            if kept:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode((key(match), result)) + b"\n")
            if asked and time.monotonic() - last > WORD_AFTER:
                last = time.monotonic()
                tell(f"{len(matches) - len(asked)} of {len(matches)} games")
    finally:
        for future in asked:
            future.cancel()
    return [found[key(one)] for one in matches]


def key(match: Match) -> str:
    """What tells a game from all others."""
    return msgspec.json.encode(match).decode()


def known(kept: Path | None) -> dict[str, Played]:
    """The games in the file. A last line that was cut off in the writing is taken away."""
    if kept is None or not kept.exists():
        return {}
    text = kept.read_bytes()
    whole = text.rfind(b"\n") + 1
    os.truncate(kept, whole)
    lines = text[:whole].splitlines()
    return dict(msgspec.json.decode(line, type=tuple[str, Played]) for line in lines)
