"""Where a question is that somebody thinks about, and who may know what is thought of it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.errors import NotInPlay, NotYourSeat, NotYourTurn, TableFrozen
from games.guide.lessons import Walk, asked, lesson_named, walked
from games.guide.positions import NotAsTold
from games.rules.core.codec import decode_move, encode
from games.rules.core.interface import (
    AnyState,
    Decision,
    IllegalMove,
    Rules,
    Seat,
    Viewer,
)
from games.rules.core.play import of_seat
from games.rules.registry import GAMES
from games.storing.rows import TableRow, table_load
from games.telling import history
from games.trying.course import position_from, trying


class NoHints(Refused):
    """The table is in play, and nobody has agreed to hints there."""

    code, status = "no_hints", 403
    text = _("Hints are not allowed at this table while it is in play.")


class NotYours(Refused):
    """It would tell what only the user of another seat knows."""

    code, status = "not_yours", 403
    text = _("Only whoever has that seat can ask about this position: the table keeps its secrets.")


class NothingAsked(Refused):
    """Nobody has anything to decide there."""

    code, status, text = "nothing_asked", 409, _("Nobody is asked anything at this position.")


class QuestionSource(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a question is: asked of a `place` after entry `at` of a table, or in a lesson."""

    table: int = 0
    at: int = 0
    place: int = 0
    game: str = ""
    lesson: str = ""
    moves: list[dict[str, Any]] = []


class Asked(NamedTuple):
    """A question and all that its seat knows. Nothing else may have a part in what is thought."""

    source: QuestionSource
    rules: Rules[AnyState]
    view: msgspec.Struct
    decision: Decision

    @property
    def key(self) -> str:
        """A digest of the question and of what is known. Each table has its own thoughts."""
        known = (
            self.source.table, self.rules.slug, self.rules.version, self.decision.seat,
            encode(self.view), self.decision.key, self.decision.moves,
        )  # fmt: skip
        return sha256(msgspec.json.encode(known, order="deterministic")).hexdigest()


# --- Tables ---------------------------------------------------------------------------------------


def own_question(row: TableRow, user_id: int | None) -> QuestionSource:
    """The question that a user is asked at a table in play, where hints are allowed.

    Raises NotInPlay, NoHints, NotYourSeat, NotYourTurn, TableFrozen.
    """
    if row.status != "playing" or row.position is None:
        raise NotInPlay
    if not row.hints:
        raise NoHints
    place = row.place_of(user_id)
    if place is None or row.seats[place].resigned:
        raise NotYourSeat
    if row.frozen:
        raise TableFrozen
    if not row.seats[place].deciding or row.seats[place].bot:
        raise NotYourTurn
    return QuestionSource(table=row.id, at=history.steps_of(row)[-1][0], place=place)


def still_open(row: TableRow, source: QuestionSource) -> QuestionSource | None:
    """Where a question is now that others, who are asked at the same time, have answered it.

    None if nobody has, or if its seat has answered too.
    """
    later = [step for step in history.steps_of(row) if step[0] > source.at]
    if not later or row.status != "playing" or not row.seats[source.place].deciding:
        return None
    if any(place == source.place for _number, place in later):
        return None
    return msgspec.structs.replace(source, at=later[-1][0])


def question_at(row: TableRow, user_id: int | None, at: int, place: Viewer) -> QuestionSource:
    """A question of a table that is over; of the first seat that is asked, if none is named.

    Raises NoHints while it is in play, NothingAsked, NotYours, CannotTry.
    """
    if row.status == "playing":
        raise NoHints
    if row.status != "finished":
        raise NotInPlay
    steps = history.steps_of(row)
    if at not in [number for number, _place in steps]:
        raise NothingAsked
    position, own = position_from(row, steps, at), row.place_of(user_id)
    with trying():
        decisions = row.rules.pending(position.state)
        seats = [one.seat for one in decisions if place in (None, one.seat)]
        if not seats:
            raise NothingAsked
        if not may_know(row, position.state, seats[0], own):
            raise NotYours
    return QuestionSource(table=row.id, at=at, place=seats[0])


def may_know(row: TableRow, state: Any, place: Seat, viewer: Viewer) -> bool:
    """Whether a viewer may know all that a seat knew in a state: raises what the rules raise.

    It is their own, or everything has been opened, or the seat knows no more than they do.
    """
    if viewer == place or history.is_open(row):
        return True
    theirs, own = (encode(row.rules.view(state, one)) for one in (place, viewer))
    return bool(theirs == own)


def asked_at(row: TableRow, source: QuestionSource) -> Asked:
    """The question of a source, as its seat knows it. Raises CannotTry, NothingAsked."""
    steps = history.steps_of(row)
    if source.at not in [number for number, _place in steps]:
        raise NothingAsked
    position = position_from(row, steps, source.at)
    with trying():
        view = row.rules.view(position.state, source.place)
        decision = of_seat(row.rules.pending(position.state), source.place)
    if decision is None:
        raise NothingAsked
    return Asked(source, row.rules, view, decision)


# --- Lessons --------------------------------------------------------------------------------------


def lesson_question(walk: Walk, moves: list[dict[str, Any]]) -> QuestionSource:
    """The question that a learner is asked, after these answers of theirs."""
    return QuestionSource(at=walk.at, game=walk.game, lesson=walk.lesson.name, moves=moves)


def asked_in(walk: Walk, source: QuestionSource) -> Asked:
    """The question of a lesson as the learner's seat knows it. Raises NothingAsked."""
    decision = asked(walk)
    if decision is None or walk.step is None or not walk.step.accept:
        raise NothingAsked
    view = walk.rules.view(walk.position.state, walk.lesson.seat)
    return Asked(source, walk.rules, view, decision)


def asked_from(source: QuestionSource) -> Asked:
    """The question of any source, as it is now. Raises CannotTry, NothingAsked, NoSuchTable."""
    if source.table:
        return asked_at(table_load(source.table), source)
    lesson = lesson_named(source.game, source.lesson) if source.game in GAMES else None
    if lesson is None:
        raise NothingAsked
    try:
        moves = [decode_move(GAMES[source.game], move) for move in source.moves]
        return asked_in(walked(source.game, lesson, moves, source.at), source)
    except (NotAsTold, IllegalMove, ValueError, StopIteration) as error:
        raise NothingAsked from error
