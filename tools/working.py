"""A real worker for tests, which does everything that is due and goes home."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from procrastinate.contrib.django import app
from procrastinate.contrib.django.utils import connector_params
from procrastinate.periodic import PeriodicRegistry
from procrastinate.psycopg_connector import PsycopgConnector

from accounts.mail import letters
from accounts.models import Notice
from accounts.moderation import alerts
from accounts.notices import selecting, sending
from config.running.worker import worker_for


def work() -> int:
    """Let a worker do everything that is due, and what comes of it; first delays count as over.

    That includes all notices, which wait for the clock otherwise. Returns how many jobs the worker
    does at once.

    Retries keep their pauses, so a job that is to be tried again later stays where it is.
    """
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)
    news_owe()
    alerts.moderators_tell(now)
    Notice.objects.filter(status=Notice.Status.OWED, attempts=0).update(next_at=now)
    sending.lanes_start(now)
    letters.letters_start(now)
    with connection.cursor() as cursor:
        cursor.execute("update procrastinate_jobs set scheduled_at = null where attempts = 0")
    at_once = 0
    while _is_due():
        at_once = asyncio.run(_run_worker())
    return at_once


def periodic_work() -> dict[str, str]:
    """Let a worker do every periodic job once, and nothing that comes of it; how each has ended."""
    forget_jobs()
    periodic = app.periodic_registry.periodic_tasks.values()
    for due in periodic:
        due.task.defer(timestamp=int(time.time()))
    asyncio.run(_run_worker(queues=sorted({due.task.queue for due in periodic})))
    names = [due.task.name for due in periodic]
    with connection.cursor() as cursor:
        cursor.execute(
            "select task_name, status::text from procrastinate_jobs where task_name = any(%s)",
            [names],
        )
        return dict.fromkeys(names, "not done") | dict(cursor.fetchall())


def news_owe() -> None:
    """Owe what has happened at tables in the last minutes; nothing is sent."""
    now = timezone.now()
    selecting.news_owe(now, after=now - selecting.WHOLE_EVERY)


def _is_due() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "select exists (select from procrastinate_jobs where status = 'todo'"
            " and (scheduled_at is null or scheduled_at <= now()))"
        )
        row = cursor.fetchone()
    return bool(row and row[0])


async def _run_worker(**options: Any) -> int:
    # as in production: past a pooler, as it listens
    connector = PsycopgConnector(kwargs=connector_params(settings.LISTENING))
    working = app.with_connector(connector)
    # no periodic jobs: what is due does not depend on the hour
    working.periodic_registry = PeriodicRegistry()  # type: ignore[no-untyped-call]
    async with working.open_async():
        working.perform_import_paths()  # type: ignore[no-untyped-call]
        worker = worker_for(working, wait=False, install_signal_handlers=False, **options)
        await worker.run()  # type: ignore[no-untyped-call]
    return worker.concurrency


def forget_jobs() -> None:
    """Delete what other tests owe: the tables of the queue are not emptied between tests."""
    with connection.cursor() as cursor:
        cursor.execute("delete from procrastinate_jobs")
