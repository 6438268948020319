"""Bounds of people's waits while something is silent: sums of `docs/reference/waits.md`."""

from __future__ import annotations

from functools import cache

from tools.waits import Wait, rows

BUSY = 1.5
"""By how much a busy machine may make all of it longer: the one factor."""
MOMENT = 3.0
"""Seconds for whatever waits for nothing that has failed."""


@cache
def _rows() -> dict[Wait, float]:
    return rows()


def stated(name: str, path: str) -> float:
    """The seconds that the document states for a wait."""
    return _rows()[Wait(name, path)]


def of_postgres(name: str) -> float:
    """Those of a wait for Postgres."""
    return stated(name, "config/database/waits.py")


@cache
def in_script(name: str) -> float:
    """Those of a wait of the page's socket."""
    return stated(name, "static/socket.js") / 1000


def refused() -> float:
    """Until a request is told that the database does not answer."""
    return of_postgres("ANSWER_SECONDS")


def connected() -> float:
    """Until a pool has a connection again, and a page is made, once there are any."""
    return of_postgres("KNOCK_SECONDS") + of_postgres("LONGEST_PAUSE") + 0.2


def sent_again(tries: int) -> float:
    """Until a move that was refused so often is sent again."""
    return in_script("BUSY_PAUSE") * (1 << tries)


def left() -> float:
    """Until a page has left a dead line over which it has sent something, and has another one."""
    return in_script("SLOW") + in_script("SIGN_WITHIN") + in_script("SOON")


def left_at_rest() -> float:
    """The same where it only listens."""
    return in_script("QUIET") + in_script("SIGN_WITHIN") + in_script("SOON")


def heard() -> float:
    """Until a listener has left a dead connection, and has another one."""
    asked = of_postgres("REST_SECONDS")  # it asks as often as TCP does
    return asked + stated("ANSWER_WITHIN", "config/push/listener.py") + connected()


def worked() -> float:
    """Until the jobs of a worker whose connections died are done: TCP notices, it begins anew."""
    return of_postgres("REST_SECONDS") + 4 + connected() + taken_over()


def taken_over() -> float:
    """Until others do the jobs of a worker that has stopped."""
    path = "config/running/worker.py"
    return stated("ORPHANED_SECONDS", path) + 2 * stated("HEARTBEAT_SECONDS", path)
