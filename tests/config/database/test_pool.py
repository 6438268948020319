"""A pool says soon that Postgres is away, and is back as soon as that is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connections
from psycopg_pool import PoolTimeout

from config.database import pool, waits
from config.database.base import DatabaseWrapper
from config.database.connections import Unanswered
from config.database.pool import AsyncPool, Pool
from config.web.threads import InThreads
from games.watching.visits import reaching
from tools.lines import NetworkLine
from tools.patience import PATIENCE, until, until_true

SCOPE = {
    "type": "http", "method": "GET", "path": "/", "root_path": "", "query_string": b"",
    "headers": [], "http_version": "1.1", "scheme": "http", "server": ("localhost", 80),
    "client": ("127.0.0.1", 1),
}  # fmt: skip
"""Seconds for what must come; a busy machine is slow, not wrong."""


class Clock:
    """A steady clock that is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def filled(far: DatabaseWrapper) -> Pool:
    """A pool whose connections are all open."""
    assert far.pool is not None
    far.pool.open(wait=True, timeout=PATIENCE)
    return far.pool


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Attempts after the first ones, without the pauses between them."""
    made: list[int] = []

    def pause() -> float:
        made.append(len(made))
        return 0.001

    monkeypatch.setattr(waits, "pause", pause)
    return made


def ask(pool: Pool, timeout: float = PATIENCE) -> int:
    """The number of the session that answers."""
    with pool.connection(timeout) as connection:
        return int(connection.execute("select pg_backend_pid()").fetchone()[0])  # type: ignore[index]


def test_of_dead_connections_only_one_is_waited_for(
    filled: Pool, line: NetworkLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a failover, or where a firewall has lost its state: new connections work."""
    monkeypatch.setattr(pool, "CHECK_SECONDS", 0.2)
    before = {filled.getconn() for _ in range(4)}
    for connection in before:
        filled.putconn(connection)
    line.fall_silent()
    asked = [ask(filled) for _ in range(8)]
    assert all(asked)
    assert all(connection.closed for connection in before)


def test_a_silent_server_is_away_for_all_who_wait(
    filled: Pool, line: NetworkLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "CHECK_SECONDS", 0.05)
    line.fall_silent(for_all=True)
    with pytest.raises(PoolTimeout):
        ask(filled, 0.5)
    clock = Clock()
    clock.now = (filled.away_since or 0) + waits.POOL_SECONDS
    monkeypatch.setattr(pool, "monotonic", clock)
    with pytest.raises(PoolTimeout, match=r"0\.02 sec"):
        ask(filled, waits.POOL_SECONDS)
    monkeypatch.setattr(pool, "CHECK_SECONDS", PATIENCE)
    line.speak()
    clock.now = (filled.away_since or 0) - PATIENCE
    assert ask(filled)
    assert filled.away_since is None


def test_an_outage_is_not_prolonged_however_long_it_was(
    filled: Pool, line: NetworkLine, tries: list[int]
) -> None:
    line.refuse()
    with pytest.raises(PoolTimeout):
        ask(filled, 0.1)
    while len(tries) < 30:  # psycopg's own pool would wait for minutes now
        with pytest.raises(PoolTimeout):
            ask(filled, 0.01)
    line.accept()
    filled.away_since = None
    assert ask(filled)


def test_who_waits_alone_is_served_when_the_database_is_back(
    filled: Pool, line: NetworkLine, tries: list[int]
) -> None:
    """Nobody else asks for a connection, which would begin a new attempt."""
    line.refuse()
    with pytest.raises(PoolTimeout):
        ask(filled, 0.05)
    reached = len(tries) + 10
    until(lambda: len(tries) >= reached)
    line.accept()
    filled.away_since = None
    assert ask(filled)


def test_pauses_have_a_bound_and_differ() -> None:
    random.seed(35)
    some = [waits.pause() for _ in range(200)]
    assert waits.SHORTEST_PAUSE <= min(some) < max(some) <= waits.LONGEST_PAUSE < 1
    assert len({round(pause, 3) for pause in some}) > 100


@pytest.mark.django_db
def test_a_postgres_that_nobody_has_started_is_named(tmp_path: Path) -> None:
    options = {"pool": {"min_size": 1, "max_size": 1, "timeout": 0.1}}
    own = {**connections["default"].settings_dict, "HOST": str(tmp_path), "OPTIONS": options}
    wrapper = DatabaseWrapper(own, "not started")
    with pytest.raises(OperationalError, match=f"No Postgres runs in {tmp_path}: python3 manage"):
        wrapper.ensure_connection()
    wrapper.close_pool()


