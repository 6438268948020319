"""A calendar that changes when the time is over already, and no worker has seen it yet."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from hypothesis import given

from games import tasks
from games.clocks.calendar import Days
from games.clocks.pace import per_answer
from games.clocks.question import Clock
from games.clocks.running import runs_out, spent
from games.judging.clocks import recalendared
from games.models import Heartbeat, Outage, OwnTime
from games.storing.rows import TableRow
from games.telling.unstored import seat_row
from tests.examples import examples
from tests.games.test_calendars import ALWAYS, Begin, about, calendar, due, expire, later, seat
from tests.games.test_clocks_run import around, calendars, spans

PACE = per_answer(3)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SPARING = {"pace": "answer", "pace_start": 60, "most_protected": 3 * 24 * 60}
DAILY = {"pace": "answer", "pace_start": 24 * 60, "most_protected": 24 * 60}


def absence(days: int = 5) -> list[Days]:
    """Days on which somebody is away, those before today too."""
    today = timezone.now().date()
    return [Days(today - 2 * DAY, today + days * DAY)]


@pytest.mark.django_db
def test_the_vacation_day_that_was_owed_is_spent_first(begin: Begin) -> None:
    """And from now on the absence counts, for as long as the table accepts it."""
    playing = begin(seats=2, **SPARING)
    later(playing, 2 * HOUR)
    calendar(playing, away=absence())
    assert len(OwnTime.objects.get(pk=playing.user_at(0).pk).spent) == 1
    assert playing.kinds() == ["start", "vacation", "clock"]
    assert about(due(playing), 3 * DAY - HOUR)
    assert OwnTime.objects.get(pk=playing.user_at(0).pk).away
    tasks.expire_decisions(0)
    assert not seat(playing).bot


@pytest.mark.django_db
def test_the_day_that_was_spent_is_no_longer_in_the_pot(begin: Begin, settings: Any) -> None:
    settings.VACATION_DAYS = 1
    one, two = begin(seats=2, **SPARING), begin(seats=2, seed="other", **SPARING)
    ana = one.user_at(0)
    places = [table.table.seats.get(user=ana).place for table in (one, two)]
    if places[1]:
        two.play(0, 2)
    for table, place in zip((one, two), places, strict=True):
        later(table, 2 * HOUR, place)
    calendar(one, away=absence())
    assert len(OwnTime.objects.get(pk=ana.pk).spent) == 1, "one day counts at both tables"
    for table, place in zip((one, two), places, strict=True):
        assert due(table, place) > 2 * DAY


@pytest.mark.django_db
def test_who_is_excused_keeps_what_the_table_still_protects(begin: Begin, settings: Any) -> None:
    settings.VACATION_DAYS = 0
    playing = begin(seats=2, excused=False, **DAILY)
    later(playing, DAY + HOUR)
    before = seat(playing).deadline
    calendar(playing, away=absence())
    assert seat(playing).deadline == before, "what is announced too late puts nothing off"
    expire(playing)
    assert seat(playing).excused and playing.kinds()[-1] == "excused"
    assert about(due(playing), DAY + DAY - HOUR), "an hour of it was used since the deadline"


@pytest.mark.django_db
def test_what_was_protected_before_stays_so(begin: Begin, settings: Any) -> None:
    """Somebody who gives up their nights, after those have been used, is not out of time before."""
    settings.VACATION_DAYS = 0
    playing = begin(seats=2, **DAILY)
    calendar(playing, hours=ALWAYS)
    later(playing, 2 * DAY + HOUR)
    before = seat(playing).deadline
    calendar(playing, hours=[])
    assert seat(playing).deadline == before
    assert seat(playing).spare == timedelta()


@pytest.mark.django_db
def test_while_the_worker_is_down_no_time_is_over(begin: Begin) -> None:
    playing = begin(seats=2, **{**SPARING, "pace_start": 3 * 60})
    later(playing, DAY + HOUR)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - DAY})
    calendar(playing, away=absence())
    assert about(due(playing), 3 * DAY + 2 * HOUR)
    tasks.expire_decisions(0)
    assert Outage.objects.count() == 1 and not seat(playing).bot
    assert about(due(playing), 3 * DAY + 2 * HOUR), "nor does the outage count twice"
    assert not OwnTime.objects.get(pk=playing.user_at(0).pk).spent


@pytest.mark.django_db
def test_a_clock_that_runs_while_the_worker_is_down_loses_nothing(begin: Begin) -> None:
    playing = begin(seats=2, **{**SPARING, "pace_start": 3 * 60})
    later(playing, 2 * HOUR)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now() - HOUR})
    calendar(playing, hours=ALWAYS)
    assert about(due(playing), 3 * DAY + 2 * HOUR)


@given(calendars(stops=False), calendars(stops=False), around, spans, spans, spans)
@examples(200)
def test_nothing_that_has_passed_changes(old, new, asked, left, spare, passed) -> None:
    """Whatever the new calendar says, what ran and what was spared until now is as by the old."""
    place = msgspec.structs.replace(
        seat_row(0, 1, "ana"),
        deciding=True, since=asked, asked=asked, time_left=left, spare=spare, calendar=old,
        deadline=runs_out(old, asked, left, spare),
    )  # fmt: skip
    row = TableRow(
        1,
        "pier",
        {},
        "playing",
        None,
        1,
        1,
        None,
        None,
        "",
        False,
        asked,
        [place],
        pace=PACE,
    )
    clock = Clock(asked, left, spare).renewed(old, 0)
    now = asked + passed
    (change,) = recalendared(row, 0, new, 0, now).seats
    after = Clock(change.asked, change.time_left, change.spare, change.deadline)
    used = spent(old, asked, min(now, clock.deadline), spare)
    assert (after.left, after.spare) == (left - used.running, spare - used.spared)
    if clock.deadline <= now:
        assert after.deadline == clock.deadline
        for one in (old, new):
            assert after.renewed(one, 0).deadline == clock.deadline
    else:
        assert after.deadline == after.renewed(new, 0).deadline > now
        again = Clock(now, after.left, after.spare)
        assert after.renewed(old, 0).deadline == again.renewed(old, 0).deadline
