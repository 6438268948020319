"""What one event loop of one process knows of the channel layer: channels, groups, messages."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import logging
import secrets
import weakref
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Any

from config.channel_wire import Listener, Sender, decode, lasting_task, payload

if TYPE_CHECKING:
    from config.channel_layer import PostgresChannelLayer

logger = logging.getLogger(__name__)

Message = dict[str, Any]

RESYNC: Message = {"type": "layer.resync"}
"""Something may have been lost: fetch anew. Consumers answer it in `layer_resync`."""

PATIENCE = 5.0
"""Seconds that joining a group waits for the listening connection; then a resync will follow."""


class ChannelName(str):
    """The name of a channel of this process. The channel lives as long as this object.

    Channels has no call for "the consumer is gone", so its name tells: a consumer that ended
    without leaving its groups, by whatever error, leaves nothing behind.
    """


class Inbox:
    """The messages waiting for one channel: bounded in number and in age."""

    __slots__ = ("capacity", "expiry", "groups", "messages", "resyncs", "waiters")

    def __init__(self, capacity: int, expiry: float, *, resyncs: bool) -> None:
        self.capacity, self.expiry, self.resyncs = capacity, expiry, resyncs
        self.groups: set[str] = set()
        self.messages: deque[tuple[float, Message]] = deque()
        self.waiters: deque[asyncio.Future[None]] = deque()

    def put(self, message: Message) -> None:
        """Add a message. A full inbox is emptied and begins again with a resync."""
        now = monotonic()
        if len(self.messages) >= self.capacity:
            self.messages.clear()
            if self.resyncs:
                self.messages.append((now, RESYNC))
        self.messages.append((now, message))
        self._wake()

    def resync(self) -> None:
        """Replace what is waiting by one resync."""
        self.messages.clear()
        self.put(RESYNC)

    async def get(self) -> Message:
        """Wait for the next message; a shallow copy, so that a reader may change it."""
        while (message := self._next()) is None:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiters.append(waiter)
            try:
                await waiter
            except asyncio.CancelledError:
                if waiter.done() and not waiter.cancelled():
                    self._wake()  # somebody else takes what this one was woken for
                raise
        return message.copy()

    def _next(self) -> Message | None:
        oldest, expired = monotonic() - self.expiry, False
        while self.messages and self.messages[0][0] < oldest:
            self.messages.popleft()
            expired = True
        if expired and self.resyncs:
            return RESYNC
        return self.messages.popleft()[1] if self.messages else None

    def _wake(self) -> None:
        while self.waiters:
            waiter = self.waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                return


class Hub:
    """What one event loop knows: its channels, its groups, its two connections.

    Postgres gives every listener the same notifications in the same order. So a message to a
    channel that many processes may read is kept by all of them, a reader announces that it takes
    it, and the first announcement wins everywhere: no message is read twice.
    """

    def __init__(self, layer: PostgresChannelLayer) -> None:
        self.layer = layer
        self.client = secrets.token_hex(8)
        self.numbers = itertools.count()
        self.inboxes: dict[str, Inbox] = {}
        self.groups: dict[str, dict[str, Inbox]] = {}
        self.shared: dict[str, Shared] = {}
        self.sender = Sender(layer.database, layer.topic, idle=layer.idle)
        self.listener = Listener(
            layer.database,
            layer.topic,
            self.client,
            hear=self.hear,
            gap=self.resync,
            tick=self.forget_old,
            heartbeat=layer.heartbeat,
        )
        self._task: asyncio.Task[None] | None = None
        self._words: dict[str, Callable[[str, str], None]] = {
            "group": self.hear_group,
            "channel": self.hear_channel,
            "offer": self.offer,
            "take": self.take,
            "join": self.join,
            "leave": self.leave,
            "flush": self.hear_flush,
        }

    async def listen(self) -> None:
        """Make sure that what is sent from now on is heard, or else made good by a resync."""
        if self._task is None or self._task.done():
            self._task = lasting_task(self.listener.run(), "channel layer listens")
        if not self.listener.listening.is_set():
            try:
                await asyncio.wait_for(self.listener.listening.wait(), PATIENCE)
            except TimeoutError:
                logger.warning("Not listening yet: channels are told when it begins")

    async def close(self) -> None:
        """Close both connections."""
        await self.sender.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    def hear(self, text: str) -> None:
        """One notification. A word of another version of this program is passed over."""
        word, name, body = text.split(" ", 2)
        if meaning := self._words.get(word):
            meaning(name, body)

    def hear_group(self, group: str, body: str) -> None:
        """A message for every member: decoded once, the same object in each inbox."""
        if members := self.groups.get(group):
            message = decode(body)
            for inbox in members.values():
                inbox.put(message)

    def hear_channel(self, channel: str, body: str) -> None:
        """A message for one channel."""
        if inbox := self.inboxes.get(channel):
            inbox.put(decode(body))

    def hear_flush(self, client: str, _: str) -> None:
        """Another process emptied the layer; whoever did it had nothing to hear."""
        if client != self.client:
            self.empty()

    # --- Channels of this process and their groups ---

    def inbox(self, channel: str) -> Inbox:
        """The inbox of a channel of this process. RuntimeError if the channel is gone."""
        try:
            return self.inboxes[channel]
        except KeyError:
            raise RuntimeError(
                f"The channel {channel} is gone: keep the object that new_channel() returned."
            ) from None

    def open(self, prefix: str) -> ChannelName:
        """A new channel, and its end when its name is dropped."""
        name = ChannelName(f"{prefix}{self.client}!{next(self.numbers):x}")
        key = str(name)
        self.inboxes[key] = self.layer.make_inbox(key, resyncs=True)
        loop = asyncio.get_running_loop()
        weakref.finalize(name, _forget_soon, loop, weakref.ref(self), key).atexit = False
        return name

    def forget(self, channel: str) -> None:
        """Drop a channel with its messages and memberships."""
        if inbox := self.inboxes.pop(channel, None):
            for group in list(inbox.groups):
                self._remove(group, channel, inbox)

    def join(self, group: str, channel: str) -> None:
        """Make one of this process's channels a member; strangers are left out."""
        if inbox := self.inboxes.get(channel):
            inbox.groups.add(group)
            self.groups.setdefault(group, {})[str(channel)] = inbox

    def leave(self, group: str, channel: str) -> None:
        """End a membership, if there is one."""
        if (inbox := self.inboxes.get(channel)) and group in inbox.groups:
            self._remove(group, channel, inbox)

    def _remove(self, group: str, channel: str, inbox: Inbox) -> None:
        inbox.groups.discard(group)
        members = self.groups[group]
        del members[channel]
        if not members:
            del self.groups[group]

    def resync(self) -> None:
        """After a gap: each member of a group is told once; offers may have been taken."""
        for shared in self.shared.values():
            shared.offers.clear()
            shared.taking.clear()
        for inbox in self.inboxes.values():
            if inbox.groups:
                inbox.resync()

    def empty(self) -> None:
        """Drop every message and membership; channels stay."""
        for shared in self.shared.values():
            shared.empty()
        self.groups.clear()
        for inbox in self.inboxes.values():
            inbox.messages.clear()
            inbox.groups.clear()

    # --- Channels that many processes may read ---

    async def receive_shared(self, channel: str) -> Message:
        """The next message of a channel with a plain name."""
        await self.listen()
        shared = self.shared.get(channel)
        if shared is None:
            shared = self.shared[channel] = Shared(self.layer.make_inbox(channel, resyncs=False))
        shared.readers += 1
        try:
            self._announce(channel, shared)
            return await shared.inbox.get()
        finally:
            shared.readers -= 1
            self._tidy(channel)

    def offer(self, channel: str, offer: str) -> None:
        """A message for whoever takes it first: its number and body."""
        number, body = offer.split(" ", 1)
        shared = self.shared.get(channel)
        if shared is None:
            shared = self.shared[channel] = Shared(self.layer.make_inbox(channel, resyncs=False))
        while len(shared.offers) >= shared.inbox.capacity:
            del shared.offers[next(iter(shared.offers))]
        shared.offers[number] = (monotonic(), decode(body))
        self._announce(channel, shared)

    def take(self, channel: str, taken: str) -> None:
        """The first to take a message, by number and client, has it."""
        number, client = taken.split(" ", 1)
        if (shared := self.shared.get(channel)) is None:
            return
        _, message = shared.offers.pop(number, (0.0, None))
        shared.taking.discard(number)
        if client == self.client and message is not None:
            shared.inbox.put(message)
        self._announce(channel, shared)
        self._tidy(channel)

    def _announce(self, channel: str, shared: Shared) -> None:
        """Take as many offers as there are readers without a message."""
        for number in list(shared.offers):
            if len(shared.taking) + len(shared.inbox.messages) >= shared.readers:
                return
            if number not in shared.taking:
                shared.taking.add(number)
                sent = self.sender.post(payload("take", channel, f"{number} {self.client}"))
                sent.add_done_callback(functools.partial(_taken, channel, shared, number))

    def _tidy(self, channel: str) -> None:
        if (shared := self.shared.get(channel)) and not shared.is_used():
            del self.shared[channel]

    def forget_old(self) -> None:
        """Drop what nobody took or read in time."""
        oldest = monotonic() - self.layer.expiry
        for channel, shared in list(self.shared.items()):
            shared.forget(oldest)
            self._tidy(channel)


