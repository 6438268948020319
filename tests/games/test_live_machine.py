"""Whatever comes, goes, fails and stalls: in the end everything is at zero and everybody answered.

Sockets, tables, threads, push and database are the real ones; only the bytes of the network are
made here. The database fails as databases do: connections are ended, the pool is closed, rows
are locked by somebody else.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import psycopg
import pytest
from autobahn.exception import Disconnected
from channels.layers import get_channel_layer
from django.contrib.auth.models import AnonymousUser
from django.db import connection, connections
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.people.tokens import digest_of, token_make
from config.database.pauses import Pauses
from config.socket import connection as connection_module
from config.socket.connection import Connection, Understood
from config.socket.groups import groups
from config.socket.limits import OpenSockets
from config.web.unreachable import UNREACHABLE
from games.models import LogEntry
from games.watching import live as live_module
from games.watching import presence as presence_module
from games.watching import tables as tables_module
from games.watching import topics
from games.watching.live import LiveTables, live_tables
from games.watching.topics import TableTopic
from tests.games.shown import OnShow
from tests.games.threads import give_back_all
from tools.patience import PATIENCE, pause_task

UNDERSTOOD = Understood([TableTopic])
QUESTION = re.compile(r'data-question="([^"]+)"')
MOVE = re.compile(r'name="move" value="([^"]+)"')


def surely(work: Callable[[], Any]) -> Any:
    """What the database says once it says something: it may just have come back."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except UNREACHABLE:
            assert time.monotonic() < deadline
            connections.close_all()


class Person:
    """A browser at a table: what it has sent, and what it was told."""

    def __init__(self, table_id: int, user: Any, token: str, *, html: bool) -> None:
        self.table_id, self.user = table_id, user
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.asked: dict[int, str] = {}
        self.refs = self.number = 0
        self.statuses: list[int] = []
        self.stored: set[str] = set()
        self.question: dict[str, Any] | None = None
        self.code, self.is_gone = 0, False
        scope = {
            "url_route": {"kwargs": {"table_id": table_id}},
            "query_string": b"html=1" if html else b"",
            "user": user,
            "token": token,
        }
        self.html, self.page = html, OnShow()
        self.socket = Connection(UNDERSTOOD, scope, self.incoming.get, self.hear)
        self.incoming.put_nowait({"type": "websocket.connect"})
        if html:
            self.say({"type": "hello", "number": 0, "has": ""})
        self.task = asyncio.get_running_loop().create_task(self.socket.run())

    @property
    def stays(self) -> bool:
        return not self.code and not self.is_gone

    @property
    def unanswered(self) -> int:
        topic = self.socket.topics.get(TableTopic)
        return topic.watcher.unanswered if isinstance(topic, TableTopic) else 0

    async def hear(self, event: dict[str, Any]) -> None:
        """The server sends something; it cannot to who is gone."""
        await pause_task(0.005 if self.html else 0)  # others go on meanwhile
        if self.is_gone:
            raise Disconnected("gone")
        if event["type"] == "websocket.close":
            self.code = event["code"]
            self.incoming.put_nowait({"type": "websocket.disconnect"})
        if event["type"] != "websocket.send":
            return
        message = json.loads(event["text"])
        if message.get("type") == "answer":
            question = self.asked.pop(message["ref"])
            self.statuses.append(message["status"])
            if message["status"] == 200:
                self.stored.add(question)
        elif message.get("type", "update") == "update":
            assert message["number"] >= self.number
            self.number = message["number"]
            self.question = self.shown(message) if self.html else message["question"]

    def shown(self, update: dict[str, Any]) -> dict[str, Any] | None:
        """The question that the page shows after an update, with its first answer."""
        self.page.put(update)
        panel = self.page.document()["panel"]
        question, move = QUESTION.search(panel), MOVE.search(panel)
        if not (question and move):
            return None
        return {"id": question[1], "moves": [{"move": json.loads(unescape(move[1]))}]}

    def say(self, document: dict[str, Any]) -> None:
        text = json.dumps(document)
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    def play(self, *, sense: bool) -> None:
        self.refs += 1
        question = {"id": "0" * 16, "moves": [{"move": {"kind": "None"}}]}
        if sense and self.question:
            question = self.question
        self.asked[self.refs] = question["id"]
        document = {"type": "move", "ref": self.refs, "question": question["id"]}
        self.say({**document, "move": question["moves"][0]["move"]})

    def go(self) -> None:
        self.is_gone = True
        self.incoming.put_nowait({"type": "websocket.disconnect"})


class Visited:
    """Which tables threads are at now: no two may be at the same one."""

    def __init__(self) -> None:
        self.tables: set[int] = set()
        self.twice: list[int] = []
        self.lock = threading.Lock()

    def around(self, work: Callable[[Any], None]) -> Callable[[Any], None]:
        """The same work, watched."""

        def visit(visits: Any) -> None:
            here = {v.table.id for v in (visits if isinstance(visits, list) else [visits])}
            with self.lock:
                self.twice += here & self.tables
                self.tables |= here
            try:
                work(visits)
            finally:
                with self.lock:
                    self.tables -= here

        return visit


