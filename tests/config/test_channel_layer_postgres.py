"""What only the layer over Postgres promises: it survives losses, and its memory is bounded."""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from asgiref.sync import sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections, transaction

from config import channel_hub, postgres
from config.channel_consumer import LeanDispatch
from config.channel_hub import Inbox
from config.channel_layer import (
    RESYNC,
    MessageTooLarge,
    PostgresChannelLayer,
    notify,
    tell_after_commit,
)
from config.channel_wire import LARGEST_PAYLOAD, connect
from tests.config.push_servers import PATIENCE, Peer, member, received

pytestmark = pytest.mark.asyncio

CAPACITY = 10


@pytest_asyncio.fixture
async def layer(
    settings: Any, django_db_setup: None, django_db_blocker: Any
) -> AsyncIterator[PostgresChannelLayer]:
    chosen = {"capacity": CAPACITY}
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "config.channel_layer.PostgresChannelLayer", "CONFIG": chosen}
    }
    with django_db_blocker.unblock():
        layer = get_channel_layer()
        yield layer
        await layer.close()
        await sync_to_async(connections.close_all)()


class OwnServer:
    """A Postgres that a test may stop and start, in place of the shared one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.held: postgres.Hold | None = None

    def start(self) -> None:
        self.held = postgres.hold(self.folder, durable=False)

    def stop(self) -> None:
        if self.held:
            self.held.release()
            self.held = None


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-push-"))
    folder.chmod(0o755)
    server = OwnServer(folder)
    server.start()
    parameters = connections["default"].settings_dict
    usual = {name: parameters[name] for name in ("HOST", "NAME")}
    parameters.update(HOST=str(postgres.socket_folder(folder)), NAME=postgres.NAME)
    yield server
    parameters.update(usual)
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


async def terminate(process_number: int) -> None:
    async with await connect("default", "test") as raw:
        await raw.execute("select pg_terminate_backend(%s)", [process_number])


async def until(condition: Any) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)


async def speaker() -> int | None:
    """Process number of the server's side of the sending connection."""
    async with await connect("default", "test") as raw:
        found = await raw.execute(
            "select pid from pg_stat_activity"
            " where application_name = 'sobremesa speaks' and datname = current_database()"
        )
        row = await found.fetchone()
    return row[0] if row else None


# --- Losses -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_these_tests_have_a_database_of_their_own():
    """And with this mark pytest-django makes it: the others open connections by themselves."""
    assert connections["default"].settings_dict["NAME"].startswith("test_")


async def test_after_losing_the_listener_members_are_told_once_and_it_goes_on(layer):
    watching, idle = await member(layer, "table-1", "table-2"), await member(layer)
    await layer.group_send("table-1", {"type": "unread"})
    listener = layer.hub.listener
    first = listener.process_number
    await terminate(first)
    await until(lambda: listener.process_number != first and listener.listening.is_set())
    await layer.group_send("table-2", {"type": "moved"})
    assert [await received(layer, watching) for _ in range(2)] == [RESYNC, {"type": "moved"}]
    await layer.send(idle, {"type": "mark"})  # in no group: nothing to fetch anew
    assert await received(layer, idle) == {"type": "mark"}


async def test_a_message_sent_in_the_gap_is_covered_by_the_resync(layer, monkeypatch):
    monkeypatch.setattr("config.channel_wire.FIRST_DELAY", 6.0)
    channel, listener = await member(layer, "table-1"), layer.hub.listener
    async with Peer() as peer:
        await peer("tell", "another", {"type": "warming.up"})
        await terminate(listener.process_number)
        await until(lambda: not listener.listening.is_set())
        await peer("tell", "table-1", {"type": "moved", "number": 1})
        assert not listener.listening.is_set(), "the gap was too short for this test"
    assert await received(layer, channel) == RESYNC


