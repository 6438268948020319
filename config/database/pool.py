"""Pools that say within seconds that Postgres is away, and are back as soon as it is.

psycopg's own pool doubles its pauses up to minutes, makes each of its clients wait for the whole of
its patience, and finds out about one dead connection after the other.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool, ConnectionPool

from config.database import waits
from config.database.connections import AsyncConnection, TimedConnection
from config.database.waits import AFTER_SILENCE, CHECK_SECONDS, POOL_SECONDS, at_most

logger = logging.getLogger(__name__)

AT_ONCE = 0.02
"""Seconds for a connection once Postgres has been away for longer than the pool's patience."""
USUAL: dict[str, Any] = {"timeout": POOL_SECONDS, "reconnect_timeout": 0}
"""Options of a pool; without time for attempts of its own it asks `reconnect_failed` at once."""


class Pool(ConnectionPool[TimedConnection]):
    """A pool for threads."""

    def __init__(self, *, configure: Callable[[TimedConnection], object], **options: Any) -> None:
        self.away_since: float | None = None
        self._tries_again = False

        def configure_soon(connection: TimedConnection) -> None:
            connection.fell_silent = self.fell_silent
            with at_most(CHECK_SECONDS):
                configure(connection)

        super().__init__(
            connection_class=TimedConnection,
            check=self.check_or_drain,
            configure=configure_soon,
            **{**USUAL, **options},
        )

    def getconn(self, timeout: float | None = None) -> TimedConnection:
        """A connection that answers. Raises PoolTimeout, at once if Postgres is long away."""
        seconds = self.timeout if timeout is None else timeout
        if self.away_since is not None:
            seconds = max(AT_ONCE, seconds - (monotonic() - self.away_since))
        with waits.DatabaseWait():
            connection = super().getconn(waits.seconds_within(seconds))
        if self.away_since is not None:
            self.away_since = None
            logger.warning("Postgres answers again")
        return connection

    def check_or_drain(self, connection: TimedConnection) -> None:
        """Ask a connection. If it is lost the others are hardly better: all are made anew."""
        began = monotonic()
        try:
            self.check_connection(connection)
        except Exception:
            self.drain_as_away(began)
            raise

    @staticmethod
    def check_connection(conn: TimedConnection) -> None:
        """Raise psycopg.Error if a connection does not answer."""
        with at_most(CHECK_SECONDS):
            ConnectionPool.check_connection(conn)

    def drain_as_away(self, since: float) -> None:
        """Make all connections anew, as Postgres has not answered since then."""
        self.note_away(since)
        self.drain()

    def note_away(self, since: float) -> None:
        """Note that Postgres has not answered since then, unless that is known."""
        if self.away_since is None:
            self.away_since = since
            logger.warning("Postgres does not answer")

    def fell_silent(self) -> None:
        """Called when a statement was not answered in time: nobody else has to wait so long."""
        self.drain_as_away(monotonic() - self.timeout + AFTER_SILENCE)

    def reconnect_failed(self) -> None:
        """Called when a connection could not be opened: try again after a pause, for ever."""
        self.note_away(monotonic())
        if not self._tries_again:
            self._tries_again = True
            again = threading.Timer(waits.pause(), self.try_again)
            again.daemon = True
            again.start()

    def try_again(self) -> None:
        """Open a connection, if there is none and none is being opened."""
        self._tries_again = False
        if not self.closed:
            self.check()


class AsyncPool(AsyncConnectionPool[psycopg.AsyncConnection[Any]]):
    """A pool for asyncio, as workers have."""

    def __init__(self, **options: Any) -> None:
        usual = {**USUAL, **options, "check": self.check_or_drain}
        super().__init__(connection_class=AsyncConnection, **usual)

    async def check_or_drain(self, connection: psycopg.AsyncConnection[Any]) -> None:
        """Ask a connection. If it is lost the others are hardly better: all are made anew."""
        try:
            with at_most(CHECK_SECONDS):
                await self.check_connection(connection)
        except Exception:
            await self.drain()
            raise

    async def reconnect_failed(self) -> None:
        """Called when a connection could not be opened: try again after a pause, for ever."""
        await asyncio.sleep(waits.pause())
        await self.check()
