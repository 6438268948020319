"""Packets to Postgres are lost, and nobody says so: TCP itself has to notice."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection

from config.database import connections, waits
from config.database.base import DatabaseWrapper
from config.running import postgres
from tests.config.database.conftest import database_at
from tools.namespaces import PORT, Namespace, apart, namespace
from tools.patience import LONG_PATIENCE


@pytest.fixture
def far_away() -> Iterator[Namespace]:
    """A namespace that leads to the Postgres of the tests."""
    with apart_or_skip(), namespace() as made:
        made.lead_to(postgres.socket_folder(settings.DATA_DIR) / ".s.PGSQL.5432")
        yield made


def apart_or_skip() -> Any:
    try:
        with apart(), namespace():
            pass
    except (OSError, subprocess.CalledProcessError) as problem:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no right to make network namespaces: {problem}")
    return apart()


@pytest.fixture
def database(
    far_away: Namespace, django_db_setup: None, django_db_blocker: Any
) -> Iterator[DatabaseWrapper]:
    wrapper = database_at(far_away.host, PORT)
    with django_db_blocker.unblock():
        yield wrapper
    wrapper.close_pool()


def answers(database: DatabaseWrapper) -> bool:
    try:
        with database.cursor() as cursor:
            cursor.execute("select 1")
            return bool(cursor.fetchone() == (1,))
    except OperationalError:
        return False
    finally:
        database.close()


def test_tcp_notices_a_dead_line_amid_a_statement(
    far_away: Namespace, database: DatabaseWrapper
) -> None:
    """The statement has minutes; it ends since nothing is acknowledged, long before."""
    with database.cursor() as cursor, waits.at_most(LONG_PATIENCE):
        cursor.execute("select 1")
        far_away.tear()
        with pytest.raises(OperationalError) as lost:
            cursor.execute("select pg_sleep(600)")
    assert "no answer within" not in str(lost.value)
    database.close()
    far_away.mend()
    while not answers(database):
        pass


def test_a_pool_of_dead_connections_says_so_and_comes_back(
    far_away: Namespace, database: DatabaseWrapper
) -> None:
    assert answers(database)
    far_away.tear()
    assert not answers(database)
    assert database.pool is not None
    assert database.pool.away_since is not None
    far_away.mend()
    while not answers(database):
        pass
    assert database.pool.away_since is None


def test_nobody_is_taken_for_a_server_before_it_has_opened(far_away: Namespace) -> None:
    """Psycopg alone would wait for two seconds each time, a second of them for nothing."""
    parameters = {**connection.get_connection_params(), "host": far_away.host, "port": PORT}
    connections.knock("", **parameters)
    far_away.tear()
    with pytest.raises(psycopg.OperationalError, match="nobody opens at"):
        connections.TimedConnection.connect(**parameters)
    elsewhere = f"{far_away.host},/nowhere"
    connections.knock("", **{**parameters, "host": elsewhere})


@pytest.mark.parametrize(
    ("conninfo", "expected"),
    [
        ("", []),
        ("host=/run/postgresql", []),
        ("host=a", [("a", 5432)]),
        ("host=a,b port=6000", [("a", 6000), ("b", 6000)]),
        ("host=a,b port=6000,", [("a", 6000), ("b", 5432)]),
        ("host=a,/run port=6000", []),
        ("host=a hostaddr=10.0.0.1", [("10.0.0.1", 5432)]),
    ],
)
def test_the_addresses_of_a_connection_are_read_as_libpq_does(
    conninfo: str, expected: list[tuple[str, int]]
) -> None:
    assert connections.addresses(conninfo) == expected
