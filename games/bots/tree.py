"""The tree of a search: for what a seat has seen happen, how good each answer has been."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import msgspec

from games.rules.core.interface import Decision, Move, Seat

CURIOSITY = 0.5
"""How much an answer that was seldom tried is preferred; gains go from 0 to 1."""

SURE = 1.0
"""By how many standard errors another answer must be better than the policy's to be preferred."""
SPREAD = 0.25
"""Standard deviation of what one course is worth, roughly."""


class Arm:
    """One answer to a question, and what has come of it."""

    __slots__ = ("gained", "left", "offered", "tried")

    def __init__(self) -> None:
        self.offered = 0  # times it could have been chosen
        self.tried = 0
        self.gained = 0.0  # by the seat that chooses, over all those times
        self.left = 0.0  # for the seat that searches

    @property
    def mean(self) -> float:
        """What it has gained on average; 0 before it was tried."""
        return self.gained / self.tried if self.tried else 0.0

    def promise(self) -> float:
        """The upper bound of what it may be worth (UCB1, over the times it was offered)."""
        return self.mean + CURIOSITY * math.sqrt(math.log(self.offered) / self.tried)


class Node:
    """What may follow upon what the searching seat has seen so far.

    All who are asked at the same time choose here, each for itself and without seeing the others'
    answers.
    """

    __slots__ = ("arms", "children")

    def __init__(self) -> None:
        self.arms: dict[Seat, dict[bytes, Arm]] = {}
        self.children: dict[bytes, Node] = {}

    def choose(
        self,
        decision: Decision,
        suggestion: Move | None,
        chance: random.Random,
        widening: float = 0.0,
    ) -> tuple[Move, Arm]:
        """The answer to look at next: one never tried, the suggestion first; else by promise.

        With `widening` only so many are tried times the square root of how often these were.
        """
        known = self.arms.setdefault(decision.seat, {})
        offers = [(move, known.setdefault(key_of(move), Arm())) for move in decision.moves]
        fresh = [offer for offer in offers if not offer[1].tried]
        for _move, arm in offers:
            arm.offered += 1
        if not fresh or (widening and is_wide(offers, widening)):
            tried = [offer for offer in offers if offer[1].tried]
            return max(tried, key=lambda offer: offer[1].promise())
        for offer in fresh:
            if offer[0] == suggestion:
                return offer
        return fresh[chance.randrange(len(fresh))]

    def best(self, moves: Sequence[Move], seat: Seat, suggestion: Move) -> Move:
        """The answer that was looked at most, but the suggestion if it may well be as good."""
        known = self.arms.get(seat, {})
        arms = [(move, known.get(key_of(move)) or Arm()) for move in moves]
        best, arm = max(arms, key=lambda one: (one[1].tried, one[1].mean))
        suggested = next((arm for move, arm in arms if move == suggestion), arm)
        if suggested.tried and arm.mean - suggested.mean < SURE * error(arm, suggested):
            return suggestion
        return best


def is_wide(offers: Sequence[tuple[Move, Arm]], widening: float) -> bool:
    """Whether so many of these answers were tried that no other is for now."""
    tried = [arm.tried for _move, arm in offers if arm.tried]
    return bool(tried) and len(tried) >= widening * math.sqrt(sum(tried) + 1)


def error(one: Arm, other: Arm) -> float:
    """The standard error of the difference between the means of two arms that were tried."""
    return SPREAD * math.sqrt(1 / one.tried + 1 / other.tried)


def key_of(move: Move) -> bytes:
    """A move as a key; moves may hold values that cannot be hashed."""
    return msgspec.json.encode(move)
