"""All changes of tables in play: load, work out the change, store it unless another came first.

The storing statement itself notifies everybody on commit.
"""

from __future__ import annotations

import contextlib
import logging
import random
import secrets
import traceback
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from config.sight import figures
from config.sight.steps import Step
from config.web.refusal import Refused
from games.changing import jumps
from games.changing.halting import although_halted, stored
from games.clocks.question import Clock
from games.errors import (
    CannotGoOn,
    NotInPlay,
    NotOffered,
    NotYourSeat,
    OutdatedMove,
    RulesFailed,
    TableBusy,
    TableFrozen,
)
from games.judging import bots, clocks, stopping, turns, undoing
from games.models import LogEntry, Plan, Seat, Table
from games.rules.core.codec import decode_options, encode, encode_position, kind_of
from games.rules.core.fairness import Sealed, chance_of, commitment_to, drawn
from games.rules.core.interface import Document, Move
from games.rules.core.play import start
from games.storing.changes import BY_ORDERS, Change, Entry, row_after
from games.storing.rows import TableRow, run, table_load
from games.telling.wording import wording_for

logger = logging.getLogger(__name__)

MOST_BOT_MOVES = 2_000  # in a row; the longest games between bots take about 500
FRESH = clocks.fields_of(Clock())  # a clock that is set anew with the next question
ATTEMPTS = 40  # if other changes came first this often, it is refused as busy
LONGEST_REASON = 8_000  # characters of a traceback that moderators get to read


Work = Callable[[TableRow, datetime], Change | None]


@contextlib.contextmanager
def refusals_counted() -> Iterator[None]:
    """A context in which the refusal of a move is counted."""
    try:
        yield
    except Refused as refused:
        figures.refused.labels(refused.code).inc()
        raise


def table_change(
    table_id: int, work: Work, row: TableRow | None = None, now: datetime | None = None
) -> int:
    """The same as `table_move_on`, returning the number of the latest entry."""
    return table_move_on(table_id, work, row, now)[0].number


def table_move_on(
    table_id: int, work: Work, row: TableRow | None = None, now: datetime | None = None
) -> tuple[TableRow, Change | None]:
    """Store the change that `work` makes of a table; again if another change came first.

    The table afterwards, and the change if there was one. A `row` at hand is tried first. If the
    rules fail, the table is frozen. It is `now` what the clock says, unless another time is given.
    Raises what `work` raises, TableFrozen, TableBusy, and Halted while the site is stopped.
    """
    for attempt in range(ATTEMPTS):
        if row is None or attempt:
            row = table_load(table_id)
        try:
            with Step("judge", table=table_id):
                change = work(row, now or jumps.now())
        except RulesFailed as error:
            table_freeze(table_id=table_id, reason=describe(error), now=now)
            raise TableFrozen from error
        if change is None:
            return row, None
        if stored(row, change):
            return row_after(row, change), change
    raise TableBusy


def describe(error: BaseException) -> str:
    """Log a failure of the rules; the end of its traceback, for moderators to read."""
    logger.error("The rules failed", exc_info=error)
    return "".join(traceback.format_exception(error))[-LONGEST_REASON:]


@transaction.atomic
def table_begin(
    *,
    table_id: int,
    seed: str | None = None,
    by: int | None = None,
    lot: bool = True,
    now: datetime | None = None,
) -> int:
    """Start an open table with the seats that are taken, in the order its game says.

    Without `lot` nothing is drawn: the seats stay in their order. A table with a `seed` that is
    given is bound to nothing; else the seed is that of the table's secret and all shares. `by` is
    the user who began it, and so has seen it. Raises NotInPlay if it is no longer open, ValueError
    for a wrong number of seats.
    """
    table = Table.objects.select_for_update().get(pk=table_id)
    if table.status != Table.Status.OPEN:
        raise NotInPlay
    rules = table.rules
    seats = list(table.seats.order_by("place"))
    lot = lot and rules.seating == "lot"
    secret = table.secret if seed is None else ""
    if lot:
        seats = seats_drawn(seats, secret)
    for place, seat in enumerate(seats):
        seat.place, seat.shown = place, int(by is not None and seat.user_id == by)
    Seat.objects.bulk_update(seats, ["place", "shown"])
    options = decode_options(rules, table.options)
    shares = [seat.share for seat in seats]
    seed = seed or (chance_of(secret, shares, 0) if secret else secrets.token_hex(32))
    step = start(rules, len(seats), options, seed)
    row = table_load(table_id)
    draft_row = msgspec.structs.replace(
        row,
        status="playing",
        number=1,
        snapshot_number=1,
        position=encode_position(rules, step.position, 1).decode(),
    )
    change = turns.Draft(draft_row, now or timezone.now()).change()
    opening = Entry(
        "start",
        rules.version,
        events=step.events,
        barrier=True,
        snapshot=change.position,
        sealed=Sealed(commitment_to(seed), lot=lot) if secret else None,
    )
    change.before, change.entries = row.number, [opening]
    if not stored(row, change):
        raise TableBusy
    orders_begin(table, seats, change.number)
    return change.number


