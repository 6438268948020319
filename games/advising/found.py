"""Results of thinking, as they are stored with a thought or an analysis."""

from __future__ import annotations

import msgspec

from games.rules.core.interface import Document

Line = list[tuple[int, Document]]
"""Moves that may follow on each other, each with its seat."""


class FoundAnswer(msgspec.Struct, frozen=True):
    """One of the best answers, what each seat's chances are after it, and how it may go on."""

    move: Document
    chances: list[float]
    line: Line


class FoundFear(msgspec.Struct, frozen=True):
    """The worst thing for the seat that somebody else may do after its best answer."""

    place: int
    move: Document
    line: Line


class FoundThought(msgspec.Struct, frozen=True):
    """An expert's view of a question of the seat at `place`."""

    place: int
    chances: list[float]
    answers: list[FoundAnswer]
    fear: FoundFear | None


class FoundCost(msgspec.Struct, frozen=True):
    """A move that has cost much, and what an expert would have played."""

    number: int
    before: int
    place: int
    played: Document
    best: Document
    could: float
    was: float
    cost: float


class FoundAnalysis(msgspec.Struct, frozen=True):
    """The chances at some entries, and the costly moves.

    Of the moves with a choice, `looked` were valued with a `share` of an expert's work, `again`
    with all of it, and `close` were played on. Before, others than `looked` were not valued.
    """

    points: list[tuple[int, list[float]]]
    moves: list[FoundCost]
    looked: int
    of: int
    share: float = 1.0
    again: int = 0
    close: int = 0
