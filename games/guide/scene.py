"""A lesson as a table: the page draws it as it draws any other, but nothing of it is stored."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import msgspec
from django.utils.translation import get_language, gettext
from markupsafe import Markup

from games.clocks.pace import Pace
from games.guide import texts
from games.guide.contents import FALLBACK
from games.guide.lessons import Walk, accepted
from games.guide.pictures import PEOPLE
from games.page import drawing
from games.page.boards import board_of
from games.page.panel import answers_of
from games.page.parts import Part, Pen
from games.page.rendering import Scene
from games.rules.core.codec import encode, encode_position
from games.rules.registry import GAMES
from games.storing.rows import SeatRow, TableRow
from games.telling.log import Told
from games.telling.updates import Updates

THEN = datetime(2000, 1, 1, tzinfo=UTC)  # when everything in a lesson happens


class Learner:
    """Who sits in the learner's seat of a lesson; no user of the site."""

    pk = -1
    is_authenticated = is_staff = False


LEARNER = Learner()


def row_of(walk: Walk, learner: str) -> TableRow:
    """The table of a lesson, as it would be stored. Its number counts what has happened."""
    lesson, rules = walk.lesson, walk.rules
    asked = {decision.seat for decision in rules.pending(walk.position.state)}
    others = iter(lesson.people or PEOPLE[1:])
    players = len(walk.position.state.players)
    seats = [
        SeatRow(
            id=place,
            place=place,
            user_id=LEARNER.pk if place == lesson.seat else -2 - place,
            name=learner if place == lesson.seat else next(others, PEOPLE[place]),
            bot="",
            resigned=False,
            absent=False,
            deciding=place in asked,
            since=None,
            deadline=None,
            answers=walk.at,
            rank=None,
        )
        for place in range(players)
    ]
    number = len(walk.happened) + 1
    return TableRow(
        id=number_of(walk),
        game=walk.game,
        options=encode(getattr(walk.position.state, "options", {})),
        status="playing",
        private=True,
        host_id=None,
        number=number,
        snapshot_number=0,
        position=encode_position(rules, walk.position, number).decode(),
        outcome=None,
        close_reason="",
        frozen=False,
        pace=Pace(),
        at_timeout="bot",
        moved_at=None,
        seats=seats,
    )


def number_of(walk: Walk) -> int:
    """A number below 0 that tells this course of this lesson from every other."""
    course = msgspec.json.encode((walk.game, walk.lesson.name, walk.happened))
    return -1 - int.from_bytes(blake2b(course, digest_size=6).digest(), "big")


def update_of(row: TableRow, walk: Walk, since: int = 0) -> dict[str, Any]:
    """What the learner may know, as at any table. In a step to be read nothing is asked."""
    told = [
        Told(number, "move", one.seat, "", False, THEN, one.events)
        for number, one in enumerate(walk.happened, start=2)
    ]
    update = Updates(row, told, lambda _since: []).of(LEARNER.pk, since)
    step = walk.step
    return update if step is not None and step.accept else {**update, "question": None}


class LessonScene(Scene):
    """A step of a lesson, ready to be drawn for a `learner` of this name.

    `says` names what is said of the last wrong answer.
    """

    def __init__(
        self,
        walk: Walk,
        learner: str = "",
        says: str = "",
        since: int = 0,
        ways: Mapping[str, Any] | None = None,
    ) -> None:
        row = row_of(walk, learner or PEOPLE[0])
        super().__init__(row, LEARNER, update_of(row, walk, since))  # type: ignore[arg-type]
        self.walk, self.says, self.ways = walk, says, ways or {}
        self.seats = [{**seat, "user": None} for seat in self.seats]  # they have no profile

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("no_steps", "", {}, name="steps")

    def _panel(self, confirm: dict[str, Any] | None) -> dict[str, Any]:
        walk, step = self.walk, self.walk.step
        said = told_in(walk.game, walk.lesson.name)
        before = walk.lesson.step[walk.at - 1].name if walk.at else ""
        name = step.name if step else "end"
        question = self.update["question"]
        panel = {
            "kind": "lesson",
            "question": "",
            "key": question["key"] if question else "",
            "region": board_of(walk.game).regions.get(question["key"], "") if question else "",
            "table": self.row.id,
            "may_undo": False,
            "clock": None,
            "at": walk.at,
            "steps": len(walk.lesson.step),
            "over": step is None,
            "title": said[name].title,
            "text": said[name].html,
            "done": said[f"{before}-done"].html if f"{before}-done" in said else "",
            "wrong": wrong_of(said, name, self.says),
            "marks": " ".join(marks_of(walk)),
            "asks": question is not None,
            "ways": self.ways,
        }
        if question is None:
            return panel
        answers = answers_of(question, self.wording, walk.lesson.seat, folds=True)
        hint = f"{self.ways['here']}hint/" if self.ways else ""
        return {**panel, **answers, "hint": hint}


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
    words = drawing.pen_for(game, GAMES[game]).words
    head, *sections = texts.sections_of(texts.source(game, language, name), language, words)
    return {"": head, **{section.id: section for section in sections}}