def seats_drawn(seats: Sequence[Seat], secret: str) -> list[Seat]:
    """Seats in the order of the lot: that of the table's secret, if it has one."""
    if secret:
        ordered = sorted(seats, key=lambda seat: (seat.share, seat.pk))
        return drawn(secret, [seat.share for seat in seats], ordered)
    return secrets.SystemRandom().sample(seats, len(seats))


def orders_begin(table: Table, seats: Sequence[Seat], number: int) -> None:
    """Give each player the standing orders that the game begins with; they may take them back."""
    if (first := table.rules.orders_first) is not None:
        given, players = encode(first), [seat.user_id for seat in seats if seat.user_id]
        Plan.objects.bulk_create(
            Plan(user_id=user_id, table=table, at=number, made=number, orders=given)
            for user_id in players
        )


def move_submit(
    *,
    table_id: int,
    user_id: int,
    question: str,
    move: Document,
    row: TableRow | None = None,
    now: datetime | None = None,
) -> int:
    """The same as `move_answer`, returning the number of the latest entry."""
    answer = move_answer(table_id, row, user_id=user_id, question=question, move=move, now=now)
    return answer[0].number


@refusals_counted()
def move_answer(
    table_id: int,
    row: TableRow | None,
    *,
    user_id: int,
    question: str,
    move: Document,
    now: datetime | None = None,
) -> tuple[TableRow, Change | None]:
    """Answer a question. The table afterwards, and the change if the answer is a new one.

    A `row` at hand is tried first. The same answer to the same question counts once, however
    often it is sent. Raises OutdatedMove, NotYourSeat, NotInPlay, TableFrozen, TableBusy, and
    MalformedMove or NotOffered for a move that is no answer.
    """

    def work(row: TableRow, now: datetime) -> Change | None:
        place = seat_of(row, user_id)
        try:
            return turns.answer(row, place, question, move, now)
        except (OutdatedMove, NotInPlay):
            if was_answered(row.id, place, question, move):
                return None
            raise
        except NotOffered as refused:
            if reason := turns.why_not(row, place, move):
                raise NotOffered(wording_for(row).reason(reason)) from refused
            raise

    return table_move_on(table_id, work, row, now)


@refusals_counted()
def move_is_final(
    *,
    table_id: int,
    user_id: int,
    question: str,
    move: Document,
    row: TableRow | None = None,
) -> bool:
    """Whether this answer could not be taken back; nothing is stored. Raises as `move_answer`."""
    row = row or table_load(table_id)
    place = seat_of(row, user_id)
    try:
        change = turns.answer(row, place, question, move, timezone.now())
    except (OutdatedMove, NotInPlay):
        if was_answered(row.id, place, question, move):
            return False  # it was played already: there is nothing left to confirm
        raise
    except RulesFailed as error:
        table_freeze(table_id=table_id, reason=describe(error))
        raise TableFrozen from error
    return is_final(change, kind_of(row.rules, move.get("kind")))


def is_final(change: Change, kind: type[Move]) -> bool:
    """Whether the moves of a change could not be taken back and should be confirmed first.

    `kind` is that of the first of them: a routine one is never confirmed.
    """
    if kind.routine:
        return False
    return change.status != "playing" or any(
        entry.barrier for entry in change.entries if entry.kind == "move"
    )


def was_answered(table_id: int, place: int, question: str, move: Document) -> bool:
    """Whether this very answer is already stored: it was submitted again."""
    entries = LogEntry.objects.filter(table_id=table_id, place=place, question=question, by="")
    stored = entries.values_list("move", flat=True).first()
    return stored is not None and msgspec.json.decode(stored) == move


def seat_of(row: TableRow, user_id: int | None) -> int:
    """The place of a user's seat. Raises NotYourSeat for spectators and those who have resigned."""
    place = row.place_of(user_id)
    if place is None or row.seats[place].resigned:
        raise NotYourSeat
    return place


def move_undo(
    *, table_id: int, user_id: int, row: TableRow | None = None, now: datetime | None = None
) -> int:
    """Take back the user's latest move, if nothing has been revealed since. Raises CannotUndo."""

    def work(row: TableRow, now: datetime) -> Change:
        return undoing.take_back(row, seat_of(row, user_id), past_of(row), now)

    return table_change(table_id, work, row, now)


def past_of(row: TableRow) -> Sequence[undoing.PastEntry]:
    """The log entries from the latest snapshot on."""
    fields = undoing.PastEntry.__struct_fields__
    entries = LogEntry.objects.filter(table_id=row.id, number__gte=row.snapshot_number)
    return [
        undoing.PastEntry(
            **{**record, "move": record["move"] and msgspec.json.decode(record["move"])}
        )
        for record in entries.order_by("number").values(*fields)
    ]


