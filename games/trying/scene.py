"""What is tried, as a table: drawn like any other, but nothing of it is stored."""

from __future__ import annotations

from typing import Any

import msgspec

from games.judging.standings import final_standings, ranks_of
from games.page.boards import Values
from games.page.panel import Panel, answers_of
from games.page.results import result_of
from games.page.unstored import UnstoredScene
from games.rules.core.codec import encode
from games.rules.core.interface import Seat
from games.storing.rows import TableRow
from games.telling.selectors import User
from games.telling.unstored import seat_row, table_row, updates_after
from games.telling.wording import name_of
from games.trying.course import MOST_MOVES, Course
from games.trying.keeping import Trial


class Place(msgspec.Struct, frozen=True):
    """Where something is tried: from which step of the real table, by whom, and what they knew."""

    row: TableRow
    at: int
    latest: int  # the step at which the real table is now
    seat: Seat | None  # None is a spectator
    view: msgspec.Struct


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
        ranks = ranks_of(standings)
    seats = [
        seat_row(
            seat.place,
            seat.user_id,
            name_of(seat),
            deciding=seat.place in asked,
            answers=len(course.happened),
            rank=ranks.get(seat.place),
        )
        for seat in row.seats
    ]
    moves = [(one.seat, one.move) for one in course.happened]
    return table_row(
        row.rules,
        row.options,
        course.position,
        seats,
        course=(row.id, here.at, here.seat, encode(here.view), tried.trial.seed, moves),
        moves=len(moves),
        status="playing" if course.decisions else "finished",
        outcome=outcome,
    )


class TrialScene(UnstoredScene):
    """What is tried, ready to be drawn for whoever tries it: with the question of any seat."""

    def __init__(
        self, here: Place, tried: Tried, user: User, addresses: dict[str, str], since: int = 0
    ) -> None:
        row = row_of(here, tried)
        updates = updates_after(row, tried.course.happened)
        decision = tried.course.asked(here.seat)
        update = updates.of(user.pk, since)
        question = updates.question(decision.seat) if decision else None
        super().__init__(row, user, msgspec.structs.replace(update, question=question))
        self.here, self.tried, self.addresses = here, tried, addresses
        self.asked = decision.seat if decision and question else None

    def _turn(self) -> Values:
        mine = self.asked is not None and self.asked == self.place
        asked = [seat for seat in self.seats if seat.deciding and not mine]
        return {
            "past": None,
            "status": self.update.status,
            "mine": mine,
            "deadline": None,
            "deciding": [
                {"colour": seat.colour, "name": seat.name, "since": None} for seat in asked
            ],
        }

    def _panel(self, confirm: Panel | None) -> Panel:
        trial, question = self.tried.trial, self.update.question
        full = trial.step >= MOST_MOVES
        panel = self.panel_of(
            "trial",
            step=trial.step,
            steps=len(trial.moves),
            cut=self.tried.cut,
            full=full,
            news=self.here.latest > self.here.at,
            guess="" if self.asked in (None, self.place) else self.seats[self.asked].name,
            result=result_of(self.update.outcome, self.seats, self.row.rules, self.wording),
            ways=self.addresses,
        )
        panel |= {"table": self.here.row.id, "asks": panel["asks"] and not full}
        if question is None or self.asked is None or full:
            return panel
        return {**panel, **answers_of(question, self.wording, self.asked, folds=True)}
