"""Whoever is not there any more: they gave up, or their time is over."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notice
from games.changing import expiring, log_check, moderation, services
from games.errors import NotYourSeat
from games.models import Seat
from games.rules.pier.bots import outlast
from games.rules.pier.rules import Pier
from games.storing.rows import table_load
from games.telling import selectors
from lobby.tables.services import bot_for
from tests.games.queue import jobs
from tests.sent import update_sent
from tools.working import news_owe

pytestmark = pytest.mark.django_db


def test_who_resigns_is_ranked_last_and_a_bot_plays_on(begin):
    playing = begin(seats=3)
    leaver = playing.user_at(0)
    services.seat_resign(table_id=playing.id, user_id=leaver.pk)
    with pytest.raises(NotYourSeat):
        services.seat_resign(table_id=playing.id, user_id=leaver.pk)
    assert jobs("games.bots_play") == [{"table_id": playing.id, "for_user": playing.table.host_id}]
    while playing.asked():
        if not services.bot_move(table_id=playing.id):
            playing.play(playing.asked()[0], 0)
    ranks = {s["seat"]: s["rank"] for s in playing.table.outcome["standings"]}
    assert ranks[0] == 3
    assert sorted(ranks.values()) in ([1, 2, 3], [1, 1, 3])


def test_the_stand_in_plays_for_whoever_is_not_there(begin, monkeypatch):
    """At the level that was agreed on; its policy is named, as the list of bots has no order."""
    monkeypatch.setattr(Pier, "bots", {"first": None, "named": outlast, "last": None})
    monkeypatch.setattr(Pier, "stand_in", "named")
    playing = begin(seats=4, days_per_move=1, stand_in="novice")
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    expire(playing, 1)
    moderation.seat_replace(table_id=playing.id, place=2, user_id=None)
    services.table_freeze(table_id=playing.id, reason="a test")
    moderation.seat_leave_for_good(table_id=playing.id, place=3)
    services.table_thaw(table_id=playing.id)
    assert [seat.bot for seat in playing.table.seats.order_by("place")] == ["novice"] * 4
    assert bot_for(Pier()) == "named"
    Seat.objects.filter(table_id=playing.id).update(bot="of older rules", absent_since=None)
    assert services.bot_move(table_id=playing.id), "the stand-in plays for a bot that is no more"


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_who_has_not_given_up_has_won_at_once(begin, seats):
    playing = begin(seats=seats)
    playing.play_on(1)
    for place in range(seats - 1):
        assert playing.table.status == "playing"
        services.seat_resign(table_id=playing.id, user_id=playing.user_at(place).pk)
    table = playing.table
    assert (table.status, table.outcome["reason"]) == ("finished", "resigned")
    found = {s["seat"]: (s["rank"], s["score"]) for s in table.outcome["standings"]}
    assert found == dict.fromkeys(range(seats - 1), (seats, None)) | {seats - 1: (1, None)}
    assert [seat.rank for seat in table.seats.order_by("place")] == [seats] * (seats - 1) + [1]
    assert not table.seats.filter(deciding=True).exists()
    news_owe()
    told = Notice.objects.filter(kind="finished", table=playing.id)
    assert [notice.user for notice in told] == [playing.user_at(seats - 1)]
    assert playing.asked() == []
    assert not services.bot_move(table_id=playing.id)
    update = update_sent(table_load(playing.id), None, 0)
    assert (update["question"], update["outcome"]["reason"]) == (None, "resigned")
    assert log_check.check_table(playing.id)[0] is log_check.ContinuingVerdict.SAME


def expire(playing: Any, place: int) -> None:
    seat = Seat.objects.get(table_id=playing.id, place=place)
    past = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(pk=seat.pk).update(deadline=past)
    for table_id, found, deadline in selectors.decisions_expired(timezone.now()):
        expiring.decision_expire(table_id=table_id, place=found, deadline=deadline)
        expiring.decision_expire(table_id=table_id, place=found, deadline=deadline)


def test_a_bot_plays_on_when_the_time_is_over_until_the_user_returns(begin):
    playing = begin(seats=2, days_per_move=3)
    seat = Seat.objects.get(table_id=playing.id, place=0)
    assert seat.deadline - seat.since == timedelta(days=3)
    expire(playing, 0)
    assert playing.kinds() == ["start", "absent"], "exactly once"
    assert services.bot_move(table_id=playing.id)
    services.seat_return(table_id=playing.id, user_id=playing.user_at(0).pk)
    seat.refresh_from_db()
    assert (seat.bot, seat.absent_since) == ("", None)


def test_a_table_can_be_agreed_to_close_when_the_time_is_over(begin):
    playing = begin(seats=2, days_per_move=1, at_timeout="close")
    expire(playing, 1)
    table = playing.table
    assert (table.status, table.close_reason) == ("closed", "timeout")
    assert playing.kinds() == ["start", "close"]
    assert playing.asked() == []


def test_an_answer_winds_up_the_clock(begin):
    playing = begin(seats=2, days_per_move=2)
    old = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(table_id=playing.id).update(deadline=old)
    playing.play(0, 2)
    playing.play(1, 0)
    taker = Seat.objects.get(table_id=playing.id, deciding=True)
    assert taker.deadline > old + timedelta(hours=1)