class Shared:
    """A channel with a plain name, as one process sees it."""

    def __init__(self, inbox: Inbox) -> None:
        self.inbox = inbox
        self.readers = 0
        self.offers: dict[str, tuple[float, Message]] = {}
        self.taking: set[str] = set()

    def is_used(self) -> bool:
        """Whether anything waits here."""
        return bool(self.readers or self.offers or self.taking or self.inbox.messages)

    def forget(self, oldest: float) -> None:
        """Drop messages from before `oldest`."""
        for number, (since, _) in list(self.offers.items()):
            if since < oldest:
                del self.offers[number]
        while self.inbox.messages and self.inbox.messages[0][0] < oldest:
            self.inbox.messages.popleft()

    def empty(self) -> None:
        """Drop every message."""
        self.offers.clear()
        self.taking.clear()
        self.inbox.messages.clear()


def _taken(channel: str, shared: Shared, number: str, sent: asyncio.Future[None]) -> None:
    if not sent.cancelled() and (problem := sent.exception()):
        logger.warning("Cannot take a message from %s: %s", channel, problem)
        shared.taking.discard(number)


def _forget_soon(loop: asyncio.AbstractEventLoop, hub: weakref.ref[Hub], channel: str) -> None:
    """Called by the garbage collector, at any moment and in any thread."""
    if (found := hub()) is not None:
        with contextlib.suppress(RuntimeError):  # the loop was closed
            loop.call_soon_threadsafe(found.forget, channel)
