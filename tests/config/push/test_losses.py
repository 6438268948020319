"""What is lost is made good, and memory is bounded."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from functools import partial
from typing import Any

import pytest
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.testing import WebsocketCommunicator
from django.db import DatabaseError, connections

from config.push import layer as push
from config.push.layer import RESYNC, ChannelName, PostgresChannelLayer
from config.push.listener import Listener, connect
from config.push.telling import TOPIC
from tests.config.push.conftest import CAPACITY
from tests.config.push.servers import Peer, member, received
from tools.patience import PATIENCE, pause_task, until_true

pytestmark = pytest.mark.asyncio


async def terminate(process_number: int) -> None:
    async with await connect("default", "test") as raw:
        await raw.execute("select pg_terminate_backend(%s)", [process_number])


async def test_after_losing_the_listener_members_are_told_once_and_it_goes_on(layer):
    watching, idle = await member(layer, "table-1", "table-2"), await member(layer)
    await layer.group_send("table-1", {"type": "unread"})
    listener = layer.hub.listener
    first = listener.process_number
    await until_true(lambda: watching.waiting.qsize() == 1)
    await terminate(first)
    await until_true(lambda: listener.process_number != first and listener.listening.is_set())
    await layer.group_send("table-2", {"type": "moved"})
    assert [await received(layer, watching) for _ in range(2)] == [RESYNC, {"type": "moved"}]
    assert idle.waiting.empty(), "in no group: nothing to fetch anew"


async def test_a_message_sent_in_the_gap_is_covered_by_the_resync(layer, monkeypatch):
    monkeypatch.setattr("config.database.waits.pause", lambda: 6.0)
    channel, listener = await member(layer, "table-1"), layer.hub.listener
    async with Peer() as peer:
        await peer("tell", "another", {"type": "warming.up"})
        await terminate(listener.process_number)
        await until_true(lambda: not listener.listening.is_set())
        await peer("tell", "table-1", {"type": "moved", "number": 1})
        assert not listener.listening.is_set(), "the gap was too short for this test"
    assert await received(layer, channel) == RESYNC


async def test_a_silent_connection_is_noticed(own_server, layer, monkeypatch):
    """The server's side is stopped: nothing is closed, nothing comes.

    On a server of its own, since a stopped backend may hold up all others.
    """
    monkeypatch.setattr("config.push.listener.ANSWER_WITHIN", 0.5)
    layer.heartbeat = 0.5
    channel, listener = await member(layer, "table-1"), layer.hub.listener
    first = listener.process_number
    os.kill(first, signal.SIGSTOP)
    try:
        await until_true(lambda: listener.process_number != first and listener.listening.is_set())
        await layer.group_send("table-1", {"type": "moved"})
        assert [await received(layer, channel) for _ in range(2)] == [RESYNC, {"type": "moved"}]
    finally:
        os.kill(first, signal.SIGCONT)


async def test_an_idle_listener_stays_and_hears_on(layer):
    layer.heartbeat = 0.2
    channel, listener = await member(layer, "table-1"), layer.hub.listener
    first = listener.process_number
    for number in range(20):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, channel))["number"] == number
        await pause_task(0.05)
    assert listener.process_number == first
    assert listener.listening.is_set()


async def test_what_comes_with_the_answer_to_a_heartbeat_is_heard(layer):
    """The connection is asked all the time, so most notifications come along with an answer."""
    layer.heartbeat = 0.001
    channel = await member(layer, "table-1")
    for number in range(200):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, channel))["number"] == number


async def test_a_listener_may_be_ended_at_any_moment(django_db_setup, django_db_blocker):
    """Also in the very moment in which an answer has come, which `wait_for` takes for no end."""
    with django_db_blocker.unblock():
        for turns in range(600):
            listener = Listener("default", begin=lambda: None, hear=str, heartbeat=0)
            task = asyncio.create_task(listener.run())
            await asyncio.wait_for(listener.listening.wait(), PATIENCE)
            for _ in range(turns % 20):
                await asyncio.sleep(0)
            task.cancel()
            ended, _ = await asyncio.wait({task}, timeout=PATIENCE)
            assert ended, f"it goes on after {turns % 20} turns of the event loop"


def has_connection() -> bool:
    """Whether this process's pool has a connection again."""
    pool = connections["default"].pool  # type: ignore[attr-defined]
    return bool(pool.get_stats()["pool_available"])


async def test_postgres_may_be_restarted(own_server, layer):
    channel = await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "before"})
    assert await received(layer, channel) == {"type": "before"}
    await asyncio.to_thread(own_server.stop)
    await until_true(lambda: not layer.hub.listener.listening.is_set())
    with pytest.raises(DatabaseError):
        await layer.group_send("table-1", {"type": "refused"})
    await asyncio.to_thread(own_server.start)
    assert await received(layer, channel) == RESYNC
    await until_true(has_connection)  # the listener tries again by itself, perhaps before the pool
    await layer.group_send("table-1", {"type": "after"})
    assert await received(layer, channel) == {"type": "after"}


