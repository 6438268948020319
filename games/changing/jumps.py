"""The time, as changes of tables go by it; and what becomes of the clocks where it jumps.

A machine's clock is set, by whatever keeps it right or by mistake, and a machine that was asleep
wakes up. What a clock has jumped over was nobody's time, so it is an `Outage`, noted before
anything is judged by the new time. When the clock is set back, what was noted to last beyond that
is cut off: so a clock that was wrong for a while and is right again has cost nobody anything.

The steady clock of the process tells a jump from time that has passed. Whether only this machine's
clock has jumped the database's says; then this process goes by that one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.changing.halting import MOMENT
from games.models import Heartbeat, Outage
from games.storing.halts import stops_change
from games.storing.rows import run

logger = logging.getLogger(__name__)

JUMP = timedelta(seconds=5)
"""What a clock is set by without anybody's noticing."""


class ClockWatch:
    """The clocks of this process: by how much that on the wall is ahead of the steady one."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.wall, self.steady = wall, steady
        self.ahead = self.reading()
        self.lock = threading.Lock()
        self.correction = timedelta()  # by the database, where only our clock is wrong

    def reading(self) -> float:
        """Seconds by which the wall clock is ahead now."""
        return self.wall() - self.steady()

    def jump(self) -> timedelta:
        """By how much the clock has jumped since this was last noted; nothing if hardly."""
        found = timedelta(seconds=self.reading() - self.ahead)
        return found if abs(found) > JUMP else timedelta()

    def now(self) -> datetime:
        """What the clock says; if it has jumped, everybody's clocks know by then."""
        if self.jump():
            with self.lock:
                if jump := self.jump():
                    self.noted(jump)
        return timezone.now() + self.correction

    def noted(self, jump: timedelta) -> None:
        """Note a jump. Whatever the database raises: then it is still to be noted."""
        ahead = self.reading()
        wrong = database_ahead()
        correction = wrong if abs(wrong) > JUMP else timedelta()
        common = jump + correction - self.correction
        logger.error("The clock has jumped by %s; the database's is ahead by %s", jump, wrong)
        if common > JUMP:
            clock_set_forward(common, timezone.now() + correction)
        elif common < -JUMP:
            clock_set_back(timezone.now() + correction)
        self.ahead, self.correction = ahead, correction


def database_ahead() -> timedelta:
    """By how much the clock of the database is ahead of ours."""
    there: datetime = run("select clock_timestamp()", [])[0][0]
    return there - timezone.now()


@transaction.atomic
def clock_set_forward(jump: timedelta, now: datetime) -> None:
    """Note that no clock has run in what was jumped over."""
    stops_change()
    Outage.objects.create(since=now - jump, until=now)


@transaction.atomic
def clock_set_back(now: datetime) -> None:
    """Cut off what was noted to last longer than until now: it was noted by a clock that was wrong.

    Somebody may be asked by that clock for a while: they have more time then.
    """
    stops_change()
    down = Outage.objects.filter(kind=Outage.Kind.DOWN, until__gt=now)
    down.filter(since__gte=now).update(until=F("since") + MOMENT)
    down.filter(since__lt=now).update(until=now)
    Heartbeat.objects.filter(at__gt=now).update(at=now)


_watch = ClockWatch()


def now() -> datetime:
    """What the clock says; if it has jumped, everybody's clocks know by then."""
    return _watch.now()
