"""Making plans, standing orders among them, and giving their answers. See docs/topics/plans.md."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Malformed, Refused
from games.changing.services import seat_of, table_move_on
from games.errors import NotInPlay, NotPossible, RulesFailed, TableBusy, TableFrozen
from games.judging import delays, turns
from games.judging.plan_verdicts import WAIT, PlanStep, PlanVerdict, is_paused, judge, judge_orders
from games.models import Plan
from games.rules.core.codec import convert, encode
from games.rules.core.interface import Document
from games.rules.registry import GAMES
from games.storing.changes import BY_ORDERS, Change
from games.storing.rows import TableRow, table_load
from games.telling.plan_reading import last_answered, log_since, orders_in, plans_at, steps_in

LATE = timedelta(minutes=1)
"""An answer that is overdue by this was held up: the worker was down. It is put off once more."""

_chance = random.SystemRandom()  # nothing to do with any table's generator


class NothingPlanned(Refused):
    """None of the moves is one that the user would still have to play."""

    code, status = "nothing_planned", 422
    text = _("There is no answer of yours in these moves that is still to come.")


class GoneOtherwise(Refused):
    """The table has left the course that the plan describes."""

    code, status = "gone_otherwise", 409
    text = _("The table has gone another way since. Start from the present position.")


@transaction.atomic
def plan_make(
    *, user_id: int, table_id: int, at: int, steps: Sequence[PlanStep], exact: bool
) -> Plan:
    """Plan a user's answers, instead of what they had planned before at this table.

    Raises NotYourSeat, NotInPlay, TableFrozen, NothingPlanned, GoneOtherwise.
    """
    row = table_load(table_id)
    place = seat_of(row, user_id)
    if row.status != "playing":
        raise NotInPlay
    if row.frozen:
        raise TableFrozen
    last = max((index for index, step in enumerate(steps) if step.seat == place), default=None)
    if last is None:
        raise NothingPlanned
    plan = Plan(
        user_id=user_id,
        table_id=table_id,
        at=at,
        made=row.number,
        exact=exact,
        steps=msgspec.to_builtins(steps[: last + 1]),
    )
    try:
        verdict = verdict_on(plan, row, timezone.now())
    except RulesFailed as error:
        raise TableBusy from error
    if verdict.kind == "drop":
        raise GoneOtherwise
    if verdict.kind == "over":
        raise NothingPlanned
    plan_replace(plan)
    return plan


@transaction.atomic
def plan_delete(*, user_id: int, table_id: int) -> bool:
    """Take a plan back, or put one away that was dropped; whether there was one."""
    mine = Plan.objects.filter(user_id=user_id, table_id=table_id)
    deleted = mine.filter(orders__isnull=True).delete()[0] > 0
    mine.update(looked=0)  # the orders had waited for it
    return deleted


def plan_replace(plan: Plan) -> None:
    """Store a plan instead of its user's one of the same kind. Raises TableBusy."""
    mine = Plan.objects.filter(user_id=plan.user_id, table_id=plan.table_id)
    mine.filter(orders__isnull=plan.orders is None).delete()
    try:
        with transaction.atomic():
            plan.save()
    except IntegrityError as error:  # another page of the same user was quicker
        raise TableBusy from error


def orders_of(*, table_id: int, user_id: int) -> Document:
    """The standing orders that hold for the user's own seat. Raises NotYourSeat, NotPossible."""
    row = table_load(table_id)
    seat_of(row, user_id)
    plan = plans_at(user_id, table_id).orders
    return orders_read(row.game, orders_in(plan))


def orders_read(game: str, orders: Document) -> Document:
    """Standing orders with defaults filled in. Raises Malformed; NotPossible if there are none."""
    kind = GAMES[game].orders_type if game in GAMES else None
    if kind is None:
        raise NotPossible
    try:
        return encode(convert(orders, kind))
    except msgspec.ValidationError as error:
        words, _, where = str(error).partition(" - at `$")
        raise Malformed(words, f"orders{where.rstrip('`')}") from error


@transaction.atomic
def orders_set(*, table_id: int, user_id: int, orders: Document | None) -> None:
    """Store a user's standing orders, or go back to the game's defaults (None).

    They hold until others are given, the seat is given up or the table is over. Raises NotYourSeat,
    NotInPlay, TableBusy, Malformed, and NotPossible if the game has none.
    """
    row = table_load(table_id)
    seat_of(row, user_id)
    if row.status != "playing":
        raise NotInPlay
    whole = orders_read(row.game, orders or {})
    if orders is None or whole == orders_read(row.game, {}):  # the usual ones answer nothing
        mine = Plan.objects.filter(user_id=user_id, table_id=table_id)
        mine.filter(orders__isnull=False).delete()
    else:
        number, given = row.number, whole
        plan_replace(Plan(user_id=user_id, table_id=table_id, at=number, made=number, orders=given))


