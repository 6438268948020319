"""Random games for tests, and what each game's `contract.py` tells the contract test."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.rules.core.codec import copy_position
from games.rules.core.interface import Move, Position, Rules, Seat
from games.rules.core.play import Step, play, start
from games.rules.registry import GAMES

LONGEST_GAME = 6000  # moves; random players dawdle


class Turn(NamedTuple):
    """One move of a random game: what was before, who played what, what it led to."""

    before: Position[Any]
    seat: Seat
    move: Move
    step: Step[Any]


def contract_of(slug: str) -> Any:
    """The module in which a game states its secrets, its options and its perft counts."""
    return importlib.import_module(f"tests.rules.{slug}.contract")


def opening(rules: Rules[Any], seed: int) -> Step[Any]:
    """The opening of a random game: seats and options chosen by the seed too."""
    chooser = random.Random(f"opening {seed}")
    players = chooser.choice(rules.players)
    fitting = [o for o in contract_of(rules.slug).OPTIONS if not rules.misfit(o, players)]
    options = chooser.choice(fitting)
    return start(rules, players, options, seed=f"secret {seed}")


def playout(rules: Rules[Any], seed: int) -> Iterator[Turn]:
    """A random game from its opening to its end."""
    chooser, step = random.Random(seed), opening(rules, seed)
    for _ in range(LONGEST_GAME):
        if not step.decisions:
            return
        decision = chooser.choice(step.decisions)
        before, move = step.position, chooser.choice(decision.moves)
        kept = copy_position(rules, before)
        step = play(rules, before, decision.seat, move)
        assert before == kept, "play leaves the position passed in as it was"
        yield Turn(before, decision.seat, move, step)
    raise AssertionError(f"{rules.slug} does not end within {LONGEST_GAME} moves")


def as_stored(value: Any) -> Any:
    """The value with its keys in the order of `jsonb`: the shorter ones first, then by bytes."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: as_stored(value[key]) for key in keys}
    return [as_stored(item) for item in value] if isinstance(value, list) else value


every_game = GAMES.values()
slugs = list(GAMES)
