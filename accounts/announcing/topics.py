"""Tells open pages what the operators say to everybody, as soon as that changes.

    {"type": "news", "html": "…"}

Sent when somebody changes it, and when its time begins or ends. It is drawn once for all readers
with the same language and time zone; the page leaves out what its browser has put away.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.announcing.reading import drawn, forget, items_now, next_moment
from accounts.models import User
from config.socket.batcher import Batcher
from config.socket.by_loop import ByLoop
from config.socket.connection import Connection, Topic
from config.socket.groups import groups
from games.storing.halts import GROUP
from games.telling.reading import Reading, reading_in, reading_of

SETTLE = 0.05  # seconds to wait for further messages
LONGEST_SLEEP = 3600.0

Reader = tuple[Reading, bool]
"""A language, a time zone, and whether somebody is signed in."""


def message_of(html: str) -> bytes:
    """What a page is sent."""
    return json.dumps({"type": "news", "html": html}).encode()


NOTHING = message_of("")


def drawings(readers: Collection[Reader]) -> tuple[dict[Reader, bytes], datetime | None]:
    """The message for each kind of reader, and when it will be another one."""
    forget()
    messages: dict[Reader, bytes] = {}
    for reading, signed_in in readers:
        with reading_in(*reading):
            html = drawn(items_now(signed_in=signed_in))
        messages[reading, signed_in] = message_of(html)
    return messages, next_moment(timezone.now())


class NewsPages:
    """The pages that are told, of one event loop."""

    def __init__(self) -> None:
        self.pages: dict[NewsTopic, Reader] = {}
        self.messages: dict[Reader, bytes] = {}  # as they were drawn last, while they are valid
        self.timer: asyncio.TimerHandle | None = None
        self.outdated = Batcher(self._tell, settle=SETTLE)

    async def join(self, page: NewsTopic) -> None:
        """Tell a page, now and whenever something has changed."""
        reader = self.pages[page] = page.reader
        await groups().follow(GROUP, self.heard)
        if reader in self.messages:
            await page.take(self.messages[reader])
        else:
            self.tell_soon()

    async def part(self, page: NewsTopic) -> None:
        """Tell a page no more."""
        self.pages.pop(page, None)
        if not self.pages:
            self.messages = {}
            self._sleep_until(None)
            await groups().leave(GROUP, self.heard)
            if self.pages:  # somebody came meanwhile
                await groups().follow(GROUP, self.heard)

    def heard(self, message: dict[str, Any]) -> None:
        """Something has changed, or may have."""
        self.tell_soon()

    def tell_soon(self) -> None:
        """Read everything again and tell all pages."""
        self.messages = {}
        self.outdated.add(None)

    async def _tell(self, outdated: list[None]) -> None:
        if not self.pages:
            return
        self.messages, moment = await database_sync_to_async(drawings)(set(self.pages.values()))
        self._sleep_until(moment)
        for page, reader in list(self.pages.items()):
            if reader in self.messages:
                await page.take(self.messages[reader])

    def _sleep_until(self, moment: datetime | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if self.pages:
            left = LONGEST_SLEEP
            if moment is not None:
                left = min(left, (moment - timezone.now()).total_seconds())
            later = asyncio.get_running_loop().call_later
            self.timer = later(max(left, 0) + SETTLE, self.tell_soon)


class NewsTopic(Topic):
    """What the operators say to everybody, for a page whose socket has something else to tell."""

    told: bytes = NOTHING

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        is_program = connection.table_id is not None and not connection.is_page
        follows = connection.word("lobby") == "1" or connection.table_id is not None
        return not is_program and (follows or isinstance(connection.user, User))

    @property
    def reader(self) -> Reader:
        """Those who are shown the same."""
        user = self.connection.user
        return reading_of(user, self.connection.language), isinstance(user, User)

    async def open(self) -> None:
        """Follow it. A page that shows something may have to be told that there is nothing."""
        self.told = b"" if self.connection.word("news") == "1" else NOTHING
        await board().join(self)

    async def close(self) -> None:
        """Stop following."""
        await board().part(self)

    async def take(self, message: bytes) -> None:
        """Tell the page, unless it was told the same before."""
        if self.connection.is_open and message != self.told:
            self.told = message
            await self.connection.send(message)


_boards = ByLoop(NewsPages)


def board() -> NewsPages:
    """The board of the running event loop; a process has one."""
    return _boards.here()
