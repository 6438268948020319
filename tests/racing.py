"""Several things at the same time, each in a thread with a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable

from django.db import connection

from tools.patience import PATIENCE


def together(*works: Callable[[], object]) -> list[object]:
    """Run all at once; each one's result, or the exception it raised."""
    results: list[object] = [None] * len(works)
    start = threading.Barrier(len(works))

    def run(at: int) -> None:
        try:
            start.wait()
            results[at] = works[at]()
        except Exception as error:
            results[at] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(at,)) for at in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return results
