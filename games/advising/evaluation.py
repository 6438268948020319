"""What an expert thinks of a question, as the API tells it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from games.advising import telling
from games.advising.asking import Asked
from games.advising.telling import HintAnswer, HintFear
from games.models import Thought
from games.rules.core.interface import Document
from games.storing.rows import TableRow


class LineMove(Struct, frozen=True):
    """A move of a line, and in words."""

    place: int
    move: Document
    text: str


class Advised(Struct, frozen=True):
    """One of the best answers: what each seat's chances are after it, and how it may go on."""

    move: Document
    text: str
    chances: list[float]
    line: list[LineMove]


class Feared(Struct, frozen=True):
    """What somebody else may do after the best answer that is worst for the seat."""

    place: int
    move: Document
    text: str
    line: list[LineMove]


class Evaluation(Struct, frozen=True):
    """What an expert thinks of a question, from what its seat knew; chances by place, in sum 1."""

    status: Literal["none", "waiting", "failed", "found"]
    done: Annotated[int, Meta(description="Percent of the work that is done.")]
    at: int
    place: int
    chances: list[float] | None
    answers: list[Advised]
    fear: Feared | None


def evaluation_of(row: TableRow, asked: Asked, thought: Thought | None) -> Evaluation:
    """Return what was thought of a question; how far it is if nothing was found yet."""
    at, place = asked.source.at, asked.decision.seat
    if thought is None or thought.found is None:
        waits: Literal["failed", "waiting"] = "failed" if thought and thought.failed else "waiting"
        done = thought.done if thought else 0
        return Evaluation(waits if thought else "none", done, at, place, None, [], None)
    hint = telling.thought_facts(row, asked, thought)
    answers = [
        Advised(answer.move, answer.text, answer.chances, line_of(answer))
        for answer in hint.answers
    ]
    fear = None
    if hint.fear is not None:
        worst = hint.fear
        fear = Feared(worst.place, worst.move, worst.text, line_of(worst))
    return Evaluation("found", 100, at, place, hint.chances, answers, fear)


def line_of(said: HintAnswer | HintFear) -> list[LineMove]:
    """Return the moves of a line with their words."""
    return [
        LineMove(words.place, move, words.text)
        for words, (_seat, move) in zip(said.line, said.moves, strict=False)
    ]
