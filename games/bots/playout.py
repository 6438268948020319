"""Playing on from a position by a game's quick policy, and what that was worth to each seat."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from games.rules.core.interface import Bot, Decision, Move, Position, Rules, Seat
from games.rules.core.play import advance

BY_RANK = 0.7  # of what a seat gains; the rest is by how much it leads or trails


class Course:
    """A position that is played on in place, what is asked in it, and the moves so far."""

    def __init__(self, rules: Rules[Any], position: Position[Any]) -> None:
        """The course begins with no move, and takes over the position."""
        self.rules, self.position = rules, position
        self.decisions: Sequence[Decision] = rules.pending(position.state)
        self.moves = 0

    def play(self, seat: Seat, move: Move) -> None:
        """Play one move."""
        step = advance(self.rules, self.position, seat, move, self.decisions)
        self.decisions, self.events = step.decisions, step.events
        self.moves += 1

    def play_on(self, policy: Bot, chance: random.Random, most: int) -> None:
        """Let a policy play for every seat, to the end or for so many moves."""
        for _ in range(most):
            if not self.decisions:
                return
            decision = self.decisions[0]
            view = self.rules.view(self.position.state, decision.seat)
            self.play(decision.seat, policy(view, decision, chance))


def gains(rules: Rules[Any], state: Any) -> list[float]:
    """What each seat has of the game as it stands: from 0, last by far, to 1, first by far."""
    results = rules.results(state)
    scores = [result[0] for result in results]
    if len(results) < 2:
        return [0.5] * len(results)
    wide = 1 + sum(abs(score) for score in scores) / len(scores) / 2
    found = []
    for seat, result in enumerate(results):
        others = [other for place, other in enumerate(results) if place != seat]
        beaten = sum(1.0 if result > other else 0.5 * (result == other) for other in others)
        lead = result[0] - max(other[0] for other in others)
        rank = beaten / len(others)
        found.append(BY_RANK * rank + (1 - BY_RANK) * (0.5 + 0.5 * math.tanh(lead / wide)))
    return found
