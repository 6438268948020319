"""What becomes of a plan: a pure function of the table, its log and the plan.

Nothing is counted on the way: which steps are behind it is read from the log each time. So a plan
never answers twice, whatever crashes, and undo takes it back by itself. Standing orders are a plan
without steps: what they answer is for the rules to say.

Conditions are looked at only when the plan's owner is asked, and only where they could see which
answer was given: that a plan is dropped must not tell its owner anything that is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

import msgspec

from games.judging.limits import judged
from games.judging.turns import Draft
from games.rules.core.codec import convert, decode_move, encode
from games.rules.core.interface import Document, IllegalMove
from games.rules.core.play import of_seat
from games.storing.changes import REWINDS
from games.storing.rows import SeatRow, TableRow

OTHERS, QUESTION, ANSWER, BOT, CORRECTED = "others", "question", "answer", "bot", "corrected"
AGREED = "agreed"
"""Why a plan is dropped. Its owner is told."""


class PlanStep(msgspec.Struct, frozen=True, array_like=True):
    """An answer of a seat to a question of a kind; `open` if the plan's owner can see which."""

    seat: int
    move: Document
    key: str
    open: bool = True


class Since(msgspec.Struct, frozen=True):
    """A log entry since the plan begins, without those that were undone."""

    number: int
    kind: str
    place: int | None
    move: Document | None
    at: datetime


class PlanVerdict(msgspec.Struct, frozen=True):
    """What is to be done with a plan.

    "answer" gives its next answer to the question that is asked; "wait" leaves it; "over" when all
    of it has happened or its owner has done something else; "drop" tells its owner why.
    """

    kind: Literal["answer", "wait", "over", "drop"]
    why: str = ""
    question: str = ""
    move: Document = {}
    follows: bool = False  # the owner has answered before in the same turn
    done: int = 0  # of the owner's own steps


WAIT = PlanVerdict("wait")


def drop(why: str) -> PlanVerdict:
    """The verdict that a plan cannot be kept."""
    return PlanVerdict("drop", why)


def judge(
    row: TableRow,
    place: int | None,
    steps: Sequence[PlanStep],
    since: Sequence[Since],
    now: datetime,
    *,
    exact: bool,
    made: int,
) -> PlanVerdict:
    """What is to be done with a plan of the user at this place. Raises RulesFailed."""
    if place is None or row.status != "playing" or row.seats[place].resigned:
        return PlanVerdict("over")
    if row.frozen or row.seats[place].lent:
        return WAIT
    if row.seats[place].bot:
        return drop(BOT)
    if rewinds := [e.kind for e in since if e.kind in REWINDS and e.number > made]:
        return drop(CORRECTED if rewinds[-1] == "correct" else AGREED)
    if any(e.kind == "undo" and e.place == place and e.number > made for e in since):
        return PlanVerdict("over")
    moves = [entry for entry in since if entry.kind == "move"]
    own = [entry for entry in moves if entry.place == place]
    done = own_done([s for s in steps if s.seat == place], own, exact=exact)
    if done is None or done == sum(step.seat == place for step in steps):
        return PlanVerdict("over")
    if is_paused(row, now):
        return PlanVerdict("wait", done=done)
    return next_answer(row, place, steps, moves, now, exact=exact, done=done)


def judge_orders(
    row: TableRow, place: int | None, orders: Document, last: datetime | None, now: datetime
) -> PlanVerdict:
    """What the standing orders of the user at this place do now. Raises RulesFailed.

    `last` is when that user has answered last. Orders that the rules no longer know are over: who
    gave them is asked again.
    """
    if place is None or row.status != "playing" or row.seats[place].resigned:
        return PlanVerdict("over")
    if row.frozen or row.seats[place].bot or is_paused(row, now):
        return WAIT
    draft = Draft(row, now)
    decision = of_seat(draft.decisions, place)
    kind = draft.rules.orders_type
    if kind is None:
        return PlanVerdict("over")
    if decision is None:
        return WAIT
    try:
        given = convert(orders, kind)
    except msgspec.ValidationError:
        return PlanVerdict("over")
    with judged():
        move = draft.rules.obey(draft.position.state, decision, given)
    if move is None or move not in decision.moves:
        return WAIT
    follows = has_answered_before(row.seats[place], last)
    question = draft.question_of(decision)
    return PlanVerdict("answer", question=question, move=encode(move), follows=follows)


def is_paused(row: TableRow, now: datetime) -> bool:
    """Whether the table pauses at this time."""
    return row.pause is not None and row.pause[0] <= now < row.pause[1]


def has_answered_before(seat: SeatRow, last: datetime | None) -> bool:
    """Whether the question to a seat comes right after its latest answer."""
    return last is not None and seat.since is not None and last >= seat.since


def own_done(steps: Sequence[PlanStep], own: Sequence[Since], *, exact: bool) -> int | None:
    """How many of one's own steps are behind; None if something else was answered instead.

    Where others may do what they like, further questions may come: answers of another kind than
    the planned one are no contradiction.
    """
    done = 0
    for entry in own:
        if done == len(steps):
            return done
        if entry.move == steps[done].move:
            done += 1
        elif exact or (entry.move or {}).get("kind") == steps[done].move.get("kind"):
            return None
    return done


def next_answer(
    row: TableRow,
    place: int,
    steps: Sequence[PlanStep],
    moves: Sequence[Since],
    now: datetime,
    *,
    exact: bool,
    done: int,
) -> PlanVerdict:
    """The next answer of a plan, if its question is asked and what it depends on has happened."""
    draft = Draft(row, now)
    decision = of_seat(draft.decisions, place)
    if decision is None:
        return PlanVerdict("wait", done=done)
    at = [index for index, step in enumerate(steps) if step.seat == place][done]
    if exact:
        asked = row.seats[place].since or now
        waits = {other.seat for other in draft.decisions} - {place}
        found = [
            others_like(seat, steps, at, moves, asked, waits=seat in waits)
            for seat in range(len(row.seats))
            if seat != place
        ]
        if False in found:
            return drop(OTHERS)
        if None in found:
            return PlanVerdict("wait", done=done)
    step = steps[at]
    if step.key != decision.key:
        return drop(QUESTION) if exact else PlanVerdict("wait", done=done)
    try:
        move = decode_move(draft.rules, step.move)
    except IllegalMove:
        return drop(ANSWER)
    if move not in decision.moves:
        return drop(ANSWER)
    last = max((e.at for e in moves if e.place == place), default=None)
    follows = has_answered_before(row.seats[place], last)
    return PlanVerdict(
        "answer", question=draft.question_of(decision), move=step.move, follows=follows, done=done
    )


def others_like(
    seat: int,
    steps: Sequence[PlanStep],
    at: int,
    moves: Sequence[Since],
    asked: datetime,
    *,
    waits: bool,
) -> bool | None:
    """Whether another seat has done what the plan says up to its step `at`; None: not yet.

    What they have done since its owner is asked may belong to later steps, and may be hidden until
    then: it is not looked at.
    """
    named = [step for step in steps[:at] if step.seat == seat]
    theirs = [entry for entry in moves if entry.place == seat]
    for step, entry in zip(named, theirs, strict=False):
        if step.open and step.move != entry.move:
            return False
    if len(theirs) < len(named):
        return None if waits else False
    ahead = [step for step in steps[at:] if step.seat == seat]
    extra = [entry for entry in theirs[len(named) :] if entry.at <= asked]
    return len(extra) <= len(ahead)