def seat_resign(
    *, table_id: int, user_id: int, row: TableRow | None = None, now: datetime | None = None
) -> int:
    """Resign and be ranked last. A bot takes over the seat, unless only one is left, who wins."""

    def work(row: TableRow, now: datetime) -> Change:
        return turns.bot_takes_seat(row, seat_of(row, user_id), "resign", now)

    return table_change(table_id, work, row, now)


def seat_return(
    *, table_id: int, user_id: int, row: TableRow | None = None, now: datetime | None = None
) -> int:
    """Take one's seat back from the bot that played on after one ran out of time."""

    def work(row: TableRow, now: datetime) -> Change | None:
        place = seat_of(row, user_id)
        return turns.user_returns(row, place, now) if row.seats[place].absent else None

    return table_change(table_id, work, row, now)


def seat_shown(*, table_id: int, user_id: int, number: int) -> None:
    """Remember up to which entry a user has seen what happened at their table; never less."""
    run(SHOWN, {"table": table_id, "user": user_id, "number": number})


SHOWN = """
    update games_seat s set shown = least(%(number)s, t.number) from games_table t
    where s.table_id = %(table)s and s.user_id = %(user)s and t.id = s.table_id
        and s.shown < least(%(number)s, t.number)
    returning s.id
"""


def bot_move(
    *,
    table_id: int,
    chance: random.Random | None = None,
    now: datetime | None = None,
    hurried: bool = False,
) -> bool:
    """Let a bot play one move, if one must decide; whether it has.

    One that searches plays here only if it is `hurried`: see `games.changing.searching`.
    """
    moved = False

    def work(row: TableRow, now: datetime) -> Change | None:
        nonlocal moved
        moved = False
        if row.status != "playing" or row.frozen:
            return None
        change = bots.bot_answer(row, now, chance or random.Random(), hurried=hurried)
        moved = change is not None
        return change

    table_change(table_id, work, now=now)
    return moved


def bots_stop(*, table_id: int, now: datetime | None = None) -> bool:
    """Stop a table at which bots have made `MOST_BOT_MOVES` in a row; whether it was stopped.

    A table of bots only is closed. One where they keep a person waiting is frozen for a
    moderator to look at, as no game should go like that.
    """
    stopped = False

    def work(row: TableRow, now: datetime) -> Change | None:
        nonlocal stopped
        in_play = row.status == "playing" and not row.frozen
        stopped = in_play and bot_moves_in_a_row(row) >= MOST_BOT_MOVES
        if not stopped:
            return None
        if all(seat.bot for seat in row.seats):
            return stopping.closing(row, "bots", now)
        reason = f"{MOST_BOT_MOVES} moves of bots, with nobody else to be asked"
        return stopping.freezing(row, reason, now)

    table_change(table_id, work, now=now)
    return stopped


def bot_moves_in_a_row(row: TableRow) -> int:
    """How many of the latest `MOST_BOT_MOVES` entries are bots' moves; 0 if the log is shorter."""
    if row.number <= MOST_BOT_MOVES:
        return 0
    latest = LogEntry.objects.filter(table_id=row.id, number__gt=row.number - MOST_BOT_MOVES)
    return latest.filter(kind="move").exclude(by__in=("", BY_ORDERS)).count()


def table_close(*, table_id: int, reason: str) -> int:
    """End a table without an outcome; `reason` is "host", "nobody", "timeout", "bots" …"""

    def work(row: TableRow, now: datetime) -> Change | None:
        if row.status not in ("open", "playing"):
            return None
        return stopping.closing(row, reason, now)

    return table_change(table_id, work)


def table_freeze(*, table_id: int, reason: str, now: datetime | None = None) -> int:
    """Freeze one table and its clocks until a moderator has looked; all others go on.

    Also while the site is stopped, which it may be for the sake of such tables.
    """

    def work(row: TableRow, now: datetime) -> Change | None:
        if row.status != "playing" or row.frozen:
            return None
        return stopping.freezing(row, reason, now)

    with although_halted():
        return table_change(table_id, work, now=now)


def table_thaw(*, table_id: int) -> int:
    """Let a frozen table go on, with fresh clocks. Raises CannotGoOn if it cannot."""

    def work(row: TableRow, now: datetime) -> Change | None:
        if not row.frozen:
            return None
        seats = [msgspec.structs.replace(seat, **FRESH) for seat in row.seats]
        draft = turns.Draft(msgspec.structs.replace(row, frozen=False, seats=seats), now)
        draft.add("thaw")
        return draft.change()

    for _ in range(ATTEMPTS):
        row = table_load(table_id)
        try:
            change = work(row, timezone.now())
        except RulesFailed as error:
            raise CannotGoOn from error
        if change is None or stored(row, change):
            return table_load(table_id).number
    raise TableBusy
