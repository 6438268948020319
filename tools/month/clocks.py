"""The clocks of a simulated month: worked out without those of the site.

Protected time is read off a wall clock, quarter of an hour by quarter.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.clocks.calendar import Calendar, Days, Hours, Interval
from tools.month.journal import Journal, Over, Set

QUARTER = timedelta(minutes=15)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
AGREED = timedelta(seconds=2)  # by how much two clocks may differ
VACATION = 20  # days a year
VACATION_DAY = timedelta(hours=24)

Piece = tuple[datetime, datetime, str]
"""A time in which a clock "runs", is "spared" or "stopped"."""


@functools.cache
def protected(
    zone: str, hours: tuple[Hours, ...], away: tuple[Days, ...], begin: datetime, end: datetime
) -> list[Interval]:
    """When somebody is protected, read off a wall clock every quarter of an hour."""
    there = ZoneInfo(zone)
    found: list[Interval] = []
    at = begin
    while at < end:
        if is_protected(at.astimezone(there), hours, away):
            if found and found[-1][1] == at:
                found[-1] = (found[-1][0], at + QUARTER)
            else:
                found.append((at, at + QUARTER))
        at += QUARTER
    return found


def is_protected(local: datetime, hours: Iterable[Hours], away: Iterable[Days]) -> bool:
    """Whether a wall clock shows a protected time."""
    if any(days.first <= local.date() <= days.last for days in away):
        return True
    minute = local.hour * 60 + local.minute
    before = (local.weekday() - 1) % 7
    for one in hours:
        late = one.end <= one.start  # goes on after midnight
        if one.weekday == local.weekday() and one.start <= minute and (late or minute < one.end):
            return True
        if late and one.weekday == before and minute < one.end:
            return True
    return False


def pieces(clock: Set, stops: Iterable[Interval], until: datetime) -> Iterator[Piece]:
    """The time from when a clock was set, in pieces: whether it runs, is spared or stands."""
    begin = clock.asked.replace(minute=0, second=0, microsecond=0) - DAY
    own: list[Interval] = []
    if clock.bounded:
        calendar: Calendar = clock.calendar
        month = datetime(clock.asked.year, clock.asked.month, 1, tzinfo=UTC) - DAY
        own = list(
            protected(calendar.zone, calendar.hours, calendar.away, month, month + 150 * DAY)
        )
        own += calendar.spent
    stopped = [stop for stop in stops if stop[1] > begin]
    edges = {clock.asked, until}
    for start, end in (*own, *stopped):
        edges |= {moment for moment in (start, end) if clock.asked < moment < until}
    moments = sorted(edges)
    own = [piece for piece in own if piece[1] > clock.asked and piece[0] < until]
    for start, end in itertools.pairwise(moments):
        if any(a <= start and end <= b for a, b in stopped):
            yield start, end, "stopped"
        elif any(a <= start and end <= b for a, b in own):
            yield start, end, "spared"
        else:
            yield start, end, "runs"


def due(clock: Set, stops: Iterable[Interval], left: timedelta) -> tuple[datetime, timedelta]:
    """When a clock should run out, and how much more protected time is accepted then."""
    far = clock.asked + left + clock.spare + timedelta(days=1)
    far += sum(((b - max(a, clock.asked)) for a, b in stops if b > clock.asked), timedelta())
    spare, at = clock.spare, clock.asked
    for start, end, kind in pieces(clock, stops, far):
        if kind == "stopped":
            continue
        at = start
        if kind == "spared":
            saved = min(spare, end - start)
            spare -= saved
            at = start + saved
        if end - at >= left:
            return at + left, spare
        left -= end - at
    return at + left, spare


def clocks_are_right(journal: Journal) -> Iterator[str]:
    """Each deadline is where the wall clocks say; none in protected time that is not used up."""
    for question in journal.questions:
        for clock in question.clocks:
            where = f"table {question.table} seat {question.place} at {clock.at:%d %H:%M}"
            if clock.deadline <= clock.at:
                continue  # the worker is about to see it
            expected, _spare = due(clock, clock.stops, clock.left)
            if abs(expected - clock.deadline) > AGREED:
                yield f"{where}: the deadline is {clock.deadline}, and should be {expected}"
            if in_protected_time(clock, clock.deadline):
                yield f"{where}: the deadline is in a protected hour"
            bound = clock.left + clock.spare + stopped_within(clock)
            if clock.deadline - clock.asked > bound + AGREED:
                yield f"{where}: more protected time than the table accepts"
            if clock.remind_at is not None and in_protected_time(clock, clock.remind_at):
                yield f"{where}: the reminder is in a protected hour"


def stopped_within(clock: Set) -> timedelta:
    """How long a clock stands still because of the server or by consent."""
    return sum(
        (max(timedelta(), min(b, clock.deadline) - max(a, clock.asked)) for a, b in clock.stops),
        timedelta(),
    )


def in_protected_time(clock: Set, moment: datetime) -> bool:
    """Whether a moment is in protected time, and not in what is more than the table accepts."""
    used, inside = timedelta(), False
    for start, end, kind in pieces(clock, clock.stops, max(moment, clock.asked) + DAY):
        if start >= moment:
            break
        inside = kind == "spared" and moment < end
        if kind == "spared":
            used += min(end, moment) - start
    return inside and used < clock.spare - AGREED


def expiries_are_fair(journal: Journal) -> Iterator[str]:
    """Nobody ran out of time early, with days left, or because the server was down."""
    down = journal.down()
    for question in journal.questions:
        for over in question.overs:
            if over.clock is not None:
                where = f"table {question.table} seat {question.place} {over.kind}"
                yield from expiry_is_fair(over, over.clock, down, f"{where} {over.at:%d %H:%M}")


def expiry_is_fair(over: Over, clock: Set, down: list[Interval], where: str) -> Iterator[str]:
    """What was wrong when somebody ran out of time."""
    pauses = [stop for stop in clock.stops if not is_outage(stop, down)]
    end, spare = due(clock, [*pauses, *within(down, clock.asked)], clock.left)
    if end > over.at + AGREED:
        yield f"{where}: there was time until {end}"
    taken = sum(1 for start, _ in clock.calendar.spent if start.year == end.year)
    if spare > 2 * AGREED and taken < VACATION and clock.bounded:
        more = (end - timedelta(seconds=1), end + VACATION_DAY)
        later = due(clock, [*pauses, *within(down, clock.asked), more], clock.left)[0]
        if min(later, end + spare) > over.at + AGREED:
            yield f"{where}: there was a vacation day to be spent"


def is_outage(stop: Interval, down: list[Interval]) -> bool:
    """Whether this is a time in which the worker was not there, and no pause."""
    return any(abs(stop[0] - a) < MINUTE and abs(stop[1] - b) < MINUTE for a, b in down)


def within(down: list[Interval], since: datetime) -> list[Interval]:
    """The outages that matter since a moment."""
    return [one for one in down if one[1] > since]
