"""Messages to pages besides the table's: open tables, and how much waits for the user.

    {"type": "lobby", "table": 7}      an open table has changed; null: any may have
    {"type": "waiting", "count": 2, "unread": 3}    so many tables wait, and messages are unread

Messages carry no content: the browser fetches what it may see.
"""

from __future__ import annotations

import time
from typing import Any

from channels.db import database_sync_to_async

from accounts.chat.unread import Counts
from accounts.models import User
from accounts.notices.wishes import are_here
from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from config.socket.connection import Connection, Hello, Topic
from config.socket.groups import RESYNC, groups
from config.web.numbers import number_of
from games.storing.changes import LISTS
from lobby.live.waiting import waiting

NOTE_EVERY = 45.0
"""Seconds; pages of tables say once a minute that they are open."""
LATE = 5.0
"""Seconds that a socket's address may have been under way."""
FROM_NOW_ON = 1
"""The age that programs say: they have nothing on show that may be old."""
SETTLE = 0.2
"""Seconds to wait for further pages before it is stored which users have one open."""


async def store_presence(user_ids: list[int]) -> None:
    """Store that users have a page open now."""
    await database_sync_to_async(are_here)(user_ids)


_present = ByLoop(lambda: Batcher(store_presence, settle=SETTLE, retried=()))


class Lists:
    """When the open tables changed last, as far as a process has heard."""

    def __init__(self) -> None:
        self.since: float | None = None  # it listens; before, nothing is known
        self.changed = 0.0

    async def listen(self) -> None:
        """Follow the open tables from now on."""
        if self.since is None:
            await groups().follow(LISTS, self._heard)
            self.since = time.monotonic()

    def _heard(self, _message: dict[str, Any]) -> None:
        self.changed = time.monotonic()

    def changed_since(self, age: float) -> bool:
        """Return whether they may have changed since a page was drawn so many seconds ago."""
        drawn = time.monotonic() - age - LATE
        return self.since is None or self.since > drawn or self.changed > drawn


_lists = ByLoop(Lists)


class OpenTablesTopic(Topic):
    """Tells a page to fetch the list, or an open table, again.

    The page says how many milliseconds ago it was asked for: what may have changed since then is
    told at once. Programs say 1, and hear what changes from now on.
    """

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        return number_of(connection.word("lobby")) is not None

    async def open(self) -> None:
        """Follow the lobby."""
        await groups().follow(LISTS, self._heard)
        age, lists = number_of(self.connection.word("lobby")) or 0, _lists.here()
        await lists.listen()
        if age > FROM_NOW_ON and lists.changed_since(age / 1000):
            self._heard(RESYNC)

    async def close(self) -> None:
        """Stop following."""
        await groups().leave(LISTS, self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        table_id = None if message == RESYNC else message["table"]
        self.connection.start(self.connection.tell("lobby", table=table_id))


class WaitingTopic(Topic):
    """Tells a user's page how many tables wait for them, and how many messages are unread.

    The page of a table is told when one of these changes; other pages, which may list the user's
    tables, whenever anything happens at one of these.
    """

    told: Counts | None = None
    noted = -NOTE_EVERY  # when it was last stored that the page is open

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        assert isinstance(connection.user, User)
        self.user_id = connection.user.pk

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        is_program = connection.table_id is not None and not connection.is_page
        return isinstance(connection.user, User) and not is_program

    async def open(self) -> None:
        """Have the tables counted, now and after every change."""
        await waiting().join(self.user_id, self._tell)

    async def greet(self, hello: Hello) -> None:
        """The page is still open."""
        self._note()

    async def close(self) -> None:
        """Stop counting for this page."""
        await waiting().part(self.user_id, self._tell)

    async def _tell(self, counts: Counts, moved: bool) -> None:
        at_table = self.connection.table_id is not None
        if counts != self.told or (moved and not at_table):
            self.told = counts
            await self.connection.tell("waiting", count=counts.waiting, unread=counts.unread)
            self._note()

    def _note(self) -> None:
        """Store that somebody has a page open: they are about, and their notices wait a while."""
        now = time.monotonic()
        if now - self.noted > NOTE_EVERY:
            self.noted = now
            _present.here().add(self.user_id)
