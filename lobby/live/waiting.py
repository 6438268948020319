"""Waiting tables and unread messages of users with an open page, counted for all together.

Whatever happens within a moment costs one statement, however many moves, users and pages are
involved.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any

from channels.db import database_sync_to_async

from accounts.chat.unread import UNREAD, Counts
from accounts.people.own_pages import user_group
from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from config.socket.groups import RESYNC, groups
from games.storing.rows import run, table_group

SETTLE = 0.15  # seconds to wait for further messages before counting

Tell = Callable[[Counts, bool], Awaitable[None]]  # what waits, whether anything has happened

AWAITED = f"""
    select u, coalesce(t.tables, '{{}}'), coalesce(t.waiting, 0), coalesce(c.unread, 0)::int
    from unnest(%(users)s::bigint[]) as u
    left join (
        select s.user_id, array_agg(s.table_id) as tables, count(*) filter (
            where s.deciding and s.bot = '' and t.frozen_at is null
        ) as waiting
        from games_seat s join games_table t on t.id = s.table_id
        where s.user_id = any(%(users)s) and s.goes_on and t.status = 'playing' group by s.user_id
    ) t on t.user_id = u
    left join (
        select user_id, sum(count) as unread from ({UNREAD}) as chats group by user_id
    ) c on c.user_id = u
"""  # noqa: S608 - our own statement


def awaited(user_ids: Collection[int]) -> dict[int, tuple[set[int], Counts]]:
    """Return by user their tables in play, and what waits for them."""
    rows = run(AWAITED, {"users": list(user_ids)})
    return {user_id: (set(tables), Counts(*counts)) for user_id, tables, *counts in rows}


class WaitingUsers:
    """The users who have a page open, of one event loop."""

    def __init__(self) -> None:
        self.groups = groups()
        self.pages: dict[int, set[Tell]] = {}  # by user
        self.tables: dict[int, set[int]] = {}  # in play, by user
        self.users: dict[int, set[int]] = {}  # by table in play
        self.outdated = Batcher(self._count, settle=SETTLE)  # users, whether anything has happened

    async def join(self, user_id: int, tell: Tell) -> None:
        """Add a page of a user: it is told soon, and whenever something happens at their tables."""
        self.pages.setdefault(user_id, set()).add(tell)
        await self.groups.follow(user_group(user_id), self._heard)
        self._count_soon([user_id], moved=False)

    async def part(self, user_id: int, tell: Tell) -> None:
        """Remove a page of a user."""
        pages = self.pages.get(user_id, set())
        pages.discard(tell)
        if not pages:
            self.pages.pop(user_id, None)
            await self.groups.leave(user_group(user_id), self._heard)
            await self._follow(user_id, set())

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "tables.changed":
            self._count_soon([message["user"]], moved=True)
        elif message["type"] == "table.moved":
            self._count_soon(self.users.get(message["table"], ()), moved=True)
        elif message == RESYNC:
            self._count_soon(self.pages, moved=True)

    def _count_soon(self, users: Collection[int], *, moved: bool) -> None:
        self.outdated.add(*((user_id, moved) for user_id in users if user_id in self.pages))

    async def _count(self, outdated: list[tuple[int, bool]]) -> None:
        user_ids = {user_id for user_id, _ in outdated} & self.pages.keys()
        counts = await database_sync_to_async(awaited)(user_ids)
        for user_id in user_ids:
            tables, waiting = counts[user_id]
            if await self._follow(user_id, tables):  # changes until then went unheard
                self._count_soon([user_id], moved=False)
            moved = (user_id, True) in outdated
            for tell in list(self.pages.get(user_id, ())):
                await tell(waiting, moved)

    async def _follow(self, user_id: int, tables: set[int]) -> bool:
        """Follow exactly these tables for a user, or none if no page of theirs is left.

        Returns whether one of them is new.
        """
        wanted = tables if user_id in self.pages else set()
        before = self.tables.pop(user_id, set())
        if wanted:
            self.tables[user_id] = wanted
        for table_id in wanted - before:
            self.users.setdefault(table_id, set()).add(user_id)
        for table_id in before - wanted:
            self.users[table_id].discard(user_id)
            if not self.users[table_id]:
                del self.users[table_id]
        for table_id in before ^ wanted:  # whoever has come or gone meanwhile
            change = self.groups.follow if table_id in self.users else self.groups.leave
            await change(table_group(table_id), self._heard)
        return bool(wanted - before)


_waiting = ByLoop(WaitingUsers)


def waiting() -> WaitingUsers:
    """The `WaitingUsers` of the running event loop; a process has one."""
    return _waiting.here()
