"""Playing on from a position by a game's quick policy, and what that was worth to each seat."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any

from games.rules.core.interface import (
    AnyState,
    Bot,
    Decision,
    Move,
    Position,
    Rules,
    Seat,
)
from games.rules.core.play import advance

FAR = 3_000  # moves: as far as any game goes


class Playout:
    """A position that is played on in place, what is asked in it, and the moves so far."""

    def __init__(self, rules: Rules[AnyState], position: Position[AnyState]) -> None:
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
            move = decision.moves[0]
            if len(decision.moves) > 1:
                view = self.rules.view(self.position.state, decision.seat)
                move = policy(view, decision, chance)
            self.play(decision.seat, move)


RANK_COUNTS_IN_THE_END = 0.8


class Worth:
    """What the end of a course is worth to each seat, from 0 to 1: by its rank and by its lead.

    A lead counts beside those of the courses before: so it tells good answers from bad ones also
    where a seat is far behind, and no game has to say how many of its points are many.
    """

    def __init__(self, rank: float = 0.5) -> None:
        """`rank` is how much of the worth of a game that goes on is the rank."""
        self.rank = rank
        self.courses = 0
        self._sums = list[float]()
        self._squares = list[float]()

    def of(
        self, results: Sequence[tuple[int, ...]], prospects: Sequence[float], *, is_over: bool
    ) -> list[float]:
        """The worth of these `Rules.results` and `Rules.prospects` to each seat."""
        if len(results) < 2:
            return [0.5] * len(results)
        self.courses += 1
        if not self._sums:
            self._sums, self._squares = [0.0] * len(results), [0.0] * len(results)
        order: Sequence[Any] = results if is_over else prospects
        share = RANK_COUNTS_IN_THE_END if is_over else self.rank
        return [
            share * rank_of(order, seat) + (1 - share) * self._lead(prospects, seat)
            for seat in range(len(results))
        ]

    def _lead(self, prospects: Sequence[float], seat: Seat) -> float:
        """How a seat's lead over the best of the others compares with those seen so far."""
        lead = prospects[seat] - max(other for at, other in enumerate(prospects) if at != seat)
        self._sums[seat] += lead
        self._squares[seat] += lead * lead
        mean = self._sums[seat] / self.courses
        spread = math.sqrt(max(0.0, self._squares[seat] / self.courses - mean * mean))
        return 0.5 + 0.5 * math.tanh((lead - mean) / (1 + spread))


def rank_of(order: Sequence[Any], seat: Seat) -> float:
    """The share of the others that a seat has beaten; a tie is half."""
    own = order[seat]
    beaten = sum(1.0 if own > other else 0.5 * (own == other) for other in order)
    return (beaten - 0.5) / (len(order) - 1)
