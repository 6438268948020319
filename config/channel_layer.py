"""Push: a Channels layer over Postgres NOTIFY, and telling a group from inside a transaction.

    CHANNEL_LAYERS = {"default": {"BACKEND": "config.channel_layer.PostgresChannelLayer"}}

Groups and queues live in the memory of each process; one connection per process (per event loop,
to be exact) listens. A message that may be lost is replaced: whenever a channel may have missed
something, its consumer gets `{"type": "layer.resync"}` once and fetches anew. `docs/push.md`.
"""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from config.channel_hub import RESYNC, Hub, Inbox, Message
from config.channel_wire import MessageTooLarge, encode, payload

__all__ = [
    "RESYNC",
    "MessageTooLarge",
    "PostgresChannelLayer",
    "notify",
    "notify_fragment",
    "tell_after_commit",
    "tell_committed",
]

logger = logging.getLogger(__name__)


class PostgresChannelLayer(BaseChannelLayer):  # type: ignore[misc]
    """The layer of Channels' specification, with the extensions groups and flush.

    prefix            the name under which is listened; processes with the same one hear each other
    database          alias in DATABASES
    capacity, expiry  of each channel: messages, seconds; channel_capacity by name pattern
    heartbeat         seconds after which a dead connection is noticed (at most twice as many)
    idle              seconds after which the sending connection is closed

    `send` raises ChannelFull where the reader is in this process and its inbox is full; other
    full inboxes begin again with a resync. Both raise MessageTooLarge above 7,999 bytes and
    psycopg.OperationalError when Postgres cannot be reached.
    """

    extensions = ["groups", "flush"]

    def __init__(
        self,
        prefix: str = "sobremesa",
        database: str = DEFAULT_DB_ALIAS,
        expiry: float = 60,
        capacity: int = 100,
        channel_capacity: dict[Any, int] | None = None,
        heartbeat: float = 15,
        idle: float = 30,
    ) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", prefix):
            raise ImproperlyConfigured(f"{prefix!r} is no prefix: lower case, at most 63 letters.")
        self.channel_capacity = self.compile_capacities(channel_capacity or {})
        self.topic, self.database = prefix, database
        self.heartbeat, self.idle = heartbeat, idle
        self._hubs: dict[asyncio.AbstractEventLoop, Hub] = {}

    @property
    def hub(self) -> Hub:
        """What the running event loop knows."""
        loop = asyncio.get_running_loop()
        if (hub := self._hubs.get(loop)) is None:
            for other in [other for other in self._hubs if other.is_closed()]:
                self._hubs.pop(other, None)
            hub = self._hubs[loop] = Hub(self)
        return hub

    def make_inbox(self, channel: str, *, resyncs: bool) -> Inbox:
        """An empty inbox with the limits that hold for the name."""
        return Inbox(self.get_capacity(channel), self.expiry, resyncs=resyncs)

    async def new_channel(self, prefix: str = "specific.") -> str:
        """A channel of this process, for as long as the returned object is kept."""
        hub = self.hub
        await hub.listen()
        name = hub.open(prefix)
        self.require_valid_channel_name(name)
        return name

    async def send(self, channel: str, message: Message) -> None:
        """Send to one reader."""
        self.require_valid_channel_name(channel)
        body, hub = _body(message), self.hub
        if _owner(channel):
            inbox = hub.inboxes.get(channel)
            line = payload("channel", channel, body)
        else:
            await hub.listen()
            inbox = None
            shared = hub.shared.get(channel)
            if shared and len(shared.offers) >= shared.inbox.capacity:
                raise ChannelFull(channel)
            line = payload("offer", channel, f"{secrets.token_hex(8)} {body}")
        if inbox and len(inbox.messages) >= inbox.capacity:
            raise ChannelFull(channel)
        await hub.sender.post(line)

    async def receive(self, channel: str) -> Message:
        """Wait for the next message. Of several readers of a channel one gets it."""
        self.require_valid_channel_name(channel)
        hub = self.hub
        if _owner(channel):
            return await hub.inbox(channel).get()
        return await hub.receive_shared(channel)

    async def group_add(self, group: str, channel: str) -> None:
        """Make a channel a member; one of another process becomes it a moment later."""
        await self._membership("join", group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """End a membership; nothing happens if there is none."""
        await self._membership("leave", group, channel)

    async def _membership(self, word: str, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        owner, hub = _owner(channel), self.hub
        if owner is None:
            raise ValueError(f"{channel} cannot be in a group: only what new_channel() returned.")
        if owner != hub.client:
            await hub.sender.post(payload(word, group, channel))
        elif word == "join":
            await hub.listen()
            hub.inbox(channel)  # says so if it is gone
            hub.join(group, channel)
        else:
            hub.leave(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        """Send to every member, now. Inside a transaction use `tell_after_commit`."""
        self.require_valid_group_name(group)
        await self.hub.sender.post(payload("group", group, _body(message)))

    async def flush(self) -> None:
        """Drop all messages and memberships, in every process."""
        hub = self.hub
        hub.empty()
        await hub.sender.post(payload("flush", hub.client))

    async def close(self) -> None:
        """Close the connections of the running event loop."""
        if hub := self._hubs.pop(asyncio.get_running_loop(), None):
            await hub.close()


_OWNED = re.compile(r"([0-9a-f]{16})![0-9a-f]+\Z")


def _owner(channel: str) -> str | None:
    """The client that made the channel; None for a plain name, which any process may read."""
    found = _OWNED.search(channel)
    return found[1] if found else None


def _body(message: Message) -> str:
    if not isinstance(message, dict):
        raise TypeError("A message must be a dict.")
    return encode(message)


# --- Telling from inside a transaction -----------------------------------------------------------


class Cursor(Protocol):
    """A cursor of Django or of psycopg."""

    def execute(self, query: Any, params: Any = None) -> Any:
        """Run one statement."""


def _parameters(layer: PostgresChannelLayer, group: str, message: Message) -> tuple[str, str]:
    layer.require_valid_group_name(group)
    return layer.topic, payload("group", group, _body(message))


def notify(cursor: Cursor, group: str, message: Message) -> None:
    """Tell a group in the cursor's transaction: on commit, once, and never after a rollback.

    Equal messages to one group in one transaction arrive as one. Raises MessageTooLarge (nothing
    was executed) and ImproperlyConfigured if the default layer is another one.
    """
    layer = get_channel_layer()
    if not isinstance(layer, PostgresChannelLayer):
        raise ImproperlyConfigured("notify() needs PostgresChannelLayer: use tell_after_commit().")
    cursor.execute("select pg_notify(%s, %s)", _parameters(layer, group, message))


def notify_fragment(group: str, message: Message) -> tuple[str, tuple[str, ...]]:
    """An SQL expression, with its parameters, that tells a group when its transaction commits.

    For one statement that stores and tells: `... select {fragment} from stored`. With another
    layer the expression is `null`; so in both cases call `tell_committed` after the commit.
    """
    layer = get_channel_layer()
    if isinstance(layer, PostgresChannelLayer):
        return "pg_notify(%s, %s)", _parameters(layer, group, message)
    return "null", ()


async def tell_committed(group: str, message: Message) -> None:
    """The other half of `notify_fragment`: nothing to do over Postgres, `group_send` over Redis.

    A failure is logged, since the transaction is committed; readers find out by themselves.
    """
    layer = get_channel_layer()
    if layer is None or isinstance(layer, PostgresChannelLayer):
        return
    try:
        await layer.group_send(group, message)
    except Exception:
        logger.exception("Cannot tell %s", group)


def tell_after_commit(group: str, message: Message, *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Tell a group when Django's current transaction commits; at once where there is none.

    Over Postgres part of the transaction itself, over Redis sent just after it. Both refuse what
    is too large for Postgres with MessageTooLarge.
    """
    layer = get_channel_layer()
    if isinstance(layer, PostgresChannelLayer):
        parameters = _parameters(layer, group, message)
        with connections[using].cursor() as cursor:
            cursor.execute("select pg_notify(%s, %s)", parameters)
    elif layer is not None:
        payload("group", group, _body(message))
        transaction.on_commit(lambda: async_to_sync(tell_committed)(group, message), using=using)
