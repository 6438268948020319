"""When nobody's clock runs: the hours and days a person has protected, and what else stops clocks.

Pure: the time is an argument. A wall clock that shows an hour twice, or skips one, is read in the
way that protects more.
"""

from __future__ import annotations

import functools
import itertools
import zoneinfo
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta

import msgspec

DAY = timedelta(days=1)
WHOLE = 24 * 60
"""Minutes of a day."""
MOST_A_WEEKDAY = 3
"""Protected hours that a weekday can have."""
Interval = tuple[datetime, datetime]
"""A time from its first moment to the one after its last, both in UTC."""


class Hours(msgspec.Struct, frozen=True, array_like=True):
    """Protected hours of a weekday (0 is Monday), in minutes from midnight.

    They go over midnight if they do not end after they begin; equal minutes are a whole day.
    """

    weekday: int
    start: int
    end: int


def overlapping(hours: Iterable[Hours]) -> Hours | None:
    """The first hours that begin before others of their weekday are over, if there are any.

    What goes over midnight may reach into the hours of the next weekday.
    """
    over: dict[int, int] = {}
    for one in sorted(hours, key=lambda one: (one.weekday, one.start)):
        if one.start < over.get(one.weekday, 0):
            return one
        over[one.weekday] = one.end if one.end > one.start else one.end + WHOLE
    return None


def united(hours: Iterable[Hours]) -> list[Hours]:
    """Return the fewest hours that protect what these do; what is longer than a day, day by day."""
    week = 7 * WHOLE
    shown = {minute % week for one in hours for minute in minutes_in(one)}
    if len(shown) == week:
        return [Hours(weekday, 0, 0) for weekday in range(7)]
    found = []
    for start in (minute for minute in shown if (minute - 1) % week not in shown):
        end = next(minute for minute in itertools.count(start) if minute % week not in shown)
        midnight = (start // WHOLE + 1) * WHOLE
        between = range(midnight, end, WHOLE) if end - start > WHOLE else ()
        for first, last in itertools.pairwise([start, *between, end]):
            found.append(Hours(first // WHOLE % 7, first % WHOLE, last % WHOLE))
    return sorted(found, key=lambda one: (one.weekday, one.start))


def minutes_in(one: Hours) -> range:
    """Return the minutes of protected hours, from the start of the week."""
    midnight = one.weekday * WHOLE
    end = one.end if one.end > one.start else one.end + WHOLE
    return range(midnight + one.start, midnight + end)


class Days(msgspec.Struct, frozen=True, array_like=True):
    """Whole local days on which somebody is away, the last included."""

    first: date
    last: date


class Calendar(msgspec.Struct, frozen=True):
    """A person's protected time. `spent` are vacation days, each from the moment it began."""

    zone: str = "UTC"
    hours: tuple[Hours, ...] = ()
    away: tuple[Days, ...] = ()
    spent: tuple[Interval, ...] = ()
    stops: tuple[Interval, ...] = ()  # the server was down, the table paused: without a bound


@functools.lru_cache(maxsize=1_000)
def zone_named(name: str) -> zoneinfo.ZoneInfo:
    """A time zone; universal time if there is none of that name."""
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


def readings(day: date, minutes: int, zone: zoneinfo.ZoneInfo) -> tuple[datetime, datetime]:
    """The earliest and the latest moment at which a wall clock can be said to show this."""
    whole, rest = divmod(minutes, WHOLE)
    wall = datetime.combine(day + whole * DAY, time(rest // 60, rest % 60), zone)
    moments = [wall.replace(fold=fold).astimezone(UTC) for fold in (0, 1)]
    return min(moments), max(moments)


def protected_days(calendar: Calendar, since: datetime, until: datetime) -> Iterator[Interval]:
    """The protected hours and days that begin about then, in no order."""
    zone = zone_named(calendar.zone)
    day, last = (moment.astimezone(zone).date() for moment in (since, until))
    day -= 2 * DAY  # hours over midnight, and zones that skip a day
    while day <= last + DAY:
        for hours in calendar.hours:
            if hours.weekday == day.weekday():
                end = hours.end if hours.end > hours.start else hours.end + WHOLE
                yield readings(day, hours.start, zone)[0], readings(day, end, zone)[1]
        if any(days.first <= day <= days.last for days in calendar.away):
            yield readings(day, 0, zone)[0], readings(day, WHOLE, zone)[1]
        day += DAY


def merged(intervals: Iterable[Interval], since: datetime, until: datetime) -> list[Interval]:
    """Intervals cut to a time, in order, and those that touch as one."""
    found: list[Interval] = []
    for start, end in sorted((max(start, since), min(end, until)) for start, end in intervals):
        if start >= end:
            continue
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def without(intervals: list[Interval], others: list[Interval]) -> Iterator[Interval]:
    """What is left of merged intervals outside of others."""
    for start, end in intervals:
        for first, last in others:
            if first >= end or last <= start:
                continue
            if start < first:
                yield start, first
            start = last
        if start < end:
            yield start, end


class Still(msgspec.Struct, frozen=True):
    """The time in which a clock stands still: stops, and protected time outside of them."""

    stops: list[Interval]
    protected: list[Interval]


def still_between(calendar: Calendar, since: datetime, until: datetime) -> Still:
    """When a clock stands still between two moments, whatever a table accepts of it."""
    stops = merged(calendar.stops, since, until)
    if not (calendar.hours or calendar.away or calendar.spent):
        return Still(stops, [])
    own = [*protected_days(calendar, since, until), *calendar.spent]
    return Still(stops, list(without(merged(own, since, until), stops)))
