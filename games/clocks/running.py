"""How long a clock has run, and when it will have run out: each the inverse of the other.

A question's protected time is bounded by its `spare`: once that is used up, the clock runs in
protected hours too. Stops have no bound.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from games.clocks.calendar import Calendar, Interval, still_between

NOTHING = timedelta()


class Spent(NamedTuple):
    """What a time was for a clock: how long it ran, and how much protected time it used."""

    running: timedelta
    spared: timedelta


def length(intervals: list[Interval]) -> timedelta:
    """How long intervals are together."""
    return sum((end - start for start, end in intervals), NOTHING)


def spent(calendar: Calendar, since: datetime, until: datetime, spare: timedelta) -> Spent:
    """What passes for a clock from one moment to another; nothing if they are not in order."""
    if until <= since:
        return Spent(NOTHING, NOTHING)
    still = still_between(calendar, since, until)
    spared = min(spare, length(still.protected))
    return Spent(until - since - length(still.stops) - spared, spared)


def elapsed(calendar: Calendar, since: datetime, until: datetime, spare: timedelta) -> timedelta:
    """How long a clock runs from one moment to another."""
    return spent(calendar, since, until, spare).running


def runs_out(calendar: Calendar, since: datetime, left: timedelta, spare: timedelta) -> datetime:
    """The first moment at which a clock has run for as long as was left."""
    stopped = length([(max(start, since), end) for start, end in calendar.stops if end > since])
    still = still_between(calendar, since, since + left + spare + stopped)
    pieces = [(start, end, False) for start, end in still.protected]
    pieces += [(start, end, True) for start, end in still.stops]
    at = since
    for start, end, stop in sorted(pieces):
        if left <= start - at:
            break
        left -= start - at
        at = start
        rest = end - start if stop else min(end - start, spare)
        spare -= NOTHING if stop else rest
        at += rest
    return at + left
