"""A table read whole in one statement, and a change stored whole in one statement.

Every change of a table goes the same way: `LOAD` it, work out a `Change` without touching the
database, and `STORE` it on the condition that the table is still at the entry it was loaded at.
The store is one statement and so one transaction: it takes the row's lock, writes the position,
the log, the seats and the jobs owed, and tells everybody on commit. If somebody was quicker,
nothing is written, and the change is worked out afresh. That answers exactly as holding the row's
lock all the time would, but no rules run and no network is waited for under the lock.

Every change adds at least one log entry, so an unchanged `number` means an unchanged table.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import psycopg
from django.contrib.auth import get_user_model
from django.db import connection

from config.push.telling import TOPIC, notification
from games.rules.core.effects import Event
from games.rules.core.interface import Rules
from games.rules.registry import GAMES
from games.storing.credentials import Credential, still_signed_in


class SeatRow(msgspec.Struct, frozen=True):
    """A seat as it is stored, with the name of its user."""

    id: int
    place: int
    user_id: int | None
    name: str | None
    bot: str
    resigned: bool
    absent: bool
    deciding: bool
    since: datetime | None
    deadline: datetime | None
    answers: int
    rank: int | None
    orders: dict[str, Any] | None
    undoable: int | None = None  # its latest move, if nothing has been revealed since
    undoable_until: datetime | None = None


class TenureRow(msgspec.Struct, frozen=True):
    """Who had a seat from one log entry to another, before its present occupant."""

    place: int
    name: str | None
    bot: str
    first: int
    last: int


class TableRow(msgspec.Struct, frozen=True):
    """A table as it is stored, with its seats in order of play."""

    id: int
    game: str
    options: dict[str, Any]
    status: str
    private: bool
    host_id: int | None
    number: int
    snapshot_number: int
    position: str | None
    outcome: dict[str, Any] | None
    close_reason: str
    frozen: bool
    days_per_move: int | None
    at_timeout: str
    moved_at: datetime | None
    seats: list[SeatRow]
    tenures: list[TenureRow] = []  # of seats that have changed hands, the earliest first

    @property
    def rules(self) -> Rules[Any]:
        """The judge of this table. Raises KeyError for a game that is no longer installed."""
        return GAMES[self.game]

    @property
    def version(self) -> int:
        """Of the installed rules; 0 if the game is not installed."""
        return GAMES[self.game].version if self.game in GAMES else 0

    def holders_at(self, number: int) -> list[SeatRow | TenureRow]:
        """Who had each seat at a log entry, in order of play."""
        holders: list[SeatRow | TenureRow] = list(self.seats)
        for tenure in self.tenures:
            if tenure.first <= number <= tenure.last:
                holders[tenure.place] = tenure
        return holders

    def place_of(self, user_id: int | None) -> int | None:
        """Where a user sits; None for a spectator."""
        for seat in self.seats:
            if user_id is not None and seat.user_id == user_id:
                return seat.place
        return None


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


class SeatChange(msgspec.Struct):
    """All that changes in a seat in play."""

    id: int
    bot: str
    resigned: bool
    absent: bool
    deciding: bool
    since: datetime | None
    deadline: datetime | None
    answers: int
    rank: int | None
    undoable: int | None
    undoable_until: datetime | None


class Job(msgspec.Struct, frozen=True):
    """Work owed when the change is stored: a procrastinate task and its arguments."""

    task: str
    args: dict[str, Any]
    at: datetime | None = None


class Change(msgspec.Struct):
    """What is written when a table moves on from entry `before`."""

    table_id: int
    before: int
    status: str
    now: datetime
    entries: list[Entry]
    seats: list[SeatChange]
    position: bytes | None = None  # None leaves it: no move was played
    outcome: bytes | None = None
    close_reason: str = ""
    frozen_at: datetime | None = None
    freeze_reason: str = ""
    undone: list[int] = []
    jobs: list[Job] = []
    credential: Credential | None = None  # stored only if this still holds

    @property
    def number(self) -> int:
        """The entry the table is at afterwards."""
        return self.before + len(self.entries)

    @property
    def snapshot_number(self) -> int | None:
        """Its latest entry that has a snapshot."""
        numbers = enumerate(self.entries, start=self.before + 1)
        return max((n for n, entry in numbers if entry.snapshot is not None), default=None)


def run(sql: str, parameters: Any) -> list[tuple[Any, ...]]:
    """The rows of a statement, which the database plans once for each connection.

    Django's own cursors put the parameters into the text, so that it is planned each time.
    """
    connection.ensure_connection()
    if connection.queries_logged:  # so that what counts queries counts this one
        connection.queries_log.append({"sql": sql, "time": "0"})
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(sql.encode(), parameters, prepare=True)
        return cursor.fetchall()


def group_of(table_id: int) -> str:
    """The channel group of everybody who watches a table."""
    return f"table.{table_id}"


_json = msgspec.json.Encoder()
_row = msgspec.json.Decoder(list[SeatRow])
_tenures = msgspec.json.Decoder(list[TenureRow])


@functools.cache
def load_statement() -> str:
    """The statement that reads tables with their seats; the one parameter is a list of ids."""
    users = get_user_model()._meta.db_table
    return f"""
        select t.id, t.game, t.options::text, t.status, t.private, t.host_id, t.number,
            t.snapshot_number, t.position::text, t.outcome::text, t.close_reason,
            t.frozen_at is not null, t.days_per_move, t.at_timeout, t.moved_at,
            (select coalesce(json_agg(json_build_object(
                'id', s.id, 'place', s.place, 'user_id', s.user_id, 'name', u.username,
                'bot', s.bot, 'resigned', s.resigned_at is not null,
                'absent', s.absent_since is not null, 'deciding', s.deciding, 'since', s.since,
                'deadline', s.deadline, 'answers', s.answers, 'rank', s.rank, 'orders', s.orders,
                'undoable', s.undoable, 'undoable_until', s.undoable_until
            ) order by s.place), '[]')::text
            from games_seat s left join {users} u on u.id = s.user_id where s.table_id = t.id),
            (select json_agg(json_build_object('place', o.place, 'name', u.username, 'bot', o.bot,
                'first', o.first, 'last', o.last) order by o.first)::text
            from games_tenure o left join {users} u on u.id = o.user_id where o.table_id = t.id)
        from games_table t where t.id = any(%s)
    """  # noqa: S608 - the name of our own table


def row_from(record: tuple[Any, ...]) -> TableRow:
    """A row of `load_statement` as values."""
    fields = dict(zip(TableRow.__struct_fields__, record, strict=True))
    fields["options"] = msgspec.json.decode(fields["options"])
    fields["outcome"] = fields["outcome"] and msgspec.json.decode(fields["outcome"])
    fields["seats"] = _row.decode(fields["seats"])
    fields["tenures"] = _tenures.decode(fields["tenures"] or "[]")
    return TableRow(**fields)


class Statement(NamedTuple):
    """SQL and its parameters."""

    sql: str
    parameters: Mapping[str, Any]


STORE = """
    with changes as materialized (
        select * from jsonb_to_recordset(%(changes)s::jsonb) as c(
            id bigint, before int, number int, snapshot_number int, position jsonb, status text,
            over bool, outcome jsonb, close_reason text, frozen_at timestamptz,
            freeze_reason text, now timestamptz, undone int[], entries jsonb, seats jsonb,
            jobs jsonb, told text, credential jsonb
        )
    ),
    unmoved as (
        select t.id from games_table t join changes c on c.id = t.id
        where t.number = c.before and (c.credential is null or {still_signed_in})
        order by t.id for update of t
    ),
    moved as (
        update games_table t set
            number = c.number,
            snapshot_number = coalesce(c.snapshot_number, t.snapshot_number),
            position = coalesce(c.position,
                jsonb_set(t.position, '{{number}}', to_jsonb(c.number))),
            status = c.status,
            outcome = c.outcome,
            close_reason = c.close_reason,
            frozen_at = c.frozen_at,
            freeze_reason = c.freeze_reason,
            moved_at = c.now,
            started_at = coalesce(t.started_at, c.now),
            finished_at = case when c.over then c.now end
        from changes c join unmoved on unmoved.id = c.id
        where t.id = c.id and t.number = c.before
        returning t.id, c.before, c.now, c.undone, c.entries, c.seats, c.jobs, c.told
    ),
    logged as (
        insert into games_logentry (table_id, number, kind, place, "by", question, move, events,
            version, barrier, undone, snapshot, deadline, at)
        select m.id, m.before + e.number, e.kind, e.place, e."by", e.question, e.move,
            e.events, e.version, e.barrier, false, e.snapshot, e.deadline, m.now
        from moved m, rows from (jsonb_to_recordset(m.entries) as (
            kind text, version int, place int, "by" text, question text, move jsonb,
            events jsonb, barrier bool, snapshot jsonb, deadline timestamptz
        )) with ordinality as e(kind, version, place, "by", question, move, events, barrier,
            snapshot, deadline, number)
    ),
    taken_back as (
        update games_logentry l set undone = true
        from moved m, unnest(m.undone) as u(number)
        where l.table_id = m.id and l.number = u.number
    ),
    seated as (
        update games_seat s set
            bot = c.bot,
            resigned_at = case when c.resigned then coalesce(s.resigned_at, m.now) end,
            absent_since = case when c.absent then coalesce(s.absent_since, m.now) end,
            deciding = c.deciding, since = c.since, deadline = c.deadline, answers = c.answers,
            rank = c.rank, undoable = c.undoable, undoable_until = c.undoable_until
        from moved m, jsonb_to_recordset(m.seats) as c(
            id bigint, bot text, resigned bool, absent bool, deciding bool, since timestamptz,
            deadline timestamptz, answers int, rank int, undoable int,
            undoable_until timestamptz
        ) where s.id = c.id and s.table_id = m.id
    ),
    owed as (
        select procrastinate_defer_jobs_v1(array_agg(row('default', j.task, 0, null, null, j.args,
            j.at)::procrastinate_job_to_defer_v1))
        from moved m, jsonb_to_recordset(m.jobs) as j(task text, args jsonb, at timestamptz)
        having count(*) > 0
    ),
    told as (select pg_notify('{topic}', told) from moved)
    select array(select id from moved), (select count(*) from told), (select count(*) from owed)
