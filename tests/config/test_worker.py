"""The worker's sign of life, and the connections its jobs use."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from procrastinate.contrib.django.utils import connector_params

from config.running import worker
from config.tasks import retry_orphans
from tests.working import forget_jobs, work

pytestmark = pytest.mark.django_db


@contextmanager
def at_work(queue: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection as a worker of this queue has it, which has just said something."""
    facts = connector_params() | {"application_name": worker.known_as(queue)}
    with psycopg.connect(**facts, autocommit=True) as working:
        working.execute("select 1")
        yield working


def health(*, searches: bool) -> bool:
    try:
        call_command("worker", health=True, searches=searches)
    except CommandError:
        return False
    return True


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("searches", [False, True])
def test_a_worker_of_one_queue_says_nothing_about_the_other(searches: bool) -> None:
    """A site without a searcher was called healthy as long as it had a worker."""
    assert not health(searches=False) and not health(searches=True)
    with at_work(worker.SEARCHES if searches else worker.DEFAULT):
        assert health(searches=searches) and not health(searches=not searches)


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_fell_silent_is_not_healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose loop hangs: its connections stay, and nothing comes from them."""
    with at_work(worker.DEFAULT) as working:
        monkeypatch.setattr(worker, "HEALTHY_SECONDS", 0.3)
        time.sleep(0.5)
        assert not worker.is_healthy(worker.DEFAULT)
        working.execute("select 1")
        assert worker.is_healthy(worker.DEFAULT)


@pytest.mark.django_db(transaction=True)
def test_what_a_dead_worker_left_is_owed_again_but_not_twice() -> None:
    """Found by torture: a job of the clock that was owed anew kept all other orphans waiting."""
    forget_jobs()
    with connection.cursor() as cursor:
        cursor.execute(
            """
            with dead as (
                insert into procrastinate_workers (last_heartbeat)
                values (now() - interval '1 hour') returning id
            )
            insert into procrastinate_jobs
                (queue_name, task_name, queueing_lock, status, worker_id, args, attempts,
                scheduled_at)
            select 'default', task, lock, status::procrastinate_job_status,
                case status when 'doing' then dead.id end, args::jsonb, 1,
                case status when 'todo' then now() + interval '1 hour' end
            from dead, (values
                ('games.wake_bots', 'games.wake_bots', 'doing', '{"timestamp": 0}'),
                ('games.wake_bots', 'games.wake_bots', 'todo', '{"timestamp": 0}'),
                ('accounts.notices_send', null, 'doing', '{"channel": "mail"}')
            ) as jobs(task, lock, status, args)
            """
        )
    retry_orphans.defer(timestamp=0)
    work()
    with connection.cursor() as cursor:
        cursor.execute("select task_name, status from procrastinate_jobs order by id")
        done = cursor.fetchall()
    assert done[:4] == [
        ("games.wake_bots", "aborted"),
        ("games.wake_bots", "todo"),
        ("accounts.notices_send", "succeeded"),
        ("config.tasks.retry_orphans", "succeeded"),
    ]


@pytest.mark.django_db(transaction=True)
def test_a_job_gives_its_connection_back() -> None:
    def job() -> str:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        assert connection.connection is not None
        return "done"

    assert worker.with_own_connection(job, None, None) == "done"  # type: ignore[arg-type]
    assert connection.connection is None
