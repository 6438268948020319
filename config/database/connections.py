"""Connections that end themselves when a statement is not answered in time.

TCP notices a peer that is gone, but not one that is there and silent: a process that is stopped, a
disk that hangs, a pooler that waits for another one. Nor does psycopg notice within less than two
seconds that nobody is there to be connected to: so each connection knocks first.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Self, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict
from psycopg.errors import _WaitTimeout

from config.database.waits import (
    KNOCK_SECONDS,
    DatabaseWait,
    seconds_for_statement,
    seconds_within,
)

T = TypeVar("T")
LOOK_EVERY = 0.1  # seconds, as psycopg does, so that signals are heard
PORT = 5432  # where none is named


class Unanswered(psycopg.OperationalError):
    """A statement was not answered in time; its connection is closed."""


def knock(conninfo: str, **parameters: Any) -> None:
    """Raise OperationalError if no server of a connection takes it. Unix sockets are not asked."""
    problems = []
    for host, port in addresses(conninfo, **parameters):
        try:
            socket.create_connection((host, port), KNOCK_SECONDS).close()
        except OSError as problem:
            problems.append(f"nobody opens at {host}:{port}: {problem}")
        else:
            return
    if problems:
        raise psycopg.OperationalError("; ".join(problems))


def addresses(conninfo: str, **parameters: Any) -> list[tuple[str, int]]:
    """Hosts and ports of a connection; none if it may go by a Unix socket."""
    named = conninfo_to_dict(conninfo, **parameters)
    hosts = str(named.get("hostaddr") or named.get("host") or "").split(",")
    ports = str(named.get("port") or PORT).split(",")
    if any(host == "" or host[0] in "/@" for host in hosts):
        return []
    ports = ports * len(hosts) if len(ports) == 1 else ports
    return [(host, int(port or PORT)) for host, port in zip(hosts, ports, strict=True)]


class TimedConnection(psycopg.Connection[Any]):
    """A connection that gives up a statement after `seconds_for_statement`.

    fell_silent()  called then, after it was closed, unless it was given less
    """

    fell_silent: Callable[[], None] | None = None

    @classmethod
    def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Open one. Raises OperationalError."""
        knock(conninfo, **parameters)
        return super().connect(conninfo, **parameters)

    def wait(self, gen: PQGen[T], interval: float = LOOK_EVERY, timeout: float | None = None) -> T:
        """Run a statement. Raises Unanswered, where psycopg itself sets no time."""
        allowed = seconds_for_statement()
        seconds = seconds_within(allowed)
        try:
            with DatabaseWait():
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

    @classmethod
    async def connect(cls, conninfo: str = "", **parameters: Any) -> Self:
        """Open one. Raises OperationalError."""
        await asyncio.to_thread(knock, conninfo, **parameters)
        return await super().connect(conninfo, **parameters)

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
