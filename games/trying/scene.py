"""What is tried, as a table: drawn like any other, but nothing of it is stored."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import msgspec

from games.clocks.pace import Pace
from games.judging.standings import final_standings
from games.page.boards import board_of
from games.page.panel import answers_of
from games.page.parts import Part, Pen
from games.page.rendering import Scene
from games.page.results import result_of
from games.rules.core.codec import encode, encode_position
from games.rules.core.interface import Seat
from games.storing.rows import TableRow
from games.telling.log import Told
from games.telling.selectors import User
from games.telling.updates import Updates
from games.telling.wording import name_of
from games.trying.course import MOST_MOVES, Course
from games.trying.keeping import Trial

THEN = datetime(2000, 1, 1, tzinfo=UTC)  # when everything that is tried happens


class Place(msgspec.Struct, frozen=True):
    """Where something is tried: from which step of the real table, by whom, and what they knew."""

    row: TableRow
    at: int
    latest: int  # the step at which the real table is now
    seat: Seat | None  # None is a spectator
    view: Any


class Tried(msgspec.Struct, frozen=True):
    """What has been tried there, and what came of it; `cut` if a part of it was not possible."""

    trial: Trial
    course: Course
    cut: bool = False


def row_of(here: Place, tried: Tried) -> TableRow:
    """The copy of the table, as it would be stored. Its number counts what was tried."""
    row, course = here.row, tried.course
    asked = {decision.seat for decision in course.decisions}
    outcome: dict[str, Any] | None = None
    ranks: dict[int, int] = {}
    if course.outcome is not None:
        standings = final_standings(course.outcome, set())
        outcome = {"reason": course.outcome.reason, "standings": standings}
        ranks = {one["seat"]: one["rank"] for one in standings}
    seats = [
        msgspec.structs.replace(
            seat,
            name=name_of(seat),
            bot="",
            resigned=False,
            absent=False,
            deciding=seat.place in asked,
            since=None,
            deadline=None,
            answers=len(course.happened),
            rank=ranks.get(seat.place),
        )
        for seat in row.seats
    ]
    number = len(course.happened) + 1
    return TableRow(
        id=number_of(here, tried),
        game=row.game,
        options=row.options,
        status="playing" if course.decisions else "finished",
        private=True,
        host_id=None,
        number=number,
        snapshot_number=0,
        position=encode_position(row.rules, course.position, number).decode(),
        outcome=outcome,
        close_reason="",
        frozen=False,
        pace=Pace(),
        at_timeout="bot",
        moved_at=None,
        seats=seats,
    )


def number_of(here: Place, tried: Tried) -> int:
    """A number below 0 that tells this course, for this seat, from every other."""
    moves = [(one.seat, one.move) for one in tried.course.happened]
    known = encode(here.view)
    facts = (here.row.id, here.at, here.seat, known, tried.trial.seed, moves)
    return -1 - int.from_bytes(blake2b(msgspec.json.encode(facts), digest_size=7).digest(), "big")


class TrialScene(Scene):
    """What is tried, ready to be drawn for whoever tries it: with the question of any seat."""

    def __init__(
        self, here: Place, tried: Tried, user: User, addresses: dict[str, str], since: int = 0
    ) -> None:
        row = row_of(here, tried)
        told = [
            Told(number, "move", one.seat, "", False, THEN, one.events)
            for number, one in enumerate(tried.course.happened, start=2)
        ]
        updates = Updates(row, told, lambda _since: [])
        decision = tried.course.asked(here.seat)
        update = updates.of(user.pk, since)
        question = updates.question(decision.seat) if decision else None
        super().__init__(row, user, {**update, "question": question})
        self.here, self.tried, self.addresses = here, tried, addresses
        self.asked = decision.seat if decision and question else None
        self.seats = [{**seat, "user": None} for seat in self.seats]  # a copy has no people

    def _steps(self, pen: Pen) -> Part:
        return pen.draw("no_steps", "", {}, name="steps")

    def _turn(self) -> dict[str, Any]:
        mine = self.asked is not None and self.asked == self.place
        asked = [seat for seat in self.seats if seat["deciding"] and not mine]
        return {
            "past": None,
            "status": self.update["status"],
            "mine": mine,
            "deadline": None,
            "deciding": [
                {**{n: seat[n] for n in ("colour", "name")}, "since": None} for seat in asked
            ],
        }

    def _panel(self, confirm: dict[str, Any] | None) -> dict[str, Any]:
        trial, question = self.tried.trial, self.update["question"]
        full = trial.step >= MOST_MOVES
        panel = {
            "kind": "trial",
            "question": "",
            "key": question["key"] if question else "",
            "region": board_of(self.row.game).regions.get(question["key"], "") if question else "",
            "table": self.here.row.id,
            "may_undo": False,
            "clock": None,
            "step": trial.step,
            "steps": len(trial.moves),
            "cut": self.tried.cut,
            "full": full,
            "news": self.here.latest > self.here.at,
            "guess": "" if self.asked in (None, self.place) else self.seats[self.asked]["name"],
            "asks": question is not None and not full,
            "result": result_of(self.update["outcome"], self.seats, self.row.rules, self.wording),
            "ways": self.addresses,
        }
        if question is None or self.asked is None or full:
            return panel
        return {**panel, **answers_of(question, self.wording, self.asked, folds=True)}
