"""The two connections of the channel layer to Postgres, and what goes over them.

A notification is one line of text: `<word> <name> <body>`. The word says what to do, the name is
that of a group or channel, the body mostly a message as JSON. A process that has no business with
the name stops reading there, before the JSON is decoded.
"""

from __future__ import annotations

import asyncio
import base64
import contextvars
import json
import logging
import random
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import msgspec
import psycopg
from django.db import connections
from psycopg import sql

logger = logging.getLogger(__name__)

LARGEST_PAYLOAD = 7999
"""Bytes of one notification: Postgres asks for fewer than 8000."""
LARGEST_BATCH = 200
"""Notifications that are sent in one statement."""
FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0
"""Seconds between attempts to listen again; doubled each time, with a random part."""
KEEPALIVE = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""libpq's parameters by which a dead peer is noticed on TCP; `OPTIONS` of the database win."""


class MessageTooLarge(ValueError):
    """A message does not fit into one notification. Send a number and let the reader fetch."""


def encode(message: dict[str, Any]) -> str:
    """A message as JSON; as base64 of msgpack if it holds what JSON lacks, such as bytes."""
    try:
        return json.dumps(message, allow_nan=False, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError):
        return base64.b64encode(msgspec.msgpack.encode(message)).decode("ascii")


def decode(body: str) -> dict[str, Any]:
    """The message of a body. ValueError if there is none."""
    if body.startswith("{"):
        message = msgspec.json.decode(body)
    else:
        message = msgspec.msgpack.decode(base64.b64decode(body, validate=True))
    if not isinstance(message, dict):
        raise ValueError("a message must be a dict")
    return message


def payload(word: str, name: str, body: str = "") -> str:
    """One notification. Raises MessageTooLarge before the database is asked."""
    text = f"{word} {name} {body}"
    if (size := len(text.encode())) > LARGEST_PAYLOAD:
        raise MessageTooLarge(
            f"The message to {name} takes {size} bytes, {LARGEST_PAYLOAD} are allowed:"
            " send a number and let the reader fetch the rest."
        )
    return text


async def connect(database: str, purpose: str) -> psycopg.AsyncConnection[Any]:
    """A connection of its own to one of Django's databases, in autocommit. psycopg.Error.

    The parameters are read now, so that a test's own database is found.
    """
    parameters = connections[database].get_connection_params()
    for name in ("cursor_factory", "context", "prepare_threshold"):
        parameters.pop(name, None)
    named = {"application_name": f"sobremesa {purpose}"}
    return await psycopg.AsyncConnection.connect(
        **{**KEEPALIVE, **named, **parameters}, autocommit=True
    )


