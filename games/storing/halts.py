"""Whether the site is stopped, as everybody may ask at any time, and how it is stopped.

For requests each process remembers what it has read for half a second, so the answer costs next to
nothing and is never older. A process that hears of a change (`config.push`) reads it at once. For
tables that is not enough: whether a change may be stored is asked by the statement that stores it.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime

import msgspec
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from psycopg.errors import LockNotAvailable

from config.web.unreachable import UNREACHABLE
from games.storing.rows import run
from games.storing.stops import HALTED

logger = logging.getLogger(__name__)

GROUP = "site"
"""The channel group that is told when such a time, or an announcement, has changed."""
REMEMBERED = 0.5
"""Seconds."""
PATIENCE = "2s"
"""How long stopping the site waits for changes of tables that are being stored."""


class Stop(msgspec.Struct, frozen=True):
    """A time in which no clock runs; with `read_only` nothing is changed in it."""

    id: int
    kind: str
    since: datetime
    until: datetime | None
    read_only: bool
    text_en: str
    text_de: str

    def is_on(self, now: datetime) -> bool:
        """Whether it is that time."""
        return self.until is None or self.since <= now < self.until


AHEAD = """
    select id, kind, since, until, read_only, text_en, text_de from games_outage
    where kind <> 'down' and not off and (until is null or until > now()) order by since, id
"""


def stops_stored() -> list[Stop]:
    """The times that are on or to come."""
    return [Stop(*record) for record in run(AHEAD, [], counted=False)]


class HaltMemory:
    """What was read lately, in a process."""

    def __init__(self) -> None:
        self.stops: list[Stop] = []
        self.read_at = -REMEMBERED

    def now(self) -> list[Stop]:
        """The times that are on or to come; without the database, those that were known."""
        if time.monotonic() - self.read_at >= REMEMBERED:
            try:
                self.stops = stops_stored()
            except UNREACHABLE as error:
                logger.warning("Whether the site is stopped cannot be read: %s", error)
            self.read_at = time.monotonic()
        return self.stops

    def forget(self) -> None:
        """Read it again the next time."""
        self.read_at = -REMEMBERED


_memory = HaltMemory()


def forget() -> None:
    """They have changed."""
    _memory.forget()


def stops_ahead() -> list[Stop]:
    """The times that are on or to come."""
    return _memory.now()


def halt_now(now: datetime | None = None) -> Stop | None:
    """What stops the site now, if it is stopped; by hand before anything else."""
    now = now or timezone.now()
    found = [stop for stop in stops_ahead() if stop.read_only and stop.is_on(now)]
    return min(found, key=lambda stop: stop.until is not None, default=None)


def is_halted() -> bool:
    """Whether the site is stopped, as it is stored."""
    ((halted,),) = run(f"select {HALTED}", [])
    return bool(halted)


def stops_change() -> None:
    """In a transaction: nobody else changes these times until its end."""
    run("select pg_advisory_xact_lock(hashtext('games_outage'))::text", [])
    transaction.on_commit(forget)


def tables_rest() -> bool:
    """In a transaction: wait for changes of tables that are being stored, and let none begin.

    So none is stored after the transaction has stopped the site that had not been seen before.
    False if one takes so long that stopping must not wait for it.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("select set_config('lock_timeout', %s, true)", [PATIENCE])
            cursor.execute("lock table games_table in share mode")
            cursor.execute("select set_config('lock_timeout', '0', true)")
    except OperationalError as error:
        if not isinstance(error.__cause__, LockNotAvailable):
            raise
        return False
    return True
