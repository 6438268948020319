"""A course of moves as the steps of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from config.web import buckets
from games.changing.plan_changes import plan_make
from games.errors import NotPossible, NotYourSeat
from games.judging.plan_verdicts import PlanStep
from games.models import Plan
from games.rules.core.codec import copy_position, decode_move, encode
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    IllegalMove,
    Move,
    Position,
    Rules,
    Seat,
)
from games.rules.core.play import advance, of_seat
from games.trying.course import opened, trying
from games.trying.scene import Place

ALTERNATIVES = 12
"""Other answers that one of somebody else is compared with; hidden ones all look the same."""


def course_plan(
    here: Place, *, user_id: int, seed: int, moves: Sequence[tuple[Seat, Document]], exact: bool
) -> Plan:
    """Plan a user's own moves of a course that was tried.

    Raises NotYourSeat, TooMany, and what `steps_planned` and `plan_make` do.
    """
    if here.seat is None:
        raise NotYourSeat
    buckets.plans.admit(user_id)
    steps = steps_planned(here.row.rules, here.view, seed, moves, here.seat)
    return plan_make(user_id=user_id, table_id=here.row.id, at=here.at, steps=steps, exact=exact)


def steps_planned(
    rules: Rules[AnyState],
    view: msgspec.Struct,
    seed: int,
    moves: Sequence[tuple[Seat, Document]],
    owner: Seat,
) -> list[PlanStep]:
    """The moves of a course, each with the question it answers. Raises NotPossible, CannotTry."""
    last = max((index for index, (seat, _) in enumerate(moves) if seat == owner), default=-1)
    steps: list[PlanStep] = []
    with trying():
        position = opened(rules, view, seed)
        decisions = rules.pending(position.state)
        for seat, document in moves[: last + 1]:
            decision = of_seat(decisions, seat)
            if decision is None:
                raise NotPossible
            try:
                move = decode_move(rules, document)
                seen = seat == owner or can_see(rules, position, decision, move, owner)
                step = advance(rules, position, seat, move, decisions)
            except IllegalMove as error:
                raise NotPossible from error
            position, decisions = step.position, step.decisions
            plain: Document = msgspec.json.decode(msgspec.json.encode(encode(move)))
            steps.append(PlanStep(seat, plain, decision.key, seen))  # as the log has it
    return steps


def can_see(
    rules: Rules[AnyState],
    position: Position[AnyState],
    decision: Decision,
    move: Move,
    owner: Seat,
) -> bool:
    """Whether a plan's owner sees that somebody gives this answer and not another one.

    A plan must not depend on what is hidden: when it is dropped, that would tell its owner. An
    answer without an alternative is no condition either: who really has none is not told.
    """
    others = [other for other in decision.moves if other != move]
    alike = [other for other in others if type(other) is type(move)]
    compared = [*alike[:ALTERNATIVES], *[o for o in others if o not in alike][:ALTERNATIVES]]
    told = told_of(rules, position, decision.seat, move, owner)
    return bool(others) and all(
        told != told_of(rules, position, decision.seat, other, owner) for other in compared
    )


def told_of(
    rules: Rules[AnyState], position: Position[AnyState], seat: Seat, move: Move, owner: Seat
) -> tuple[Any, list[dict[str, Any]]]:
    """All that somebody else learns of a move: the table as they see it then, and the log."""
    step = advance(rules, copy_position(rules, position), seat, move)
    return (
        encode(rules.view(step.position.state, owner)),
        [event.seen_by(owner) for event in step.events],
    )