def lasting_task(work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
    """A task that outlives its maker, so it does not keep the maker's context (its request)."""
    return asyncio.create_task(work, name=name, context=contextvars.Context())


class Listener:
    """The connection that hears. Opened again, for ever, whenever it is lost.

    hear(payload)   called for each notification, in the order of the commits
    gap()           called when listening again, before anything new is heard: some may be lost
    tick()          called at each heartbeat
    heartbeat       seconds between two notifications to itself: one that does not come back
                    within the same time means that the connection is dead, whatever TCP says
    """

    def __init__(
        self,
        database: str,
        topic: str,
        client: str,
        *,
        hear: Callable[[str], None],
        gap: Callable[[], None],
        tick: Callable[[], None],
        heartbeat: float,
    ) -> None:
        self.database, self.topic, self.heartbeat = database, topic, heartbeat
        self.listening = asyncio.Event()
        self.process_number = 0  # of the server process, for tests and for the log
        self._hear, self._gap, self._tick = hear, gap, tick
        self._beat, self._beat_heard = payload("beat", client), asyncio.Event()
        self._missed = False

    async def run(self) -> None:
        """Listen until cancelled."""
        delay = FIRST_DELAY
        while True:
            connection = None
            try:
                connection = await connect(self.database, "listens")
                connection.add_notify_handler(lambda notify: self._take(notify.payload))
                await connection.execute(sql.SQL("listen {}").format(sql.Identifier(self.topic)))
                delay = FIRST_DELAY
                self._begin(connection)
                await self._attend(connection.pgconn)
            except (psycopg.Error, OSError) as problem:
                logger.warning("Not listening to %s: %s", self.topic, _one_line(problem))
            except Exception:  # whatever it was: a process that stays deaf is worse
                logger.exception("Not listening to %s", self.topic)
            finally:
                self.listening.clear()
                if connection is not None:
                    await connection.close()
            self._missed = True
            await asyncio.sleep(delay * random.uniform(0.5, 1))
            delay = min(2 * delay, LONGEST_DELAY)

    def _begin(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self.process_number = connection.info.backend_pid
        if self._missed:
            logger.warning("Listening to %s again", self.topic)
            self._gap()
        self._missed = False
        self.listening.set()

    async def _attend(self, wire: psycopg.pq.abc.PGconn) -> None:
        """Hear until the connection is lost, which raises psycopg.Error.

        Reads by a callback of the event loop: half the cost of `connection.notifies()`, which
        wakes ten times a second and keeps the connection from sending heartbeats.
        """
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()
        socket = wire.socket

        def read() -> None:
            try:
                wire.consume_input()
                while notify := wire.notifies():
                    self._take(notify.extra.decode("utf-8", "replace"))
                while not wire.is_busy() and wire.get_result():  # the answers to heartbeats
                    pass
            except psycopg.Error as problem:
                loop.remove_reader(socket)  # at once: the number may be given to another file
                if not lost.done():
                    lost.set_exception(problem)

        loop.add_reader(socket, read)
        try:
            read()
            while not lost.done():
                self._beat_heard.clear()
                wire.send_query(self._beat_query())
                await asyncio.wait({lost}, timeout=self.heartbeat)
                if not lost.done() and not self._beat_heard.is_set():
                    raise psycopg.OperationalError("the connection does not answer any more")
                self._tick()
            lost.result()
        finally:
            loop.remove_reader(socket)
            lost.cancel()

    def _beat_query(self) -> bytes:
        beat = sql.SQL("select pg_notify({}, {})").format(self.topic, self._beat)
        return beat.as_string().encode()

    def _take(self, text: str) -> None:
        """Hand one notification on. A faulty one is logged and harms no other."""
        if text == self._beat:
            self._beat_heard.set()
            return
        try:
            self._hear(text)
        except Exception:  # anybody who may connect can notify anything
            logger.exception("A faulty notification on %s: %.80r", self.topic, text)


class Sender:
    """The connection that speaks outside of transactions: opened when needed, closed when idle."""

    def __init__(self, database: str, topic: str, *, idle: float) -> None:
        self.database, self.topic, self.idle = database, topic, idle
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        self._arrived = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def post(self, text: str) -> asyncio.Future[None]:
        """Send without waiting; the future is done when Postgres has committed it."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((text, done))
        self._arrived.set()
        if self._task is None or self._task.done():
            self._task = lasting_task(self._run(), "channel layer speaks")
        return done

    async def close(self) -> None:
        """Give the connection back. What was not sent fails."""
        if task := self._task:
            task.cancel()
            await asyncio.wait({task})

    async def _run(self) -> None:
        connection: psycopg.AsyncConnection[Any] | None = None
        try:
            while await self._more():
                batch = self._batch()
                try:
                    if connection is not None and _is_lost(connection):
                        await connection.close()
                        connection = None
                    connection = connection or await connect(self.database, "speaks")
                    await connection.execute(
                        "select pg_notify(%s, line) from unnest(%s::text[]) line",
                        [self.topic, list(batch)],
                    )
                except (psycopg.Error, OSError) as problem:
                    _settle(batch.values(), problem)
                except BaseException:
                    _settle(batch.values(), psycopg.OperationalError("closed while sending"))
                    raise
                else:
                    _settle(batch.values(), None)
        finally:
            self._task = None  # what is posted from here on gets a task of its own
            unsent = psycopg.OperationalError("the channel layer was closed")
            _settle((done for _, done in self._waiting), unsent)
            self._waiting.clear()
            if connection is not None:
                await connection.close()

    async def _more(self) -> bool:
        """Wait for something to send; False after a while without."""
        if not self._waiting:
            self._arrived.clear()
            try:
                await asyncio.wait_for(self._arrived.wait(), self.idle)
            except TimeoutError:
                return bool(self._waiting)
        return True

    def _batch(self) -> dict[str, asyncio.Future[None]]:
        """The next lines for one statement, all different: Postgres joins equal ones."""
        batch: dict[str, asyncio.Future[None]] = {}
        while self._waiting and len(batch) < LARGEST_BATCH and self._waiting[0][0] not in batch:
            text, done = self._waiting.popleft()
            batch[text] = done
        return batch


def _is_lost(connection: psycopg.AsyncConnection[Any]) -> bool:
    """Whether an idle connection was closed by the server, found out without a round trip.

    So nothing is ever sent twice: an error after sending is the caller's to judge.
    """
    try:
        connection.pgconn.consume_input()  # the farewell, if any
        connection.pgconn.consume_input()  # the end of the stream
    except psycopg.Error:
        return True
    return connection.closed


def _one_line(problem: Exception) -> str:
    return " ".join(str(problem).split()) or type(problem).__name__


def _settle(futures: Iterable[asyncio.Future[None]], problem: Exception | None) -> None:
    for done in futures:
        if done.done():  # its caller was cancelled
            continue
        if problem is None:
            done.set_result(None)
        else:
            done.set_exception(problem)
