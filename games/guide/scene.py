"""A lesson as a table: the page draws it as it draws any other, but nothing of it is stored."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from django.utils.translation import get_language, gettext, override
from markupsafe import Markup

from games.faces import LEFT_OPEN, Face
from games.guide import texts
from games.guide.contents import FALLBACK
from games.guide.lessons import Walk, accepted
from games.guide.pictures import PEOPLE
from games.guide.positions import players_in
from games.page import drawing
from games.page.panel import Asking, Confirming, Panel
from games.page.unstored import UnstoredScene
from games.rules.registry import GAMES
from games.storing.rows import TableRow
from games.telling.unstored import seat_row, table_row


class Learner(NamedTuple):
    """Who sits in the learner's seat of a lesson; no user of the site."""

    pk: int = -1


LEARNER = Learner()


def row_of(walk: Walk, learner: str = "", face: Face = LEFT_OPEN) -> TableRow:
    """The table of a lesson, as it would be stored. Its number counts what has happened."""
    lesson, state = walk.lesson, walk.position.state
    others = iter(lesson.people or PEOPLE[1:])
    seats = [
        seat_row(place, LEARNER.pk, learner or PEOPLE[0], face)
        if place == lesson.seat
        else seat_row(place, -2 - place, next(others, PEOPLE[place]))
        for place in range(players_in(state))
    ]
    return table_row(
        walk.rules,
        walk.position,
        seats,
        course=(walk.game, lesson.name, walk.happened),
        moves=len(walk.happened),
        decisions=walk.rules.pending(state),
    )


class ShownLesson(msgspec.Struct, frozen=True, kw_only=True):
    """A lesson as pages name it."""

    name: str
    title: str
    about: str  # as HTML
    minutes: int
    address: str
    finished: bool = False


class LessonWays(msgspec.Struct, frozen=True, kw_only=True):
    """Where the page of a lesson leads: to itself, the next lesson, the rules."""

    game: str
    here: str
    following: ShownLesson | None
    rules: str


class LessonPanel(Asking, frozen=True, kw_only=True):
    """A step of a lesson: `at` is its place among the `steps`."""

    kind: str = "lesson"
    at: int
    steps: int
    over: bool
    title: str
    text: str
    done: str  # of the step before
    wrong: str
    marks: str
    ways: LessonWays | None


class LessonScene(UnstoredScene):
    """A step of a lesson, ready to be drawn for a `learner` of this name, with this `face`.

    `says` names what is said of the last wrong answer. In a step to be read nothing is asked.
    """

    def __init__(
        self,
        walk: Walk,
        learner: str = "",
        says: str = "",
        since: int = 0,
        ways: LessonWays | None = None,
        face: Face = LEFT_OPEN,
    ) -> None:
        asked = walk.lesson.seat if walk.step and walk.step.accept else None
        super().__init__(row_of(walk, learner, face), LEARNER, walk.happened, asked, since)
        self.walk, self.says, self.ways = walk, says, ways

    def _panel(self, confirm: Confirming | None) -> Panel:
        walk, step = self.walk, self.walk.step
        said = told_in(walk.game, walk.lesson.name)
        before = walk.lesson.step[walk.at - 1].name if walk.at else ""
        name = step.name if step else "end"
        hint = f"{self.ways.here}hint/" if self.ways else ""
        panel = LessonPanel(
            answers=self.answers(hint),
            at=walk.at,
            steps=len(walk.lesson.step),
            over=step is None,
            title=said[name].title,
            text=said[name].html,
            done=said[f"{before}-done"].html if f"{before}-done" in said else "",
            wrong=wrong_of(said, name, self.says),
            marks=" ".join(marks_of(walk)),
            ways=self.ways,
        )
        return self.around(panel)


def wrong_of(said: Mapping[str, texts.Section], step: str, says: str) -> Markup | str:
    """What is said of an answer that a step does not accept; "" if there was none."""
    if not says:
        return ""
    found = said.get(f"{step}-{says}") or said.get(f"{step}-wrong")
    return found.html if found else gettext("That is possible, but try something else here.")


def marks_of(walk: Walk) -> list[str]:
    """The spots that the present step is about."""
    if walk.step is None:
        return []
    return walk.step.marks or [move.spot for move in accepted(walk) if move.spot]


def told_in(game: str, name: str) -> dict[str, texts.Section]:
    """The sections of a lesson in the active language, by id; "" is its head."""
    language = get_language() or FALLBACK
    if not texts.has_text(game, language, name):
        language = FALLBACK
    return _told_in(game, name, language)


@functools.cache
def _told_in(game: str, name: str, language: str) -> dict[str, texts.Section]:
    with override(language):
        words = drawing.pen_for(game, GAMES[game]).words
    head, *sections = texts.sections_of(texts.source(game, language, name), language, words)
    return {"": head, **{section.id: section for section in sections}}
