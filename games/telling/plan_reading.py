"""Reading plans: each user only their own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
from django.db.models import F, Q
from django.utils.translation import gettext as _

from games.judging import plan_verdicts
from games.judging.plan_verdicts import PlanStep, PlanVerdict, Since
from games.models import LogEntry, Plan
from games.rules.core.codec import convert, decode_move
from games.rules.core.interface import Document, IllegalMove
from games.storing.built import Built
from games.storing.rows import TableRow
from games.telling.wording import wording_for


class Planned(NamedTuple):
    """What a user has planned at a table: answers step by step, and standing orders."""

    steps: Plan | None = None
    orders: Plan | None = None


_plans = Built(lambda user, table: Plan.objects.filter(user=user, table=table), ids=2)


def plans_at(user_id: int | None, table_id: int) -> Planned:
    """A user's plans at a table."""
    if user_id is None:
        return Planned()
    kinds = {plan.orders is None: plan for plan in _plans(user_id, table_id)}
    return Planned(kinds.get(True), kinds.get(False))


def orders_in(plan: Plan | None) -> Document:
    """The standing orders of a plan; empty if there is none."""
    return (plan and plan.orders) or {}


def steps_in(plan: Plan) -> list[PlanStep]:
    """The steps of a plan."""
    return convert(plan.steps, list[PlanStep])


def log_since(plan: Plan) -> list[Since]:
    """What has happened at the table since a plan begins, without what was undone."""
    entries = LogEntry.objects.filter(table=plan.table_id, number__gt=plan.at, undone=False)
    records = entries.order_by("number").values_list("number", "kind", "place", "move", "at")
    return [
        Since(number, kind, place, move and msgspec.json.decode(move), at)
        for number, kind, place, move, at in records
    ]


def last_answered(plan: Plan, place: int | None) -> datetime | None:
    """When the seat at this place has answered last, at a plan's table."""
    moves = LogEntry.objects.filter(table=plan.table_id, kind="move", place=place, undone=False)
    return moves.order_by("-number").values_list("at", flat=True).first()


def plans_to_look_at() -> Sequence[int]:
    """The plans whose table has moved on since they were looked at."""
    moved = Plan.objects.filter(~Q(looked=F("table__number")), dropped="")
    return list(moved.order_by("pk").values_list("pk", flat=True))


def plans_due(now: datetime, ahead: timedelta) -> list[tuple[int, datetime]]:
    """The plans that answer soon, and when."""
    due = Plan.objects.filter(due_at__lte=now + ahead, dropped="").order_by("due_at")
    return [(pk, at) for pk, at in due.values_list("pk", "due_at") if at is not None]


class PlannedMove(msgspec.Struct, frozen=True):
    """A move of a plan: whose, and which."""

    seat: int
    move: Document


class PlannedMoves(msgspec.Struct, frozen=True):
    """Answers to come, as their owner gave them; `dropped` says why they were given up."""

    at: int
    exact: bool
    moves: list[PlannedMove]
    dropped: str


class PlanDocument(msgspec.Struct, frozen=True):
    """Your plan at a table; null if there is none."""

    plan: PlannedMoves | None


def planned_moves(plan: Plan) -> PlannedMoves:
    """Return a plan of steps as its owner gave it."""
    moves = [PlannedMove(step.seat, step.move) for step in steps_in(plan)]
    return PlannedMoves(plan.at, plan.exact, moves, plan.dropped)


def all_plans_of(user_id: int) -> list[dict[str, Any]]:
    """Every plan and every standing order of a user, as JSON values."""
    plans: list[dict[str, Any]] = []
    for plan in Plan.objects.filter(user=user_id).order_by("pk"):
        given = planned_moves(plan) if plan.orders is None else {"orders": plan.orders}
        plans.append(
            {
                "table": plan.table_id,
                **msgspec.to_builtins(given),
                "made_at": plan.made_at.isoformat(),
            }
        )
    return plans


class ToldStep(msgspec.Struct, frozen=True):
    """A step of a plan in words."""

    mine: bool
    name: str
    text: str
    done: bool


class ToldPlan(msgspec.Struct, frozen=True):
    """A plan as its owner is shown it; `dropped` says why it was given up."""

    exact: bool
    steps: list[ToldStep]
    dropped: str


def plan_facts(row: TableRow, plan: Plan, verdict: PlanVerdict) -> ToldPlan:
    """A plan in words, for its owner: what of it is behind, or why it is dropped."""
    wording = wording_for(row)
    place = row.place_of(plan.user_id)
    texts: list[ToldStep] = []
    steps = steps_in(plan)
    own = [index for index, step in enumerate(steps) if step.seat == place]
    behind = own[verdict.done - 1] + 1 if verdict.done else 0
    for index, step in enumerate(steps):
        mine = step.seat == place
        if not mine and not plan.exact:
            continue
        try:
            said = wording.move(decode_move(row.rules, step.move))
            name, done = wording.seats[step.seat], index < behind
            texts.append(ToldStep(mine, name, said, done))
        except (IllegalMove, KeyError, IndexError):  # the rules have changed since
            break
    dropped = why_dropped(plan.dropped or (verdict.why if verdict.kind == "drop" else ""))
    return ToldPlan(plan.exact, texts, dropped)


def why_dropped(why: str) -> str:
    """Why a plan was dropped, in a sentence for its owner; empty if it was not."""
    reasons = {
        plan_verdicts.OTHERS: _("Somebody did something other than you had expected."),
        plan_verdicts.QUESTION: _("You are asked something other than you had planned for."),
        plan_verdicts.ANSWER: _("The answer you had planned is not among those offered now."),
        plan_verdicts.BOT: _("A bot plays for you."),
        plan_verdicts.CORRECTED: _("A moderator has taken moves back."),
        plan_verdicts.AGREED: _("All have agreed to take moves back."),
    }
    return reasons.get(why, "")
