"""Tables in play as new code finds them, read so that it can be asked about them before it serves.

This must work on a database that the code's migrations have not reached. So it names only columns
that have been there from the start, and of seats it reads whatever there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

import msgspec
from django.db import connection, transaction

AT_ONCE = 100  # tables in one statement, so memory stays the same however many there are

KEPT = """
    select t.id, t.game, t.frozen_at is not null, t.position::text,
        coalesce((select json_agg(to_jsonb(s) order by s.place) from games_seat s
            where s.table_id = t.id), '[]')::text,
        case when exists (select from games_seat s
            where s.table_id = t.id and to_jsonb(s) ->> 'undoable' is not null)
        then (select json_agg(json_build_object('number', l.number, 'place', l.place,
                'move', l.move, 'snapshot', l.snapshot) order by l.number)
            from games_logentry l where l.table_id = t.id and not l.undone
                and (l.number = t.snapshot_number
                    or l.number > t.snapshot_number and l.kind = 'move'))::text end
    from games_table t
    where t.status = 'playing' and t.id > %s and t.id %% %s = %s
    order by t.id limit %s
"""


class KeptSeat(msgspec.Struct, frozen=True):
    """What new code must know of a seat; what an older database lacks is as if it were empty."""

    place: int
    deciding: bool
    answers: int
    bot: str = ""
    undoable: int | None = None
    undoable_until: datetime | None = None


class KeptEntry(msgspec.Struct, frozen=True):
    """The latest snapshot, or a move since."""

    number: int
    place: int | None
    move: dict[str, Any] | None
    snapshot: msgspec.Raw


class KeptTable(msgspec.Struct, frozen=True):
    """A table in play."""

    id: int
    game: str
    frozen: bool
    position: str | None
    seats: list[KeptSeat]
    log: list[KeptEntry]
    """From the latest snapshot on; empty where nobody has a move to take back."""


_seats = msgspec.json.Decoder(list[KeptSeat])
_log = msgspec.json.Decoder(list[KeptEntry])


@contextmanager
def only_reading() -> Iterator[None]:
    """A transaction in which the database refuses to change anything."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("set transaction read only")
        yield


def tables_in_play() -> int:
    """How many there are; none on a database that is still empty."""
    with only_reading(), connection.cursor() as cursor:
        cursor.execute("select to_regclass('games_table')")
        if cursor.fetchone() == (None,):
            return 0
        cursor.execute("select count(*) from games_table where status = 'playing'")
        counted: tuple[int] | None = cursor.fetchone()
    return counted[0] if counted else 0


def kept_tables(part: int = 0, parts: int = 1) -> Iterator[KeptTable]:
    """All tables in play, or one of so many parts of them; each as it is at one moment."""
    after = 0
    while tables := kept_after(after, part, parts):
        yield from tables
        after = tables[-1].id


def kept_after(after: int, part: int, parts: int, limit: int = AT_ONCE) -> Sequence[KeptTable]:
    """The next tables in play, in the order of their ids."""
    with only_reading(), connection.cursor() as cursor:
        cursor.execute(KEPT, [after, parts, part, limit])
        records: list[tuple[int, str, bool, str | None, str, str | None]] = cursor.fetchall()
    return [
        KeptTable(number, game, frozen, position, _seats.decode(seats), _log.decode(log or "[]"))
        for number, game, frozen, position, seats, log in records
    ]
