"""Processes that die, and connections that break, at any round trip to the database.

A process is killed before the database hears of a statement or a commit, or after the database has
done it and before anybody else knows. Postgres ends the session for real in each case; with a
"lost" connection the process lives on with the error that it gets.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable
from typing import Any

from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from config.web.unreachable import UNREACHABLE
from tools.patience import PATIENCE, pause

KILLED, LOST, POSTGRES = "process killed", "connection lost", "Postgres killed"


class Died(BaseException):
    """The process is no more. Nothing in it gets to handle that."""


class Keeper:
    """A connection of its own, which ends the sessions of others and keeps the queue of jobs."""

    def __init__(self) -> None:
        self.connection: BaseDatabaseWrapper = connections.create_connection("default")

    def run(self, sql: str, parameters: Any = ()) -> list[tuple[Any, ...]]:
        """The rows of a statement; again, if Postgres has just been killed."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self.connection.cursor() as cursor:
                    cursor.execute(sql, parameters)
                    return cursor.fetchall() if cursor.description else []
            except UNREACHABLE:
                self.connection.close()
                if time.monotonic() > until:
                    raise
                pause(0.1)

    def end(self, pid: int, how: str) -> None:
        """End the session of a process, or all of Postgres with it."""
        if how == POSTGRES:
            os.kill(pid, signal.SIGKILL)
            self.wait()
        else:
            self.run("select pg_terminate_backend(%s, 10000)", [pid])

    def wait(self) -> None:
        """Until Postgres has noticed, and serves again."""
        with contextlib.suppress(*UNREACHABLE):
            for _ in range(100):
                with self.connection.cursor() as cursor:
                    cursor.execute("select 1")
                pause(0.02)
        self.connection.close()
        self.run("select 1")

    def close(self) -> None:
        """Give the connection back."""
        self.connection.close()


class Cut:
    """What happens at one round trip of this thread's connection, counted from now."""

    def __init__(self, keeper: Keeper, how: str, at: int, *, before: bool) -> None:
        self.keeper, self.how, self.left, self.before = keeper, how, at, before
        self.happened = False

    def arm(self) -> None:
        """Begin to count."""
        connection.ensure_connection()
        raw: Any = connection.connection
        self.pid, self.original = raw.info.backend_pid, raw.wait
        raw.wait = self.wait

    def wait(self, *args: Any, **options: Any) -> Any:
        """A round trip, in place of the connection's own method."""
        self.left -= 1
        if self.left:
            return self.original(*args, **options)
        result = None if self.before else self.original(*args, **options)
        self.happened = True
        self.keeper.end(self.pid, self.how)
        if self.how == KILLED:
            raise Died
        return self.original(*args, **options) if self.before else result

    def run(self, work: Callable[[], object]) -> bool:
        """Do something while the cut is armed; whether it was done to its end."""
        self.arm()
        try:
            work()
        except (Died, Exception):
            if not self.happened:
                raise
            return False
        finally:
            raw: Any = connection.connection
            if raw is not None:
                raw.__dict__.pop("wait", None)
            if self.happened:
                connection.close()
        return True
