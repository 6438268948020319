"""Who is in a group hears what it is told: exactly when that is committed, in every process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.db import connections, transaction

from config.push.listener import connect
from config.push.telling import TOPIC, MessageTooLarge, notification, tell_after_commit
from tests.config.push.servers import Peer, member, received
from tools.patience import PATIENCE

pytestmark = pytest.mark.asyncio

VALUES = [None, True, -3, 2.5, "Café ☕ \0", [1, ["a"]], {"a": {}}]


@pytest.mark.parametrize("value", VALUES)
async def test_values_arrive_as_they_were(layer, value):
    channel = await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "hello", "value": value})
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
    await layer.group_add("mark", leaves)
    for number, group in ((2, "table-1"), (3, "table-2"), (4, "mark")):
        await layer.group_send(group, {"type": "moved", "number": number})
    assert (await received(layer, stays))["number"] == 2
    assert (await received(layer, other))["number"] == 3
    assert (await received(layer, leaves))["number"] == 4


async def test_messages_keep_their_order(layer):
    layer.capacity = 200  # nobody has to keep up
    channel, numbers = await member(layer, "table-1"), range(100)

    async def send_all() -> None:
        for number in numbers:
            await layer.group_send("table-1", {"type": "moved", "number": number})
            await asyncio.sleep(0)

    sending = asyncio.create_task(send_all())
    assert [(await received(layer, channel))["number"] for _ in numbers] == list(numbers)
    await sending


async def test_many_groups_are_kept_apart(layer):
    layer.capacity = 200
    channels = [await layer.new_channel() for _ in range(20)]
    for table in range(2000):
        await layer.group_add(f"table-{table}", channels[table % 20])

    def tell_all() -> None:
        with transaction.atomic():
            for table in range(2000):
                tell_after_commit(f"table-{table}", {"type": "moved", "table": table})

    await sync_to_async(tell_all)()
    for place, channel in enumerate(channels):
        heard = [(await received(layer, channel))["table"] for _ in range(100)]
        assert heard == list(range(place, 2000, 20))
        assert channel.waiting.empty()


async def test_members_cannot_change_each_others_message(layer):
    one, two = await member(layer, "table-1"), await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "moved"})
    (await received(layer, one)).clear()
    assert await received(layer, two) == {"type": "moved"}


async def test_two_event_loops_of_one_process_hear_each_other(layer):
    channel, ready = await member(layer, "table-1"), asyncio.Event()
    loop = asyncio.get_running_loop()

    async def elsewhere() -> Any:
        other = await member(layer, "table-1")
        loop.call_soon_threadsafe(ready.set)
        heard = await received(layer, other)
        await layer.group_send("table-1", {"type": "answer"})
        return heard

    thread = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(elsewhere())))
    await asyncio.wait_for(ready.wait(), PATIENCE)
    await layer.group_send("table-1", {"type": "moved"})
    assert await thread == {"type": "moved"}
    assert [(await received(layer, channel))["type"] for _ in range(2)] == ["moved", "answer"]


async def test_the_test_database_is_used(layer):
    async with await connect("default", "test") as raw:
        found = await raw.execute("select current_database()")
        assert await found.fetchone() == (connections["default"].settings_dict["NAME"],)


# --- When it is told ----------------------------------------------------------------------------


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
    query = "with stored as (select 1 where %s) select pg_notify(%s, %s) from stored"
    line = notification("table-1", message)
    async with await connect("default", "test") as raw:
        await raw.execute(query, [False, TOPIC, line])  # nothing stored, nothing told
        async with raw.pipeline(), raw.transaction():
            await raw.execute(query, [True, TOPIC, line])
    await layer.group_send("table-1", {"type": "mark"})
    assert [await received(layer, channel) for _ in range(2)] == [message, {"type": "mark"}]


async def test_equal_messages_are_joined_in_one_transaction_only(layer):
    channel = await member(layer, "table-1")

    def move() -> None:
        with transaction.atomic():
            for number in (1, 1, 2):
                tell_after_commit("table-1", {"type": "moved", "number": number})

    await sync_to_async(move)()
    same = {"type": "moved", "number": 3}
    await asyncio.gather(*(layer.group_send("table-1", same) for _ in range(3)))
    heard = [(await received(layer, channel))["number"] for _ in range(5)]
    assert heard == [1, 2, 3, 3, 3]


# --- What is refused ----------------------------------------------------------------------------


async def test_names_and_messages_are_checked(layer):
    channel = await member(layer)
    for faulty in ("a b", "ä", "x" * 100, "", 7):
        with pytest.raises(TypeError):
            await layer.group_add(faulty, channel)
        with pytest.raises(TypeError):
            await layer.group_send(faulty, {"type": "moved"})
    for faulty in (["no dict"], {"type": "moved", "value": b""}):
        with pytest.raises(TypeError):
            await layer.group_send("table-1", faulty)
    with pytest.raises(ValueError):
        await layer.group_send("table-1", {"type": "moved", "value": float("nan")})
    with pytest.raises(TypeError, match="the object new_channel"):
        await layer.group_add("table-1", "letters")
    assert get_channel_layer() is layer


async def test_the_largest_message_passes_and_a_byte_more_does_not(layer):
    channel = await member(layer, "table-1")
    room = 7999 - len('table-1 {"type":"t","x":""}')
    await layer.group_send("table-1", {"type": "t", "x": "x" * room})
    assert len((await received(layer, channel))["x"]) == room
    for text in ("x" * (room + 1), "ü" * (room // 2 + 1)):
        with pytest.raises(MessageTooLarge, match="table-1 takes"):
            await layer.group_send("table-1", {"type": "t", "x": text})


async def test_a_refused_message_does_not_harm_the_transaction(layer):
    channel = await member(layer, "table-1")

    def move() -> None:
        with transaction.atomic():
            tell_after_commit("table-1", {"type": "moved", "number": 1})
            with pytest.raises(MessageTooLarge):
                tell_after_commit("table-1", {"type": "moved", "x": "x" * 8000})
            with pytest.raises(TypeError):
                tell_after_commit("no group name", {"type": "moved"})
            tell_after_commit("table-1", {"type": "moved", "number": 2})

    await sync_to_async(move)()
    assert [(await received(layer, channel))["number"] for _ in range(2)] == [1, 2]


# --- Consumers ----------------------------------------------------------------------------------


class Watcher(AsyncJsonWebsocketConsumer):
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
