"""The socket of one browser, or one program, at one table.

It sends the update of `games.selectors.table_update` at once and after every change, as this
viewer may see it; with `?html=1` the page's fragments come along. The client may say
`{"type": "hello", "number": 41}`, on reconnecting and once a minute: it gets an update if it is
behind. A lost push therefore costs a minute at most, never a wrong board.
"""

from __future__ import annotations

import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from config.channel_consumer import LeanDispatch
from games.models import Table
from games.readers import reading_as
from games.selectors import may_watch, table_update
from games.services import table_load
from games.storage import group_of

HELLOS = 20  # messages that a client may send within `WINDOW` seconds
WINDOW = 10.0
LONGEST_MESSAGE = 1_000  # characters

BAD_REQUEST, NOT_FOUND, TOO_MANY = 4400, 4404, 4429  # close codes, after the HTTP statuses


class Hello(msgspec.Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The client says up to which entry it has seen the table."""

    number: int


_hello = msgspec.json.Decoder(Hello)


class TableConsumer(LeanDispatch, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Follows one table for one viewer."""

    table_id: int
    seen: int

    async def connect(self) -> None:
        """Join the table's group, then send what the viewer has missed."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        since = query.get("since", ["0"])[0]
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.with_html = query.get("html") == ["1"]
        self.language = query.get("lang", [""])[0]
        self.heard: deque[float] = deque(maxlen=HELLOS)
        await self.accept()
        if not since.isdecimal() or len(since) > 9:
            await self.close(BAD_REQUEST)
            return
        self.seen = int(since)
        await self.channel_layer.group_add(group_of(self.table_id), self.channel_name)
        await self.catch_up(always=True)

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(group_of(self.table_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a hello; close on anything else, and on too many."""
        now = time.monotonic()
        if len(self.heard) == HELLOS and now - self.heard[0] < WINDOW:
            await self.close(TOO_MANY)
            return
        self.heard.append(now)
        try:
            hello = _hello.decode((text_data or "")[:LONGEST_MESSAGE])
        except msgspec.DecodeError:
            await self.close(BAD_REQUEST)
            return
        self.seen = max(0, min(hello.number, self.seen))
        await self.catch_up()

    async def table_moved(self, message: dict[str, Any]) -> None:
        """The layer says which entry the table is at."""
        if message["number"] > self.seen:
            await self.catch_up()

    async def layer_resync(self, message: dict[str, Any]) -> None:
        """The layer may have lost something."""
        await self.catch_up()

    async def catch_up(self, *, always: bool = False) -> None:
        """Send what happened since the entry the client has seen, if anything did."""
        update = await database_sync_to_async(self.update)()
        if update is None:
            await self.close(NOT_FOUND)
        elif always or update["number"] > self.seen:
            self.seen = update["number"]
            await self.send(msgspec.json.encode(update).decode())

    def update(self) -> dict[str, Any] | None:
        """What this viewer may see now; None if that is nothing at all."""
        user = self.scope["user"]
        try:
            row = table_load(self.table_id)
        except Table.DoesNotExist:
            return None
        if not may_watch(row, user):
            return None
        with reading_as(user, self.language):
            update = table_update(row, user.pk, self.seen)
            if self.with_html:
                from games import rendering

                update["html"] = rendering.fragments(row, user, update, self.seen)
        return update