def verdict_on(plan: Plan, row: TableRow, now: datetime) -> PlanVerdict:
    """What is to be done with a plan at this state of its table. Raises RulesFailed.

    Orders wait for what the same user has planned step by step.
    """
    place = row.place_of(plan.user_id)
    if plan.orders is None:
        steps, since = steps_in(plan), log_since(plan)
        return judge(row, place, steps, since, now, exact=plan.exact, made=plan.made)
    found = judge_orders(row, place, plan.orders, last_answered(plan, place), now)
    other = plans_at(plan.user_id, plan.table_id).steps
    if found.kind == "answer" and other is not None and not other.dropped:
        first = verdict_on(other, row, now)
        return WAIT if first.kind == "answer" else found
    return found


def plan_locked(plan_id: int) -> Plan | None:
    """A plan that no other worker holds; None if it is gone, dropped, or another one's."""
    held = Plan.objects.select_for_update(skip_locked=True, of=("self",))
    return held.filter(pk=plan_id, dropped="").first()


@transaction.atomic
def plan_look(*, plan_id: int, now: datetime | None = None) -> None:
    """Look at a plan after its table has moved on: when to answer, or that it cannot be kept."""
    plan, now = plan_locked(plan_id), now or timezone.now()
    if plan is None:
        return
    row = table_load(plan.table_id)
    try:
        verdict = verdict_on(plan, row, now)
    except RulesFailed:
        return  # whoever moves next freezes the table, with the reason
    if settled(plan, verdict, now):
        return
    if verdict.kind == "answer":
        if verdict.question != plan.question:
            seat = row.seats[row.place_of(plan.user_id) or 0]
            plan.due_at = delays.due_at(
                row.pace, seat.deadline, now, _chance, follows=verdict.follows
            )
        plan.question = verdict.question
    else:
        plan.question, plan.due_at = "", None
    plan.looked = plan.looked if is_paused(row, now) else row.number  # its end is no entry
    plan.save(update_fields=["question", "due_at", "looked"])


def settled(plan: Plan, verdict: PlanVerdict, now: datetime) -> bool:
    """Put away a plan that is over, drop one that cannot be kept; whether it was one of these."""
    if verdict.kind == "over":
        plan.delete()
    elif verdict.kind == "drop":
        plan.question, plan.due_at, plan.dropped, plan.dropped_at = "", None, verdict.why, now
        plan.save(update_fields=["question", "due_at", "dropped", "dropped_at"])
        beside = Plan.objects.filter(user=plan.user_id, table=plan.table_id)
        beside.filter(orders__isnull=False).update(looked=0)  # they had waited for it
    return verdict.kind in ("over", "drop")


@transaction.atomic
def plan_play(*, plan_id: int, now: datetime | None = None) -> bool:
    """Give the answer of a plan whose time has come; whether it was given.

    The plan is held until the answer is stored, so that taking it back comes before or after. The
    log is what says that it was given: whoever dies on the way leaves nothing half done.
    """
    plan, now = plan_locked(plan_id), now or timezone.now()
    if plan is None or plan.due_at is None or plan.due_at > now:
        return False
    if now - plan.due_at > LATE:
        plan.question, plan.due_at, plan.looked = "", None, 0  # looked at anew, with a new delay
        plan.save(update_fields=["question", "due_at", "looked"])
        return False
    question, found = plan.question, PlanVerdict("wait")

    def work(row: TableRow, _now: datetime) -> Change | None:
        nonlocal found
        found = verdict_on(plan, row, _now)
        if found.kind != "answer" or found.question != question:
            return None
        place = row.place_of(plan.user_id) or 0
        by = "" if plan.orders is None else BY_ORDERS
        return turns.answer(row, place, question, found.move, _now, by=by)

    try:
        _row, change = table_move_on(plan.table_id, work, now=now)
    except (TableFrozen, TableBusy):
        return False  # frozen just now, which is to be stored: so it is no failure of this one
    if settled(plan, found, now):
        return False
    plan.question, plan.due_at, plan.looked = "", None, 0
    plan.save(update_fields=["question", "due_at", "looked"])
    return change is not None
