"""The gate on several cores. A new process imports this before Django is ready."""

from __future__ import annotations

import multiprocessing
import queue
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.changing.gate import GateReport

WAITING = 8  # reports that the processes may be ahead
LOOK_EVERY = 1.0  # seconds between two looks at whether they live


class PartFailed(Exception):
    """A process that asked about a part of the tables has ended before it was through."""


def reports_of_processes(database: str, parts: int) -> Iterator[GateReport]:
    """What so many processes find. Raises PartFailed if one of them ends early."""
    spawning = multiprocessing.get_context("spawn")  # nothing of this process is copied
    reported: multiprocessing.Queue[Any] = spawning.Queue(WAITING)
    processes = [
        spawning.Process(target=report_part, args=(database, part, parts, reported), daemon=True)
        for part in range(parts)
    ]
    try:
        for process in processes:
            process.start()
        working = parts
        while working:
            try:
                report = reported.get(timeout=LOOK_EVERY)
            except queue.Empty:
                if any(process.exitcode for process in processes):
                    raise PartFailed("its error is above") from None
                continue
            if report is None:
                working -= 1
            else:
                yield report
        for process in processes:
            process.join()
            if process.exitcode:
                raise PartFailed("its error is above")
    finally:
        for process in processes:
            process.kill()
            process.join()


def report_part(database: str, part: int, parts: int, reported: Any) -> None:
    """Ask about one of so many parts of the tables of a database; None is the last report."""
    import django

    django.setup()
    from django.db import DEFAULT_DB_ALIAS, connections
    from django.db.backends.postgresql.base import DatabaseWrapper

    from games.changing.gate import reports

    connection = connections[DEFAULT_DB_ALIAS]
    connection.settings_dict["NAME"] = database
    for report in reports(part, parts):
        reported.put(report)
    reported.put(None)
    connection.close()
    assert isinstance(connection, DatabaseWrapper)
    connection.close_pool()