async def test_a_silent_connection_is_noticed(own_server, layer):
    """The server's side is stopped: nothing is closed, nothing comes.

    On a server of its own, since a stopped backend may hold up all others.
    """
    layer.heartbeat = 0.5
    channel, listener = await member(layer, "table-1"), layer.hub.listener
    first = listener.process_number
    os.kill(first, signal.SIGSTOP)
    try:
        await until(lambda: listener.process_number != first and listener.listening.is_set())
        await layer.group_send("table-1", {"type": "moved"})
        assert [await received(layer, channel) for _ in range(2)] == [RESYNC, {"type": "moved"}]
    finally:
        os.kill(first, signal.SIGCONT)


async def test_an_idle_listener_stays(layer):
    layer.heartbeat = 1.5
    await member(layer, "table-1")
    first = layer.hub.listener.process_number
    await asyncio.sleep(3 * layer.heartbeat)
    assert layer.hub.listener.process_number == first
    assert layer.hub.listener.listening.is_set()


async def test_a_lost_sending_connection_is_replaced_unnoticed(layer):
    channel = await member(layer, "table-1")
    for number in range(3):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        await terminate(await speaker())
        await asyncio.sleep(0.05)
    assert [(await received(layer, channel))["number"] for _ in range(3)] == [0, 1, 2]


async def test_postgres_may_be_restarted(own_server, layer):
    channel = await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "before"})
    assert await received(layer, channel) == {"type": "before"}
    await asyncio.to_thread(own_server.stop)
    await until(lambda: not layer.hub.listener.listening.is_set())
    with pytest.raises(psycopg.OperationalError):
        await layer.group_send("table-1", {"type": "refused"})
    await asyncio.to_thread(own_server.start)
    assert await received(layer, channel) == RESYNC
    await layer.group_send("table-1", {"type": "after"})
    assert await received(layer, channel) == {"type": "after"}


async def test_a_socket_may_come_while_postgres_is_away(own_server, layer, monkeypatch):
    monkeypatch.setattr(channel_hub, "PATIENCE", 0.2)
    await asyncio.to_thread(own_server.stop)
    channel = await member(layer, "table-1")
    await asyncio.to_thread(own_server.start)
    assert await received(layer, channel) == RESYNC
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, channel) == {"type": "moved"}


async def test_faulty_notifications_harm_nobody(layer, caplog):
    channel = await member(layer, "table-1")
    async with await connect("default", "test") as raw:
        for faulty in ("", "group", "group table-1 {", "group table-1 ?", "group table-1 kAE=",
                       f"channel {channel} [1]", "take x", "offer x", "later version"):  # fmt: skip
            await raw.execute("select pg_notify(%s, %s)", [layer.topic, faulty])
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, channel) == {"type": "moved"}
    assert "A faulty notification on sobremesa" in caplog.text


# --- Slow readers and memory ----------------------------------------------------------------------


async def test_a_slow_reader_is_told_once_and_slows_nobody(layer):
    slow, quick = await member(layer, "table-1"), await member(layer, "table-1")
    inbox = layer.hub.inboxes[slow]
    for number in range(12 * CAPACITY + 5):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, quick))["number"] == number
        assert len(inbox.messages) <= CAPACITY + 1
    left = [await received(layer, slow) for _ in range(len(inbox.messages))]
    assert left[0] == RESYNC
    assert left.count(RESYNC) == 1
    numbers = [message["number"] for message in left[1:]]
    assert numbers == list(range(12 * CAPACITY + 5))[-len(numbers) :]


async def test_old_messages_become_a_resync(layer):
    layer.expiry = 0.2
    channel = await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "old"})
    await layer.send(channel, {"type": "old"})
    await asyncio.sleep(0.4)
    assert await received(layer, channel) == RESYNC
    await layer.group_send("table-1", {"type": "new"})
    assert await received(layer, channel) == {"type": "new"}


async def test_many_groups_are_kept_apart(layer):
    layer.capacity = 200
    channels = [await layer.new_channel() for _ in range(20)]
    for table in range(2000):
        await layer.group_add(f"table-{table}", channels[table % 20])
    await asyncio.gather(
        *(layer.group_send(f"table-{table}", {"type": "moved", "table": table})
          for table in range(2000))
    )  # fmt: skip
    for place, channel in enumerate(channels):
        heard = [(await received(layer, channel))["table"] for _ in range(100)]
        assert heard == list(range(place, 2000, 20))
        assert not layer.hub.inboxes[channel].messages


