"""Whoever runs out of time is excused once, and what a table agreed is done after that."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.changing import expiring, log_check, services
from games.errors import CannotUndo
from games.models import LogEntry, Seat
from games.page.agreed import agreed_on
from games.storing.rows import table_load

pytestmark = pytest.mark.django_db


def time_over(playing: Any, place: int) -> None:
    """Let the time of a seat be over, and the worker come by twice."""
    over = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(table_id=playing.id, place=place).update(
        asked=over, time_left=timedelta(), deadline=over
    )
    for _ in range(2):
        expiring.decision_expire(table_id=playing.id, place=place, deadline=over)


def seat_at(playing: Any, place: int) -> Seat:
    return Seat.objects.get(table_id=playing.id, place=place)


@pytest.mark.parametrize(
    ("pace", "span"),
    [
        ({"days_per_move": 3}, timedelta(days=3)),
        ({"pace": "budget", "pace_start": 14_400, "pace_cap": 14_400}, timedelta(days=1)),
        (
            {"pace": "budget", "pace_start": 14_400, "pace_cap": 14_400, "pace_increment": 2_880},
            timedelta(days=2),
        ),
    ],
)
def test_the_first_time_somebody_gets_one_more_span(begin, pace, span):
    playing = begin(excused=False, at_timeout="close", **pace)
    before = timezone.now()
    time_over(playing, 0)
    seat = seat_at(playing, 0)
    assert playing.kinds() == ["start", "excused"]
    assert seat.excused and not seat_at(playing, 1).excused, "each has it once"
    assert before + span <= seat.deadline <= timezone.now() + span
    assert any(
        "gets the same time once more" in value
        for _name, value in agreed_on(table_load(playing.id))
    )
    time_over(playing, 0)
    assert playing.table.status == "closed"


def test_where_minutes_are_counted_nobody_is_excused(begin):
    playing = begin(excused=False, pace="answer", pace_start=60)
    time_over(playing, 0)
    assert playing.kinds() == ["start", "absent"]
    assert not any("same time" in value for _name, value in agreed_on(table_load(playing.id)))


def test_undo_does_not_bring_the_excuse_back(begin):
    playing = begin(excused=False, days_per_move=1)
    time_over(playing, 0)
    deadline = seat_at(playing, 0).deadline
    playing.play(0, 0)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    seat = seat_at(playing, 0)
    assert seat.excused and seat.deadline <= deadline
    time_over(playing, 0)
    assert playing.kinds()[-1] == "absent"


def test_a_bot_gives_one_answer_and_the_seat_stays(begin):
    playing = begin(seats=3, days_per_move=1, at_timeout="once")
    time_over(playing, 0)
    seat = seat_at(playing, 0)
    assert playing.kinds() == ["start", "missed", "move"]
    answer = LogEntry.objects.get(table_id=playing.id, number=3)
    assert (answer.place, answer.by) == (0, "regular")
    assert (seat.bot, seat.absent_since, seat.missed) == ("", None, 1)
    with pytest.raises(CannotUndo):
        services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME


def until_asked(playing: Any, place: int) -> None:
    """Let the others answer until this seat is asked."""
    while place not in playing.asked():
        playing.play(playing.asked()[0], -1)


def test_whoever_is_away_three_times_in_a_row_is_away(begin):
    playing = begin(seats=2, days_per_move=1, at_timeout="once")
    for missed in (1, 2):
        until_asked(playing, 0)
        time_over(playing, 0)
        assert (seat_at(playing, 0).missed, seat_at(playing, 0).bot) == (missed, "")
    until_asked(playing, 0)
    time_over(playing, 0)
    assert seat_at(playing, 0).bot and seat_at(playing, 0).absent_since
    services.seat_return(table_id=playing.id, user_id=playing.user_at(0).pk)
    assert (seat_at(playing, 0).missed, seat_at(playing, 0).bot) == (0, "")


def test_an_answer_of_ones_own_counts_anew(begin):
    playing = begin(seats=2, days_per_move=1, at_timeout="once")
    for _ in range(2):
        until_asked(playing, 0)
        time_over(playing, 0)
    until_asked(playing, 0)
    playing.play(0, 0)
    assert seat_at(playing, 0).missed == 0


def test_a_budget_begins_anew_after_the_answer_of_a_bot(begin):
    playing = begin(pace="budget", pace_start=14_400, pace_cap=14_400, at_timeout="once")
    time_over(playing, 0)
    until_asked(playing, 0)
    assert seat_at(playing, 0).time_left == timedelta(days=10)


def test_a_frozen_table_waits(begin):
    playing = begin(days_per_move=1, at_timeout="once")
    deadline = seat_at(playing, 0).deadline
    services.table_freeze(table_id=playing.id, reason="a test")
    expiring.decision_expire(table_id=playing.id, place=0, deadline=deadline)
    assert playing.kinds() == ["start", "freeze"]
