"""Clocks at real tables: budgets, calendars, vacation days, outages, pauses and more time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.web.limits import CLOCK_CHANGES
from config.web.refusal import TooMany
from games import tasks
from games.changing import clocks, expiring, services
from games.changing.clocks import own_time_set, wish_answer, wish_make
from games.changing.moderation import seat_replace
from games.clocks.calendar import Days, Hours
from games.errors import NotPossible, NotYourSeat, OutdatedMove
from games.judging.clocks import stamp_of
from games.models import Heartbeat, Outage, OwnTime, Seat
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.racing import together

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LITTLE = timedelta(seconds=20)  # that a test may take
ALWAYS = [Hours(day, 0, 0) for day in range(7)]
BUDGET = {"pace": "budget", "pace_start": 600, "pace_increment": 60, "pace_cap": 660}
SPARING = {"pace": "answer", "pace_start": 60, "most_protected": 3 * 24 * 60}

Begin = Callable[..., Playing]


def seat(playing: Playing, place: int = 0) -> Seat:
    return Seat.objects.get(table_id=playing.id, place=place)


def later(playing: Playing, time: timedelta, place: int = 0) -> None:
    """Let time have passed since a seat was asked."""
    one = seat(playing, place)
    fields = ("since", "asked", "deadline", "remind_at")
    past = {name: getattr(one, name) and getattr(one, name) - time for name in fields}
    Seat.objects.filter(pk=one.pk).update(**past)


def due(playing: Playing, place: int = 0) -> timedelta:
    deadline = seat(playing, place).deadline
    assert deadline is not None
    return deadline - timezone.now()


def about(time: timedelta, expected: timedelta) -> bool:
    return abs(time - expected) < LITTLE


def expire(playing: Playing, place: int = 0) -> None:
    deadline = seat(playing, place).deadline
    assert deadline is not None
    expiring.decision_expire(table_id=playing.id, place=place, deadline=deadline)


def calendar(playing: Playing, place: int = 0, **own: Any) -> None:
    own_time_set(user_id=playing.user_at(place).pk, zone="Europe/Berlin", **own)


# --- Budgets --------------------------------------------------------------------------------------


def test_a_budget_is_used_and_grows_with_each_answer(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    assert about(due(playing), 10 * HOUR)
    later(playing, 4 * HOUR)
    playing.play(0, 2)
    left = seat(playing).time_left
    assert left is not None and about(left, 7 * HOUR)  # 10 - 4 + 1
    playing.play(1, 0)
    assert about(due(playing), 7 * HOUR)


def test_a_budget_does_not_grow_beyond_its_cap(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    playing.play(0, 2)
    left = seat(playing).time_left
    assert left is not None and about(left, 11 * HOUR)
    playing.play(1, 0)
    playing.play(0, 0)
    left = seat(playing).time_left
    assert left is not None and about(left, 11 * HOUR)


def test_undo_refills_nothing(begin: Begin) -> None:
    """Neither what the question took, nor what came for the answer, nor the time in between."""
    playing = begin(seats=3, **BUDGET)
    later(playing, 4 * HOUR)
    for _ in range(3):
        playing.play(0, 1)
        services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
        assert about(due(playing), 6 * HOUR)
        left = seat(playing).time_left
        assert left is not None and about(left, 6 * HOUR)


def test_a_calendar_that_comes_between_refills_nothing_either(begin: Begin) -> None:
    playing = begin(seats=3, **BUDGET, most_protected=3 * 24 * 60)
    later(playing, 4 * HOUR)
    playing.play(0, 1)
    calendar(playing, hours=ALWAYS)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert due(playing) < 6 * HOUR + LITTLE
    left = seat(playing).time_left
    assert left is not None and left <= 6 * HOUR


@given(
    acts=st.lists(
        st.tuples(st.sampled_from(["play", "undo", "calm", "busy", "pass"]), st.integers(0, 90)),
        max_size=12,
    )
)
@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_no_way_of_acting_gains_time(begin: Begin, acts: list[tuple[str, int]]) -> None:
    """Running time and protected time together are never more than was agreed."""
    protected = timedelta(minutes=120)
    playing = begin(seats=3, seed=str(acts), **BUDGET, most_protected=120)
    first = timezone.now()
    for act, minutes in acts:
        one = seat(playing)
        if not one.deciding and act == "play":
            continue
        if act == "play":
            playing.play(0, 1)
        elif act == "undo" and table_load(playing.id).seats[0].undoable:
            services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
        elif act in ("calm", "busy"):
            calendar(playing, hours=ALWAYS if act == "calm" else [])
        elif act == "pass" and one.deadline and due(playing) > 2 * HOUR:
            later(playing, timedelta(minutes=minutes))
        one = seat(playing)
        if one.deadline:
            agreed = first + 11 * HOUR + protected + LITTLE
            assert one.deadline <= agreed + timedelta(minutes=1)
            assert one.time_left is not None and one.spare is not None
            assert one.time_left <= 11 * HOUR and one.spare <= protected


# --- Calendars ------------------------------------------------------------------------------------


def test_protected_hours_count_for_the_questions_that_are_open(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    later(playing, HOUR / 2)
    calendar(playing, hours=ALWAYS)
    assert about(due(playing), 3 * DAY + HOUR / 2)
    calendar(playing, hours=[])
    assert about(due(playing), HOUR / 2)
    for _ in range(5):  # what was used up of the table's patience does not come back
        calendar(playing, hours=ALWAYS)
        later(playing, 10 * HOUR)
        calendar(playing, hours=[])
        assert about(due(playing), HOUR / 2)
    assert about(seat(playing).spare or DAY, 3 * DAY - 50 * HOUR)


def test_protected_hours_count_for_questions_to_come(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    calendar(playing, place=1, hours=ALWAYS)
    playing.play(0, 2)
    assert about(due(playing, 1), 3 * DAY + HOUR)


def test_where_the_table_accepts_none_nothing_is_protected(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=60)
    calendar(playing, hours=ALWAYS)
    assert about(due(playing), HOUR)


def test_what_is_announced_too_late_changes_nothing(begin: Begin, settings: Any) -> None:
    settings.VACATION_DAYS = 0  # else one is spent
    playing = begin(seats=2, **SPARING)
    later(playing, 2 * HOUR)
    before = seat(playing).deadline
    today = timezone.now().date()
    calendar(playing, away=[Days(today - 2 * DAY, today + 2 * DAY)])
    assert seat(playing).deadline == before
    expire(playing)
    assert seat(playing).bot, "nor does it when the worker comes by"


def test_what_is_stored_again_is_no_change(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    for _ in range(3):
        calendar(playing, hours=ALWAYS, away=[], remind=25)
    assert playing.kinds() == ["start", "clock"]


def test_others_see_nothing_of_a_calendar(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    calendar(playing, hours=ALWAYS)
    shown = str(playing.update(1)) + str(playing.update(None))
    assert "calendar" not in shown and "Berlin" not in shown and "spare" not in shown
    assert playing.kinds()[-1] == "clock" and playing.update(1, since=1)["events"] == []


# --- Vacation days --------------------------------------------------------------------------------


def test_a_vacation_day_is_spent_where_the_time_would_run_out(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    later(playing, HOUR + LITTLE)
    expire(playing)
    own = OwnTime.objects.get(pk=playing.user_at(0).pk)
    assert len(own.spent) == 1
    assert about(due(playing), DAY - LITTLE)
    assert playing.kinds()[-1] == "vacation"
    assert "takes a day off" in playing.update(None)["events"][-1]["text"]
    for _ in range(2):
        later(playing, DAY)
        shift(own.pk, DAY)
        expire(playing)
    assert OwnTime.objects.values_list("spent", flat=True).get(pk=own.pk)[2:]
    later(playing, DAY)
    expire(playing)
    assert seat(playing).bot, "the table accepts three days for a question, and no more"


def shift(user_id: int, time: timedelta) -> None:
    own = OwnTime.objects.get(pk=user_id)
    moved = [[datetime.fromisoformat(m) - time for m in day] for day in own.spent]
    own.spent = [[moment.isoformat() for moment in day] for day in moved]
    own.save()


def test_a_day_counts_at_all_tables(begin: Begin) -> None:
    one, two = begin(seats=2, **SPARING), begin(seats=2, seed="other", **SPARING)
    ana = one.user_at(0)
    (place,) = Seat.objects.filter(table_id=two.id, user=ana).values_list("place", flat=True)
    if place:
        two.play(0, 2)
    for playing, at in ((one, 0), (two, place)):
        later(playing, HOUR + LITTLE, at)
    for playing, at in ((one, 0), (two, place)):
        expire(playing, at)
        assert not seat(playing, at).bot
    assert len(OwnTime.objects.get(pk=ana.pk).spent) == 1


def test_the_pot_is_empty_at_last(begin: Begin, settings: Any) -> None:
    settings.VACATION_DAYS = 1
    playing = begin(seats=2, **SPARING)
    later(playing, HOUR + LITTLE)
    expire(playing)
    later(playing, DAY)
    shift(playing.user_at(0).pk, DAY)
    expire(playing)
    assert seat(playing).bot and playing.kinds()[-1] == "absent"


@pytest.mark.django_db(transaction=True)
def test_two_workers_spend_one_day_and_expire_once(begin: Begin) -> None:
    playing = begin(seats=2, **SPARING)
    later(playing, HOUR + LITTLE)
    over = seat(playing).deadline
    assert over is not None

    def work() -> int:
        return expiring.decision_expire(table_id=playing.id, place=0, deadline=over)

    together(*[work] * 4)
    assert len(OwnTime.objects.get(pk=playing.user_at(0).pk).spent) == 1
    assert playing.kinds() == ["start", "vacation"]
    plain = begin(seats=2, seed="plain", pace="answer", pace_start=60)
    later(plain, 2 * HOUR)
    end = seat(plain).deadline
    assert end is not None
    together(*[lambda: expiring.decision_expire(table_id=plain.id, place=0, deadline=end)] * 4)
    assert plain.kinds() == ["start", "absent"]


# --- The server was down --------------------------------------------------------------------------


def test_a_server_that_was_down_for_a_day_expires_nobody_for_that_day(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=3 * 60)
    tasks.expire_decisions(0)
    later(playing, DAY + HOUR)
    Heartbeat.objects.update(at=timezone.now() - DAY)
    tasks.expire_decisions(0)
    assert not seat(playing).bot and about(due(playing), 2 * HOUR)
    assert Outage.objects.count() == 1
    tasks.expire_decisions(0)
    assert Outage.objects.count() == 1 and playing.kinds() == ["start", "clock"]
    later(playing, 2 * HOUR + LITTLE)
    Outage.objects.update(since=timezone.now() - 2 * DAY, until=timezone.now() - DAY - 3 * HOUR)
    tasks.expire_decisions(0)
    assert seat(playing).bot


def test_a_worker_that_dies_after_noting_the_outage_does_no_harm(begin: Begin) -> None:
    """What is shown is set right afterwards; what counts is asked before anybody expires."""
    playing = begin(seats=2, pace="answer", pace_start=3 * 60)
    later(playing, DAY + HOUR)
    Outage.objects.create(since=timezone.now() - DAY, until=timezone.now())
    clocks.worker_beat(timezone.now())
    expire(playing)
    assert not seat(playing).bot and about(due(playing), 2 * HOUR)


def test_a_short_silence_is_no_outage(db: None) -> None:
    now = timezone.now()
    assert not clocks.worker_beat(now)
    assert not clocks.worker_beat(now + timedelta(minutes=4))
    assert clocks.worker_beat(now + timedelta(minutes=10))
    before = now + timedelta(minutes=6)
    assert not clocks.worker_beat(before), "an older beat does not turn the clock back"
    assert Heartbeat.objects.get().at == now + timedelta(minutes=10)
    assert not clocks.worker_beat(now), "one that is much older says that it was set back"
    assert Heartbeat.objects.get().at == now


# --- What all agree to ----------------------------------------------------------------------------


def wish(playing: Playing, kind: str, time: timedelta = DAY, by: int = 0, place: Any = None) -> int:
    user = playing.user_at(by).pk
    return wish_make(table_id=playing.id, user_id=user, kind=kind, place=place, time=time)


def say(playing: Playing, place: int, *, agree: bool = True, seen: str = "") -> int:
    stored = table_load(playing.id).wish
    assert stored is not None
    seen = seen or stamp_of(stored)
    user = playing.user_at(place).pk
    return wish_answer(table_id=playing.id, user_id=user, seen=seen, agree=agree)


def test_a_pause_takes_everybodys_consent(begin: Begin) -> None:
    playing = begin(seats=3, **BUDGET)
    later(playing, HOUR)
    wish(playing, "pause", 2 * DAY)
    assert about(due(playing), 9 * HOUR)
    say(playing, 1)
    assert table_load(playing.id).pause is None
    say(playing, 1)  # twice counts once
    say(playing, 2)
    assert about(due(playing), 2 * DAY + 9 * HOUR)
    assert playing.kinds() == ["start", "wish", "agree", "agree", "pause"]
    wish(playing, "resume", by=1)
    for place in (0, 2):
        say(playing, place)
    assert about(due(playing), 9 * HOUR) and table_load(playing.id).pause is None


def test_what_is_answered_in_a_pause_takes_no_time(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    wish(playing, "pause", 2 * DAY)
    say(playing, 1)
    later(playing, 5 * HOUR)
    playing.play(0, 2)
    left = seat(playing).time_left
    assert left is not None and left > 6 * HOUR - LITTLE
    assert about(due(playing, 1), 2 * DAY + 10 * HOUR)


def test_more_time_for_somebody(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    wish(playing, "more", 5 * HOUR, by=1, place=0)
    say(playing, 0)
    assert about(due(playing), 15 * HOUR)
    assert "gets more time" in playing.update(None)["events"][-1]["text"]
    playing.play(0, 2)
    left = seat(playing).time_left
    assert left is not None and about(left, 15 * HOUR)  # beyond the cap: it was given


def test_a_wish_is_declined_or_taken_back(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    for place in (0, 1):
        wish(playing, "pause")
        with pytest.raises(NotPossible):
            wish(playing, "more", HOUR, by=1, place=0)
        say(playing, place, agree=False)
        assert table_load(playing.id).wish is None
    wish(playing, "pause")
    with pytest.raises(OutdatedMove):
        say(playing, 1, seen="pause-0-0-1")


def test_alone_with_bots_one_agrees_with_oneself(begin: Begin) -> None:
    playing = begin(seats=2, bots=1, **SPARING)
    mine = Seat.objects.get(table_id=playing.id, user__isnull=False)
    wish(playing, "pause", by=mine.place)
    assert table_load(playing.id).pause is not None


@pytest.mark.parametrize(
    ("kind", "time", "place"),
    [
        ("pause", 31 * DAY, None),
        ("pause", timedelta(), None),
        ("resume", DAY, None),
        ("more", 15 * DAY, 0),
        ("more", HOUR, 7),
        ("more", HOUR, 0),
        ("more", HOUR, None),
        ("party", HOUR, None),
    ],
)
def test_what_nobody_can_agree_to(begin: Begin, kind: str, time: timedelta, place: Any) -> None:
    playing = begin(seats=2, **SPARING)
    playing.play(0, 2)
    with pytest.raises(NotPossible):
        wish(playing, kind, time, place=place)
    assert table_load(playing.id).wish is None


def test_only_those_who_play_have_a_say(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2, **SPARING)
    with pytest.raises(NotYourSeat):
        wish_make(table_id=playing.id, user_id=people[3].pk, kind="pause", time=DAY)
    timeless = begin(seats=2, seed="timeless")
    with pytest.raises(NotPossible):
        wish(timeless, "pause")


@pytest.mark.django_db(transaction=True)
def test_all_agree_at_once(begin: Begin) -> None:
    playing = begin(seats=4, **BUDGET)
    wish(playing, "pause")
    together(*[lambda place=place: say(playing, place) for place in (1, 2, 3)])
    assert playing.kinds() == ["start", "wish", "agree", "agree", "agree", "pause"]


def test_nobody_fills_the_logs(begin: Begin) -> None:
    playing = begin(seats=2, **BUDGET)
    for number in range(CLOCK_CHANGES.at_once):
        calendar(playing, hours=[] if number % 2 else ALWAYS)
    with pytest.raises(TooMany):
        calendar(playing, hours=ALWAYS)
    with pytest.raises(TooMany):
        wish(playing, "pause")
    assert len(playing.kinds()) == 1 + CLOCK_CHANGES.at_once


def test_a_seat_that_is_handed_over_goes_by_the_calendar_of_its_new_user(
    begin: Begin, people: list[Any]
) -> None:
    playing = begin(seats=3, **SPARING)
    calendar(playing, hours=ALWAYS)
    first, new = playing.user_at(0), people[3]
    seat_replace(table_id=playing.id, place=0, user_id=new.pk)
    assert about(due(playing), HOUR), "nothing of whoever had it before"
    seat_replace(table_id=playing.id, place=0, user_id=first.pk)
    assert about(due(playing), HOUR + 3 * DAY)
