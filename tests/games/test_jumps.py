"""The clock jumps, and nobody's time is over for it.

`manage.py torture --everything` lets it jump under all processes at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.models import Notice, Sweep
from accounts.notices import selecting
from config.running.worker import Deferrer
from games import tasks
from games.changing import clocks, expiring, jumps
from games.models import Heartbeat, Outage, Seat

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
LITTLE = timedelta(seconds=20)
PACED = {"seats": 2, "pace": "answer", "pace_start": 3 * 60}


class Clock:
    """A clock on the wall that can be set, beside a steady one; it is Django's, too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begin = timezone.now()
        self.passed, self.set = timedelta(), timedelta()
        self.database = timedelta()  # by how much the database's is ahead
        monkeypatch.setattr(timezone, "now", self.now)
        monkeypatch.setattr(jumps, "database_ahead", lambda: self.database)
        watch = jumps.ClockWatch(
            lambda: self.now().timestamp(), lambda: self.passed.total_seconds()
        )
        monkeypatch.setattr(jumps, "_watch", watch)

    def now(self) -> datetime:
        return self.begin + self.passed + self.set


@pytest.fixture
def clock(db: None, monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def seat(playing: Any) -> Seat:
    return Seat.objects.get(table=playing.id, place=0)


def left(playing: Any, clock: Clock) -> timedelta:
    deadline = seat(playing).deadline
    assert deadline is not None
    return deadline - clock.now()


def worker(clock: Clock) -> None:
    """The worker comes by, as every ten seconds."""
    clock.passed += timedelta(seconds=10)
    tasks.expire_decisions(0)


@pytest.mark.parametrize("jump", [DAY, 4 * MINUTE + 2 * HOUR, -DAY])
def test_a_clock_that_jumps_and_comes_back_costs_nobody_their_time(
    begin: Any, clock: Clock, jump: timedelta
) -> None:
    playing = begin(**PACED)
    worker(clock)
    clock.passed += HOUR - MINUTE
    Heartbeat.objects.update(at=clock.now())
    clock.set = jump
    for _ in range(3):
        worker(clock)
    assert not seat(playing).bot and left(playing, clock) > 2 * HOUR - MINUTE
    clock.set = timedelta()
    for _ in range(3):
        worker(clock)
    assert not seat(playing).bot
    most = 3 * HOUR if jump < timedelta() else 2 * HOUR + 2 * MINUTE  # or what had passed is back
    assert 2 * HOUR - MINUTE < left(playing, clock) < most
    assert Heartbeat.objects.get().at == clock.now()
    clock.passed += 3 * HOUR
    Heartbeat.objects.update(at=clock.now())
    expiring.decision_expire(table_id=playing.id, place=0, deadline=seat(playing).deadline)
    assert seat(playing).bot, "time that has really passed counts"


def test_a_move_by_a_clock_that_has_jumped_costs_no_budget(begin: Any, clock: Clock) -> None:
    """The move may come before the worker does."""
    playing = begin(seats=2, pace="budget", pace_start=180, pace_increment=10, pace_cap=600)
    clock.set = DAY
    playing.play(0)
    time_left = seat(playing).time_left
    assert time_left is not None and time_left > 3 * HOUR
    assert Outage.objects.count() == 1


def test_who_is_asked_by_a_clock_that_is_behind_loses_nothing_when_it_is_right(
    begin: Any, clock: Clock
) -> None:
    worker(clock)
    clock.set = -DAY
    worker(clock)
    playing = begin(**PACED)
    clock.set = timedelta()
    for _ in range(3):
        worker(clock)
    assert not seat(playing).bot and left(playing, clock) > 3 * HOUR - MINUTE


def test_a_machine_whose_clock_alone_jumps_goes_by_the_database(begin: Any, clock: Clock) -> None:
    right = clock.now()
    clock.set, clock.database = DAY, -DAY
    assert abs(jumps.now() - right) < LITTLE
    clock.set, clock.database = timedelta(), timedelta()
    assert abs(jumps.now() - right) < LITTLE
    assert not Outage.objects.exists()


def test_a_jump_that_could_not_be_noted_still_is_to_be(begin: Any, clock: Clock) -> None:
    clock.set = HOUR
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jumps, "database_ahead", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            jumps.now()
    assert not Outage.objects.exists()
    jumps.now()
    jumps.now()
    assert Outage.objects.count() == 1


def test_a_worker_that_begins_after_the_clock_was_set_back(begin: Any, clock: Clock) -> None:
    Heartbeat.objects.create(pk=1, at=clock.now() + DAY)
    Outage.objects.create(since=clock.now() - HOUR, until=clock.now() + DAY)
    clocks.worker_beat(clock.now())
    assert Heartbeat.objects.get().at == clock.now()
    assert Outage.objects.get().until == clock.now()


def test_what_was_owed_by_a_clock_ahead_is_sent_when_it_is_right(begin: Any, clock: Clock) -> None:
    """Whoever was asked meanwhile is told, too, and once."""
    delay = timedelta(seconds=1)
    clock.set = DAY
    asked = begin(seats=2)
    user = asked.user_at(0)
    Sweep.objects.update_or_create(pk=1, defaults={"whole_at": clock.now()})
    key = {"user": user, "channel": "mail", "key": "x", "kind": "turn", "address": "a@b.example"}
    Notice.objects.create(**key, owed_at=clock.now(), due_at=clock.now(), next_at=clock.now())
    clock.set = timedelta()
    for _ in range(2):
        selecting.waiting_owe(delay=delay, now=clock.now())
        clock.passed += timedelta(seconds=10)
    turns = Notice.objects.filter(key__startswith=f"turn {asked.id} 0")
    assert turns.count() == 1
    assert not Notice.objects.filter(next_at__gt=clock.now()).exists()


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0])
def test_periodic_jobs_go_on_where_the_clock_jumps(jump: float) -> None:
    deferrer = Deferrer(registry=app.periodic_registry)
    now = 1_800_000_001.0

    def due(at: float) -> list[str]:
        return [task.task.name for task, _ in deferrer.get_previous_tasks(at)]

    often = "games.expire_decisions"
    assert due(now).count(often) == 1
    assert due(now + 1).count(often) == 0
    assert due(now + 10).count(often) == 1
    assert due(now + jump).count(often) == 1, "neither none nor all that was jumped over"
    assert due(now + jump + 10).count(often) == 1
    assert due(now + 30).count(often) == 1
