"""The worker's sign of life, and the connections its jobs use."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config import worker

pytestmark = pytest.mark.django_db


def heartbeat(age: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "insert into procrastinate_workers (last_heartbeat)"
            " values (now() - make_interval(secs => %s))",
            [age],
        )


def test_without_a_worker_nothing_is_healthy() -> None:
    assert not worker.is_healthy()
    with pytest.raises(CommandError, match="No worker is alive"):
        call_command("worker", health=True)


def test_a_worker_that_fell_silent_is_not_healthy() -> None:
    heartbeat(age=worker.HEALTHY_SECONDS + 5)
    assert not worker.is_healthy()


def test_a_worker_that_spoke_lately_is_healthy() -> None:
    heartbeat(age=5)
    call_command("worker", health=True)


@pytest.mark.django_db(transaction=True)
def test_a_job_gives_its_connection_back() -> None:
    def job() -> str:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        assert connection.connection is not None
        return "done"

    assert worker.with_own_connection(job, None, None) == "done"  # type: ignore[arg-type]
    assert connection.connection is None
