"""Groups over Postgres NOTIFY, as a layer of Channels.

    CHANNEL_LAYERS = {"default": {"BACKEND": "config.push.layer.PostgresChannelLayer"}}

Groups and queues live in the memory of each process; one connection of each event loop listens.
Where something may have been missed, a channel gets `{"type": "layer.resync"}` once instead.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import logging
from weakref import WeakSet

import msgspec
from channels.db import database_sync_to_async
from channels.layers import BaseChannelLayer
from django.conf import settings

from config.push.listener import Listener
from config.push.telling import Message, tell_after_commit

logger = logging.getLogger(__name__)

RESYNC: Message = {"type": "layer.resync"}
"""Something may have been missed: fetch it again. Consumers handle it in `layer_resync`."""
PATIENCE = 5.0
"""Seconds that joining a group waits for the listening connection; after that a resync follows."""

_decoder = msgspec.json.Decoder(dict)
_numbers = itertools.count()


class ChannelName(str):
    """The name of a channel, with the messages that wait for its reader.

    The channel lives as long as this object. Channels has no call for "the consumer is gone": one
    that ended without leaving its groups, by whatever error, is garbage-collected with its name.
    """

    waiting: asyncio.Queue[Message]

    def put(self, message: Message) -> None:
        """Add a message. A full queue starts again with a resync."""
        if self.waiting.full():
            self.resync()
        self.waiting.put_nowait(message)

    def resync(self) -> None:
        """Replace the waiting messages with one resync."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(RESYNC)


class Hub:
    """The state of one event loop: the members of groups, and the listening connection."""

    def __init__(self, database: str, heartbeat: float) -> None:
        self.groups: dict[str, WeakSet[ChannelName]] = {}
        self.listener = Listener(database, begin=self.resync, hear=self.hear, heartbeat=heartbeat)
        self._task: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Make sure that messages from now on are heard, or else a resync follows."""
        if self._task is None:
            empty = contextvars.Context()  # it outlives the request that starts it
            self._task = asyncio.create_task(self.listener.run(), name="push", context=empty)
        if not self.listener.listening.is_set():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.listener.listening.wait()
            except TimeoutError:
                logger.warning("Not listening yet: channels are told when it begins")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    def hear(self, line: str) -> None:
        """Take a notification: decoded once for all members of its group, if there are any."""
        group, _, body = line.partition(" ")
        if members := self.groups.get(group):
            message = _decoder.decode(body)
            for channel in members:
                channel.put(message)

    def resync(self) -> None:
        """Tell every channel, once, that something may have been missed."""
        for channel in set().union(*self.groups.values()):
            channel.resync()

    def leave(self, group: str, channel: ChannelName) -> None:
        """Remove a channel from a group, if it is a member."""
        if (members := self.groups.get(group)) is not None:
            members.discard(channel)
            if not members:
                del self.groups[group]


class PostgresChannelLayer(BaseChannelLayer):  # type: ignore[misc]
    """The part of Channels' specification that groups need: no sending to a single channel.

    database   alias in DATABASES whose connection has a session of its own (for `listen`);
               that of the settings (`LISTENING`), if none is given
    capacity   messages that may wait in one channel
    heartbeat  seconds between checks whether the connection still answers
    """

    extensions = ["groups"]

    def __init__(self, database: str = "", capacity: int = 100, heartbeat: float = 5) -> None:
        super().__init__(capacity=capacity)
        self.database, self.heartbeat = database or settings.LISTENING, heartbeat
        self._hubs: dict[asyncio.AbstractEventLoop, Hub] = {}

    @property
    def hub(self) -> Hub:
        """The hub of the running event loop."""
        loop = asyncio.get_running_loop()
        if (hub := self._hubs.get(loop)) is None:
            for other in [other for other in self._hubs if other.is_closed()]:
                self._hubs.pop(other, None)
            hub = self._hubs[loop] = Hub(self.database, self.heartbeat)
        return hub

    async def new_channel(self, prefix: str = "specific.") -> ChannelName:
        """A channel of this event loop, which lasts as long as the returned object."""
        await self.hub.listen()
        channel = ChannelName(f"{prefix}!{next(_numbers):x}")
        channel.waiting = asyncio.Queue(max(2, self.capacity))  # a resync and what follows it
        return channel

    async def receive(self, channel: ChannelName) -> Message:
        """Wait for the next message; a shallow copy, so that the reader may modify it."""
        return (await channel.waiting.get()).copy()

    async def group_add(self, group: str, channel: ChannelName) -> None:
        """Add a channel to a group, from now on. TypeError for a bad name or channel."""
        self.require_valid_group_name(group)
        if not isinstance(channel, ChannelName):
            raise TypeError(f"{channel!r} is no channel: use the object new_channel() returned.")
        await self.hub.listen()
        self.hub.groups.setdefault(group, WeakSet()).add(channel)

    async def group_discard(self, group: str, channel: ChannelName) -> None:
        """Remove a channel from a group, if it is a member."""
        self.hub.leave(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        """Send a message to all members, now. Where something is stored use `tell_after_commit`."""
        # not in the caller's thread, which may have a transaction open
        await database_sync_to_async(tell_after_commit, thread_sensitive=False)(group, message)

    async def close(self) -> None:
        """Close the hub of the running event loop."""
        if hub := self._hubs.pop(asyncio.get_running_loop(), None):
            await hub.close()
