"""The groups that this process follows: one channel of the layer for all its listeners.

    await groups().follow("table.7", heard)   # first follow …
    …                                         # … then read: no gap

A listener is called with each message to the group, which names its group under "group", and with
`RESYNC` when something may have been missed. It must not block.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Any

from channels.layers import get_channel_layer

from config.database.pauses import Pauses
from config.push.layer import RESYNC, ChannelName, PostgresChannelLayer
from config.socket.by_loop import ByLoop

__all__ = ["RESYNC", "Groups", "groups"]

logger = logging.getLogger(__name__)

AGAIN = Pauses(1, 1, 1)
"""Until the channel layer is read again."""

Message = dict[str, Any]
Listener = Callable[[Message], None]


class Groups:
    """The groups that somebody in one event loop follows."""

    def __init__(self, layer: PostgresChannelLayer | None = None) -> None:
        self.layer: PostgresChannelLayer = layer or get_channel_layer()
        self._channel: ChannelName | None = None
        self._listeners: dict[str, set[Listener]] = {}
        self._hearing: asyncio.Task[None] | None = None

    async def follow(self, group: str, listener: Listener) -> None:
        """Call a listener with every message from now on; a group may have many."""
        self._listeners.setdefault(group, set()).add(listener)
        await self._settle(group)

    async def leave(self, group: str, listener: Listener) -> None:
        """Call a listener no longer."""
        listeners = self._listeners.get(group)
        if listeners is None:
            return
        listeners.discard(listener)
        if not listeners:
            del self._listeners[group]
            await self._settle(group)

    async def send(self, group: str, message: Message) -> None:
        """Send a message to all processes that follow a group, this one included."""
        await self.layer.group_send(group, {**message, "group": group})

    def followed(self) -> set[str]:
        """The groups that somebody follows."""
        return set(self._listeners)

    async def _settle(self, group: str) -> None:
        """Join or leave a group until that agrees with whether somebody follows it."""
        channel = await self._listen()
        missed = False
        while True:
            is_followed = group in self._listeners
            change = self.layer.group_add if is_followed else self.layer.group_discard
            await change(group, channel)
            if is_followed == (group in self._listeners):
                break
            missed = True
        if missed and is_followed:
            self._tell(self._listeners[group], RESYNC)

    async def _listen(self) -> ChannelName:
        if self._channel is None:
            channel = await self.layer.new_channel()
            if self._channel is None:  # no other task was quicker
                self._channel = channel
                self._hearing = asyncio.get_running_loop().create_task(self._hear(channel))
        return self._channel

    async def _hear(self, channel: ChannelName) -> None:
        while True:
            try:
                message = await self.layer.receive(channel)
            except Exception:
                logger.exception("The channel layer cannot be read")
                await asyncio.sleep(AGAIN.after())
                continue
            if message == RESYNC:
                everybody = {who for some in self._listeners.values() for who in some}
                self._tell(everybody, message)
            else:
                self._tell(self._listeners.get(message.get("group", ""), ()), message)

    def _tell(self, listeners: Iterable[Listener], message: Message) -> None:
        for listener in list(listeners):
            try:
                listener(message)
            except Exception:
                logger.exception("A message of %s", message.get("group"))


_groups = ByLoop(Groups)


def groups() -> Groups:
    """The groups of the running event loop; a process has one loop."""
    return _groups.here()
