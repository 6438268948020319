"""Tables as the API lists them, read by one prepared statement."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from msgspec.structs import replace

from games.models.agreed import SELECTED
from games.storing.rows import run
from games.telling.bots import bot_name
from games.telling.documents import ClockDocument
from games.telling.wording import GONE
from lobby.api.documents import SeatTaken, TableDocument


@functools.cache
def columns() -> dict[str, str]:
    """What each field of a document is in SQL; one parameter is the reader."""
    users = get_user_model()._meta.db_table
    return {
        "id": "t.id",
        "game": "t.game",
        "status": """case when t.frozen_at is not null and t.finished_at is null
            then 'frozen' else t.status end""",
        "number": "t.number",
        "options": "t.options::text",
        "host": f"(select username from {users} u where u.id = t.host_id)",  # noqa: S608
        "opened": "t.opened_at",
        "started": "t.started_at",
        "moved": "t.moved_at",
        "finished": "t.finished_at",
        **SELECTED,
        "seats": f"""(select coalesce(json_agg(json_build_object('place', s.place,
                'user', u.username, 'name', u.username, 'bot', nullif(s.bot, ''),
                'colour', nullif(s.colour, ''), 'deciding', s.deciding, 'rank', s.rank,
                'score', (select o->'score' from jsonb_array_elements(t.outcome->'standings') o
                    where (o->>'seat')::int = s.place))
                order by s.place), '[]')::text
            from games_seat s left join {users} u on u.id = s.user_id where s.table_id = t.id)""",  # noqa: S608
        "waiting": """t.status = 'playing' and t.frozen_at is null and exists (
            select from games_seat s where s.table_id = t.id and s.user_id = %s
                and s.deciding and s.bot = '')""",
    }


@functools.cache
def statement() -> str:
    """The statement that reads tables; its parameters are the reader and the tables' ids."""
    return f"select {', '.join(columns().values())} from games_table t where t.id = any(%s)"  # noqa: S608


_clock = msgspec.json.Decoder(ClockDocument)
_seats = msgspec.json.Decoder(list[SeatTaken])


def table_documents(table_ids: Iterable[int], user_id: int | None) -> list[TableDocument]:
    """Tables as a reader sees them in a list, in the order of `table_ids`."""
    wanted = list(table_ids)
    records = run(statement(), [user_id, wanted]) if wanted else []
    found = {table.id: table for table in map(table_document, records)}
    return [found[table_id] for table_id in wanted if table_id in found]


def table_document(record: Sequence[Any]) -> TableDocument:
    """Return a table from what the statement has read of it."""
    fields = dict(zip(columns(), record, strict=True))
    seats = _seats.decode(fields["seats"])
    if fields["number"]:
        seats = [named(seat, fields["id"]) for seat in seats]
    return TableDocument(
        **fields
        | {
            "options": msgspec.json.decode(fields["options"]),
            "clock": _clock.decode(fields["clock"]),
            "seats": seats,
        }
    )


def named(seat: SeatTaken, table_id: int) -> SeatTaken:
    """Return a seat of a table that has begun; its bot has a name then."""
    if seat.user is not None or seat.bot in (None, GONE):
        return seat
    return replace(seat, name=bot_name(table_id, seat.place))
