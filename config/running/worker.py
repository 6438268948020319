"""The worker: runs the jobs that were queued with changes, and the periodic ones.

Searches of bots have a queue and processes of their own, so that mails and clocks never wait for
them, however many there are.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, cast

from django.conf import settings
from django.db import close_old_connections, connection
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.worker import Worker

GRACE_SECONDS = 8
"""How long a running job may go on after SIGTERM before it is cut off and queued again."""

DEFAULT, SEARCHES = "default", "searches"
"""The queues."""
SEARCH_NICENESS = 10

HEALTHY_SECONDS = 60
"""Without a heartbeat for so long, where one is due every ten seconds, a worker counts as dead."""


def with_own_connection(call_next: Callable[[], Any], context: JobContext, worker: Worker) -> Any:
    """Around every sync job, in its thread: give the connection back to the pool afterwards."""
    close_old_connections()
    try:
        return call_next()
    finally:
        close_old_connections()


def run() -> None:
    """Do all jobs but searches until SIGTERM or SIGINT, then let running ones finish."""
    asyncio.run(_run(queues=[DEFAULT]))


def search() -> None:
    """Do searches only, `SEARCHES_AT_ONCE`, and leave the processor to others that need it."""
    os.nice(SEARCH_NICENESS)
    asyncio.run(_run(queues=[SEARCHES], concurrency=max(1, settings.SEARCHES_AT_ONCE)))


async def _run(**options: Any) -> None:
    connector = cast(DjangoConnector, app.connector).get_worker_connector()
    working = app.with_connector(connector)
    async with working.open_async():
        await working.run_worker_async(
            shutdown_graceful_timeout=GRACE_SECONDS,
            task_middleware=[with_own_connection],
            **options,
        )


def is_healthy() -> bool:
    """Whether some worker has sent a heartbeat lately."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select exists (select from procrastinate_workers"
            " where last_heartbeat > now() - make_interval(secs => %s))",
            [HEALTHY_SECONDS],
        )
        return bool(cursor.fetchone()[0])
