"""A tree of answers: what was tried from a position, with all that was tried instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused, counted
from games.rules.core.interface import Document, Seat

MOST_ANSWERS = 120
"""Answers in one tree."""
LONGEST_NOTE = 500
"""Characters of a note on an answer."""


class NoteTooLong(Refused):
    """The note on an answer has too many characters."""

    code, status = "note", 422
    text = counted(_("The note has at most {most} characters."), most=LONGEST_NOTE)


Line = list[tuple[Seat, Document]]
"""Answers one after the other: who gave each."""


class TreeAnswer(msgspec.Struct, frozen=True, array_like=True):
    """An answer of a seat, with a note; `before` is the number of the answer that it follows.

    It is 0 at the start of the tree, and None after the answer that is listed before this one.
    """

    seat: Seat
    move: Document
    before: int | None = None
    note: str = ""


class Tree(msgspec.Struct, frozen=True):
    """Answers in the order in which they were tried, numbered from 1; 0 is the start.

    The board shows the position after answer `at`; the line on show goes on to answer `end`.
    Raises ValueError for an answer that follows itself or a later one.
    """

    moves: list[TreeAnswer] = []
    at: int = 0
    end: int = 0

    def __post_init__(self) -> None:
        """Check the numbers."""
        count = len(self.moves)
        if not all(0 <= self.before(number) < number for number in range(1, count + 1)):
            raise ValueError("an answer follows one before it")
        if not (0 <= self.at <= count and 0 <= self.end <= count):
            raise ValueError(f"answers are numbered from 0 to {count}")

    def before(self, number: int) -> int:
        """Return the number of the answer that this one follows."""
        before = self.moves[number - 1].before
        return number - 1 if before is None else before

    def after(self, number: int) -> list[int]:
        """Return the numbers of the answers that were tried after this one, in that order."""
        return [n for n in range(number + 1, len(self.moves) + 1) if self.before(n) == number]

    def path(self, number: int) -> list[int]:
        """Return the numbers of the answers from the start to this one."""
        numbers: list[int] = []
        while number:
            numbers.insert(0, number)
            number = self.before(number)
        return numbers

    @property
    def line(self) -> list[int]:
        """The numbers of the answers of the line on show."""
        there = self.path(self.end)
        return there if self.at in (0, *there) else self.path(self._last(self.at))

    @property
    def step(self) -> int:
        """The number of answers that have led to the position on the board."""
        return len(self.path(self.at))

    @property
    def played(self) -> Line:
        """The answers that have led to the position on the board."""
        return [(self.moves[n - 1].seat, self.moves[n - 1].move) for n in self.path(self.at)]

    def _last(self, number: int) -> int:
        """Return the number of the answer where the latest line through this one ends."""
        while following := self.after(number):
            number = following[-1]
        return number

    def shown(self, number: int) -> Self:
        """Return the tree with the position after this answer on the board."""
        end = self.end if number in (0, *self.line) else self._last(number)
        return msgspec.structs.replace(self, at=number, end=end)

    def stepped(self, by: int) -> Self:
        """Return the tree some steps further on the line on show, or back, as far as there are."""
        line = [0, *self.line]
        return self.shown(line[min(max(self.step + by, 0), len(line) - 1)])

    def tried(self, seat: Seat, move: Document) -> Self:
        """Return the tree after one more answer; one that was tried there before stays the same."""
        for number in self.after(self.at):
            if (self.moves[number - 1].seat, self.moves[number - 1].move) == (seat, move):
                return self.shown(number)
        number = len(self.moves) + 1
        moves = [*self.moves, TreeAnswer(seat, move, self.at)]
        return msgspec.structs.replace(self, moves=moves, at=number, end=number)

    def joined(self, line: Sequence[tuple[Seat, Document]]) -> Self:
        """Return the tree with this line from the start, which is on show at its first position."""
        tree = self.shown(0)
        for seat, move in line:
            tree = tree.tried(seat, move)
        return msgspec.structs.replace(tree, at=0)

    def without(self, number: int) -> Self:
        """Return the tree without this answer and all that follow it; 0 empties it."""
        kept: dict[int, int] = {} if number == 0 else {0: 0}  # numbers as they were and will be
        for n in range(1, len(self.moves) + 1):
            if n != number and self.before(n) in kept:
                kept[n] = len(kept)
        moves = [
            msgspec.structs.replace(self.moves[n - 1], before=kept[self.before(n)])
            for n in kept
            if n
        ]
        back = next((n for n in reversed([0, *self.path(self.at)]) if n in kept), 0)
        at = kept.get(back, 0)
        left = msgspec.structs.replace(self, moves=moves, at=at, end=kept.get(self.end, at))
        return left if self.end in kept else msgspec.structs.replace(left, end=left._last(at))

    def noted(self, note: str) -> Self:
        """Return the tree with a note on the answer that led to the position on the board."""
        moves = list(self.moves)
        moves[self.at - 1] = msgspec.structs.replace(moves[self.at - 1], note=note)
        return msgspec.structs.replace(self, moves=moves)
