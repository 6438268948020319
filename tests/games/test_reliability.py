"""Reliability is read from the logs: what somebody answered, how fast, and what ran out of time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.changing.moderation import seat_replace
from games.changing.services import bot_move, seat_resign
from games.models import LogEntry, Seat
from games.tasks import expire_decisions
from games.telling.reliability import ENOUGH, Reliability, reliability_of
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def over(playing: Playing) -> None:
    """End it: somebody gives up."""
    seat = Seat.objects.filter(table_id=playing.id).exclude(user=None).order_by("place")[0]
    seat_resign(table_id=playing.id, user_id=seat.user_id or 0)


def spread(playing: Playing, minutes: int) -> None:
    """Let so many minutes pass from each entry of the log to the next."""
    begun = timezone.now()
    for entry in playing.table.log.order_by("number"):
        at = begun + timedelta(minutes=minutes * entry.number)
        LogEntry.objects.filter(table_id=playing.id, number=entry.number).update(at=at)


def own_answers(playing: Playing, place: int) -> int:
    return playing.table.log.filter(kind="move", by="", place=place, undone=False).count()


def test_answers_and_the_time_they_took(begin: Begin) -> None:
    playing = begin(2, days_per_move=2)
    playing.play_on(8)
    spread(playing, 90)
    ana, ben = playing.user_at(0), playing.user_at(1)
    answers = own_answers(playing, 0), own_answers(playing, 1)
    assert min(answers) > 1 and reliability_of(ana.pk).playing == 1
    assert reliability_of(ana.pk).answers == 0, "a table that goes on tells nothing"
    over(playing)
    for user, count in zip((ana, ben), answers, strict=True):
        known = reliability_of(user.pk)
        assert known == Reliability(0, 1, count, 0, 90)
        with override("en"):
            assert known.typically == "1 hour 30 minutes"
    told = client_of(ben).get(f"/api/v1/people/{ana.username}/reliability").json()
    assert told["answers"] == answers[0] and told["typical_minutes"] == 90


def test_what_ran_out_of_time(begin: Begin) -> None:
    """Answers of a bot count for nobody then."""
    playing = begin(2, days_per_move=1)
    late, other = playing.user_at(0), playing.user_at(1)
    playing.play(1)
    expire_decisions(0, now=timezone.now() + timedelta(days=3))
    assert playing.kinds()[-1] == "absent"
    while playing.asked() == [0]:
        bot_move(table_id=playing.id)
    seat_resign(table_id=playing.id, user_id=other.pk)
    assert playing.table.status == "finished"
    known = reliability_of(late.pk)
    assert (known.answers, known.time_outs, known.per_hundred) == (0, 1, 100)
    assert not known.is_known and known.typical_minutes is None


@pytest.mark.parametrize("terms", [{}, {"days_per_move": 2, "bots": 1}], ids=["no clock", "bots"])
def test_tables_without_a_clock_or_other_people_do_not_count(
    begin: Begin, terms: dict[str, int]
) -> None:
    playing = begin(2, **terms)
    seat = Seat.objects.filter(table_id=playing.id).exclude(user=None)[0]
    playing.play(seat.place)
    user = seat.user
    over(playing)
    assert user is not None and reliability_of(user.pk) == Reliability(0, 0, 0, 0, None)


def test_whose_seat_others_have_now_keeps_what_was_theirs(begin: Begin, people: list[Any]) -> None:
    playing = begin(2, days_per_move=2)
    playing.play_on(4)
    was, count = playing.user_at(0), own_answers(playing, 0)
    seat_replace(table_id=playing.id, place=0, user_id=people[-1].pk)
    over(playing)
    assert count and reliability_of(was.pk).answers == count
    assert reliability_of(people[-1].pk).answers == 0


def test_in_words() -> None:
    told = {minutes: Reliability(0, 9, 30, 2, minutes).typically for minutes in (0, 61, 3000)}
    assert told == {0: "less than a minute", 61: "1 hour 1 minute", 3000: "2 days 2 hours"}
    assert Reliability(0, 1, ENOUGH - 1, 1, None).per_hundred == 5
