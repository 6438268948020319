"""The worker: runs the jobs that were queued with changes, and the periodic ones.

Searches of bots have a queue and processes of their own, so that clocks never wait for them,
however many there are; so has whatever asks a server that is not ours, which may say nothing.

On SIGTERM a worker takes no further job, lets short ones finish, and hands long ones back, which
are there for another worker at once.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import psycopg
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections, connection
from procrastinate import App, JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params
from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.job_context import JobResult
from procrastinate.jobs import Job, Status
from procrastinate.periodic import PeriodicDeferrer, TaskAtTime
from procrastinate.psycopg_connector import PsycopgConnector
from procrastinate.retry import RetryDecision
from procrastinate.worker import Worker

from config.database import waits
from config.database.pool import AsyncPool
from config.sight import exposing, figures, traces
from config.sight.about import concerning
from config.sight.lines import of_job

logger = logging.getLogger(__name__)
T = TypeVar("T")

DEFAULT, SEARCHES, OUTSIDE = "default", "searches", "outside"
"""The queues."""
GRACE_SECONDS = {DEFAULT: 8, SEARCHES: 0, OUTSIDE: 0}
"""How long a running job may go on after SIGTERM before it is asked to stop (`is_to_stop`)."""
SEARCH_NICENESS = 10
OUTSIDE_AT_ONCE = 15
"""Jobs at once in a process for the outside: more than all its lanes together are wide."""

HEARTBEAT_SECONDS = 2.0
ORPHANED_SECONDS = 6.0
"""A worker whose heartbeat is so old is dead: its jobs are queued again at the next heartbeat of
any other one. So a job is held by a dead worker for less than ten seconds."""

LOST = (psycopg.OperationalError, psycopg.InterfaceError)
"""The causes of a ConnectorException that say that the database is lost, or a connection to it."""

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


def with_own_connection(call_next: Callable[[], T], context: JobContext, worker: Worker) -> T:
    """Around every sync job, in its thread: give the connection back to the pool afterwards."""
    close_old_connections()
    before = _running.set(context)
    try:
        return call_next()
    finally:
        _running.reset(before)
        close_old_connections()


def in_sight(call_next: Callable[[], T], context: JobContext, worker: Worker) -> T:
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

    async def defer_jobs(self, jobs_to_defer: Iterable[TaskAtTime]) -> None:
        """Queue these, and give the connection back: once lost, it would be lost for ever."""
        give_back = sync_to_async(close_old_connections)
        await give_back()
        try:
            await super().defer_jobs(jobs_to_defer)
        finally:
            await give_back()


async def orphans_queue(working: App) -> None:
    """Queue the jobs again whose worker has died in the middle.

    One that is already queued again, as periodic jobs are, is aborted instead.
    """
    manager = working.job_manager
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=ORPHANED_SECONDS):
        try:
            await manager.retry_job(job)
        except UniqueViolation:
            await manager.finish_job(job, Status.ABORTED, delete_job=False)


class PatientWorker(Worker):
    """A worker with such a deferrer, which also looks after the jobs of dead ones."""

    is_lost = False
    """Whether it has ended without being asked, as a task of its own has failed."""

    async def _periodic_deferrer(self) -> None:
        await Deferrer(registry=self.app.periodic_registry).worker()

    async def _update_heartbeat(self) -> None:
        while True:
            await asyncio.sleep(self.update_heartbeat_interval)
            assert self.worker_id is not None
            await self.app.job_manager.update_heartbeat(self.worker_id)
            await orphans_queue(self.app)

    async def _persist_job_status(
        self,
        job: Job,
        status: Status,
        retry_decision: RetryDecision | None,
        context: JobContext,
        job_result: JobResult | None,
    ) -> None:
        """Store how a job has ended; try again where the connection is lost.

        Otherwise the job would stay in work for as long as this worker lives. A job that should be
        tried again, but is queued again already, is aborted: jobs of a lane may be.
        """
        while True:
            try:
                await super()._persist_job_status(job, status, retry_decision, context, job_result)
                return
            except UniqueViolation:
                status, retry_decision = Status.ABORTED, None
            except ConnectorException as problem:
                if self._stop_event.is_set() or not isinstance(problem.__cause__, LOST):
                    raise
                await asyncio.sleep(waits.pause())

    async def _monitor_side_tasks(self, side_tasks: list[asyncio.Task[Any]]) -> None:
        """Stop the worker when one of them fails; cancelled when the worker ends by itself."""
        await super()._monitor_side_tasks(side_tasks)
        self.is_lost = True


AROUND_JOBS: list[Any] = [in_sight, with_own_connection]


def run() -> None:
    """Do the jobs of the site itself until SIGTERM or SIGINT, then let running ones finish."""
    asyncio.run(_run(DEFAULT))


def send() -> None:
    """Do only what asks servers that are not ours: mails, pushes, posts to users' addresses."""
    asyncio.run(_run(OUTSIDE, concurrency=OUTSIDE_AT_ONCE, fetch_job_polling_interval=0.5))


