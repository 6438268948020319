"""A change of a table, and the one statement that stores it.

Every change of a table goes the same way: load it (`games.storing.rows`), work out a `Change`
without touching the database, and `STORE` it on the condition that the table is still at the entry
it was loaded at. One statement is one transaction: it takes the row's lock, writes the position,
the log, the seats and the jobs, and notifies everybody on commit. If another change came first,
nothing is written, and the change is worked out again. The result is the same as if the lock had
been held all the time, but no rules run and nothing waits for the network under the lock.

Every change adds at least one log entry, so an unchanged `number` means an unchanged table.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from config.push.telling import TOPIC, notification
from config.sight import figures
from config.sight.steps import Step
from games.clocks.calendar import Interval
from games.clocks.pace import Pace
from games.rules.core.effects import Event
from games.rules.core.fairness import Sealed
from games.storing.columns import assigned, names, recordset
from games.storing.credentials import Credential, still_holds
from games.storing.queue import SPACING, due
from games.storing.rows import SINCE, SeatChange, SeatRow, TableRow, Wish, run, table_group
from games.storing.stops import HALTED, STAMP

LISTS = "lobby"
"""The channel group of everybody who has open tables and offered seats on show."""
RELISTED = ("absent", "stand_in", "return")
"""Entries after which a seat may be offered, or is no longer."""
REWINDS = ("correct", "back")
"""Entries with which a game goes on from an earlier position."""

BY_ORDERS = "orders"
"""Standing orders have answered: stored in the log, but shown to nobody."""
MAKERS = {"": "user", BY_ORDERS: "orders"}
"""Who makes a move, by what its entry says; anything else is a bot."""

_moves = {by: figures.moves.labels(by).inc for by in ("user", "orders", "bot")}


class Entry(msgspec.Struct):
    """A log entry to be written; its number is the table's next."""

    kind: str
    version: int
    place: int | None = None
    by: str = ""
    question: str = ""
    move: msgspec.Raw | None = None
    events: tuple[Event, ...] = ()
    barrier: bool = False
    snapshot: msgspec.Raw | None = None
    deadline: datetime | None = None  # of the question that a move answered
    time_left: timedelta | None = None  # when it was answered
    wish: Wish | None = None  # what everybody is asked to agree to
    sealed: Sealed | None = None  # of the seed with which it goes on


class Agreed(msgspec.Struct, frozen=True):
    """What the people at a table have agreed on while it runs, and what one of them wishes."""

    wish: Wish | None
    pause: Interval | None
    pace: Pace | None = None  # of a table that gets a clock; None: as it was


class Job(msgspec.Struct, frozen=True):
    """A job to be queued when the change is stored: a procrastinate task and its arguments.

    Its priority is that of the user whom these name: see `games.storing.queue`.
    """

    task: str
    args: dict[str, Any]
    at: datetime | None = None


class TableColumns(msgspec.Struct, kw_only=True):
    """The columns of a table that are set as a change has them."""

    status: str
    outcome: msgspec.Raw | None = None
    close_reason: str = ""
    frozen_at: datetime | None = None
    freeze_reason: str = ""


class Change(TableColumns, kw_only=True):
    """What is written when a table moves on from entry `before`."""

    table_id: int
    before: int
    now: datetime
    entries: list[Entry]
    seats: list[SeatChange]
    position: msgspec.Raw | None = None  # None: unchanged, as no move was played
    undone: list[int] = []
    jobs: list[Job] = []
    agreed: Agreed | None = None  # None: as it was
    credential: Credential | None = None  # nothing is stored unless this still holds
    stamp: int | None = None  # nor if the times without clocks have changed since this
    anyway: bool = False  # also while the site is stopped

    @property
    def number(self) -> int:
        """The entry the table is at afterwards."""
        return self.before + len(self.entries)

    @property
    def snapshot_number(self) -> int | None:
        """Its latest entry that has a snapshot."""
        numbers = enumerate(self.entries, start=self.before + 1)
        return max((n for n, entry in numbers if entry.snapshot is not None), default=None)


class Stored(Change, kw_only=True):
    """A change as the statement reads it, with what follows from it."""

    last: int  # its number
    snapshot: int | None  # the number of its latest snapshot
    told: list[str]


