"""Housekeeping of the project itself. The jobs of an app are in the `tasks.py` of that app."""

from __future__ import annotations

from django.core.management import call_command
from procrastinate import JobContext
from procrastinate.contrib.django import app

from config.sight import disks

KEPT_HOURS = 72
"""How long a finished job stays in the database, to look at."""


@app.periodic(cron="17 4 * * *")
@app.task(queueing_lock="clear_old_rows", pass_context=True)
async def clear_old_rows(context: JobContext, timestamp: int) -> None:
    """Nightly: delete finished jobs."""
    await context.app.job_manager.delete_old_jobs(nb_hours=KEPT_HOURS)


@app.periodic(cron="27 4 * * *")
@app.task(queueing_lock="clear_old_sessions")
def clear_old_sessions(timestamp: int) -> None:
    """Nightly: delete expired sessions."""
    call_command("clearsessions")


@app.periodic(cron="7 * * * *")
@app.task(queueing_lock="look_at_disks")
def look_at_disks(timestamp: int) -> None:
    """Hourly: tell operators of a disk that will soon be full."""
    disks.disks_look()