class Tables(RuleBasedStateMachine):
    """People at three tables, in an event loop that runs while something is done."""

    begin: Callable[..., Any]
    members: list[tuple[Any, str]]
    visited: Visited

    def __init__(self) -> None:
        super().__init__()
        connection_module._sockets = OpenSockets()
        self.playing = [surely(lambda: self.begin(seats=2)) for _ in range(3)]
        self.people: list[Person] = []
        self.stored: dict[int, set[str]] = {}
        self.live: LiveTables | None = None
        self.loop = asyncio.new_event_loop()
        self.lock = psycopg.connect(**connection.get_connection_params() | {"context": None})
        self.is_locked = self.is_away = False

    def run(self, work: Callable[[], Any], seconds: float = 0.0) -> Any:
        """Do something in the event loop, and let that go on for a moment."""

        async def run() -> Any:
            self.live = live_tables()
            done = work()
            await pause_task(seconds)
            return done

        return self.loop.run_until_complete(run())

    # --- What happens ---

    @rule(
        table=st.integers(0, 2),
        member=st.integers(0, 3),
        html=st.booleans(),
        moment=st.sampled_from([0.0, 0.03]),
    )
    def arrive(self, table: int, member: int, html: bool, moment: float) -> None:
        user, token = self.members[member] if member < 3 else (AnonymousUser(), "")
        table_id = self.playing[table].id
        self.people.append(
            self.run(lambda: Person(table_id, user, token, html=html), seconds=moment)
        )

    @rule(table=st.integers(0, 2), count=st.integers(1, 8), moves=st.integers(0, 6))
    def flood_and_go(self, table: int, count: int, moves: int) -> None:
        """So many come, send without waiting, and are gone."""

        def work() -> list[Person]:
            user, token = self.members[table]
            crowd = [Person(self.playing[table].id, user, token, html=False) for _ in range(count)]
            for person in crowd:
                for _ in range(moves):
                    person.play(sense=False)
            return crowd

        crowd = self.run(work, seconds=0.02)
        self.run(lambda: [person.go() for person in crowd])
        self.people += crowd

    @precondition(lambda self: self.people)
    @rule(who=st.integers(0, 99), count=st.integers(1, 8), sense=st.booleans())
    def play(self, who: int, count: int, sense: bool) -> None:
        person = self.people[who % len(self.people)]
        if person.stays:
            self.run(lambda: [person.play(sense=sense) for _ in range(count)], seconds=0.005)

    @precondition(lambda self: self.people)
    @rule(who=st.integers(0, 99))
    def leave(self, who: int) -> None:
        self.run(self.people[who % len(self.people)].go)

    @rule(seconds=st.sampled_from([0.0, 0.01, 0.05]))
    def wait(self, seconds: float) -> None:
        self.run(lambda: None, seconds=seconds)

    @precondition(lambda self: not self.is_locked and not self.is_away)
    @rule(table=st.integers(0, 2))
    def play_by_request(self, table: int) -> None:
        """The table moves on without the sockets."""
        if asked := surely(self.playing[table].asked):
            surely(lambda: self.playing[table].play(asked[0]))

    # --- What fails ---

    @precondition(lambda self: not self.is_locked)
    @rule(table=st.integers(0, 2))
    def stall(self, table: int) -> None:
        """Somebody holds the row."""
        sql = "select from games_table where id = %s for update"
        self.lock.execute(sql, [self.playing[table].id])
        self.is_locked = True

    @precondition(lambda self: self.is_locked)
    @rule()
    def go_on(self) -> None:
        self.lock.rollback()
        self.is_locked = False

    @rule()
    def lose_connections(self) -> None:
        """All but the one that holds rows, the one that listens among them."""
        self.lock.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )
        if not self.is_locked:
            self.lock.rollback()
        connections.close_all()

    @precondition(lambda self: not self.is_away)
    @rule()
    def lose_the_database(self) -> None:
        """From now on nobody gets a connection."""
        connections.close_all()
        connection.pool.close(timeout=0)
        self.is_away = True
        self.lose_connections()

    @precondition(lambda self: self.is_away)
    @rule()
    def find_the_database(self) -> None:
        connection.close_pool()
        self.is_away = False

    # --- What must hold ---

    @invariant()
    def within_bounds(self) -> None:
        assert not self.visited.twice
        if self.live is None:
            return
        assert len(self.live.submissions) <= live_module.MOST_WAITING
        waiting = sum(self.live.submissions.of_table(playing.id) for playing in self.playing)
        assert waiting == len(self.live.submissions)
        for person in self.people:
            assert 0 <= person.unanswered <= tables_module.MOST_UNANSWERED

    def teardown(self) -> None:
        try:
            self.end()
        finally:
            self.close()

    def end(self) -> None:
        """Everything is well again: everybody is answered and up to date, and may go."""
        if self.is_locked:
            self.go_on()
        if self.is_away:
            self.find_the_database()
        staying = [person for person in self.people if person.stays]
        self.run(lambda: [person.say({"type": "hello", "number": 0}) for person in staying])
        self.until(lambda: not any(person.asked for person in self.people if person.stays))
        latest = {playing.id: surely(lambda: playing.table.number) for playing in self.playing}  # noqa: B023
        self.until(
            lambda: all(p.number >= latest[p.table_id] for p in self.people if p.stays),
        )
        assert all(person.stays or person.code == 4429 for person in staying)
        self.two_play_on()
        for person in self.people:
            stored = LogEntry.objects.filter(table=person.table_id, kind="move")
            assert person.stored <= set(stored.values_list("question", flat=True))
        self.run(lambda: [person.go() for person in self.people])
        self.until(lambda: all(person.task.done() for person in self.people))
        assert [person.task.exception() for person in self.people] == [None] * len(self.people)
        self.until(lambda: not (self.live and (self.live.tables or self.live.presence.rooms)))
        self.run(lambda: None, seconds=0.05)
        self.nothing_is_left()

    def two_play_on(self) -> None:
        """Who comes now is served, at a table of their own."""
        playing = surely(lambda: self.begin(seats=2))
        for place in (0, 1):
            user, token = next(m for m in self.members if m[0] == playing.user_at(place))
            self.one_plays(self.run(lambda: Person(playing.id, user, token, html=True)))  # noqa: B023

    def one_plays(self, person: Person) -> None:
        self.people.append(person)
        while 200 not in person.statuses:
            self.until(lambda: person.question)
            self.run(lambda: person.play(sense=True))
            self.until(lambda: not person.asked)
            assert set(person.statuses) <= {200, 503}

    def until(self, done: Callable[[], Any]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < deadline, f"still not quiet: {self.trouble()}"
            self.run(lambda: None, seconds=0.01)

    def trouble(self) -> object:
        """What is not quiet, for the message of a failure."""
        live = self.live
        rooms = live and {key: vars(room) for key, room in live.presence.rooms.items()}
        return live and (
            live.tables,
            rooms,
            live.presence.changed.items,
            live.tasks,
            live.busy,
            live.ready,
        )

    def nothing_is_left(self) -> None:
        live = self.live
        assert live is not None
        assert len(live.submissions) == 0
        assert [*vars(live.submissions).values()] == [set(), {}, {}]
        assert (live.tables, list(live.ready), live.busy) == ({}, [], 0)
        assert all(person.unanswered == 0 for person in self.people)
        assert not live.tasks
        assert not live.presence.rooms
        assert [*vars(connection_module._sockets).values()] == [{}, {}]
        assert not self.visited.twice and not self.visited.tables
        assert self.run(lambda: groups().followed()) == set()
        hub = self.run(lambda: get_channel_layer().hub)
        assert not hub.groups

    def close(self) -> None:
        """End the threads and the loop of this run."""
        self.lock.close()
        if self.live is not None:
            for task in asyncio.all_tasks(self.loop):
                task.cancel()
            self.loop.run_until_complete(get_channel_layer().close())
            self.live.threads.shutdown(cancel_futures=True)
            self.live.slow_threads.shutdown(cancel_futures=True)
        self.loop.close()
        connections.close_all()
        connection.close_pool()


@pytest.fixture
def impatient(transactional_db: None) -> Iterator[None]:
    """A pool that waits half a second for the database; gone with the test."""
    options = connection.settings_dict["OPTIONS"]["pool"]
    connection.close_pool()
    options["timeout"] = 0.5
    yield
    del options["timeout"]
    connections.close_all()
    connection.close_pool()


@pytest.mark.usefixtures("impatient")
@pytest.mark.django_db(transaction=True)
def test_in_the_end_everything_is_at_zero_and_everybody_answered(begin, people, monkeypatch):
    monkeypatch.setattr(live_module, "MOST_WAITING", 24)
    monkeypatch.setattr("games.watching.tables.MOST_UNANSWERED", 3)
    monkeypatch.setattr(live_module, "AGAIN", Pauses(0.02, 1, 0.02))
    monkeypatch.setattr(topics, "PAUSE", 0.01)
    monkeypatch.setattr(presence_module, "SETTLE", 0.02)
    monkeypatch.setattr(connection_module, "_sockets", OpenSockets())  # each run has its own
    Tables.visited = visited = Visited()
    for name in ("attend", "attend_again"):
        monkeypatch.setattr(live_module, name, visited.around(getattr(live_module, name)))
    Tables.begin = staticmethod(begin)
    Tables.members = [
        (user, digest_of(token_make(user=user, name="a browser"))) for user in people[:3]
    ]
    run_state_machine_as_test(
        Tables,
        settings=settings(
            max_examples=8,
            stateful_step_count=25,
            deadline=None,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
    give_back_all()  # other tests' server has lost its connections as well