async def test_a_socket_may_come_while_postgres_is_away(own_server, layer, monkeypatch):
    monkeypatch.setattr(push, "PATIENCE", 0.2)
    await asyncio.to_thread(own_server.stop)
    channel = await member(layer, "table-1")
    await asyncio.to_thread(own_server.start)
    assert await received(layer, channel) == RESYNC
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, channel) == {"type": "moved"}


async def test_faulty_notifications_harm_nobody(layer, caplog):
    channel = await member(layer, "table-1")
    async with await connect("default", "test") as raw:
        for faulty in ("", "table-1", "table-1 {", "table-1 ?", "table-1 [1]", "later version"):
            await raw.execute("select pg_notify(%s, %s)", [TOPIC, faulty])
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, channel) == {"type": "moved"}
    assert caplog.text.count("A faulty notification") == 4


# --- Slow readers and memory ----------------------------------------------------------------------


async def test_a_slow_reader_is_told_once_and_slows_nobody(layer):
    slow, quick = await member(layer, "table-1"), await member(layer, "table-1")
    for number in range(12 * CAPACITY + 5):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, quick))["number"] == number
        assert slow.waiting.qsize() <= CAPACITY
    left = [await received(layer, slow) for _ in range(slow.waiting.qsize())]
    assert left[0] == RESYNC
    assert left.count(RESYNC) == 1
    numbers = [message["number"] for message in left[1:]]
    assert numbers == list(range(12 * CAPACITY + 5))[-len(numbers) :]


async def test_a_cancelled_reader_takes_no_message_with_it(layer):
    channel = await member(layer)
    readers = [asyncio.create_task(layer.receive(channel)) for _ in range(2)]
    await asyncio.sleep(0)
    channel.put({"type": "moved"})
    readers[0].cancel()  # just as it was woken
    assert await asyncio.wait_for(readers[1], PATIENCE) == {"type": "moved"}


class Forgetful(AsyncJsonWebsocketConsumer):
    """Joins a group and never leaves it; may die of an error."""

    async def connect(self) -> None:
        await self.channel_layer.group_add("table-1", self.channel_name)
        await self.accept()

    async def table_broke(self, message: dict[str, Any]) -> None:
        raise RuntimeError("a fault of this consumer")


async def live_and_die(layer: PostgresChannelLayer, ending: str) -> None:
    sockets = [WebsocketCommunicator(Forgetful.as_asgi(), "/") for _ in range(50)]
    for socket in sockets:
        await socket.connect(timeout=PATIENCE)
    assert len(layer.hub.groups["table-1"]) == 50
    if ending == "error":
        await layer.group_send("table-1", {"type": "table.broke"})
    for socket in sockets:
        if ending == "disconnect":
            await socket.disconnect(timeout=PATIENCE)
        elif ending == "cancel":
            socket.future.cancel()
    await asyncio.gather(*(socket.wait(PATIENCE) for socket in sockets), return_exceptions=True)


@pytest.fixture
def old_objects_left_out() -> None:
    """Collect, and look through, only what a test makes: a whole run has millions of objects."""
    gc.collect()
    gc.freeze()


@pytest.mark.costly
@pytest.mark.usefixtures("old_objects_left_out")
@pytest.mark.parametrize("ending", ["disconnect", "error", "cancel"])
async def test_consumers_leave_nothing_behind_however_they_end(layer, ending):
    before = channels()  # those of the live server, if tests before this one have started it
    for _ in range(2):
        await live_and_die(layer, ending)
        for _ in range(3):  # what finalizers of tasks revive goes with the next collection
            gc.collect()
            await asyncio.sleep(0)
        assert not any(layer.hub.groups.values())
        assert channels() <= before


def channels() -> set[int]:
    """Every channel of this process, in whichever event loop."""
    return {id(thing) for thing in gc.get_objects() if type(thing) is ChannelName}


async def test_event_loops_leave_nothing_behind(layer):
    before = await connections_of_layers()  # the live server's, if tests before have started it
    for _ in range(3):
        await asyncio.to_thread(asyncio.run, member(layer, "table-1"))
    await member(layer, "table-1")
    assert len(layer._hubs) == 1
    await until_true(partial(has_one_more_than, before))  # the server ends the others a bit later


async def has_one_more_than(before: set[tuple[int, str, str]]) -> bool:
    """Return whether one connection has come, and is idle."""
    new = await connections_of_layers() - before
    return [facts for _, *facts in new] == [["sobremesa listens", "idle"]]


async def connections_of_layers() -> set[tuple[int, str, str]]:
    """Process, purpose and state of every connection that listens on the test's database."""
    async with await connect("default", "test") as raw:
        found = await raw.execute(
            "select pid, application_name, state from pg_stat_activity"
            " where application_name = 'sobremesa listens' and datname = current_database()"
        )
        return set(await found.fetchall())
