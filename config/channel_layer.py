"""Push: a Channels layer over Postgres NOTIFY, and telling a group from inside a transaction.

    CHANNEL_LAYERS = {"default": {"BACKEND": "config.channel_layer.PostgresChannelLayer"}}

Groups and queues live in the memory of each process; one connection per process (per event loop,
to be exact) listens. A message that may be lost is replaced: whenever a channel may have missed
something, its consumer gets `{"type": "layer.resync"}` once and fetches anew. `docs/push.md`.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
import re
import secrets
import weakref
from collections import deque
from time import monotonic
from typing import Any, Protocol

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer, get_channel_layer
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from config.channel_wire import Listener, MessageTooLarge, Sender, decode, encode, payload

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
        self.offers: dict[str, dict[str, tuple[float, Message]]] = {}
        self.taking: dict[str, set[str]] = {}
        self.sender = Sender(layer.database, layer.topic, idle=layer.idle)
        self.listener = Listener(
            layer.database,
            layer.topic,
            self.client,
            hear=self.hear,
            gap=self.resync,
            tick=self.forget_offers,
            heartbeat=layer.heartbeat,
        )
        self._task: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        """Make sure that what is sent from now on is heard, or else made good by a resync."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self.listener.run(), name="channel layer listens")
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
        """One notification. Words: group, channel, offer, take, join, leave, flush, beat."""
        word, name, body = text.split(" ", 2)
        if word == "group":
            if members := self.groups.get(name):
                message = decode(body)
                for inbox in members.values():
                    inbox.put(message)
        elif word == "channel":
            if inbox := self.inboxes.get(name):
                inbox.put(decode(body))
        elif word == "offer":
            self.offer(name, *body.split(" ", 1))
        elif word == "take":
            self.take(name, *body.split(" ", 1))
        elif word == "join":
            self.join(name, body)
        elif word == "leave":
            self.leave(name, body)
        elif word == "flush" and name != self.client:
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
        key = str.__str__(name)
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
            self.groups.setdefault(group, {})[str.__str__(channel)] = inbox

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
        self.offers.clear()
        self.taking.clear()
        for inbox in self.inboxes.values():
            if inbox.groups:
                inbox.resync()

    def empty(self) -> None:
        """Drop every message and membership; channels stay."""
        self.offers.clear()
        self.taking.clear()
        self.groups.clear()
        for inbox in self.inboxes.values():
            inbox.messages.clear()
            inbox.groups.clear()

    # --- Channels that many processes may read ---

    async def receive_shared(self, channel: str) -> Message:
        """The next message of a channel with a plain name."""
        inbox = self.inboxes.get(channel)
        if inbox is None:
            inbox = self.inboxes[channel] = self.layer.make_inbox(channel, resyncs=False)
        reader = asyncio.ensure_future(inbox.get())
        try:
            await asyncio.sleep(0)  # the reader waits now, or has found a message
            self.ask(channel)
            return await reader
        finally:
            reader.cancel()
            await asyncio.wait({reader})
            if not (inbox.messages or inbox.waiters or self.taking.get(channel)):
                self.inboxes.pop(channel, None)

    def offer(self, channel: str, number: str, body: str) -> None:
        """A message for whoever takes it first."""
        offers = self.offers.setdefault(channel, {})
        while len(offers) >= self.layer.get_capacity(channel):
            del offers[next(iter(offers))]
        offers[number] = (monotonic(), decode(body))
        self.ask(channel)

    def ask(self, channel: str) -> None:
        """Announce to take as many offers as there are readers waiting here."""
        inbox = self.inboxes.get(channel)
        readers = sum(not waiter.done() for waiter in inbox.waiters) if inbox else 0
        taking = self.taking.get(channel, set())
        for number in list(self.offers.get(channel, ())):
            if len(taking) >= readers:
                return
            if number not in taking:
                taking.add(number)
                self.taking[channel] = taking
                line = payload("take", channel, f"{number} {self.client}")
                self.sender.post(line).add_done_callback(
                    functools.partial(self._asked, channel, number)
                )

    def _asked(self, channel: str, number: str, sent: asyncio.Future[None]) -> None:
        if not sent.cancelled() and sent.exception():
            logger.warning("Cannot take from %s: %s", channel, sent.exception())
            self._settle(channel, number)

    def take(self, channel: str, number: str, client: str) -> None:
        """The first to take a message has it."""
        _, message = self.offers.get(channel, {}).pop(number, (0.0, None))
        if not self.offers.get(channel):
            self.offers.pop(channel, None)
        if client == self.client and message is not None and channel in self.inboxes:
            self.inboxes[channel].put(message)
        self._settle(channel, number)
        self.ask(channel)

    def _settle(self, channel: str, number: str) -> None:
        if taking := self.taking.get(channel):
            taking.discard(number)
            if not taking:
                del self.taking[channel]

    def forget_offers(self) -> None:
        """Drop the offers that nobody took in time."""
        oldest = monotonic() - self.layer.expiry
        for channel, offers in list(self.offers.items()):
            for number, (since, _) in list(offers.items()):
                if since < oldest:
                    del offers[number]
            if not offers:
                del self.offers[channel]


def _forget_soon(loop: asyncio.AbstractEventLoop, hub: weakref.ref[Hub], channel: str) -> None:
    """Called by the garbage collector, at any moment and in any thread."""
    if (found := hub()) is not None and not loop.is_closed():
        loop.call_soon_threadsafe(found.forget, channel)
