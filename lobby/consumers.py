"""The live list of open tables, and the number of tables that wait for a user.

Messages carry no content: the browser fetches what it may see.
"""

from __future__ import annotations

import asyncio
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from accounts.models import User
from games import storage
from games.selectors import waiting_count
from lobby.realtime import LOBBY, group_of
from lobby.selectors import tables_in_play

SETTLE = 0.15
"""Seconds to wait for further messages before counting."""


class LobbyConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Tells a browser that the list, or one open table, is to be fetched anew."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(LOBBY, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(LOBBY, self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Nothing is expected from browsers."""

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """An open table has changed."""
        await self.send_json({"table": message["table"]})

    async def layer_resync(self, message: dict[str, Any]) -> None:
        """Something may have been missed: everything is to be fetched."""
        await self.send_json({"table": None})


class WaitingConsumer(AsyncJsonWebsocketConsumer):  # type: ignore[misc]
    """Tells a user's browsers at how many tables they are awaited, whenever one has changed."""

    user: User
    outdated = False
    counting: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        user = self.scope.get("user")
        if not isinstance(user, User):
            await self.accept()
            await self.close(code=4403)
            return
        self.user, self.tables = user, set[int]()
        await self.channel_layer.group_add(group_of(user.pk), self.channel_name)
        await self.accept()
        await self.count()

    async def disconnect(self, code: int) -> None:
        if self.counting:
            self.counting.cancel()
        if hasattr(self, "user"):
            for table_id in self.tables:
                await self.channel_layer.group_discard(
                    storage.group_of(table_id), self.channel_name
                )
            await self.channel_layer.group_discard(group_of(self.user.pk), self.channel_name)

    async def receive_json(self, content: Any, **kwargs: Any) -> None:
        """Nothing is expected from browsers."""

    async def table_moved(self, message: dict[str, Any]) -> None:
        """At one of the user's tables something happened."""
        self.count_soon()

    async def tables_changed(self, message: dict[str, Any]) -> None:
        """The user has other tables than before."""
        self.count_soon()

    async def layer_resync(self, message: dict[str, Any]) -> None:
        """Something may have been missed."""
        self.count_soon()

    def count_soon(self) -> None:
        """Count once after a burst of messages, and again for those that come meanwhile."""
        self.outdated = True
        if self.counting is None or self.counting.done():
            self.counting = asyncio.create_task(self.count_later())

    async def count_later(self) -> None:
        """Wait for the burst to end, then count."""
        while self.outdated:
            await asyncio.sleep(SETTLE)
            self.outdated = False
            await self.count()

    async def count(self) -> None:
        """Follow the tables the user plays at, and tell the number."""
        playing = set(await database_sync_to_async(tables_in_play)(self.user.pk))
        for table_id in playing - self.tables:
            await self.channel_layer.group_add(storage.group_of(table_id), self.channel_name)
        for table_id in self.tables - playing:
            await self.channel_layer.group_discard(storage.group_of(table_id), self.channel_name)
        self.tables = playing
        waiting = await database_sync_to_async(waiting_count)(self.user)
        await self.send_json({"waiting": waiting})
