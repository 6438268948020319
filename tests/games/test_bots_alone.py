"""Bots at a table: a few moves at a time, and not for ever."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games import tasks
from games.changing import services
from games.models import Seat
from games.storing.queue import LATER

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quickly(settings: Any) -> None:
    settings.BOT_PAUSE = 0


@pytest.fixture
def alone(begin: Any) -> Any:
    """A table of Pier at which a bot plays for everybody."""
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id).update(bot="greedy")
    return playing


def owed(task: str, table_id: int) -> list[tuple[int, str | None]]:
    """Priority and lock of the jobs that wait for a table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select priority, queueing_lock from procrastinate_jobs where task_name = %s"
            " and status = 'todo' and (args->>'table_id')::int = %s and queueing_lock is not null",
            [task, table_id],
        )
        return list(cursor)


def test_bots_play_a_few_moves_at_a_time(alone: Any) -> None:
    """The rest waits behind all that people wait for, once however often it is owed."""
    for time in (1, 2, 3):
        tasks.bots_play(alone.id)
        assert alone.table.log.filter(kind="move").count() == time * tasks.BOT_MOVES_AT_A_TIME
    ((priority, lock),) = owed("games.bots_play", alone.id)
    assert priority <= -LATER and lock == f"games.bots_play {alone.id}"


def test_a_table_at_which_somebody_plays_is_not_put_last(begin: Any) -> None:
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id, place__gt=0).update(bot="greedy")
    tasks.bots_defer(playing.id)
    ((priority, _),) = owed("games.bots_play", playing.id)
    assert -LATER < priority < 0


def test_a_game_of_bots_goes_to_its_end(alone: Any) -> None:
    while alone.table.status == "playing":
        tasks.bots_play(alone.id)
    assert alone.table.status == "finished"


def test_bots_that_come_to_no_end_are_stopped(alone: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 15)
    tasks.bots_play(alone.id)
    assert alone.table.status == "playing", "ten are not too many"
    tasks.bots_play(alone.id)
    table = alone.table
    assert (table.status, table.close_reason, table.outcome) == ("closed", "bots", None)
    assert alone.kinds()[-1] == "close" and alone.asked() == []
    number = table.number
    tasks.bots_play(alone.id)
    assert alone.table.number == number
    page = Client().get(f"/tables/{alone.id}/").text
    assert "Only bots were left, and their game did not end." in page


def test_whom_bots_keep_waiting_sees_a_frozen_table(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id).update(bot="greedy")
    tasks.bots_play(playing.id)
    Seat.objects.filter(table_id=playing.id, place=0).update(bot="")
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 5)
    assert services.bots_stop(table_id=playing.id)
    assert playing.table.frozen_at and "5 moves of bots" in playing.table.freeze_reason
    assert playing.update(0)["status"] == "frozen"


def test_people_in_between_start_the_count_anew(
    begin: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_BOT_MOVES", 15)
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id, place__gt=0).update(bot="greedy")
    while playing.table.status == "playing":
        tasks.bots_play(playing.id)
        assert not services.bots_stop(table_id=playing.id)
        if 0 in playing.asked():
            playing.play(0, 0)
    assert playing.table.status == "finished"
    assert playing.table.log.exclude(by="").count() > 15
