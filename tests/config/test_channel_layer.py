"""Push behaves the same over Postgres and over Redis: one suite, real servers, real processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from asgiref.sync import async_to_sync, sync_to_async
from channels.exceptions import ChannelFull
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import connections, transaction

from config.channel_consumer import LeanDispatch
from config.channel_layer import (
    MessageTooLarge,
    notify_fragment,
    tell_after_commit,
    tell_committed,
)
from config.channel_wire import connect
from tests.config.push_servers import PATIENCE, Peer, RedisServer, member, received

pytestmark = pytest.mark.asyncio

PUBSUB, CORE = (
    "channels_redis.pubsub.RedisPubSubChannelLayer",
    "channels_redis.core.RedisChannelLayer",
)
CAPACITY = 10
VALUES = [None, True, -3, 2.5, "Café ☕ \0", b"\0\xff", [1, ["a"]], {"a": {}}]


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with RedisServer() as url:
        yield url


@pytest_asyncio.fixture(params=["postgres", "redis pub/sub", "redis core"])
async def layer(
    request: pytest.FixtureRequest, settings: Any, django_db_setup: None, django_db_blocker: Any
) -> AsyncIterator[Any]:
    """The default layer, as in production but with small queues."""
    if request.param == "postgres":
        chosen = {"BACKEND": "config.channel_layer.PostgresChannelLayer"}
        chosen["CONFIG"] = {"capacity": CAPACITY}
    else:
        address = {"address": request.getfixturevalue("redis_url"), "socket_timeout": None}
        chosen = {"BACKEND": PUBSUB if request.param == "redis pub/sub" else CORE}
        chosen["CONFIG"] = {"hosts": [address]}
        if chosen["BACKEND"] == CORE:
            chosen["CONFIG"]["capacity"] = CAPACITY
    settings.CHANNEL_LAYERS = {"default": chosen}
    with django_db_blocker.unblock():
        layer = get_channel_layer()
        yield layer
        await layer.flush()
        if request.param == "postgres":
            await layer.close()
        await sync_to_async(connections.close_all)()


bounded = pytest.mark.parametrize("layer", ["postgres", "redis core"], indirect=True)
"""Pub/sub has queues without an end and only channels of its own."""


@pytest.mark.django_db
def test_these_tests_have_a_database_of_their_own():
    """And with this mark pytest-django makes it: the others open connections by themselves."""
    assert connections["default"].settings_dict["NAME"].startswith("test_")


async def test_a_message_reaches_its_channel(layer):
    here, there = await member(layer), await member(layer)
    await layer.send(here, {"type": "hello", "number": 1})
    await layer.send(there, {"type": "hello", "number": 2})
    assert await received(layer, there) == {"type": "hello", "number": 2}
    assert await received(layer, here) == {"type": "hello", "number": 1}


@pytest.mark.parametrize("value", VALUES)
async def test_values_arrive_as_they_were(layer, value):
    channel = await member(layer)
    await layer.send(channel, {"type": "hello", "value": value})
    assert (await received(layer, channel))["value"] == value


async def test_a_group_hears_as_long_as_it_is_joined(layer):
    stays, leaves = await member(layer, "table-1"), await member(layer, "table-1")
    other = await member(layer, "table-2")
    await layer.group_send("table-1", {"type": "moved", "number": 1})
    for channel in (stays, leaves):
        assert (await received(layer, channel))["number"] == 1
    await layer.group_discard("table-1", leaves)
    await layer.group_discard("table-1", leaves)
    await layer.group_add("table-1", stays)
    for number, group in ((2, "table-1"), (3, "table-2")):
        await layer.group_send(group, {"type": "moved", "number": number})
    await layer.send(leaves, {"type": "mark"})
    assert (await received(layer, stays))["number"] == 2
    assert (await received(layer, other))["number"] == 3
    assert await received(layer, leaves) == {"type": "mark"}


async def test_messages_keep_their_order(layer):
    channel, numbers = await member(layer, "table-1"), range(100)

    async def send_all() -> None:
        for number in numbers:
            await layer.group_send("table-1", {"type": "moved", "number": number})
            await asyncio.sleep(0.001)  # the reader keeps up

    sending = asyncio.create_task(send_all())
    assert [(await received(layer, channel))["number"] for _ in numbers] == list(numbers)
    await sending


async def test_flush_ends_memberships(layer):
    channel = await member(layer, "table-1")
    await layer.flush()
    await layer.group_send("table-1", {"type": "lost"})
    if not hasattr(layer, "_get_layer"):  # of pub/sub a flush closes the channels too
        await layer.send(channel, {"type": "mark"})
        assert await received(layer, channel) == {"type": "mark"}
    again = await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, again) == {"type": "moved"}


@bounded
async def test_names_are_checked(layer):
    channel = await member(layer)
    for faulty in ("a b", "ä", "x" * 100, "", 7):
        with pytest.raises((TypeError, AssertionError)):
            await layer.group_add(faulty, channel)
        with pytest.raises((TypeError, AssertionError)):
            await layer.group_send(faulty, {"type": "moved"})
        with pytest.raises((TypeError, AssertionError)):
            await layer.send(faulty, {"type": "moved"})
    with pytest.raises((TypeError, AssertionError)):
        await layer.send(channel, ["no dict"])


@bounded
async def test_a_full_channel_refuses(layer):
    channel = await member(layer)

    async def send_more_than_fits() -> None:
        for number in range(5 * CAPACITY):
            await layer.send(channel, {"type": "moved", "number": number})
            await asyncio.sleep(0.005)

    with pytest.raises(ChannelFull):
        await send_more_than_fits()
    assert await received(layer, channel)
    await layer.send(channel, {"type": "fits again"})


@bounded
async def test_a_group_send_passes_over_a_full_member(layer):
    full, free = await member(layer, "table-1"), await member(layer, "table-1")
    for number in range(3 * CAPACITY):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, free))["number"] == number
    assert await received(layer, full)


@bounded
async def test_a_plain_channel_keeps_its_messages_for_one_reader(layer):
    for number in range(3):
        await layer.send("letters", {"type": "print", "number": number})
    assert [(await received(layer, "letters"))["number"] for _ in range(3)] == [0, 1, 2]


async def test_another_process_is_heard_on_commit_and_not_before(layer):
    channel = await member(layer, "table-1")
    async with Peer() as peer:
        await peer("begin")
        await peer("tell", "table-1", {"type": "moved", "number": 43})
        await layer.group_send("table-1", {"type": "mark"})
        assert await received(layer, channel) == {"type": "mark"}
        await peer("commit")
        assert await received(layer, channel) == {"type": "moved", "number": 43}


async def test_a_rolled_back_transaction_tells_nothing(layer):
    channel = await member(layer, "table-1")
    async with Peer() as peer:
        await peer("begin")
        await peer("tell", "table-1", {"type": "moved", "number": 1})
        await peer("rollback")
        await peer("begin")
        await peer("tell", "table-1", {"type": "moved", "number": 2})
        await peer("begin")  # a savepoint
        await peer("tell", "table-1", {"type": "moved", "number": 3})
        await peer("rollback")
        await peer("commit")
        await peer("tell", "table-1", {"type": "moved", "number": 4})  # no transaction: at once
        await peer("group_send", "table-1", {"type": "mark"})
    heard = [await received(layer, channel) for _ in range(3)]
    assert [message.get("number") for message in heard] == [2, 4, None]


async def test_a_process_killed_in_its_transaction_tells_nothing(layer):
    channel = await member(layer, "table-1")
    async with Peer() as peer:
        await peer("begin")
        await peer("tell", "table-1", {"type": "moved", "number": 1})
        peer.process.kill()
    await layer.group_send("table-1", {"type": "mark"})
    assert await received(layer, channel) == {"type": "mark"}


async def test_another_process_reaches_a_single_channel(layer):
    channel = await member(layer)
    async with Peer() as peer:
        await peer("send", str(channel), {"type": "hello"})
        assert await received(layer, channel) == {"type": "hello"}


@bounded
async def test_another_process_may_put_a_channel_into_a_group(layer):
    channel = await member(layer)
    async with Peer() as peer:
        await peer("group_add", "table-1", str(channel))
        await peer("group_send", "table-1", {"type": "moved"})
        assert await received(layer, channel) == {"type": "moved"}


async def test_telling_works_from_a_thread_of_this_process(layer):
    channel = await member(layer, "table-1")

    def move() -> None:
        with transaction.atomic():
            tell_after_commit("table-1", {"type": "moved", "number": 5})
            async_to_sync(layer.group_send)("table-1", {"type": "mark"})

    await sync_to_async(move)()
    assert await received(layer, channel) == {"type": "mark"}
    assert (await received(layer, channel))["number"] == 5


async def test_one_statement_may_store_and_tell(layer):
    channel, message = await member(layer, "table-1"), {"type": "moved", "number": 6}
    async with await connect("default", "test") as raw:
        fragment, parameters = notify_fragment("table-1", message)
        query = f"with stored as (select 1 where %s) select {fragment} from stored"
        await raw.execute(query, [False, *parameters])  # nothing stored, nothing told
        async with raw.pipeline(), raw.transaction():
            await raw.execute(query, [True, *parameters])
        await tell_committed("table-1", message)
    await layer.group_send("table-1", {"type": "mark"})
    assert [await received(layer, channel) for _ in range(2)] == [message, {"type": "mark"}]


async def test_what_is_too_large_for_one_layer_is_too_large_for_all(layer):
    with pytest.raises(MessageTooLarge, match="table-1 takes 8040 bytes"):
        await sync_to_async(tell_after_commit)("table-1", {"type": "moved", "text": "x" * 8000})


async def test_two_event_loops_of_one_process_hear_each_other(layer):
    channel, ready = await member(layer, "table-1"), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def elsewhere() -> Any:
        other = await member(layer, "table-1")
        loop.call_soon_threadsafe(ready.set)
        heard = await received(layer, other)
        await layer.group_send("table-1", {"type": "answer"})
        return heard

    def other_loop() -> Any:
        return asyncio.run(elsewhere())

    thread = asyncio.create_task(asyncio.to_thread(other_loop))
    await asyncio.wait_for(ready.wait(), PATIENCE)
    await layer.group_send("table-1", {"type": "moved"})
    assert await thread == {"type": "moved"}
    assert [(await received(layer, channel))["type"] for _ in range(2)] == ["moved", "answer"]


class Watcher(LeanDispatch, AsyncJsonWebsocketConsumer):
    """A socket that says what the layer says."""

    groups = ["table-1"]

    async def table_moved(self, message: dict[str, Any]) -> None:
        await self.send_json(message)

    async def layer_resync(self, message: dict[str, Any]) -> None:
        await self.send_json(message)


async def test_sockets_hear_the_group(layer):
    sockets = [WebsocketCommunicator(Watcher.as_asgi(), "/") for _ in range(5)]
    for socket in sockets:
        assert (await socket.connect(timeout=PATIENCE))[0]
    async with Peer() as peer:
        await peer("tell", "table-1", {"type": "table.moved", "number": 43})
    for socket in sockets:
        assert await socket.receive_json_from(PATIENCE) == {"type": "table.moved", "number": 43}
        await socket.disconnect(timeout=PATIENCE)


async def test_an_unknown_message_type_is_refused(layer):
    socket = WebsocketCommunicator(Watcher.as_asgi(), "/")
    await socket.connect(timeout=PATIENCE)
    await layer.group_send("table-1", {"type": "unheard.of"})
    with pytest.raises(ValueError, match=r"unheard\.of"):
        await socket.wait(PATIENCE)
