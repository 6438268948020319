"""The connection to Postgres that hears notifications."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import psycopg
from django.db import connections
from psycopg import sql

from config.database import waits
from config.database.connections import AsyncConnection
from config.push.telling import TOPIC

logger = logging.getLogger(__name__)

ANSWER_WITHIN = 3.0
"""Seconds; a connection that takes longer to answer is dead, whatever TCP says."""


async def connect(database: str, purpose: str) -> AsyncConnection:
    """A new connection to one of Django's databases, in autocommit. Raises psycopg.Error.

    The parameters are read on each call, so that tests get their own database.
    """
    parameters = connections[database].get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(name, None)
    named = {"application_name": f"sobremesa {purpose}"}
    return await AsyncConnection.connect(**{**named, **parameters}, autocommit=True)


class Listener:
    """Listens, and connects again for ever whenever the connection is lost.

    begin()     called when it listens, before anything is heard: something may have been missed
    hear(line)  called for each notification, in the order of the commits
    heartbeat   seconds between checks whether the connection still answers
    """

    def __init__(
        self,
        database: str,
        *,
        begin: Callable[[], None],
        hear: Callable[[str], None],
        heartbeat: float,
    ) -> None:
        self.database, self.heartbeat = database, heartbeat
        self.listening = asyncio.Event()
        self.process_number = 0  # of the server's process, for tests and logs
        self._begin, self._hear = begin, hear

    async def run(self) -> None:
        """Listen until cancelled."""
        while True:
            try:
                await self._listen()
            except (psycopg.Error, OSError) as problem:  # TimeoutError is an OSError
                logger.warning("Not listening: %s", " ".join(str(problem).split()) or "no answer")
            except Exception:  # whatever it was: a process that stops listening is worse
                logger.exception("Not listening")
            self.listening.clear()
            await asyncio.sleep(waits.pause())

    async def _listen(self) -> None:
        """Listen until the connection is lost, which raises psycopg.Error or TimeoutError."""
        connection = await connect(self.database, "listens")
        connection.add_notify_handler(lambda notify: self._take(notify.payload))
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(TOPIC)))
            self.process_number = connection.info.backend_pid
            self._begin()
            self.listening.set()
            while True:
                await self._attend(connection.pgconn)
                async with asyncio.timeout(ANSWER_WITHIN):  # `wait_for` can lose a cancellation
                    await connection.execute("")
        finally:
            await connection.close()

    async def _attend(self, wire: psycopg.pq.abc.PGconn) -> None:
        """Listen until the next heartbeat.

        With a callback of the event loop, at a fraction of the cost of `connection.notifies()`.
        """
        loop, socket = asyncio.get_running_loop(), wire.socket  # read now: a lost one has none
        lost: asyncio.Future[None] = loop.create_future()

        def read() -> None:
            try:
                wire.consume_input()
                while notify := wire.notifies():
                    self._take(notify.extra.decode())
            except psycopg.Error as problem:
                loop.remove_reader(socket)
                lost.set_exception(problem)

        loop.add_reader(socket, read)
        try:
            read()  # what has arrived with the answer to a heartbeat
            async with asyncio.timeout(self.heartbeat):
                await lost
        except TimeoutError:
            return
        finally:
            loop.remove_reader(socket)

    def _take(self, line: str) -> None:
        """Hand one notification on. A faulty one is logged and harms no other."""
        try:
            self._hear(line)
        except Exception:  # anybody who may connect can notify anything
            logger.exception("A faulty notification: %.80r", line)
