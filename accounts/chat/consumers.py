"""The socket of the talk at one table. It only listens: messages are posted over HTTP.

It sends `{"messages": [...]}` at once, what was said after `?since=`, and after every message;
`{"hidden": id}` when a moderator has taken one away. What is sent is what this reader may see.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs

import msgspec
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.chat import talking
from config.push.dispatch import LeanDispatch
from games.models import Table
from games.selectors import may_watch
from games.services import table_load

BAD_REQUEST, NOT_FOUND = 4400, 4404  # close codes, after the HTTP statuses


class ChatConsumer(LeanDispatch, AsyncWebsocketConsumer):  # type: ignore[misc]
    """Follows the talk at one table for one reader."""

    table_id: int
    seen: int

    async def connect(self) -> None:
        """Join the talk's group, then send what was said before."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        since = query.get("since", ["0"])[0]
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        await self.accept()
        if not since.isdecimal() or len(since) > 18:
            await self.close(BAD_REQUEST)
            return
        self.seen = int(since)
        await self.channel_layer.group_add(talking.group_of(self.table_id), self.channel_name)
        await self.catch_up(always=True)

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(talking.group_of(self.table_id), self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Nothing is expected from clients."""
        await self.close(BAD_REQUEST)

    async def chat_said(self, message: dict[str, Any]) -> None:
        """Somebody has said something."""
        await self.catch_up()

    async def chat_hidden(self, message: dict[str, Any]) -> None:
        """A message is not to be seen any more."""
        await self.send(msgspec.json.encode({"hidden": message["id"]}).decode())

    async def layer_resync(self, message: dict[str, Any]) -> None:
        """Something may have been missed."""
        await self.catch_up()

    async def catch_up(self, *, always: bool = False) -> None:
        """Send what was said since the latest message this reader has got."""
        said = await database_sync_to_async(self.said)()
        if said is None:
            await self.close(NOT_FOUND)
        elif said or always:
            self.seen = max([self.seen, *(message["id"] for message in said)])
            await self.send(msgspec.json.encode({"messages": said}).decode())

    def said(self) -> list[dict[str, Any]] | None:
        """The messages for this reader; None if they may not look at the table."""
        try:
            row = table_load(self.table_id)
        except Table.DoesNotExist:
            return None
        if not may_watch(row, self.scope["user"]):
            return None
        found = talking.latest(row.id, self.scope["user"], self.seen)
        return [talking.document_of(message) for message in found]
