"""The worker's sign of life, and the connections its jobs use."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params

from config.running import worker
from config.web.unreachable import Retry
from tools.patience import PATIENCE, until
from tools.working import forget_jobs

pytestmark = pytest.mark.django_db


@contextmanager
def at_work(queue: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection as a worker of this queue has it, which has just said something."""
    facts = connector_params() | {"application_name": worker.known_as(queue)}
    with psycopg.connect(**facts, autocommit=True) as working:
        working.execute("select 1")
        yield working


def healthy() -> set[str]:
    """The queues whose worker the command calls alive."""
    options = {worker.DEFAULT: [], worker.SEARCHES: ["--searches"], worker.OUTSIDE: ["--outside"]}
    assert set(options) == set(worker.RUNS)
    found = set()
    for queue, words in options.items():
        with suppress(CommandError):
            call_command("worker", "--health", *words)
            found.add(queue)
    return found


@contextmanager
def task_of_test(work: Any, **options: Any) -> Iterator[Any]:
    """A task that the worker knows while a test runs."""
    task = app.task(work, name=f"tests.{work.__name__}", **options)
    try:
        yield task
    finally:
        del app.tasks[task.name]
        forget_jobs()


def outcomes() -> list[str]:
    """What became of the jobs, in the order in which they were queued."""
    with connection.cursor() as cursor:
        cursor.execute("select status::text from procrastinate_jobs"
                       " where task_name like 'tests.%' order by id")  # fmt: skip
        return [status for (status,) in cursor]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("queue", worker.RUNS)
def test_a_worker_of_one_queue_says_nothing_about_the_others(queue: str) -> None:
    """A site without a searcher was called healthy as long as it had a worker."""
    until(lambda: not healthy())  # the connection of a test before has ended
    with at_work(queue):
        assert healthy() == {queue}


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_fell_silent_is_not_healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose loop hangs: its connections stay, and nothing comes from them."""
    with at_work(worker.DEFAULT) as working:
        monkeypatch.setattr(worker, "HEALTHY_SECONDS", 0.3)
        until(lambda: not worker.is_healthy(worker.DEFAULT))
        working.execute("select 1")
        assert worker.is_healthy(worker.DEFAULT)


DEAD = """
    with dead as (
        insert into procrastinate_workers (last_heartbeat)
        values (now() - interval '1 second' * %(silent)s) returning id
    )
    insert into procrastinate_jobs
        (queue_name, task_name, queueing_lock, lock, status, worker_id, args, attempts,
        scheduled_at)
    select %(queue)s, task, task, lock, status::procrastinate_job_status,
        case status when 'doing' then dead.id end, args::jsonb, 1,
        case status when 'todo' then now() + interval '1 hour' end
    from dead, (values
        ('games.wake_bots', null, 'doing', '{"timestamp": 0}'),
        ('games.wake_bots', null, 'todo', '{"timestamp": 0}'),
        ('tests.orphan', 'lane', 'doing', '{}')
    ) as jobs(task, lock, status, args)
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("queue", worker.RUNS)
def test_what_a_dead_worker_left_is_owed_again_but_not_twice(queue: str) -> None:
    """At the next heartbeat of another one, and with it the lock that the job held.

    Found by torture: a job of the clock that was owed anew kept all other orphans waiting.
    """
    forget_jobs()

    def orphan() -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    with task_of_test(orphan):
        with connection.cursor() as cursor:
            cursor.execute(DEAD, {"queue": queue, "silent": worker.ORPHANED_SECONDS})
        asyncio.run(worker._run(queue))
        with connection.cursor() as cursor:
            cursor.execute("select task_name, status from procrastinate_jobs order by id limit 3")
            done = cursor.fetchall()
    assert done == [
        ("games.wake_bots", "aborted"),
        ("games.wake_bots", "todo"),
        ("tests.orphan", "succeeded"),
    ]
    assert worker.ORPHANED_SECONDS + 2 * worker.HEARTBEAT_SECONDS <= 10, (
        "a lane stands still at most"
    )