def search() -> None:
    """Do searches only, `SEARCHES_AT_ONCE`, and leave the processor to others that need it."""
    os.nice(SEARCH_NICENESS)
    asyncio.run(_run(SEARCHES, concurrency=max(1, settings.SEARCHES_AT_ONCE)))


class Lane:
    """Lets at most so many jobs of a kind run in this process, each until there is no more to do.

    A lane holds nothing in the database that a killed process could leave behind.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.running, self.is_to_look_again = 0, False
        self.lock = threading.Lock()

    def run(self, step: Callable[[], bool]) -> None:
        """Do steps until one returns False, or the worker ends; nothing if enough others do.

        Whatever came before this was called is seen by a step of somebody.
        """
        with self.lock:
            if self.running == self.width:
                self.is_to_look_again = True
                return
            self.running += 1
        try:
            while not is_to_stop() and (step() or self.look_again()):
                pass
        finally:
            with self.lock:
                self.running -= 1

    def look_again(self) -> bool:
        """Whether somebody was turned away since a step that has found nothing began."""
        with self.lock:
            looking, self.is_to_look_again = self.is_to_look_again, False
            return looking


RUNS = {DEFAULT: run, SEARCHES: search, OUTSIDE: send}
"""How the jobs of each queue are done."""


async def _run(queue: str, **options: Any) -> None:
    traces.begin(queue)
    if settings.METRICS_PORT:
        exposing.serve(settings.METRICS_PORT)
    waits.hurry(waits.JOB_SECONDS)
    while await _is_lost(queue, **options):
        await asyncio.sleep(waits.pause())


async def _is_lost(queue: str, **options: Any) -> bool:
    """Work until asked to end, which returns False, or until the database is lost."""
    parameters = connector_params(settings.LISTENING)
    connector = PsycopgConnector(
        pool_factory=AsyncPool, kwargs={**parameters, "application_name": known_as(queue)}
    )
    working = app.with_connector(connector)
    try:
        async with working.open_async():
            working.perform_import_paths()  # type: ignore[no-untyped-call]
            options["shutdown_graceful_timeout"] = GRACE_SECONDS[queue]
            worker = worker_for(working, queues=[queue], **options)
            await worker.run()  # type: ignore[no-untyped-call]
            return worker.is_lost
    except (psycopg.Error, ConnectorException) as problem:
        logger.warning("The database is lost: %s", " ".join(str(problem).split()))
        return True


def worker_for(working: App, **options: Any) -> PatientWorker:
    """A worker as the settings want it, with a thread for each job that it does at once."""
    known = {"update_heartbeat_interval": HEARTBEAT_SECONDS, "task_middleware": AROUND_JOBS}
    worker = PatientWorker(working, **{**working.worker_defaults, **known, **options})
    threads = ThreadPoolExecutor(worker.concurrency, "job")
    asyncio.get_running_loop().set_default_executor(threads)
    return worker


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
