"""Connections that end themselves when a statement is not answered in time.

TCP notices a peer that is gone, but not one that is there and silent: a process that is stopped, a
disk that hangs, a pooler that waits for another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.errors import _WaitTimeout

from config.database.waits import Waiting, seconds_for_statement, seconds_within

T = TypeVar("T")
LOOK_EVERY = 0.1  # seconds, as psycopg does, so that signals are heard


class Unanswered(psycopg.OperationalError):
    """A statement was not answered in time; its connection is closed."""


class Connection(psycopg.Connection[Any]):
    """A connection that gives up a statement after `seconds_for_statement`.

    fell_silent()  called then, after it was closed, unless it was given less
    """

    fell_silent: Callable[[], None] | None = None

    def wait(self, gen: PQGen[T], interval: float = LOOK_EVERY, timeout: float | None = None) -> T:
        """Run a statement. Raises Unanswered, where psycopg itself sets no time."""
        allowed = seconds_for_statement()
        seconds = seconds_within(allowed)
        try:
            with Waiting():
                return super().wait(gen, interval, seconds if timeout is None else timeout)
        except _WaitTimeout as late:
            if timeout is not None:
                raise
            self.pgconn.finish()
            if self.fell_silent is not None and seconds == allowed:
                self.fell_silent()
            raise Unanswered(f"no answer within {seconds:.1f} s") from late


class AsyncConnection(psycopg.AsyncConnection[Any]):
    """The same for asyncio."""

    async def wait(
        self, gen: PQGen[T], interval: float = LOOK_EVERY, timeout: float | None = None
    ) -> T:
        """Run a statement. Raises Unanswered, where psycopg itself sets no time."""
        seconds = seconds_for_statement()
        try:
            return await super().wait(gen, interval, seconds if timeout is None else timeout)
        except _WaitTimeout as late:
            if timeout is not None:
                raise
            self.pgconn.finish()
            raise Unanswered(f"no answer within {seconds:g} s") from late
