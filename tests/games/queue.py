"""The queue of deferred jobs, as it is in the database."""

from __future__ import annotations

import json
from typing import Any

from django.db import connection


def jobs(task: str) -> list[dict[str, Any]]:
    """The arguments of the jobs of a task, in their order."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select args from procrastinate_jobs where task_name = %s order by id", [task]
        )
        return [json.loads(args) if isinstance(args, str) else args for (args,) in cursor]
