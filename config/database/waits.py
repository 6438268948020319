"""How long anything waits for Postgres: declared here for pools, listeners, workers and figures."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from contextvars import ContextVar
from time import monotonic

KNOCK_SECONDS = 0.5
"""For a host to take a new connection."""
CONNECT_SECONDS = 2
"""For the whole of that, from each host; the least that psycopg can do."""
UNACKNOWLEDGED_SECONDS = 5
"""For a peer to acknowledge what was sent."""
REST_SECONDS = 5
"""At rest, before TCP asks for a sign of life; it takes 4 s more to notice that there is none."""
TCP: dict[str, int] = {
    "connect_timeout": CONNECT_SECONDS,
    "keepalives": 1,
    "keepalives_idle": REST_SECONDS,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 1000 * UNACKNOWLEDGED_SECONDS,
}
"""The same as parameters of libpq."""

HASTE_SECONDS = 3.5
"""For a statement while somebody waits for a page or a move."""
CHECK_SECONDS = 2.0
"""For the empty statement by which a pool learns whether a connection is still good."""
JOB_SECONDS = 60.0
"""For a statement of a worker and its jobs."""
PATIENT_SECONDS = 3600.0
"""For any other statement: of commands and migrations."""
POOL_SECONDS = 3.0
"""For a connection of the pool; counted from the beginning of an outage, not for each request."""

AFTER_SILENCE = 1.0
"""For a connection of the pool after a statement that was not answered."""
ANSWER_SECONDS = 4.5
"""For all connections and statements together that a request, or a visit to a table, waits for."""
LEAST_SECONDS = 0.1
"""For each of them once these are used up: a healthy database answers sooner."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 0.3
"""Between attempts to connect, for ever; at random, so that not all come at once."""

_seconds: ContextVar[float] = ContextVar("seconds for a statement", default=PATIENT_SECONDS)


class Patience:
    """The seconds that are left to wait for Postgres, in all."""

    def __init__(self, left: float) -> None:
        self.left = left


_patience: ContextVar[Patience | None] = ContextVar("seconds in all", default=None)


def pause() -> float:
    """Seconds to wait before the next attempt to connect."""
    return random.uniform(SHORTEST_PAUSE, LONGEST_PAUSE)


def seconds_for_statement() -> float:
    """How long a statement of the running thread or task may take."""
    return _seconds.get()


def seconds_within(seconds: float) -> float:
    """So many seconds, or fewer where fewer are left in all."""
    patience = _patience.get()
    return min(seconds, max(LEAST_SECONDS, patience.left)) if patience else seconds


def hurry(seconds: float = HASTE_SECONDS) -> None:
    """From now on a statement of this thread or task may take so many seconds."""
    _seconds.set(seconds)


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """A context in which a statement may take so many seconds."""
    before = _seconds.set(min(seconds, _seconds.get()))
    try:
        yield
    finally:
        _seconds.reset(before)


@contextlib.contextmanager
def altogether(seconds: float = ANSWER_SECONDS) -> Iterator[None]:
    """A context in which all that is waited for may take so many seconds together."""
    before = _patience.set(Patience(seconds))
    try:
        yield
    finally:
        _patience.reset(before)


class DatabaseWait:
    """A context that waits for Postgres: less time is left afterwards. Nested ones count once."""

    def __enter__(self) -> None:
        self.patience = _patience.get()
        self.left = self.patience.left if self.patience else 0.0
        self.since = monotonic()

    def __exit__(self, *_: object) -> None:
        if self.patience:
            self.patience.left = self.left - (monotonic() - self.since)
