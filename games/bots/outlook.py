"""How often each seat wins when the quick policy plays on to the end, as far as one seat knows."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from games.bots.playout import FAR, Playout
from games.rules.core.effects import Rng
from games.rules.core.interface import (
    AnyState,
    Bot,
    Position,
    Rules,
)
from games.rules.core.play import Played

ENOUGH = 10
"""Courses of both, before one answer is told to be better than another."""


class Outlook:
    """Courses from what a view tells to the end of the game; they can go on at any time.

    Deterministic: the same view, policy and seed see the same courses. `first` is played before the
    policy does. Two outlooks of one seed draw the same hidden things, so that their courses can be
    compared one by one.
    """

    def __init__(
        self,
        rules: Rules[AnyState],
        view: msgspec.Struct,
        policy: Bot,
        seed: str,
        first: Played | None = None,
        most: int = FAR,
    ) -> None:
        """`most` is how many courses are enough."""
        self.rules, self.view, self.policy = rules, view, policy
        self.seed, self.first, self.most = seed, first, most
        self.wins: list[list[float]] = []
        """For each course, the share of the win that each seat has; those who tie share it."""
        self.work = 0
        self.is_over = False

    def run(self, until: int) -> None:
        """Look at further courses until so much work is done altogether.

        Raises NotImplementedError if the game cannot draw what is hidden.
        """
        while self.work < until and not self.is_over:
            self.look()

    def look(self) -> None:
        """Look at one course."""
        name = f"{self.seed} {len(self.wins)}"
        state = self.rules.determine(self.view, Rng(f"{name} hidden"))
        course = Playout(self.rules, Position(Rng(f"{name} drawn"), state))
        if self.first is not None:
            course.play(*self.first)
        course.play_on(self.policy, random.Random(name), FAR)
        self.wins.append(shares_of(self.rules.results(course.position.state)))
        self.work += max(1, course.moves)
        self.is_over = len(self.wins) >= self.most

    def chances(self) -> list[float]:
        """How likely each seat wins, with one course more that all of them share."""
        seats, count = len(self.wins[0]), len(self.wins)
        return [
            (sum(wins[seat] for wins in self.wins) + 1 / seats) / (count + 1)
            for seat in range(seats)
        ]


def shares_of(results: Sequence[tuple[int, ...]]) -> list[float]:
    """The share of the win that each seat has with these `Rules.results`."""
    best = max(results)
    winners = sum(result == best for result in results)
    return [(result == best) / winners for result in results]


def difference(one: Outlook, other: Outlook, seat: int) -> tuple[float, float]:
    """By how much a seat wins more often in `one` than in the other, and the standard error."""
    pairs = zip(one.wins, other.wins, strict=False)
    gaps = [mine[seat] - theirs[seat] for mine, theirs in pairs]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / max(1, len(gaps) - 1)
    return mean, math.sqrt(spread / len(gaps))


def in_order(outlooks: Sequence[Outlook], seat: int) -> list[int]:
    """The numbers of outlooks, each after another answer of a seat, the best first.

    That is the first of them, unless the seat wins more often after another by more than one
    standard error. The others follow by how often it wins.
    """

    def chance(number: int) -> float:
        return outlooks[number].chances()[seat]

    others = range(1, len(outlooks))
    better = [number for number in others if is_better(outlooks[number], outlooks[0], seat)]
    best = max(better, key=chance, default=0)
    rest = [number for number in range(len(outlooks)) if number != best]
    return [best, *sorted(rest, key=chance, reverse=True)]


def is_better(one: Outlook, other: Outlook, seat: int) -> bool:
    """Whether a seat wins more often in `one` than in the other, and not just by chance."""
    gap, error = difference(one, other, seat)
    return gap > error and min(len(one.wins), len(other.wins)) >= ENOUGH
