"""Chance, events and the point of no return: all a move may do besides changing the state."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


class Rng(msgspec.Struct):
    """Counted randomness: seed and count give the same numbers on every machine and Python."""

    seed: str
    count: int = 0

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each equally likely."""
        fair = 2**64 - 2**64 % limit  # numbers past this would favour the low results
        while True:
            digest = hashlib.sha256(f"{self.seed}:{self.count}".encode()).digest()
            self.count += 1
            number = int.from_bytes(digest[:8], "big")
            if number < fair:
                return number % limit


class Event(msgspec.Struct, frozen=True):
    """Something that happened: one line for everyone, with details for some seats only."""

    name: str
    public: Mapping[str, Any]
    private: Mapping[int, Mapping[str, Any]] = {}

    def seen_by(self, viewer: int | None, *, log_open: bool = False) -> dict[str, Any]:
        """The facts this viewer may read. An open log (`Rules.opens_log`) hides nothing."""
        facts = {"event": self.name, **self.public}
        if log_open:
            for details in self.private.values():
                facts |= details
        elif viewer is not None:
            facts |= self.private.get(viewer, {})
        return facts


class Effects:
    """Handed to `setup` and `apply`. Whatever shows new information also bars undo."""

    __slots__ = ("_rng", "barrier", "events")

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.events: list[Event] = []
        self.barrier = False

    def emit(
        self,
        name: str,
        *,
        private: Mapping[int, Mapping[str, Any]] | None = None,
        **public: Any,
    ) -> None:
        """Log a fact. `private` holds, per seat, what only that seat may read of it."""
        self.events.append(Event(name, public, private or {}))

    def reveal(self) -> None:
        """Say that something hidden has been shown: undo cannot go back behind this move."""
        self.barrier = True

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        self.reveal()
        return items[self._rng.below(len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Mix in place (Fisher and Yates)."""
        self.reveal()
        for last in range(len(items) - 1, 0, -1):
            other = self._rng.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def draw(self, pile: list[T], count: int = 1) -> list[T]:
        """Take up to `count` from the top (the end) of a hidden pile."""
        self.reveal()
        return [pile.pop() for _ in range(min(count, len(pile)))]
