"""Thoughts and analyses in the words of a reader's language, as pages and the API tell them."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

import msgspec
from django.utils import timezone
from msgspec import Meta

from games.advising.asking import Asked, QuestionSource, asked_at, may_know
from games.advising.found import FoundAnalysis, FoundCost, FoundFear, FoundThought, Line
from games.advising.thinking import DRAW
from games.judging.limits import judged
from games.models import Analysis, Thought
from games.page.seats import colours_at
from games.rules.core.codec import convert, decode_move
from games.rules.core.interface import Document, Viewer
from games.storing.rows import TableRow
from games.telling import history
from games.telling.wording import SiteWording, wording_for
from games.trying.course import course_of
from games.trying.scene import answer_in_words

LATE = timedelta(minutes=2)
"""After so long without a beginning the reader is told that nobody thinks at present."""


def percent(chance: float) -> int:
    """A chance as a whole number for people."""
    return round(100 * chance)


class SeatPerson(msgspec.Struct, frozen=True):
    """A seat with what tells it apart."""

    place: int
    name: str
    colour: str


class LineMove(msgspec.Struct, frozen=True):
    """A move of a line, and in words."""

    place: int
    move: Document
    text: str


class Advised(msgspec.Struct, frozen=True):
    """One of the best answers: what each seat's chances are after it, and how it may go on."""

    move: Document
    text: str
    chances: list[float]
    line: list[LineMove]


class Feared(msgspec.Struct, frozen=True):
    """What somebody else may do after the best answer that is worst for the seat."""

    place: int
    move: Document
    text: str
    line: list[LineMove]


class Evaluation(msgspec.Struct, frozen=True):
    """What an expert thinks of a question, from what its seat knew; chances by place, in sum 1."""

    status: Literal["none", "waiting", "failed", "found"]
    done: Annotated[int, Meta(description="Percent of the work that is done.")]
    at: int
    place: int
    chances: list[float] | None = None
    answers: list[Advised] = []
    fear: Feared | None = None


def people_of(row: TableRow, view: Document, wording: SiteWording) -> list[SeatPerson]:
    """The seats with what tells them apart."""
    colours = colours_at(row, view)
    return [SeatPerson(s.place, wording.seats[s.place], colours[s.place]) for s in row.seats]


# --- Thoughts -------------------------------------------------------------------------------------


def is_late(asked: Thought | Analysis) -> bool:
    """Whether nobody has begun to think of it for so long that no searcher seems to run."""
    return asked.done == 0 and timezone.now() - asked.asked_at > LATE


def evaluation_of(row: TableRow, asked: Asked, thought: Thought | None) -> Evaluation:
    """What is thought of a question, in words: its answers, what each promises, what is feared."""
    place, done = asked.decision.seat, thought.done if thought else 0
    if thought is None or thought.found is None:
        waits: Literal["failed", "waiting"] = "failed" if thought and thought.failed else "waiting"
        return Evaluation(waits if thought else "none", done, asked.source.at, place)
    found, wording = convert(thought.found, FoundThought), wording_for(row)
    args = asked.decision.args
    answers = [
        Advised(
            answer.move,
            wording.move(decode_move(row.rules, answer.move), args),
            answer.chances,
            line_in_words(asked, answer.line, wording),
        )
        for answer in found.answers
    ]
    fear = feared(row, asked, found.fear) if found.fear else None
    return Evaluation("found", done, asked.source.at, place, found.chances, answers, fear)


def feared(row: TableRow, asked: Asked, fear: FoundFear) -> Feared:
    """The answer of somebody else that is feared, in the words of the line in which it is given.

    Without one the question is not known; empty if its words need that.
    """
    place, move, wording = fear.place, fear.move, wording_for(row)
    line = line_in_words(asked, fear.line, wording)
    said = (one.text for one in line if (one.place, one.move) == (place, move))
    return Feared(place, move, next(said, "") or answer_in_words(row, wording, move), line)


def line_in_words(asked: Asked, line: Line, wording: SiteWording) -> list[LineMove]:
    """The moves of a line, as far as they are possible. Raises CannotTry."""
    course = course_of(asked.rules, asked.view, DRAW, line)
    return [
        LineMove(seat, document, wording.move(one.move, one.args))
        for one, (seat, document) in zip(course.happened, line, strict=False)
    ]


# --- Analyses -------------------------------------------------------------------------------------


class Point(msgspec.Struct, frozen=True):
    """The chances after an entry, by seat; `step` is 0 if that was undone."""

    number: int
    step: int
    percents: list[int]
    chances: list[float]


class CostlyMove(msgspec.Struct, frozen=True):
    """A move that has cost much, in the words of who sat there then."""

    number: int
    before: int
    step: int
    place: int
    name: str
    played: str
    best: str
    was: int
    could: int


class AnalysisFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The analysis of a table as a viewer may know it: how far it is, or what was found.

    `hidden` if there may be costly moves of others that it may not tell.
    """

    asked: bool
    failed: bool = False
    done: int = 0
    total: int = 0
    late: bool = False
    found: bool = False
    seats: list[SeatPerson] = []
    points: list[Point] = []
    steps: int = 0
    moves: list[CostlyMove] = []
    hidden: bool = False
    looked: int = 0
    of: int = 0
    share: int = 100
    again: int = 0
    close: int = 0


def analysis_facts(row: TableRow, analysis: Analysis | None, viewer: Viewer) -> AnalysisFacts:
    """Return the analysis of a table as a viewer may know it."""
    if analysis is None:
        return AnalysisFacts(asked=False)
    about = AnalysisFacts(
        asked=True,
        failed=analysis.failed,
        done=analysis.done,
        total=analysis.total,
        late=is_late(analysis),
        found=analysis.found is not None,
    )
    if analysis.found is None:
        return about
    found, steps = (
        convert(analysis.found, FoundAnalysis),
        [n for n, _place in history.steps_of(row)],
    )
    moves = [cost for cost in found.moves if may_know_choice(row, cost, viewer)]
    return msgspec.structs.replace(
        about,
        seats=people_of(row, history.view_at(row, row.number, None) or {}, wording_for(row)),
        points=[
            Point(
                number,
                steps.index(number) + 1 if number in steps else 0,
                [percent(chance) for chance in chances],
                chances,
            )
            for number, chances in found.points
        ],
        steps=len(steps),
        moves=[choice_facts(row, cost, steps) for cost in moves],
        hidden=len(moves) < len(found.moves),
        looked=found.looked,
        of=found.of,
        share=percent(found.share),
        again=found.again,
        close=found.close,
    )


def may_know_choice(row: TableRow, cost: FoundCost, viewer: Viewer) -> bool:
    """Whether a viewer may know what a seat should have played, from what only that seat knew."""
    if viewer == cost.place:
        return True
    with judged():
        position = history.position_at(row, cost.before)
        return position is not None and may_know(row, position.state, cost.place, viewer)


def choice_facts(row: TableRow, cost: FoundCost, steps: list[int]) -> CostlyMove:
    """A move that has cost much, in the words of who sat there then."""
    where = QuestionSource(table=row.id, at=cost.before, place=cost.place)
    args = asked_at(row, where).decision.args
    wording = wording_for(row, cost.number)
    played, best = (
        wording.move(decode_move(row.rules, move), args) for move in (cost.played, cost.best)
    )
    return CostlyMove(
        cost.number,
        cost.before,
        steps.index(cost.before) + 1,
        cost.place,
        wording.seats[cost.place],
        played,
        best,
        percent(cost.was),
        percent(cost.could),
    )
