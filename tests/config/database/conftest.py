"""The Postgres of the tests, over a line that a test can cut or silence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, connections

from config.database.base import DatabaseWrapper
from config.running import postgres
from tools.lines import NetworkLine

END_SLEEP = """
    select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like 'select pg_sleep(%'
"""


@pytest.fixture(autouse=True)
def nobody_sleeps(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End the sessions that a test has left asleep: later tests would wait for them."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(END_SLEEP)


@pytest.fixture
def line(django_db_setup: None) -> Iterator[NetworkLine]:
    """To the Postgres of the tests."""
    socket: Path = postgres.socket_folder(settings.DATA_DIR) / ".s.PGSQL.5432"
    with NetworkLine(socket) as line:
        yield line


@pytest.fixture
def far(line: NetworkLine, django_db_blocker: Any) -> Iterator[DatabaseWrapper]:
    """Django's database over that line, with a pool of four."""
    wrapper = database_at("127.0.0.1", line.port)
    with django_db_blocker.unblock():
        yield wrapper
    wrapper.close_pool()


def database_at(host: str, port: int) -> DatabaseWrapper:
    """Django's database at another address, with a pool of four."""
    parameters = {**connection.settings_dict, "HOST": host, "PORT": str(port)}
    parameters["OPTIONS"] = {**parameters["OPTIONS"], "pool": {"min_size": 4, "max_size": 4}}
    made = DatabaseWrapper(parameters, "far")
    connections[made.alias] = made  # where Django's own receivers look for a new connection
    return made