class Forgetful(LeanDispatch, AsyncJsonWebsocketConsumer):
    """Joins a group and never leaves it; may die of an error."""

    async def connect(self) -> None:
        await self.channel_layer.group_add("table-1", self.channel_name)
        await self.accept()

    async def table_moved(self, message: dict[str, Any]) -> None:
        await self.send_json(message)

    async def table_broke(self, message: dict[str, Any]) -> None:
        raise RuntimeError("a fault of this consumer")


async def live_and_die(layer: PostgresChannelLayer, ending: str) -> None:
    sockets = [WebsocketCommunicator(Forgetful.as_asgi(), "/") for _ in range(50)]
    for socket in sockets:
        await socket.connect(timeout=PATIENCE)
    assert len(layer.hub.groups["table-1"]) == len(layer.hub.inboxes) == 50
    if ending == "error":
        await layer.group_send("table-1", {"type": "table.broke"})
    for socket in sockets:
        if ending == "disconnect":
            await socket.disconnect(timeout=PATIENCE)
        elif ending == "cancel":
            socket.future.cancel()
    await asyncio.gather(*(socket.wait(PATIENCE) for socket in sockets), return_exceptions=True)


@pytest.mark.parametrize("ending", ["disconnect", "error", "cancel"])
async def test_consumers_leave_nothing_behind_however_they_end(layer, ending):
    before = inboxes()  # those of the live server, if tests before this one have started it
    for _ in range(2):
        await live_and_die(layer, ending)
        for _ in range(3):  # what finalizers of tasks revive goes with the next collection
            gc.collect()
            await asyncio.sleep(0)
        assert layer.hub.groups == layer.hub.inboxes == {}
        assert inboxes() <= before


def inboxes() -> set[int]:
    """Every inbox of this process, in whichever event loop."""
    return {id(thing) for thing in gc.get_objects() if type(thing) is Inbox}


async def test_event_loops_leave_nothing_behind(layer):
    before = await connections_of_layers()  # the live server's, if tests before have started it
    for _ in range(3):
        await asyncio.to_thread(asyncio.run, layer.group_send("table-1", {"type": "moved"}))
    await asyncio.to_thread(asyncio.run, member(layer, "table-1"))
    await member(layer, "table-1")
    assert len(layer._hubs) == 1
    assert await connections_of_layers() - before == Counter({("sobremesa listens", "idle"): 1})


async def connections_of_layers() -> Counter[tuple[str, str]]:
    """Purpose and state of every connection of a layer to the test's database."""
    async with await connect("default", "test") as raw:
        found = await raw.execute(
            "select application_name, state from pg_stat_activity"
            " where application_name in ('sobremesa listens', 'sobremesa speaks')"
            " and datname = current_database()"
        )
        return Counter(await found.fetchall())


async def test_the_sending_connection_is_closed_when_idle(layer):
    layer.idle = 0.2
    channel = await member(layer, "table-1")
    for number in range(3):
        await layer.group_send("table-1", {"type": "moved", "number": number})
        assert (await received(layer, channel))["number"] == number
        deadline = time.monotonic() + 10
        while await speaker():
            assert time.monotonic() < deadline
            await asyncio.sleep(0.02)


async def test_a_channel_without_its_name_is_gone(layer):
    copy = str(await member(layer, "table-1"))
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="is gone"):
        await layer.receive(copy)
    with pytest.raises(RuntimeError, match="is gone"):
        await layer.group_add("table-1", copy)
    await layer.group_discard("table-1", copy)


# --- Messages -----------------------------------------------------------------------------------


