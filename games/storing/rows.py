"""A table as it is stored, read whole in one statement."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import psycopg
from django.contrib.auth import get_user_model
from django.db import connection

from config.sight.steps import Step
from games.clocks.calendar import Calendar, Interval
from games.clocks.pace import BUDGET, Pace, per_answer
from games.errors import NoSuchTable
from games.faces import LEFT_OPEN, Face
from games.models import BIGGEST, REMIND_AT, TIMES
from games.models.terms import AgreedTerms
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.rules.registry import GAMES
from games.storing.columns import TYPES, json_object, kinds_of, selected
from games.storing.credentials import Credential, still_holds
from games.storing.stops import STAMP, UNTIL

SINCE = {"resigned": "resigned_at", "absent": "absent_since"}
"""Flags of a seat, and the columns that say since when."""

CHOSEN_FACE = """json_build_object('colour', coalesce(u.face_colour, ''),
    'motif', coalesce(u.face_motif, ''))"""
"""The parts of a face that the user `u` has chosen; empty ones if there is no user."""

SHOWN_RATING = """case when not u.shows_ratings then null when t.status = 'finished' then (
        select json_build_object('mu', c.mu, 'sigma', c.sigma, 'before', c.mu_before)
        from games_ratedseat c join games_rating g on g.id = c.rating_id
        where c.table_id = t.id and c.place = s.place and g.user_id = s.user_id
    ) else (
        select json_build_object('mu', g.mu, 'sigma', g.sigma) from games_rating g
        where g.user_id = s.user_id and g.game = t.game
    ) end"""
"""The rating that the user `u` of a seat `s` shows at its table `t`."""


class SeatChange(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can change in a seat in play."""

    id: int
    bot: str = ""
    resigned: bool = False
    absent: bool = False
    deciding: bool
    since: datetime | None = None
    deadline: datetime | None = None
    answers: int
    rank: int | None = None
    undoable: int | None = None  # entry of its latest move, if nothing has been revealed since
    undoable_until: datetime | None = None
    asked: datetime | None = None  # the clock: see `games.clocks.question`
    time_left: timedelta | None = None
    spare: timedelta | None = None
    remind_at: datetime | None = None
    missed: int = 0  # times in a row that its user ran out of time
    excused: bool = False  # its user has had one more span already


class SeatRating(msgspec.Struct, frozen=True):
    """A rating; at a finished table as it was made by that, and the points `before`."""

    mu: float
    sigma: float
    before: float | None = None


class SeatRow(SeatChange, frozen=True, kw_only=True):
    """A seat as it is stored, with the name of its user."""

    place: int
    user_id: int | None
    name: str | None
    chosen: Face = LEFT_OPEN  # of its user
    rating: SeatRating | None = None  # of its user, who shows it
    shown: int = 0  # the latest entry that its user has seen happen
    keeps_days: bool = False  # its user spends no vacation day here; private
    colour: str = ""  # chosen before the game, if it was
    calendar: Calendar | None = None  # of its user; private
    remind: int = REMIND_AT
    table_id: int = 0

    @property
    def lent(self) -> bool:
        """Whether a bot is to give one answer only, for a user who has run out of time."""
        away = self.absent or self.resigned
        return bool(self.bot and self.missed) and self.user_id is not None and not away

    def as_change(self) -> SeatChange:
        """Return the columns of the seat that can change in play, as they are."""
        return SeatChange(**{name: getattr(self, name) for name in SeatChange.__struct_fields__})


class Wish(msgspec.Struct, frozen=True):
    """What somebody asks all others at a table to agree to: "pause", "resume" or "more" time;
    an "end", a "stand_in", a "clock", or to go "back".

    `place` is whose clock gets more, or who gets a stand-in; `agreed` are the places that
    have said yes. A clock with a `cap` is a budget of so much `time`. `number` is the entry to
    which the game would go back.
    """

    kind: str
    by: int
    place: int
    time: timedelta
    agreed: list[int]
    increment: timedelta = timedelta()
    cap: timedelta = timedelta()
    number: int = 0

    @property
    def pace(self) -> Pace:
        """The pace that somebody asks for who asks for a clock."""
        if self.cap:
            return Pace(BUDGET, self.time, self.increment, self.cap)
        return per_answer(seconds=int(self.time.total_seconds()))


class TenureRow(msgspec.Struct, frozen=True):
    """Who had a seat from one log entry to another, before its present occupant."""

    place: int
    name: str | None
    bot: str
    first: int
    last: int
    chosen: Face = LEFT_OPEN  # of its user
    table_id: int = 0