@pytest.mark.django_db(transaction=True)
def test_a_job_that_is_queued_again_meanwhile_is_not_tried_again() -> None:
    """Found by torture: it stayed in work for as long as its worker lived."""
    forget_jobs()
    retry = Retry(max_attempts=8, retry_exceptions=[OperationalError])

    def in_lane() -> None:
        if len(outcomes()) == 2:
            return os.kill(os.getpid(), signal.SIGTERM)
        app.tasks["tests.in_lane"].configure(queueing_lock="lane").defer()
        raise OperationalError

    with task_of_test(in_lane, retry=retry) as task:
        task.configure(queueing_lock="lane").defer()
        asyncio.run(worker._run(worker.DEFAULT, concurrency=1))  # the second begins last
        assert outcomes() == ["aborted", "succeeded"]


BREAKING = """
    create sequence endings;
    create function break_once() returns trigger language plpgsql as $$ begin
        if nextval('endings') = 1 then
            perform pg_terminate_backend(pg_backend_pid());
        end if;
        return new;
    end $$;
    create trigger breaking before update on procrastinate_jobs for each row
        when (new.task_name = 'tests.ending' and new.status = 'succeeded')
        execute function break_once();
"""
WHOLE = (
    "drop trigger breaking on procrastinate_jobs; drop function break_once; drop sequence endings"
)


@pytest.mark.django_db(transaction=True)
def test_the_end_of_a_job_is_stored_however_often_the_connection_is_lost() -> None:
    def ending() -> None:
        pass

    async def work() -> None:
        running = asyncio.create_task(worker._run(worker.DEFAULT))
        assert await sync_to_async(until)(lambda: outcomes() == ["succeeded"])
        os.kill(os.getpid(), signal.SIGTERM)
        await running

    with task_of_test(ending) as task, connection.cursor() as cursor:
        cursor.execute(BREAKING)
        try:
            task.defer()
            asyncio.run(work())
        finally:
            cursor.execute(WHOLE)


@pytest.mark.django_db(transaction=True)
def test_a_job_gives_its_connection_back() -> None:
    def job() -> str:
        with connection.cursor() as cursor:
            cursor.execute("select 1")
        assert connection.connection is not None
        return "done"

    assert worker.with_own_connection(job, None, None) == "done"  # type: ignore[arg-type]
    assert connection.connection is None


@pytest.mark.django_db(transaction=True)
def test_periodic_jobs_are_queued_after_the_database_was_lost() -> None:
    """Nobody else gives back the connection of that thread: the worker began anew for ever.

    Found by torture.
    """
    forget_jobs()
    ((due, _), *_) = worker.Deferrer(registry=app.periodic_registry).get_previous_tasks(time.time())

    def lose() -> None:
        connection.ensure_connection()
        connection.connection.close()

    async def queue() -> bool:
        await sync_to_async(lose)()
        await worker.Deferrer(registry=app.periodic_registry).defer_jobs([(due, 0)])
        return await sync_to_async(lambda: connection.connection is None)()

    assert asyncio.run(queue()), "it is given back at once"
    with connection.cursor() as cursor:
        cursor.execute("select task_name, status::text from procrastinate_jobs")
        assert cursor.fetchall() == [(due.task.name, "todo")]
    forget_jobs()


AT_ONCE = 4
"""Jobs that wait for each other."""


@pytest.mark.django_db(transaction=True)
def test_a_worker_does_several_jobs_at_once(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings say so, but the worker once did not read them; it did one after the other."""
    forget_jobs()
    met, ended = threading.Barrier(AT_ONCE, timeout=PATIENCE), threading.Event()

    def meet() -> None:
        first = True
        try:
            first = met.wait() == 0
        finally:
            if first and not ended.is_set():
                ended.set()
                os.kill(os.getpid(), signal.SIGTERM)

    workers: list[worker.PatientWorker] = []

    def note(call_next: Any, context: JobContext, running: worker.PatientWorker) -> Any:
        workers.append(running)
        return call_next()

    monkeypatch.setattr(worker, "AROUND_JOBS", [*worker.AROUND_JOBS, note])
    with task_of_test(meet) as job:
        for _ in range(AT_ONCE):
            job.defer()
        asyncio.run(worker._run(worker.DEFAULT))
        assert outcomes() == ["succeeded"] * AT_ONCE
    wanted = settings.PROCRASTINATE_WORKER_DEFAULTS
    assert {(running.concurrency, running.fetch_job_polling_interval) for running in workers} == {
        (wanted["concurrency"], wanted["fetch_job_polling_interval"])
    }