def test_a_statement_that_is_not_answered_ends_its_connection(far: DatabaseWrapper) -> None:
    with far.cursor() as cursor:
        raw = far.connection
        with pytest.raises(OperationalError, match=r"no answer within 0\.1 s"), waits.at_most(0.1):
            cursor.execute("select pg_sleep(600)")
    assert raw.closed
    far.close()
    with far.cursor() as cursor:
        cursor.execute("select 1")
        assert cursor.fetchone() == (1,)
    far.close()


def test_nobody_has_more_time_than_was_given_around_them() -> None:
    with waits.at_most(5), waits.at_most(60):
        assert waits.seconds_for_statement() == 5
    assert waits.seconds_for_statement() == waits.PATIENT_SECONDS


def test_all_statements_and_connections_of_a_request_have_one_time_together(filled: Pool) -> None:
    """A connection could take 3 s, and each of its statements 3.5 s more."""
    with waits.altogether(5):
        held = [filled.getconn() for _ in range(3)]
        with filled.connection() as connection:
            connection.execute("select pg_sleep(0.3)")
            with pytest.raises(PoolTimeout):
                filled.getconn(0.2)
        assert waits.seconds_within(60) < 5 - 0.3 - 0.2
    assert waits.seconds_within(60) == 60
    for connection in held:
        filled.putconn(connection)


def test_what_is_left_is_the_most_that_a_wait_takes(filled: Pool) -> None:
    """Where that is little, nobody takes the database for a silent one."""
    late = pytest.raises(Unanswered, match=r"within 0\.[12] s")
    with waits.altogether(0.2), filled.connection() as connection, late:
        connection.execute("select pg_sleep(600)")
    assert filled.away_since is None
    held = [filled.getconn() for _ in range(4)]
    with waits.altogether(0.2), pytest.raises(PoolTimeout, match=r"after 0\.20 sec"):
        filled.getconn(PATIENCE)
    for connection in held:
        filled.putconn(connection)


def test_each_request_has_that_time_anew() -> None:
    """Threads are used again for the next one."""
    left: list[float] = []

    def page(environ: object, start: Callable[..., None]) -> list[bytes]:
        left.append(waits.seconds_within(60))
        with waits.DatabaseWait():
            pass
        start("200 OK", [])
        return [b""]

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: object) -> None:
        """Nobody reads it."""

    async def ask_twice() -> None:
        requests = InThreads(page, 1)
        for _ in range(2):
            await requests(SCOPE, receive, send)

    asyncio.run(ask_twice())
    assert left == [waits.ANSWER_SECONDS] * 2


def test_a_visit_to_a_table_has_that_time_too() -> None:
    with reaching([]):
        assert waits.seconds_within(60) == waits.ANSWER_SECONDS


@pytest.mark.asyncio
async def test_the_worker_s_pool_leaves_dead_connections(
    far: DatabaseWrapper, line: NetworkLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "CHECK_SECONDS", 0.2)
    parameters = {**far.get_connection_params(), "cursor_factory": psycopg.AsyncCursor}
    async with AsyncPool(kwargs=parameters, min_size=4, open=False) as made:
        await made.wait(PATIENCE)
        line.fall_silent()
        for _ in range(8):
            async with made.connection(PATIENCE) as connection:
                await connection.execute("select 1")
        with pytest.raises(Unanswered), waits.at_most(0.1):
            async with made.connection(PATIENCE) as connection:
                await connection.execute("select pg_sleep(600)")


@pytest.mark.asyncio
async def test_the_worker_s_pool_tries_again_for_ever(
    far: DatabaseWrapper, line: NetworkLine, tries: list[int]
) -> None:
    parameters = {**far.get_connection_params(), "cursor_factory": psycopg.AsyncCursor}
    async with AsyncPool(kwargs=parameters, min_size=2, open=False) as made:
        await made.wait(PATIENCE)
        line.refuse()
        with pytest.raises(PoolTimeout):
            async with made.connection(0.1) as connection:
                await connection.execute("select 1")
        await until_true(lambda: len(tries) >= 30)
        line.accept()
        async with made.connection(PATIENCE) as connection:
            await connection.execute("select 1")