async def test_the_largest_message_passes_and_a_byte_more_does_not(layer):
    channel = await member(layer, "table-1")
    room = LARGEST_PAYLOAD - len('group table-1 {"type":"t","x":""}')
    await layer.group_send("table-1", {"type": "t", "x": "x" * room})
    assert len((await received(layer, channel))["x"]) == room
    for send in (layer.group_send("table-1", {"type": "t", "x": "x" * (room + 1)}),
                 layer.group_send("table-1", {"type": "t", "x": "ü" * (room // 2 + 1)}),
                 layer.send(channel, {"type": "t", "x": "x" * room})):  # fmt: skip
        with pytest.raises(MessageTooLarge):
            await send


async def test_a_refused_message_does_not_harm_the_transaction(layer):
    channel = await member(layer, "table-1")

    def move() -> None:
        with transaction.atomic():
            with connection.cursor() as cursor:
                notify(cursor, "table-1", {"type": "moved", "number": 1})
                with pytest.raises(MessageTooLarge):
                    notify(cursor, "table-1", {"type": "moved", "x": "x" * 8000})
            with pytest.raises(TypeError):
                tell_after_commit("no group name", {"type": "moved"})
            tell_after_commit("table-1", {"type": "moved", "number": 2})

    await sync_to_async(move)()
    assert [(await received(layer, channel))["number"] for _ in range(2)] == [1, 2]


async def test_equal_messages_are_joined_in_one_transaction_only(layer):
    channel = await member(layer, "table-1")
    async with await connect("default", "test") as raw, raw.transaction():
        for number in (1, 1, 2):
            await raw.execute(
                "select pg_notify(%s, %s)",
                [layer.topic, f'group table-1 {{"type":"moved","number":{number}}}'],
            )
    same = {"type": "moved", "number": 3}
    await asyncio.gather(*(layer.group_send("table-1", same) for _ in range(3)))
    heard = [(await received(layer, channel))["number"] for _ in range(5)]
    assert heard == [1, 2, 3, 3, 3]


async def test_members_cannot_change_each_others_message(layer):
    one, two = await member(layer, "table-1"), await member(layer, "table-1")
    await layer.group_send("table-1", {"type": "moved"})
    (await received(layer, one)).clear()
    assert await received(layer, two) == {"type": "moved"}


async def test_a_cancelled_reader_takes_no_message_with_it(layer):
    channel = await member(layer)
    readers = [asyncio.create_task(layer.receive(channel)) for _ in range(3)]
    await asyncio.sleep(0)
    await layer.send(channel, {"type": "moved"})
    await until(lambda: any(reader.done() for reader in readers))
    waiting = [reader for reader in readers if not reader.done()]
    assert len(waiting) == 2
    layer.hub.inboxes[channel].put({"type": "next"})
    waiting[0].cancel()  # just as it was woken
    assert await asyncio.wait_for(waiting[1], PATIENCE) == {"type": "next"}


async def test_each_message_of_a_plain_channel_is_read_by_one_process(layer):
    async with Peer() as one, Peer() as two:
        for peer in (one, two):
            assert await peer("receive_within", "letters", 0.1) is None  # now it listens
        read = []
        for number in range(3):
            asked = [
                asyncio.create_task(peer("receive_within", "letters", 0.8)) for peer in (one, two)
            ]
            await layer.send("letters", {"type": "print", "number": number})
            read += [message["number"] for message in await asyncio.gather(*asked) if message]
        assert read == [0, 1, 2]
        await until(lambda: not layer.hub.shared)


async def test_what_cannot_be_is_refused(layer):
    with pytest.raises(ValueError, match="letters cannot be in a group"):
        await layer.group_add("table-1", "letters")
    with pytest.raises(ImproperlyConfigured, match="no prefix"):
        PostgresChannelLayer(prefix="Two words")
    assert get_channel_layer() is layer


async def test_prefixes_keep_sites_on_one_database_apart(layer):
    other = PostgresChannelLayer(prefix="other_site")
    channel = await member(layer, "table-1")
    await other.group_send("table-1", {"type": "not for us"})
    await layer.group_send("table-1", {"type": "moved"})
    assert await received(layer, channel) == {"type": "moved"}
    await other.close()


async def test_the_test_database_is_used(layer):
    async with await connect("default", "test") as raw:
        found = await raw.execute("select current_database()")
        assert await found.fetchone() == (connections["default"].settings_dict["NAME"],)
