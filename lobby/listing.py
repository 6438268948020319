"""Tables as the API lists them, read by one prepared statement."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import msgspec
from django.contrib.auth import get_user_model

from games.storing.rows import run
from games.telling.bots import bot_name
from games.telling.wording import GONE


@functools.cache
def statement() -> str:
    """The statement that reads tables; its parameters are the reader and the tables' ids."""
    users = get_user_model()._meta.db_table
    return f"""
        select t.id, t.game,
            case when t.frozen_at is not null and t.finished_at is null
                then 'frozen' else t.status end,
            t.number, t.options::text, host.username, t.seats_min, t.seats_max, t.private,
            case when t.pace = 'answer' and t.pace_start %% 1440 = 0 then t.pace_start / 1440 end,
            json_build_object('kind', t.pace, 'start', t.pace_start, 'increment', t.pace_increment,
                'cap', t.pace_cap, 'most_protected', t.most_protected)::text,
            t.at_timeout, t.stand_in, t.hints,
            (select coalesce(json_agg(json_build_object('place', s.place, 'user', u.username,
                'bot', nullif(s.bot, ''), 'deciding', s.deciding) order by s.place), '[]')::text
            from games_seat s left join {users} u on u.id = s.user_id where s.table_id = t.id),
            t.status = 'playing' and t.frozen_at is null and exists (
                select from games_seat s where s.table_id = t.id and s.user_id = %s
                    and s.deciding and s.bot = '')
        from games_table t left join {users} host on host.id = t.host_id where t.id = any(%s)
    """  # noqa: S608 - the name of our own table


FIELDS = (
    "id", "game", "status", "number", "options", "host", "seats_min", "seats_max", "private",
    "pace", "clock", "at_timeout", "stand_in", "hints", "seats", "waiting",
)  # fmt: skip


def table_documents(table_ids: Iterable[int], user_id: int | None) -> list[dict[str, Any]]:
    """Tables as a reader sees them in a list, in the order of `table_ids`."""
    wanted = list(table_ids)
    found: dict[int, dict[str, Any]] = {}
    for record in run(statement(), [user_id, wanted]) if wanted else ():
        document = dict(zip(FIELDS, record, strict=True))
        for name in ("options", "clock", "seats"):
            document[name] = msgspec.json.decode(document[name])
        for seat in document["seats"]:
            seat["name"] = seat["user"]
            if seat["user"] is None and seat["bot"] not in (None, GONE) and document["number"]:
                seat["name"] = bot_name(document["id"], seat["place"])
        found[document["id"]] = document
    return [found[table_id] for table_id in wanted if table_id in found]