STORE = """
    with changes as materialized (
        select * from jsonb_to_recordset(%(changes)s::jsonb) as c({change_columns})
    ),
    unmoved as (
        select t.id from games_table t join changes c on c.table_id = t.id
        where t.number = c.before and (c.credential is null or {still_holds})
            and (c.stamp is null or c.stamp = {stamp}) and (c.anyway or not {halted})
        order by t.id for update of t
    ),
    moved as (
        update games_table t set {as_they_are},
            number = c.last,
            snapshot_number = coalesce(c.snapshot, t.snapshot_number),
            position = coalesce(c.position,
                jsonb_set(t.position, '{{number}}', to_jsonb(c.last))),
            wish = case when c.agreed is null then t.wish
                else nullif(c.agreed -> 'wish', 'null') end,
            pace = coalesce(c.agreed #>> '{{pace,kind}}', t.pace),
            pace_start = {pace_start},
            pace_increment = {pace_increment},
            pace_cap = {pace_cap},
            paused_since = case when c.agreed is null then t.paused_since
                else (c.agreed #>> '{{pause,0}}')::timestamptz end,
            paused_until = case when c.agreed is null then t.paused_until
                else (c.agreed #>> '{{pause,1}}')::timestamptz end,
            moved_at = c.now,
            started_at = coalesce(t.started_at, c.now),
            finished_at = case when c.status in ('finished', 'closed') then c.now end
        from changes c join unmoved on unmoved.id = c.table_id
        where t.id = c.table_id and t.number = c.before
        returning t.id, c.before, c.now, c.undone, c.entries, c.seats, c.jobs, c.told
    ),
    logged as (
        insert into games_logentry (table_id, number, undone, at, {entry_names})
        select m.id, m.before + e.number, false, m.now, {entry_names}
        from moved m, rows from (jsonb_to_recordset(m.entries) as ({entry_columns}))
            with ordinality as e({entry_names}, number)
    ),
    taken_back as (
        update games_logentry l set undone = true
        from moved m, unnest(m.undone) as u(number)
        where l.table_id = m.id and l.number = u.number
    ),
    seated as (
        update games_seat s set {seat_assigned}
        from moved m, jsonb_to_recordset(m.seats) as c({seat_columns})
        where s.id = c.id and s.table_id = m.id
    ),
    owed as (
        select procrastinate_defer_jobs_v1(array_agg(row('default', j.task, -j.due, null, null,
            j.args, j.at)::procrastinate_job_to_defer_v1))
        from (
            select j.*, {due} + {spacing} * (row_number() over (partition by j.args -> 'for_user')
                - 1)::int as due
            from moved m, jsonb_to_recordset(m.jobs) as j({job_columns})
        ) j
        having count(*) > 0
    ),
    told as (select pg_notify('{topic}', line) from moved, unnest(told) as line)
    select array(select id from moved), (select count(*) from told), (select count(*) from owed)
"""


@functools.cache
def store_statement() -> str:
    """The statement that stores changes; its one parameter is a list of them as JSON."""
    flags = {
        flag: f"{since} = case when c.{flag} then coalesce(s.{since}, m.now) end"
        for flag, since in SINCE.items()
    }
    minutes = {
        f"pace_{name}": f"""coalesce((extract(epoch from
            (c.agreed #>> '{{pace,{name}}}')::interval) / 60)::int, t.pace_{name})"""
        for name in ("start", "increment", "cap")
    }
    return STORE.format(
        still_holds=still_holds(),
        topic=TOPIC,
        due=due("(j.args ->> 'for_user')"),
        spacing=SPACING,
        stamp=STAMP,
        halted=HALTED,
        change_columns=recordset(Stored),
        as_they_are=assigned(TableColumns, "c", {}),
        **minutes,
        seat_assigned=assigned(SeatChange, "c", flags),
        seat_columns=recordset(SeatChange),
        job_columns=recordset(Job),
        entry_names=names(Entry),
        entry_columns=recordset(Entry),
    )


def notifications_of(change: Change) -> list[str]:
    """What is told when a change is stored: to who watches the table, and to who sees the lists."""
    table_id, group = change.table_id, table_group(change.table_id)
    moved = {"type": "table.moved", "group": group, "table": table_id, "number": change.number}
    told = [notification(group, moved)]
    if change.status != "playing" or any(entry.kind in RELISTED for entry in change.entries):
        told.append(notification(LISTS, listed(table_id)))
    return told


def listed(table_id: int) -> dict[str, Any]:
    """The message to everybody who sees the lists: a table there is new, has changed or is gone."""
    return {"type": "lobby.changed", "group": LISTS, "table": table_id}


def row_after(row: TableRow, change: Change) -> TableRow:
    """The row as it is after a change was stored, without reading it again."""
    changed = {seat.id: seat for seat in change.seats}
    return msgspec.structs.replace(
        row,
        number=change.number,
        snapshot_number=change.snapshot_number or row.snapshot_number,
        position=row.position if change.position is None else bytes(change.position).decode(),
        status=change.status,
        outcome=change.outcome and msgspec.json.decode(change.outcome),
        close_reason=change.close_reason,
        frozen=change.frozen_at is not None,
        moved_at=change.now,
        wish=row.wish if change.agreed is None else change.agreed.wish,
        pause=row.pause if change.agreed is None else change.agreed.pause,
        pace=(change.agreed and change.agreed.pace) or row.pace,
        seats=[_seat_after(seat, changed.get(seat.id)) for seat in row.seats],
    )


def _seat_after(seat: SeatRow, change: SeatChange | None) -> SeatRow:
    if change is None:
        return seat
    return msgspec.structs.replace(seat, **msgspec.structs.asdict(change))


def change_store(change: Change) -> bool:
    """Store a change in one statement. False if the table has moved on since it was loaded."""
    return bool(changes_store([change]))


def changes_store(changes: Sequence[Change]) -> set[int]:
    """Store changes of different tables in one statement, and notify those who watch them.

    Return the ids of those that were stored: those still at the entry where their change begins,
    and whose credential, if there is one, still holds; none while the site is stopped
    (`games.storing.stops`). If the database raises an error for one of them, none is stored.
    """
    with Step("store", tables=[change.table_id for change in changes]):
        documents = [
            Stored(
                **msgspec.structs.asdict(change),
                last=change.number,
                snapshot=change.snapshot_number,
                told=notifications_of(change),
            )
            for change in changes
        ]
        parameters = {"changes": msgspec.json.encode(documents).decode()}
        stored = set(run(store_statement(), parameters)[0][0])
    for change in changes:
        if change.table_id in stored:
            count_moves(change)
    return stored


def count_moves(change: Change) -> None:
    """Count the moves of a change that was stored, by who has made them."""
    for entry in change.entries:
        if entry.kind == "move":
            _moves[MAKERS.get(entry.by, "bot")]()
