"""A reminder comes when the time left is what its user has set, once, and not in vain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Channel, Notice, User
from accounts.notices import selecting, wishes
from accounts.notices.kinds import kind_of
from games.changing.clocks import own_time_set
from games.models import Seat
from tests.games.conftest import Playing
from tools.working import work

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
HOUR = timedelta(hours=1)


def due_in(playing: Playing, time: timedelta) -> list[Notice]:
    """The reminders of the first player that are owed after this time."""
    selecting.reminders_owe(timezone.now() + time)
    found = Notice.objects.filter(kind="reminder", user=playing.user_at(0))
    return list(found.order_by("pk"))


def remind(playing: Playing, percent: int) -> None:
    own_time_set(user_id=playing.user_at(0).pk, zone="Europe/Berlin", remind=percent)


def seat_of(playing: Playing) -> Seat:
    return Seat.objects.get(table_id=playing.id, place=0)


def later(playing: Playing, time: timedelta) -> None:
    """Let time have passed since the first player was asked."""
    seat = seat_of(playing)
    fields = ("since", "asked", "deadline", "remind_at")
    past = {name: getattr(seat, name) - time for name in fields}
    Seat.objects.filter(pk=seat.pk).update(**past)


def test_a_reminder_is_due_at_the_fraction_that_the_user_has_set(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    remind(playing, 50)
    assert due_in(playing, 4.9 * HOUR) == []
    (notice,) = due_in(playing, 5.1 * HOUR)
    assert (notice.table_id, notice.place, notice.channel) == (playing.id, 0, Channel.MAIL)
    assert due_in(playing, 5.2 * HOUR) == [notice], "once"


@pytest.mark.parametrize(("percent", "hours"), [(0, 9), (50, 10.1)])
def test_who_wants_none_or_has_no_time_left_gets_none(
    begin: Begin, percent: int, hours: float
) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    remind(playing, percent)
    assert due_in(playing, hours * HOUR) == []


def test_who_has_answered_gets_none(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    (notice,) = due_in(playing, 9 * HOUR)
    assert kind_of(notice).is_wanted()
    playing.play(0, 2)
    assert not kind_of(notice).is_wanted()


def test_time_put_off_brings_another_reminder(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    remind(playing, 50)
    (first,) = due_in(playing, 6 * HOUR)
    remind(playing, 30)
    assert not kind_of(first).is_wanted()
    assert len(due_in(playing, 8 * HOUR)) == 2


@pytest.mark.parametrize("pace", ["turn", "quiet", "digest"])
def test_it_reaches_whoever_wants_to_hear_anything(begin: Begin, mailbox: Any, pace: str) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    user = playing.user_at(0)
    User.objects.filter(pk=user.pk).update(mails=pace)
    later(playing, 9 * HOUR)
    wishes.are_here([user.pk])
    selecting.reminders_owe(timezone.now())
    work()
    (letter,) = [one for one in mailbox.letters if "running out" in one["Subject"]]
    assert letter["To"] == user.email
    assert letter["Subject"] == "Pier: your time is running out"
    text = letter.get_body(("plain",)).get_content()
    assert f"/tables/{playing.id}/" in text and "How much do you bid" in text


def test_it_waits_for_no_quiet_minutes(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=60)
    wish = {"mails": "quiet", "quiet_minutes": 90}
    User.objects.filter(pk=playing.user_at(0).pk).update(**wish)
    later(playing, 0.9 * HOUR)
    (notice,) = due_in(playing, timedelta())
    assert notice.due_at == seat_of(playing).remind_at


def test_who_wants_no_mail_gets_none(begin: Begin) -> None:
    playing = begin(seats=2, pace="answer", pace_start=600)
    User.objects.filter(pk=playing.user_at(0).pk).update(mails="off")
    assert due_in(playing, 9 * HOUR) == []
