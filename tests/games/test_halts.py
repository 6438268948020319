"""The site is stopped, or work is planned: nothing is stored, and every clock has its time back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games import tasks
from games.changing import services
from games.changing.halting import (
    AlreadyDone,
    site_go_on,
    site_stop,
    work_call_off,
    work_plan,
)
from games.clocks.calendar import Calendar, Interval
from games.clocks.question import Clock
from games.clocks.running import elapsed
from games.errors import Halted, NotPossible
from games.models import LogEntry, Outage, Seat
from games.storing import halts
from games.storing.changes import changes_store
from games.storing.rows import table_load
from games.telling import selectors
from tests.examples import examples
from tests.games.conftest import Playing
from tests.racing import together
from tools.patience import PATIENCE, pause, until

MINUTE, HOUR, DAY, NONE = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1), timedelta()
PACED = {"pace": "answer", "pace_start": 24 * 60}
Begin = Callable[..., Playing]


def due(playing: Playing, place: int = 0) -> datetime:
    deadline = Seat.objects.get(table_id=playing.id, place=place).deadline
    assert deadline is not None
    return deadline


def stopped_for(time: timedelta) -> Outage:
    """Stop the site, and let it have been so for a while; it still is."""
    stop = site_stop(text_en="A leak")
    Outage.objects.filter(pk=stop.pk).update(since=stop.since - time)
    halts.forget()
    return Outage.objects.get(pk=stop.pk)


def work_at(tables: list[Playing], until: threading.Event) -> list[int]:
    """Play at these tables as fast as it goes; the entries that were acknowledged."""
    stored: list[int] = []
    while not until.is_set():
        for playing in tables:
            for place in playing.asked()[:1]:
                try:
                    stored.append(playing.play(place))
                except Halted:
                    return stored
    return stored


# --- Nothing is stored ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_while_it_is_stopped_no_table_moves(begin: Begin) -> None:
    playing, bots = begin(**PACED), begin(seats=2, bots=1, seed="pier", **PACED)
    question = playing.question(0)
    site_stop(text_en="A leak", text_de="Ein Leck")
    with pytest.raises(Halted) as refused:
        playing.play(0)
    assert "A leak" in str(refused.value) and refused.value.status == 503
    with pytest.raises(Halted):
        services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    tasks.expire_decisions(0, now=timezone.now() + 2 * DAY)
    tasks.bots_play(bots.id)
    assert playing.kinds() == bots.kinds() == ["start"]
    services.table_freeze(table_id=playing.id, reason="for its sake it was stopped")
    assert playing.kinds() == ["start", "freeze"]
    site_go_on()
    services.table_thaw(table_id=playing.id)
    assert playing.question(0)["moves"] == question["moves"]
    playing.play(0)
    tasks.bots_play(bots.id)
    assert "move" in bots.kinds() or bots.user_at(bots.asked()[0]) is not None


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_being_stored_is_waited_for_and_none_comes_after_it(begin: Begin) -> None:
    """The one in whose way the switch comes is stored before it; those behind it are refused."""
    first, second = begin(**PACED), begin(seed="pier", **PACED)
    is_stored, may_end = threading.Event(), threading.Event()

    def move() -> int:
        with transaction.atomic():
            number = first.play(0)
            is_stored.set()
            may_end.wait(PATIENCE)
        return number

    def stop() -> Outage:
        is_stored.wait(PATIENCE)
        return site_stop(text_en="A leak")

    def move_behind() -> int:
        with connection.cursor() as cursor:

            def is_stop_waiting() -> bool:
                cursor.execute("select exists (select from pg_locks where not granted)")
                return bool(cursor.fetchone()[0])

            until(is_stop_waiting)
            threading.Timer(0.3, may_end.set).start()
        assert Outage.objects.count() == 0, "it waits for the move"
        return second.play(0)

    moved, stopped, refused = together(move, stop, move_behind)
    assert moved == 2 and isinstance(stopped, Outage) and isinstance(refused, Halted)
    assert first.kinds() == ["start", "move"] and second.kinds() == ["start"]


@pytest.mark.django_db(transaction=True)
def test_after_the_switch_no_move_is_stored_however_many_come(begin: Begin) -> None:
    tables = [begin(seed=f"quay {number}", **PACED) for number in range(4)]
    over, counted = threading.Event(), []

    def stop() -> None:
        until(lambda: LogEntry.objects.filter(kind="move").count() >= 4)
        site_stop(text_en="A leak")
        counted.append(LogEntry.objects.count())
        pause(0.5)  # while all others go on trying
        over.set()

    works = [lambda mine=mine: work_at([mine], over) for mine in tables]
    *stored, nothing = together(*works, stop)
    assert nothing is None and all(isinstance(numbers, list) for numbers in stored)
    assert LogEntry.objects.count() == counted[0]
    assert all(mine.table.number == 1 + len(own) for mine, own in zip(tables, stored, strict=True))


@pytest.mark.django_db(transaction=True)
def test_a_change_worked_out_before_is_not_stored_after_the_site_goes_on(begin: Begin) -> None:
    """It would count the time of the stop: what was read of the table knew nothing of it."""
    playing = begin(**PACED)
    row = table_load(playing.id)
    stopped_for(NONE)
    site_go_on()
    assert table_load(playing.id).stamp > row.stamp
    user, question = playing.user_at(0).pk, playing.question(0)
    move = question["moves"][0]["move"]
    changes = []

    def kept(given: Any) -> Any:
        changes.extend(given)
        return changes_store(given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.storing.changes.changes_store", kept)
        services.move_submit(
            table_id=playing.id, user_id=user, question=question["id"], move=move, row=row
        )
    assert [change.stamp for change in changes] == [row.stamp, table_load(playing.id).stamp]


# --- Time comes back ------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_let_it_go_on_at_once_and_each_clock_has_its_time_back_once(begin: Begin) -> None:
    playing = begin(**PACED)
    before = due(playing)
    stop = stopped_for(3 * HOUR)
    results = together(site_go_on, site_go_on, site_go_on)
    assert sorted(type(one).__name__ for one in results) == ["AlreadyDone"] * 2 + ["Outage"]
    stop.refresh_from_db()
    assert stop.until is not None
    asked = Seat.objects.get(table_id=playing.id, place=0).asked
    assert asked is not None
    back = stop.until - max(stop.since, asked)
    together(*[lambda: tasks.expire_decisions(0)] * 2)
    tasks.expire_decisions(0)
    assert due(playing) == before + back
    assert playing.kinds() == ["start", "clock"]
    with pytest.raises(AlreadyDone):
        site_go_on()


@pytest.mark.django_db
def test_a_process_that_dies_in_between_expires_nobody(begin: Begin) -> None:
    """The end is stored and no deadline is worked out; it is when somebody would be expired."""
    playing = begin(**PACED)
    past = timezone.now() - 30 * HOUR
    Seat.objects.filter(table_id=playing.id, place=0).update(asked=past, deadline=past + DAY)
    stopped_for(10 * HOUR)
    site_go_on()
    [(table_id, place, deadline)] = selectors.decisions_expired(timezone.now())
    tasks.expiring.decision_expire(table_id=table_id, place=place, deadline=deadline)
    assert playing.kinds() == ["start", "clock"]
    assert timedelta(hours=3.9) < due(playing) - timezone.now() < timedelta(hours=4.1)
    then = due(playing)
    tasks.expire_decisions(0)
    assert due(playing) == then


@pytest.mark.django_db
def test_a_move_is_taken_back_with_the_time_of_a_stop(begin: Begin) -> None:
    playing = begin(**PACED)
    before = due(playing)
    playing.play(0, 2)
    site_stop(text_en="A leak")
    Outage.objects.update(since=timezone.now() - NONE)
    stop = site_go_on()
    assert stop.until is not None
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert due(playing) == before + (stop.until - Outage.objects.get().since)


# --- Planned work ---------------------------------------------------------------------------------


@pytest.mark.django_db
def test_planned_work_puts_deadlines_off_and_back_when_it_is_moved_or_called_off(
    begin: Begin,
) -> None:
    playing, late = begin(**PACED), begin(seed="pier", **{**PACED, "pace_start": 60})
    before, other = due(playing), due(late)
    soon = timezone.now() + 2 * HOUR

    def shown() -> list[timedelta]:
        tasks.expire_decisions(0)
        return [due(playing) - before, due(late) - other]

    planned = work_plan(since=soon, until=soon + 3 * HOUR, read_only=False)
    assert shown() == [3 * HOUR, NONE], "what is over before it begins is not put off"
    also = work_plan(since=soon + 2 * HOUR, until=soon + 4 * HOUR, read_only=True)
    assert shown() == [4 * HOUR, NONE], "what overlaps is counted once"
    work_plan(since=soon + HOUR, until=soon + 2 * HOUR, read_only=False, before=planned)
    assert shown() == [3 * HOUR, NONE]
    work_call_off(also)
    assert shown() == [HOUR, NONE]
    work_call_off(planned)
    assert shown() == [NONE, NONE]
    entries = playing.kinds()
    assert shown() == [NONE, NONE] and playing.kinds() == entries


@pytest.mark.django_db
@pytest.mark.parametrize("read_only", [True, False])
def test_while_work_goes_on_nobody_is_expired_and_afterwards_those_who_would_have_been(
    begin: Begin, read_only: bool
) -> None:
    playing, over = begin(**PACED), begin(seed="pier", **PACED)
    now = timezone.now()
    at = now + DAY - HOUR  # in the window, less of it than is left to play
    planned = work_plan(since=at, until=at + 5 * HOUR, read_only=read_only)
    tasks.expire_decisions(0)
    past = now - HOUR  # its time was over before, and no worker has come by
    Seat.objects.filter(table_id=over.id, place=0).update(asked=past - DAY, deadline=past)
    tasks.clocks.Heartbeat.objects.update(at=at + 3 * HOUR)
    with here_and_now(at + 3 * HOUR, planned):
        tasks.expire_decisions(0, now=at + 3 * HOUR)
    assert over.kinds()[-1] != "absent" and playing.kinds() == ["start", "clock"]
    work_call_off(planned)
    tasks.expire_decisions(0)
    assert over.kinds()[-1] == "absent" and due(playing) > timezone.now() + 20 * HOUR


@contextmanager
def here_and_now(now: datetime, planned: Outage) -> Iterator[None]:
    """The window is on, as far as this process knows."""
    halts.forget()
    [stop] = halts.stops_ahead()
    assert stop.id == planned.pk and stop.is_on(now) and not stop.is_on(timezone.now())
    yield


@pytest.mark.django_db
def test_read_only_work_stops_the_site_by_itself(begin: Begin) -> None:
    playing = begin(**PACED)
    planned = work_plan(
        since=timezone.now() + HOUR, until=timezone.now() + 3 * HOUR, read_only=True
    )
    playing.play(0)
    Outage.objects.filter(pk=planned.pk).update(since=timezone.now() - HOUR)
    halts.forget()
    with pytest.raises(Halted) as refused:
        playing.play(playing.asked()[0])
    assert refused.value.retry_after == 3600 and "Maintenance is under way" in str(refused.value)
    now = timezone.now()
    planned.refresh_from_db()
    work_plan(since=planned.since, until=now + DAY, read_only=True, before=planned)
    tasks.expire_decisions(0)
    place = playing.asked()[0]
    assert due(playing, place) > now + 2 * DAY - HOUR, "its end was moved, and is shown, in it"
    work_call_off(planned)
    halts.forget()
    playing.play(place)


@pytest.mark.django_db
def test_what_cannot_be_planned(begin: Begin) -> None:
    now = timezone.now()
    for since, to in (
        (now - HOUR, now + HOUR),
        (now + HOUR, now + HOUR),
        (now + 2 * HOUR, now + HOUR),
        (now + HOUR, now + 8 * DAY),
    ):
        with pytest.raises(NotPossible):
            work_plan(since=since, until=to, read_only=False)
    planned = work_plan(since=now + HOUR, until=now + 2 * HOUR, read_only=False)
    Outage.objects.update(since=now - 2 * HOUR)
    planned.refresh_from_db()
    with pytest.raises(NotPossible):
        work_plan(since=now + HOUR, until=now + 2 * HOUR, read_only=False, before=planned)
    Outage.objects.update(until=now - HOUR)
    planned.refresh_from_db()
    with pytest.raises(NotPossible):
        work_plan(since=planned.since, until=now + HOUR, read_only=False, before=planned)
    work_call_off(planned)
    assert Outage.objects.get().until == planned.until, "what has passed stays"


# --- Whatever happens -----------------------------------------------------------------------------

steps = st.lists(
    st.tuples(
        st.sampled_from(["plan", "move", "call_off", "stop", "go_on", "read"]),
        st.integers(1, 400),  # minutes until it happens
        st.integers(0, 600),
        st.integers(1, 600),
    ),
    max_size=12,
)


class OneClock:
    """A clock, and what stops it: as tables do it, it knows what is known at that time."""

    def __init__(self, left: timedelta) -> None:
        self.asked = self.now = datetime(2026, 11, 24, 12, tzinfo=UTC)
        self.clock = Clock(self.asked, left, NONE)
        self.over: list[Interval] = []
        self.planned: list[Interval] = []
        self.since: datetime | None = None

    def known(self) -> Calendar:
        open_end = [(self.since, self.now + DAY)] if self.since is not None else []
        return Calendar(stops=(*self.over, *self.planned, *open_end))

    def later(self, time: timedelta) -> None:
        self.now += time
        self.over += [one for one in self.planned if one[1] <= self.now]
        self.planned = [one for one in self.planned if one[1] > self.now]

    def plan(self, window: Interval) -> None:
        self.planned.append(window)

    def call_off(self, window: Interval) -> None:
        start = self.planned.pop()[0] if self.planned else self.now
        if start < self.now:
            self.over.append((start, self.now))

    def move(self, window: Interval) -> None:
        if self.planned:
            start = self.planned[-1][0]
            self.planned[-1] = window if start >= self.now else (start, window[1])

    def stop(self, window: Interval) -> None:
        self.since = self.since or self.now

    def go_on(self, window: Interval) -> None:
        if self.since is not None and self.since < self.now:
            self.over.append((self.since, self.now))
            self.since = None

    def read(self, window: Interval) -> None:
        self.clock = self.clock.read(self.known(), self.now)

    def ran(self, until: datetime) -> timedelta:
        return elapsed(self.known(), self.asked, until, NONE)


@given(steps, st.integers(1, 2_000).map(lambda number: number * MINUTE))
@examples(300)
def test_no_clock_runs_in_a_stop_and_all_other_time_counts_once(
    happens: list[tuple[str, int, int, int]], left: timedelta
) -> None:
    one = OneClock(left)
    for what, wait, first, long in happens:
        one.later(wait * MINUTE)
        start = one.now + first * MINUTE
        getattr(one, what)((start, start + long * MINUTE))
        one.clock = one.clock.renewed(one.known(), 0)
        assert one.clock.read(one.known(), one.now).left == max(left - one.ran(one.now), NONE)
    one.later(MINUTE)
    one.go_on((one.now, one.now))
    due = one.clock.renewed(one.known(), 0).deadline
    assert due is not None
    if one.ran(one.now) < left:
        assert one.ran(due) == left
        assert all(not start < due <= end for start, end in (*one.over, *one.planned))
