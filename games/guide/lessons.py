"""Lessons: a position of a game, and steps in which the learner plays on it.

`guide/lessons.toml` beside the rules of a game says what happens, `guide/<language>/<name>.md` what
is said: a section for each step, with its name as id. What is said of answers that a step does not
accept has an id of its own, `<step>-wrong`, or `<step>-<says>` for those listed as `wrong`; what is
said after a step, before the next one's text, is `<step>-done`. The last section is `end`.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from games.guide.positions import Answer, NotAsTold, answered, folder_of, reached
from games.rules.core.codec import convert, encode
from games.rules.core.effects import Event
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    Move,
    Position,
    Rules,
    Seat,
)
from games.rules.core.play import of_seat
from games.rules.registry import GAMES

FILE = "lessons.toml"


class Wrong(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answers that are possible but not what the step is about, and what is said of them."""

    move: dict[str, Any]  # fields that the answer has
    says: str  # the section `<step>-<says>`


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step. Without `accept` there is only something to read and to look at."""

    name: str
    accept: list[Document] = []
    """Fields of answers that are accepted: `[{kind = "Drive", steps = 2}]`; `[{}]` is any."""
    then: list[Answer] = []
    """What the others answer after it, or the learner's own answers that need no thought."""
    marks: list[str] = []
    """Spots that are shown; without any, those of the accepted answers."""
    wrong: list[Wrong] = []
    becomes: dict[str, Any] = {}
    """What is so after it, by path in the state: held by the tests."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a few minutes."""

    name: str
    position: str
    minutes: int
    step: list[LessonStep]
    seat: Seat = 0
    people: list[str] = []
    """The names of the others, in order of play."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    lesson: list[Lesson] = []


class LessonMove(msgspec.Struct, frozen=True):
    """An answer in a lesson, and what came of it."""

    seat: Seat
    events: tuple[Event, ...]


class Walk(msgspec.Struct, frozen=True):
    """How far somebody is in a lesson: `at` is the index of the step, their number at the end."""

    game: str
    lesson: Lesson
    at: int
    position: Position[AnyState]
    happened: tuple[LessonMove, ...] = ()

    @property
    def rules(self) -> Rules[AnyState]:
        """The rules of its game."""
        return GAMES[self.game]

    @property
    def step(self) -> LessonStep | None:
        """The present step; None at the end."""
        return self.lesson.step[self.at] if self.at < len(self.lesson.step) else None


class NothingToPlay(ValueError):
    """There is nothing to play in this step, or to read past."""


class NotThis(ValueError):
    """A possible answer that the step does not accept. `says` names what is said of it."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


@functools.cache
def lessons_of(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they build on one another. Raises NotAsTold."""
    path = folder_of(game) / FILE
    if not path.is_file():
        return ()
    try:
        return tuple(convert(tomllib.loads(path.read_text()), _File).lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NotAsTold(f"{path.name} of {game}: {error}") from error


def lesson_named(game: str, name: str) -> Lesson | None:
    """A lesson of a game, if it has one of this name."""
    return next((lesson for lesson in lessons_of(game) if lesson.name == name), None)


def begun(game: str, lesson: Lesson) -> Walk:
    """The start of a lesson."""
    return Walk(game, lesson, 0, reached(game, lesson.position).after)


def read_on(walk: Walk) -> Walk:
    """The next step, after one in which there is only something to read. Raises NothingToPlay."""
    if walk.step is None or walk.step.accept:
        raise NothingToPlay
    return _next(walk, walk.position, ())


def played(walk: Walk, move: Move) -> Walk:
    """The next step, after the learner's answer and those of the others.

    Raises NotThis for an answer that the step does not accept, NotAsTold for one that the rules do
    not offer, NothingToPlay where nothing is to be played.
    """
    step, seat = walk.step, walk.lesson.seat
    if step is None or not step.accept:
        raise NothingToPlay
    document = encode(move)
    position, events = answered(walk.rules, walk.position, seat, document)
    if not any(fits(document, pattern) for pattern in step.accept):
        raise NotThis(next((one.says for one in step.wrong if fits(document, one.move)), "wrong"))
    return _next(walk, position, (LessonMove(seat, events),))


def _next(walk: Walk, position: Position[AnyState], happened: tuple[LessonMove, ...]) -> Walk:
    step = walk.lesson.step[walk.at]
    for seat, move in step.then:
        position, events = answered(walk.rules, position, seat, move)
        happened = (*happened, LessonMove(seat, events))
    return msgspec.structs.replace(
        walk, at=walk.at + 1, position=position, happened=(*walk.happened, *happened)
    )


def fits(document: Mapping[str, Any], pattern: Mapping[str, Any]) -> bool:
    """Whether an answer has these fields."""
    return all(name in document and document[name] == value for name, value in pattern.items())


def accepted(walk: Walk) -> list[Move]:
    """The possible answers that the present step accepts."""
    decision = asked(walk)
    if walk.step is None or decision is None:
        return []
    return [
        move
        for move in decision.moves
        if any(fits(encode(move), pattern) for pattern in walk.step.accept)
    ]


def asked(walk: Walk) -> Decision | None:
    """The question that the learner is asked, if there is one."""
    return of_seat(walk.rules.pending(walk.position.state), walk.lesson.seat)


def walked(game: str, lesson: Lesson, moves: Sequence[Move], at: int) -> Walk:
    """How far somebody is who has given these answers and is at this step. Raises ValueError."""
    walk, left = begun(game, lesson), iter(moves)
    while walk.at < at and walk.step is not None:
        walk = played(walk, next(left)) if walk.step.accept else read_on(walk)
    return walk


def every_walk(walk: Walk) -> Iterator[Walk]:
    """The lesson played to its end: with each answer that a step accepts, then the first ones.

    For tests. Raises NotAsTold where a lesson does not go on.
    """
    step = walk.step
    if step is None:
        yield walk
        return
    if not step.accept:
        yield from every_walk(read_on(walk))
        return
    choices = accepted(walk)
    if not choices:
        raise NotAsTold(
            f"{walk.game}, {walk.lesson.name}, {step.name}: none of the answers is possible"
        )
    for index, move in enumerate(choices):
        after = played(walk, move)
        if index == 0:
            yield from every_walk(after)
        else:
            yield from [_to_the_end(after)]


def _to_the_end(walk: Walk) -> Walk:
    while (step := walk.step) is not None:
        walk = played(walk, accepted(walk)[0]) if step.accept else read_on(walk)
    return walk