"""


@functools.cache
def store_statement() -> str:
    """The statement that stores; the one parameter is a list of changes as JSON."""
    return STORE.format(still_signed_in=still_signed_in(), topic=TOPIC)


def message_of(change: Change) -> dict[str, Any]:
    """What everybody who watches is told when a change is stored."""
    table_id = change.table_id
    told = {"group": group_of(table_id), "table": table_id, "number": change.number}
    return {"type": "table.moved", **told}


def statement_for(changes: Sequence[Change]) -> Statement:
    """The statement that stores changes of different tables and tells them.

    Its first column has the ids of the tables that were still where their change begins, and
    whose credential, if there is one, still holds; of the others nothing is written.
    """
    document = [_document(change) for change in changes]
    return Statement(store_statement(), {"changes": _json.encode(document).decode()})


def _document(change: Change) -> dict[str, Any]:
    return {
        "id": change.table_id,
        "before": change.before,
        "number": change.number,
        "snapshot_number": change.snapshot_number,
        "position": None if change.position is None else msgspec.Raw(change.position),
        "status": change.status,
        "over": change.status in ("finished", "closed"),
        "outcome": None if change.outcome is None else msgspec.Raw(change.outcome),
        "close_reason": change.close_reason,
        "frozen_at": change.frozen_at,
        "freeze_reason": change.freeze_reason,
        "now": change.now,
        "undone": change.undone,
        "entries": change.entries,
        "seats": change.seats,
        "jobs": change.jobs,
        "told": notification(group_of(change.table_id), message_of(change)),
        "credential": change.credential,
    }


def row_after(row: TableRow, change: Change) -> TableRow:
    """The row as it is stored once the change is, without reading it again."""
    changed = {seat.id: seat for seat in change.seats}
    return msgspec.structs.replace(
        row,
        number=change.number,
        snapshot_number=change.snapshot_number or row.snapshot_number,
        position=None if change.position is None else change.position.decode(),
        status=change.status,
        outcome=change.outcome and msgspec.json.decode(change.outcome),
        close_reason=change.close_reason,
        frozen=change.frozen_at is not None,
        moved_at=change.now,
        seats=[_seat_after(seat, changed.get(seat.id)) for seat in row.seats],
    )


def _seat_after(seat: SeatRow, change: SeatChange | None) -> SeatRow:
    if change is None:
        return seat
    return msgspec.structs.replace(seat, **msgspec.structs.asdict(change))