class TableRow(AgreedTerms, frozen=True):
    """A table as it is stored, with its terms, and its seats in order of play."""

    id: int
    game: str
    options: dict[str, Any]
    status: str
    host_id: int | None
    number: int
    snapshot_number: int
    position: str | None
    outcome: dict[str, Any] | None
    close_reason: str
    frozen: bool
    moved_at: datetime | None
    seats: list[SeatRow]
    tenures: list[TenureRow] = []  # of seats that have changed hands, in order of entries
    wish: Wish | None = None
    pause: Interval | None = None  # in which no clock runs
    outages: tuple[Interval, ...] = ()  # since the first of its open questions
    stamp: int = 0  # of the times without clocks that it was read with

    @property
    def rules(self) -> Rules[AnyState]:
        """The rules of this table's game. Raises KeyError if it is no longer installed."""
        return GAMES[self.game]

    @property
    def version(self) -> int:
        """The version of the installed rules; 0 if the game is not installed."""
        return GAMES[self.game].version if self.game in GAMES else 0

    def holders_at(self, number: int) -> list[SeatRow | TenureRow]:
        """Who had each seat at a log entry, in order of play."""
        holders: list[SeatRow | TenureRow] = list(self.seats)
        for tenure in self.tenures:
            if tenure.first <= number <= tenure.last:
                holders[tenure.place] = tenure
        return holders

    @property
    def ratings(self) -> list[SeatRating | None]:
        """The rating at each seat: it may change while the table stays at the same entry."""
        return [seat.rating for seat in self.seats]

    def place_of(self, user_id: int | None) -> int | None:
        """Where a user sits; None for a spectator."""
        for seat in self.seats:
            if user_id is not None and seat.user_id == user_id:
                return seat.place
        return None


def run(sql: str, parameters: Any, *, counted: bool = True) -> list[tuple[Any, ...]]:
    """The rows of a prepared statement, which is planned once per connection.

    Tests that count queries do not count one that is not `counted`: no request owes it.

    Django's own cursors put the parameters into the text, so it would be planned each time.
    """
    connection.ensure_connection()
    if counted and connection.queries_logged:  # so that tests which count queries count this one
        connection.queries_log.append({"sql": sql, "time": "0"})
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(sql.encode(), parameters, prepare=True)
        return cursor.fetchall()


def table_group(table_id: int) -> str:
    """The channel group of everybody who watches a table."""
    return f"table.{table_id}"


_decoders = {
    name: msgspec.json.Decoder(kind).decode
    for name, kind in kinds_of(TableRow).items()
    if kind not in TYPES
}
"""Of what is read as JSON."""


@functools.cache
def load_statement() -> str:
    """The statement that reads tables with their seats; its one parameter is a list of ids.

    All names in it are our own.
    """
    users = get_user_model()._meta.db_table
    seat = json_object(
        SeatRow,
        "s",
        {
            **{flag: f"s.{since} is not null" for flag, since in SINCE.items()},
            "name": "u.username",
            "chosen": CHOSEN_FACE,
            "rating": SHOWN_RATING,
            "remind": f"coalesce(o.remind, {REMIND_AT})",
            "calendar": """case when t.most_protected > 0 and o.user_id is not null
                then json_build_object('zone', u.time_zone, 'hours', o.hours, 'away', o.away,
                    'spent', o.spent) end""",
        },
    )
    times = ", ".join(f"'{name}', 'PT' || t.{column} || 'M'" for column, name in TIMES.items())
    tenure = json_object(TenureRow, "o", {"name": "u.username", "chosen": CHOSEN_FACE})
    table = {
        **{name: f"t.{name}::text" for name in ("options", "position", "outcome", "wish")},
        "frozen": "t.frozen_at is not null",
        "pace": f"json_build_object('kind', t.pace, {times})::text",
        "seats": f"""(select coalesce(json_agg({seat} order by s.place), '[]')::text
            from games_seat s left join {users} u on u.id = s.user_id
            left join games_owntime o on o.user_id = s.user_id where s.table_id = t.id)""",  # noqa: S608
        "tenures": f"""(select coalesce(json_agg({tenure} order by o.first), '[]')::text
            from games_tenure o left join {users} u on u.id = o.user_id where o.table_id = t.id)""",  # noqa: S608
        "pause": """case when t.paused_since is not null
            then json_build_array(t.paused_since, t.paused_until)::text end""",
        "outages": f"""case when t.pace = 'none' then '[]' else (
            select coalesce(json_agg(json_build_array(d.since, {UNTIL}) order by d.since), '[]')
            from games_outage d where not d.off and {UNTIL} >
            (select min(s.asked) from games_seat s where s.table_id = t.id))::text end""",  # noqa: S608
        "stamp": STAMP,
    }  # fmt: skip
    return f"select {selected(TableRow, 't', table)} from games_table t where t.id = any(%s)"  # noqa: S608


def row_from(record: tuple[Any, ...]) -> TableRow:
    """A `TableRow` from a record of `load_statement`."""
    fields = dict(zip(TableRow.__struct_fields__, record, strict=True))
    for name, decode in _decoders.items():
        if fields[name] is not None:
            fields[name] = decode(fields[name])
    return TableRow(**fields)


def table_load(table_id: int) -> TableRow:
    """A table as it is stored now. Raises NoSuchTable."""
    if table_id > BIGGEST:  # a longer number would be compared with every row's, without an index
        raise NoSuchTable
    rows = tables_load([table_id])
    if not rows:
        raise NoSuchTable
    return rows[table_id]


def tables_load(table_ids: Sequence[int]) -> dict[int, TableRow]:
    """Tables as they are stored now, by id; those that do not exist are left out."""
    with Step("load", tables=list(table_ids)):
        rows = map(row_from, run(load_statement(), [list(table_ids)]))
        return {row.id: row for row in rows}


def is_still_signed_in(credential: Credential) -> bool:
    """Whether a credential still holds."""
    statement = f"select {still_holds()} from (select %s::jsonb) as c(credential)"  # noqa: S608
    return bool(run(statement, [msgspec.json.encode(credential).decode()])[0][0])
