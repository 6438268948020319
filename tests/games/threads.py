"""The threads that visit tables, and the connections to the database that they keep."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from games.watching import live
from tools.patience import PATIENCE


def give_back(pool: ThreadPoolExecutor) -> None:
    """Let each thread of a pool close its connection, or the database's pool would miss it."""
    all_at_once = threading.Barrier(live.THREADS)

    def close() -> None:
        connection.close()
        all_at_once.wait(PATIENCE)

    for closing in [pool.submit(close) for _ in range(live.THREADS)]:
        closing.result()


def give_back_all() -> None:
    """Let the threads of all running event loops do so: they connect anew when they are needed."""
    for loop, tables in list(live._live.items()):
        if not loop.is_closed():
            give_back(tables.threads)
            give_back(tables.slow_threads)
