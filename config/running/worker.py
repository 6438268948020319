"""The worker: runs the jobs that were queued with changes, and the periodic ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from django.db import close_old_connections, connection
from procrastinate import JobContext
from procrastinate.contrib.django import app
from procrastinate.contrib.django.django_connector import DjangoConnector
from procrastinate.worker import Worker

GRACE_SECONDS = 8
"""How long a running job may go on after SIGTERM before it is cut off and queued again."""

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
    """Work until SIGTERM or SIGINT, then let running jobs finish."""
    asyncio.run(_run())


async def _run() -> None:
    connector = cast(DjangoConnector, app.connector).get_worker_connector()
    working = app.with_connector(connector)
    async with working.open_async():
        await working.run_worker_async(
            shutdown_graceful_timeout=GRACE_SECONDS, task_middleware=[with_own_connection]
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
