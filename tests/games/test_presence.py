"""Who has the page of a table open: told to everybody there, whichever process serves them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.auth.models import AnonymousUser
from websockets.exceptions import ConnectionClosed

from config.push.layer import PostgresChannelLayer
from config.socket.groups import Groups
from config.web import closing
from games.storing.credentials import Credential
from games.watching import live as live_module
from games.watching import presence
from games.watching.live import LiveTables
from games.watching.tables import Watcher
from tests.games.sockets import heard_of, silent, watch
from tests.games.threads import give_back
from tools.patience import PATIENCE, pause_task, until_true

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "?html=1"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "SETTLE", 0.05)
    for served in live_module._live.values():
        monkeypatch.setattr(served.presence.changed, "settle", 0.05)


def places(socket: Any) -> list[int]:
    """Who is said to be there next."""
    found: list[int] = heard_of(socket, "present")["places"]
    return found


def places_until(socket: Any, wanted: list[int]) -> None:
    """What is said leads there, and not beyond."""
    while places(socket) != wanted:
        pass


def test_everybody_at_the_table_sees_who_is_there(live, begin, people):
    playing = begin(seats=3)
    with watch(live, playing.id, query=PAGE) as visitor:
        with watch(live, playing.id, playing.user_at(2), query=PAGE) as third:
            places_until(visitor, [2])
            places_until(third, [2])
            with watch(live, playing.id, playing.user_at(0), query=PAGE) as first:
                for socket in (visitor, third, first):
                    places_until(socket, [0, 2])
            for socket in (visitor, third):
                assert places(socket) == [2]
        assert places(visitor) == []


def test_a_person_with_several_tabs_is_there_until_the_last_is_closed(live, begin):
    playing = begin()
    user = playing.user_at(0)
    with watch(live, playing.id, query=PAGE) as visitor:
        with watch(live, playing.id, user, query=PAGE) as one:
            places_until(visitor, [0])
            with watch(live, playing.id, user, query=PAGE) as two:
                places_until(two, [0])
            one.send(json.dumps({"type": "hello", "number": 1}))
            assert places(one) == [0], "what was said may have been lost"
            assert silent(visitor), "nothing has changed"
        assert places(visitor) == []


def test_programs_are_nobody_and_are_not_told(live, begin):
    playing = begin()
    with (
        watch(live, playing.id, playing.user_at(0)) as program,
        watch(live, playing.id, playing.user_at(1), query=PAGE) as page,
    ):
        assert heard_of(program, "update")["number"] == 1
        places_until(page, [1])
        assert silent(program)


def test_who_may_not_see_the_table_does_not_see_who_is_there(live, begin, people):
    playing = begin(private=True)
    with watch(live, playing.id, playing.user_at(0), query=PAGE) as page:
        places_until(page, [0])
        with watch(live, playing.id, people[3], query=PAGE) as stranger:
            said = all_said(stranger)
        assert [message["type"] for message in said if message["type"] != "waiting"] == []


def all_said(socket: Any) -> list[Any]:
    """What is said until the socket is closed because there is no such table."""
    said = []
    with pytest.raises(ConnectionClosed) as closed:
        said += [json.loads(message) for message in messages_of(socket)]
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == closing.NOT_FOUND
    return said


def messages_of(socket: Any) -> Iterator[str]:
    while True:
        yield socket.recv(timeout=PATIENCE)


# --- Two processes -------------------------------------------------------------------------------


class Process:
    """What one process keeps of live tables, with a channel layer of its own."""

    def __init__(self) -> None:
        self.layer = PostgresChannelLayer()
        self.live = LiveTables(Groups(self.layer))

    async def end(self) -> None:
        for pool in (self.live.threads, self.live.slow_threads):
            await asyncio.to_thread(give_back, pool)
            pool.shutdown()
        if self.live.presence.timer is not None:
            self.live.presence.timer.cancel()
        await self.layer.close()


class Page:
    """A page of a table: what it was told of who is there."""

    def __init__(self, user: Any) -> None:
        self.said: list[list[int]] = []
        self.watcher = Watcher(user, Credential(user.pk, "", "", ""), self.send, self.leave)
        self.watcher.html = True

    async def send(self, message: bytes) -> None:
        document = json.loads(message)
        if document.get("type") == "present":
            self.said.append(document["places"])

    async def leave(self, code: int) -> None:
        raise AssertionError(code)

    async def sees(self, wanted: list[int]) -> None:
        await until_true(lambda: self.said and self.said[-1] == wanted)


@pytest.fixture
def across(begin: Callable[..., Any]) -> Callable[..., None]:
    """Runs `story(playing, user, one, two)`: a table and two processes."""

    def run(story: Callable[..., Any]) -> None:
        playing = begin(seats=3)
        users = [playing.user_at(place) for place in range(3)]

        async def run() -> None:
            one, two = Process(), Process()
            try:
                await story(playing, users, one.live, two.live)
            finally:
                await one.end()
                await two.end()

        asyncio.run(run())

    return run


def test_people_of_several_processes_see_each_other(across):
    async def story(playing: Any, users: list[Any], one: LiveTables, two: LiveTables) -> None:
        ana, ben, again = Page(users[0]), Page(users[1]), Page(users[0])
        visitor = Page(AnonymousUser())
        await one.join(playing.id, ana.watcher)
        await ana.sees([0])
        await two.join(playing.id, ben.watcher)
        await ben.sees([0, 1])
        await ana.sees([0, 1])
        await two.join(playing.id, again.watcher)  # the same person's other tab
        await again.sees([0, 1])
        await one.part(playing.id, ana.watcher)
        await one.join(playing.id, visitor.watcher)
        await visitor.sees([0, 1])
        await two.part(playing.id, again.watcher)
        await visitor.sees([1])
        await ben.sees([1])
        await two.part(playing.id, ben.watcher)
        await visitor.sees([])

    across(story)


def test_a_page_that_opens_is_told_at_once_who_is_there(across):
    """Changes are told a moment later, as reloading is not leaving."""

    async def story(playing: Any, users: list[Any], one: LiveTables, two: LiveTables) -> None:
        ana, visitor = Page(users[0]), Page(AnonymousUser())
        await one.join(playing.id, ana.watcher)
        await ana.sees([0])
        one.presence.changed.settle = 10 * PATIENCE
        await one.join(playing.id, visitor.watcher)
        await visitor.sees([0])

    across(story)


def die(process: LiveTables) -> None:
    """Say nothing any more: neither the next heartbeat, nor the one that is being sent."""
    for ending in (process.presence.timer, process.presence.changed.task):
        assert ending is not None
        ending.cancel()


def test_the_people_of_a_process_that_died_vanish(across, monkeypatch):
    monkeypatch.setattr(presence, "RENEW", 0.2)
    monkeypatch.setattr(presence, "LASTS", 1.0)

    async def story(playing: Any, users: list[Any], one: LiveTables, two: LiveTables) -> None:
        ana, ben = Page(users[0]), Page(users[1])
        await one.join(playing.id, ana.watcher)
        await two.join(playing.id, ben.watcher)
        await ana.sees([0, 1])
        await pause_task(1.5)
        assert ana.said[-1] == [0, 1], "it says that it is alive"
        die(two)
        await ana.sees([0])

    across(story)


def test_what_was_lost_on_the_way_is_asked_for_again(across, monkeypatch):
    """The listening connection breaks while somebody comes."""

    async def story(playing: Any, users: list[Any], one: LiveTables, two: LiveTables) -> None:
        ana, ben = Page(users[0]), Page(users[1])
        await one.join(playing.id, ana.watcher)
        await ana.sees([0])
        with monkeypatch.context() as deaf:
            deaf.setattr(one.presence, "hear", lambda _: None)
            await two.join(playing.id, ben.watcher)
            await ben.sees([1])  # nobody has heard the question
        assert ana.said[-1] == [0]
        await sync_to_async(end_listening)()
        await ana.sees([0, 1])
        await ben.sees([0, 1])

    across(story)


def end_listening() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where query like 'listen%%' and datname = current_database()"
        )
