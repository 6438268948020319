"""Telling a program about all its tables over one socket, `/ws/?events=1`.

    {"type": "invited", "table": 7}             an open table that somebody has invited it to
    {"type": "turn", "table": 7, "number": 43}  it is asked; the latest entry of the table's log
    {"type": "ended", "table": 7}               it plays there no more: read the table

What is so when the socket opens is told at once, so nothing is missed in between. All programs of a
process for which something may have happened within a moment are looked up by one statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from channels.db import database_sync_to_async

from accounts.chat.unread import Counts
from accounts.models import User
from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from config.socket.connection import Connection, Hello, Topic
from games.storing.rows import run
from lobby.live.waiting import waiting


class Affair(NamedTuple):
    """A table that a user plays at or is invited to; `asked` at this entry, or not."""

    number: int
    asked: bool
    invited: bool


Affairs = dict[int, Affair]
"""By table."""

AFFAIRS = """
    select s.user_id, t.id, t.number, s.deciding and s.bot = '' and t.frozen_at is null, false
    from games_seat s join games_table t on t.id = s.table_id
    where s.user_id = any(%(users)s) and s.goes_on and t.status = 'playing'
    union all
    select i.user_id, t.id, 0, false, true
    from lobby_invitation i join games_table t on t.id = i.table_id
    where i.user_id = any(%(users)s) and i.status = 'sent' and t.status = 'open'
"""


def affairs_of(user_ids: Collection[int]) -> dict[int, Affairs]:
    """Return by user where they play and are invited."""
    found: dict[int, Affairs] = defaultdict(dict)
    rows: list[tuple[int, int, int, bool, bool]] = run(AFFAIRS, {"users": list(user_ids)})
    for user_id, table_id, number, asked, invited in rows:
        found[user_id][table_id] = Affair(number, asked, invited)
    return found


class EventsTopic(Topic):
    """Tells a program, or a tool of a person, what happens at all of their tables."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        assert isinstance(connection.user, User)
        self.user_id = connection.user.pk
        self.known: Affairs = {}

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        wanted = connection.table_id is None and connection.word("events") == "1"
        return wanted and isinstance(connection.user, User)

    async def open(self) -> None:
        """Hear of whatever happens at the user's tables, and of what is so already."""
        await waiting().join(self.user_id, self._heard)

    async def greet(self, hello: Hello) -> None:
        """Look whether anything was missed."""
        _looking.here().add(self)

    async def close(self) -> None:
        """Hear no more."""
        await waiting().part(self.user_id, self._heard)

    async def _heard(self, counts: Counts, moved: bool) -> None:
        _looking.here().add(self)

    async def tell(self, affairs: Affairs) -> None:
        """Tell what is new since the last time."""
        before, self.known = self.known, affairs
        for table_id, affair in affairs.items():
            if affair == before.get(table_id):
                continue
            if affair.invited:
                await self.connection.tell("invited", table=table_id)
            elif affair.asked:
                await self.connection.tell("turn", table=table_id, number=affair.number)
        for table_id in before.keys() - affairs.keys():
            if not before[table_id].invited:
                await self.connection.tell("ended", table=table_id)


async def look(topics: list[EventsTopic]) -> None:
    """Look up what is so for these programs, and tell each."""
    found = await database_sync_to_async(affairs_of)({topic.user_id for topic in topics})
    for topic in topics:
        await topic.tell(found.get(topic.user_id, {}))


_looking = ByLoop(lambda: Batcher(look))
