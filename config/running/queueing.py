"""Queueing a job that may be waiting already.

procrastinate tries and fails then, which Postgres writes into its log with the whole statement: for
200 bots that wait, 17 MB an hour.
"""

from __future__ import annotations

import json

from django.db import connection
from procrastinate.jobs import JobDeferrer

INSERT = """
    insert into procrastinate_jobs
        (queue_name, task_name, priority, lock, queueing_lock, args, scheduled_at)
    values (%s, %s, %s, %s, %s, %s::jsonb, %s)
    on conflict do nothing
"""


def defer_once(deferrer: JobDeferrer, **arguments: str | int | bool | None) -> None:
    """Queue a job, unless one with its queueing lock is waiting."""
    job = deferrer.job
    names = (job.queue, job.task_name, job.priority, job.lock, job.queueing_lock)
    given = json.dumps({**job.task_kwargs, **arguments})
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [*names, given, job.scheduled_at])
