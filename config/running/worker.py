"""The worker: runs the jobs that were queued with changes, and the periodic ones.

Searches of bots have a queue and processes of their own, so that mails and clocks never wait for
them, however many there are.

On SIGTERM a worker takes no further job, lets short ones finish, and hands long ones back, which
are there for another worker at once.
"""

from __future__ import annotations

import asyncio
import contextvars
import os
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connection
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params
from procrastinate.periodic import PeriodicDeferrer, TaskAtTime
from procrastinate.psycopg_connector import PsycopgConnector
from procrastinate.worker import Worker

from config.sight import exposing, figures, traces
from config.sight.about import concerning
from config.sight.lines import of_job

DEFAULT, SEARCHES = "default", "searches"
"""The queues."""
GRACE_SECONDS = {DEFAULT: 8, SEARCHES: 0}
"""How long a running job may go on after SIGTERM before it is asked to stop (`is_to_stop`)."""
SEARCH_NICENESS = 10

HEALTHY_SECONDS = 60
"""A worker that was silent for so long counts as dead: it asks for work every few seconds."""


_running: contextvars.ContextVar[JobContext | None] = contextvars.ContextVar("job", default=None)


class Interrupted(Exception):
    """A job has stopped in the middle, as its worker ends."""

    def __init__(self, priority: int) -> None:
        super().__init__()
        self.priority = priority
        """With which it goes back to its queue, to keep its turn."""


def is_to_stop() -> bool:
    """Whether the job that asks is to be interrupted; False outside of a worker."""
    job = _running.get()
    return job is not None and job.should_abort()


def stop_if_asked() -> None:
    """Raise Interrupted if the job that asks is to be interrupted."""
    job = _running.get()
    if job is not None and job.should_abort():
        raise Interrupted(job.job.priority)


def with_own_connection(call_next: Callable[[], Any], context: JobContext, worker: Worker) -> Any:
    """Around every sync job, in its thread: give the connection back to the pool afterwards."""
    close_old_connections()
    before = _running.set(context)
    try:
        return call_next()
    finally:
        _running.reset(before)
        close_old_connections()


def in_sight(call_next: Callable[[], Any], context: JobContext, worker: Worker) -> Any:
    """Around every sync job: the log says what it is about, the figures how long it takes."""
    job = context.job
    began, outcome = time.perf_counter(), "failed"
    facts = of_job(job.id, job.task_name, job.task_kwargs)
    try:
        with concerning(**facts), traces.span("job", **facts):
            result = call_next()
        outcome = "done"
        return result
    except Interrupted:
        outcome = "handed back"
        raise
    finally:
        figures.jobs.labels(job.task_name, outcome).observe(time.perf_counter() - began)


class Deferrer(PeriodicDeferrer):
    """Queues the periodic jobs, also where the clock jumps.

    Otherwise a clock that is set back would hold all of them up for as long as that, and one that
    is set forward would have each queued that was jumped over.
    """

    def get_previous_tasks(self, at: float) -> Iterable[TaskAtTime]:
        """The jobs that are due, and when they were: none that was long ago, or is to come."""
        for key, since in list(self.last_defers.items()):
            if not at - self.max_delay <= since <= at:
                del self.last_defers[key]
        return super().get_previous_tasks(at)


class PatientWorker(Worker):
    """A worker with such a deferrer."""

    async def _periodic_deferrer(self) -> None:
        await Deferrer(registry=self.app.periodic_registry).worker()


AROUND_JOBS: list[Any] = [in_sight, with_own_connection]


def run() -> None:
    """Do all jobs but searches until SIGTERM or SIGINT, then let running ones finish."""
    asyncio.run(_run(DEFAULT))


def search() -> None:
    """Do searches only, `SEARCHES_AT_ONCE`, and leave the processor to others that need it."""
    os.nice(SEARCH_NICENESS)
    asyncio.run(_run(SEARCHES, concurrency=max(1, settings.SEARCHES_AT_ONCE)))


async def _run(queue: str, **options: Any) -> None:
    parameters = connector_params(settings.LISTENING)
    connector = PsycopgConnector(kwargs={**parameters, "application_name": known_as(queue)})
    working = app.with_connector(connector)
    traces.begin(queue)
    if settings.METRICS_PORT:
        exposing.serve(settings.METRICS_PORT)
    async with working.open_async():
        working.perform_import_paths()  # type: ignore[no-untyped-call]
        worker = PatientWorker(
            app=working,
            queues=[queue],
            shutdown_graceful_timeout=GRACE_SECONDS[queue],
            task_middleware=AROUND_JOBS,
            **options,
        )
        await worker.run()  # type: ignore[no-untyped-call]


def known_as(queue: str) -> str:
    """What Postgres calls the connections of a worker of this queue, but for those of its jobs."""
    return f"sobremesa worker: {queue}"


def is_healthy(queue: str) -> bool:
    """Whether some worker of this queue has asked the database for work lately.

    Its heartbeats do not say whose they are, so this reads from which connections they come.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "select exists (select from pg_stat_activity where datname = current_database()"
            " and application_name = %s"
            " and state_change > clock_timestamp() - make_interval(secs => %s))",
            [known_as(queue), HEALTHY_SECONDS],
        )
        return bool(cursor.fetchone()[0])
