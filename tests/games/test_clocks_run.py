"""Clocks and calendars: no clock runs in a protected hour, and protected time is bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.changing.clocks import check_own_time
from games.clocks.calendar import (
    Calendar,
    Days,
    Hours,
    overlapping,
    still_between,
    united,
)
from games.clocks.pace import ANSWER, BUDGET, Pace
from games.clocks.question import Clock, given_back
from games.clocks.running import elapsed, length, runs_out, spent
from games.errors import NotPossible
from tests.examples import examples

ZONES = [
    "UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "Australia/Sydney",
    "Australia/Lord_Howe", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Apia", "Pacific/Tongatapu",
    "Pacific/Pago_Pago", "America/St_Johns", "Africa/Cairo", "Africa/Casablanca", "Asia/Beirut",
    "Pacific/Chatham",
]  # fmt: skip
HOUR, MINUTE, NONE = timedelta(hours=1), timedelta(minutes=1), timedelta()

moments = st.datetimes(datetime(2023, 12, 1), datetime(2028, 4, 1)).map(  # noqa: DTZ001 - as asked
    lambda moment: moment.replace(second=0, microsecond=0, tzinfo=UTC)
)
transitions = st.sampled_from(
    [
        datetime(2026, 3, 29, 1, tzinfo=UTC),
        datetime(2026, 10, 25, 1, tzinfo=UTC),
        datetime(2026, 3, 8, 7, tzinfo=UTC),
        datetime(2026, 11, 1, 6, tzinfo=UTC),
        datetime(2026, 4, 4, 15, tzinfo=UTC),
        datetime(2026, 10, 3, 15, 30, tzinfo=UTC),
        datetime(2026, 4, 24, 0, tzinfo=UTC),
        datetime(2026, 9, 6, 4, tzinfo=UTC),
        datetime(2024, 2, 29, 0, tzinfo=UTC),
        datetime(2028, 2, 29, 12, tzinfo=UTC),
    ]
)
around = st.one_of(
    moments,
    st.builds(lambda at, hours: at + hours * MINUTE, transitions, st.integers(-4_000, 4_000)),
)
minutes = st.integers(0, 24 * 60 - 1)
hours = st.builds(Hours, st.integers(0, 6), minutes, minutes)
spans = st.integers(0, 20 * 24 * 60).map(lambda n: n * MINUTE)


@st.composite
def intervals(draw: st.DrawFn) -> tuple[datetime, datetime]:
    start = draw(around)
    return start, start + draw(st.integers(1, 4_000)) * MINUTE


@st.composite
def days(draw: st.DrawFn) -> Days:
    first = draw(around).date()
    return Days(first, first + timedelta(days=draw(st.integers(0, 20))))


@st.composite
def weeks(draw: st.DrawFn) -> tuple[Hours, ...]:
    """Protected hours as somebody may set them: up to three a weekday, none over another."""
    found = []
    for weekday in draw(st.sets(st.integers(0, 6))):
        edges = sorted(draw(st.lists(minutes, min_size=2, max_size=6, unique=True)))
        if len(edges) % 2 == 0 and draw(st.booleans()):
            edges = [*edges[1:], edges[0]]  # the last goes over midnight
        found += [Hours(weekday, *edges[at : at + 2]) for at in range(0, len(edges) - 1, 2)]
    return tuple(draw(st.permutations(found)))


@st.composite
def calendars(draw: st.DrawFn, stops: bool = True) -> Calendar:
    """Also of those that nobody can set: more hours than three a day, and some over others."""
    return Calendar(
        draw(st.sampled_from(ZONES)),
        draw(st.one_of(weeks(), st.lists(hours, max_size=8).map(tuple))),
        tuple(draw(st.lists(days(), max_size=3))),
        tuple(draw(st.lists(intervals(), max_size=2))),
        tuple(draw(st.lists(intervals(), max_size=2))) if stops else (),
    )


def is_protected(calendar: Calendar, moment: datetime) -> bool:
    """Whether the wall clock shows a protected hour: written without the code that is tested."""
    wall = moment.astimezone(ZoneInfo(calendar.zone))
    shown = wall.hour * 60 + wall.minute
    yesterday = (wall.weekday() - 1) % 7
    for span in calendar.hours:
        over = span.end <= span.start
        if span.weekday == wall.weekday() and span.start <= shown and (over or shown < span.end):
            return True
        if over and span.weekday == yesterday and shown < span.end:
            return True
    if any(absence.first <= wall.date() <= absence.last for absence in calendar.away):
        return True
    return any(start <= moment < end for start, end in (*calendar.spent, *calendar.stops))


@given(weeks())
@examples(200)
def test_what_may_be_set_does_not_overlap(week):
    assert minutes_over(week) == 0
    check_own_time(week, (), 0)
    for one in week:
        with pytest.raises(NotPossible):
            check_own_time([*week, one], (), 0)


@given(st.lists(hours, max_size=6))
@examples(300)
def test_overlaps_are_found(week):
    """Counted by the minute, without the code that is tested."""
    assert (overlapping(week) is not None) == (minutes_over(week) > 0)


@given(st.lists(hours, max_size=10))
@examples(200)
def test_united_hours_protect_the_same_and_do_not_overlap(week):
    """Counted by the minute, without the code that is tested."""

    def minutes_of(week: Iterable[Hours]) -> set[int]:
        whole = 24 * 60
        lasting = (one.end - one.start + (whole if one.end <= one.start else 0) for one in week)
        starts = [one.weekday * whole + one.start for one in week]
        return {
            (start + minute) % (7 * whole)
            for start, last in zip(starts, lasting, strict=True)
            for minute in range(last)
        }

    found = united(week)
    assert minutes_of(found) == minutes_of(week)
    assert overlapping(found) is None and united(found) == found


def minutes_over(week: Iterable[Hours]) -> int:
    """How many minutes of a weekday, and of the night after it, are protected more than once."""
    shown = Counter(
        (one.weekday, minute)
        for one in week
        for minute in range(one.start, one.end + (24 * 60 if one.end <= one.start else 0))
    )
    return sum(1 for times in shown.values() if times > 1)


@given(calendars(), around, st.integers(1, 3 * 24 * 60))
@examples(150)
def test_no_clock_runs_in_a_protected_hour(calendar, since, long):
    """As long as the table accepts it: time passes for a clock in unprotected minutes only."""
    for at in range(0, long, 17):
        moment = since + at * MINUTE
        if is_protected(calendar, moment):
            assert elapsed(calendar, moment, moment + MINUTE, MINUTE) == timedelta(), moment


@given(calendars(), around, spans, spans)
@examples(200)
def test_nothing_runs_out_in_a_protected_hour_while_protection_is_left(
    calendar, since, left, spare
):
    """But at its first moment, when the last time was used up right before it."""
    due = runs_out(calendar, since, left, spare)
    used = spent(calendar, since, due, spare).spared
    still = still_between(calendar, since, due + HOUR)
    inside = any(start < due < end for start, end in still.protected)
    assert not inside or used == spare
    assert not any(start < due < end for start, end in still.stops)


@given(calendars(), around, spans, spans)
@examples(200)
def test_protected_time_is_bounded(calendar, since, left, spare):
    due = runs_out(calendar, since, left, spare)
    stopped = length(still_between(calendar, since, due).stops)
    assert since + left <= due <= since + left + spare + stopped
    assert runs_out(calendar, since, left, timedelta()) == runs_out(
        Calendar(stops=calendar.stops), since, left, spare
    )


@given(calendars(), around, spans, spans)
@examples(200)
def test_each_is_the_inverse_of_the_other(calendar, since, left, spare):
    due = runs_out(calendar, since, left, spare)
    assert elapsed(calendar, since, due, spare) == left
    until = since + left
    assert runs_out(calendar, since, elapsed(calendar, since, until, spare), spare) <= until


@given(calendars(), around, spans, spans, spans, spans)
@examples(200)
def test_a_move_taken_back_leaves_the_deadline(calendar, asked, left, spare, until, later):
    """Found by a simulated month: somebody whose protected time was used up lost hours by undo, as
    all that came before the deadline was taken for protected.
    """
    pace = Pace(ANSWER, left, most_protected=spare)
    clock = Clock(asked, left, spare).renewed(calendar, 0)
    assert clock.deadline is not None
    answered = min(asked + until, clock.deadline)
    now = answered + later
    if now < clock.deadline:
        read = clock.read(calendar, answered)
        then = calendar.stops
        again = given_back(calendar, answered, clock.deadline, read.left, pace, now, 0, then)
        assert again.deadline == clock.deadline


@given(calendars(), around, spans, spans, spans, intervals())
@examples(200)
def test_a_move_taken_back_has_the_time_of_a_stop_that_came_after_it(
    calendar, asked, left, until, later, stop
):
    pace = Pace(ANSWER, left)
    clock = Clock(asked, left, NONE).renewed(calendar, 0)
    assert clock.deadline is not None
    answered = min(asked + until, clock.deadline)
    stop = (answered + (stop[1] - stop[0]) / 2, answered + (stop[1] - stop[0]) * 2)
    since = msgspec.structs.replace(calendar, stops=(*calendar.stops, stop))
    read = clock.read(calendar, answered)
    assert read.left is not None
    now = answered + later
    known = calendar.stops
    again = given_back(since, answered, clock.deadline, read.left, pace, now, 0, known)
    assert again.deadline == max(now, runs_out(since, answered, read.left, NONE))


@given(calendars(), around, spans, spans, spans)
@examples(200)
def test_a_clock_may_be_read_at_any_time_in_between(calendar, since, left, spare, later):
    """What is left of time and protection at some moment leads to the same end."""
    due = runs_out(calendar, since, left, spare)
    now = min(since + later, due)
    used = spent(calendar, since, now, spare)
    assert runs_out(calendar, now, left - used.running, spare - used.spared) in {due, now}
    if used.running < left:
        assert runs_out(calendar, now, left - used.running, spare - used.spared) == due


@given(calendars(), around, spans, spans, spans)
@examples(200)
def test_more_of_anything_never_ends_earlier(calendar, since, left, spare, more):
    due = runs_out(calendar, since, left, spare)
    assert due <= runs_out(calendar, since + more, left, spare)
    assert due <= runs_out(calendar, since, left + more, spare)
    assert due <= runs_out(calendar, since, left, spare + more)
    ran = elapsed(calendar, since, since + left, spare)
    assert ran <= elapsed(calendar, since, since + left + more, spare)
    assert ran >= elapsed(calendar, since, since + left, spare + more)
    assert ran >= elapsed(calendar, since + more, since + left, spare)


@given(calendars(stops=False), calendars(), around, spans, spans)
@examples(150)
def test_more_protected_time_never_ends_earlier(calendar, other, since, left, spare):
    more = Calendar(
        calendar.zone, calendar.hours + other.hours, calendar.away + other.away,
        calendar.spent + other.spent, other.stops,
    )  # fmt: skip
    assert runs_out(calendar, since, left, spare) <= runs_out(more, since, left, spare)


def local(zone: str, *parts: int) -> datetime:
    return datetime(*parts, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def every_day(start: int, end: int) -> tuple[Hours, ...]:
    return tuple(Hours(day, start * 60, end * 60) for day in range(7))


@pytest.mark.parametrize(
    ("zone", "spring", "autumn", "shift"),
    [
        ("Europe/Berlin", (2026, 3, 28), (2026, 10, 24), 60),
        ("America/New_York", (2026, 3, 7), (2026, 10, 31), 60),
        ("America/St_Johns", (2026, 3, 7), (2026, 10, 31), 60),
        ("Australia/Sydney", (2026, 10, 3), (2026, 4, 4), 60),
        ("Australia/Lord_Howe", (2026, 10, 3), (2026, 4, 4), 30),
        ("Pacific/Chatham", (2026, 9, 26), (2026, 4, 4), 60),
        ("Asia/Kathmandu", (2026, 3, 28), (2026, 10, 24), 0),
        ("Pacific/Apia", (2026, 3, 28), (2026, 10, 24), 0),
        ("Pacific/Pago_Pago", (2026, 3, 28), (2026, 10, 24), 0),
    ],
)
def test_a_night_is_as_long_as_the_wall_clock_says(zone, spring, autumn, shift):
    """From ten in the evening to eight: an hour less in spring, an hour more in autumn."""
    calendar = Calendar(zone, every_day(22, 8))
    for day, changed in ((spring, -shift), (autumn, shift)):
        evening = local(zone, *day, 21)
        due = runs_out(calendar, evening, 2 * HOUR, 24 * HOUR)
        assert due == evening + 2 * HOUR + 10 * HOUR + changed * MINUTE
        assert due.astimezone(ZoneInfo(zone)).hour == 9


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("year", [2024, 2027, 2028])
def test_days_away_are_whole_local_days(zone, year):
    """The end of February too: a day more in a leap year."""
    away = Calendar(zone, away=(Days(date(year, 2, 28), date(year, 3, 1)),))
    evening = local(zone, year, 2, 27, 23)
    days = 3 if year % 4 == 0 else 2
    due = runs_out(away, evening, 3 * HOUR, timedelta(days=9))
    assert due == evening + timedelta(days=days, hours=3)


def test_a_skipped_midnight_is_no_way_around_a_day():
    """In Beirut and Cairo the clocks go forward at midnight."""
    for zone, day in (("Asia/Beirut", date(2026, 3, 29)), ("Africa/Cairo", date(2026, 4, 24))):
        before = local(zone, day.year, day.month, day.day - 1, 23, 30)
        due = runs_out(Calendar(zone, away=(Days(day, day),)), before, HOUR, timedelta(days=2))
        assert due.astimezone(ZoneInfo(zone)).date() == day + timedelta(days=1)


def test_a_week_that_is_protected_throughout_runs_at_the_bound():
    calendar = Calendar("Asia/Tokyo", every_day(0, 0))
    since = datetime(2026, 6, 1, tzinfo=UTC)
    assert runs_out(calendar, since, HOUR, 48 * HOUR) == since + 49 * HOUR


def test_a_stop_uses_no_protection():
    since = datetime(2026, 6, 1, 12, tzinfo=UTC)
    calendar = Calendar(hours=every_day(0, 0), stops=((since, since + 24 * HOUR),))
    assert runs_out(calendar, since, HOUR, 2 * HOUR) == since + 27 * HOUR


def test_a_zone_that_no_longer_exists_is_universal_time():
    since = datetime(2026, 6, 1, 12, tzinfo=UTC)
    lost, plain = (Calendar(zone, every_day(13, 14)) for zone in ("Mars/Olympus", "UTC"))
    assert runs_out(lost, since, 2 * HOUR, HOUR) == runs_out(plain, since, 2 * HOUR, HOUR)


@given(spans, spans, spans, spans, st.lists(spans, max_size=20))
def test_a_budget_grows_by_its_increment_up_to_its_cap_only(start, increment, more, ran, answers):
    pace = Pace(BUDGET, start, increment, start + more)
    left = pace.left_at_start(None)
    for took in [ran, *answers]:
        assert left is not None
        after = pace.left_after(left, took)
        assert after is not None
        assert timedelta() <= after <= min(pace.cap, max(left - took, timedelta()) + increment)
        left = after


def test_what_was_given_beyond_the_cap_stays():
    pace = Pace(BUDGET, 10 * HOUR, 2 * HOUR, 12 * HOUR)
    assert pace.left_after(20 * HOUR, 3 * HOUR) == 17 * HOUR
    assert pace.left_after(11 * HOUR, HOUR) == 12 * HOUR
    assert Pace(ANSWER, HOUR).left_after(HOUR, MINUTE) is None
