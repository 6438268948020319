"""Bots that search: in a queue of their own, outside of any transaction, and never for ever."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.utils import timezone

from config.running import worker
from games import tasks
from games.bots.search import BotSearch
from games.changing import searching, services
from games.judging import searching as judging
from games.models import Seat
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tools.patience import pause
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quickly(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pauses, and with less work than people get."""
    settings.BOT_PAUSE = 0
    rules = type(GAMES["pier"])
    small = {name: msgspec.structs.replace(level, work=min(level.work, 400)) for name, level in
             rules.levels.items()}  # fmt: skip
    monkeypatch.setattr(rules, "levels", small)


@pytest.fixture
def playing(begin: Any) -> Any:
    """A table of Pier, at which an expert has seats 1 and 2."""
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id, place__gt=0).update(bot="expert")
    forget_jobs()
    return playing


def waiting(task: str) -> list[tuple[str, str | None]]:
    """Queue and lock of the jobs that wait."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select queue_name, lock from procrastinate_jobs"
            " where task_name = %s and status = 'todo'",
            [task],
        )
        return list(cursor)


def moves_by(playing: Any, name: str) -> int:
    return int(playing.table.log.filter(kind="move", by=name).count())


def test_the_usual_worker_leaves_searches_to_the_searcher(playing: Any) -> None:
    tasks.bots_play(playing.id)
    assert moves_by(playing, "expert") == 0
    name = f"games.bot_search {playing.id}"
    assert waiting("games.bot_search") == [(worker.SEARCHES, name)]
    tasks.bots_play(playing.id)
    assert len(waiting("games.bot_search")) == 1, "once, however often it is owed"
    tasks.bot_search(playing.id)
    assert moves_by(playing, "expert") == 1
    assert waiting("games.bots_play"), "who is next is found out there"


def test_quick_bots_beside_one_that_searches_do_not_wait_for_it(playing: Any) -> None:
    Seat.objects.filter(table_id=playing.id, place=2).update(bot="regular")
    tasks.bots_play(playing.id)
    assert moves_by(playing, "regular") == 1
    assert 1 in playing.asked() and len(waiting("games.bot_search")) == 1


@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_workers_play_a_whole_game(begin: Any) -> None:
    playing = begin(seats=2)
    Seat.objects.filter(table_id=playing.id, place=1).update(bot="expert")
    forget_jobs()
    tasks.bots_defer(playing.id)
    while playing.table.status == "playing":
        work()
        for place in playing.asked():
            playing.play(place)
    assert playing.table.status == "finished"
    assert moves_by(playing, "expert") >= 2, "until its coins are spent"
    assert set(playing.table.log.filter(place=1).values_list("by", flat=True)) == {"expert"}
    forget_jobs()


@pytest.mark.django_db(transaction=True)
def test_a_search_whose_worker_ends_is_there_for_another_at_once(
    playing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps its turn; it used to lie there until its worker counted as dead."""
    tasks.bots_play(playing.id)
    with connection.cursor() as cursor:
        cursor.execute("update procrastinate_jobs set priority = -77 where queue_name = 'searches'")
    begun, run = [], BotSearch.run

    def for_ever(self: BotSearch, until: int) -> None:
        if not begun:
            os.kill(os.getpid(), signal.SIGTERM)
        begun.append(until)
        pause(0.01)

    monkeypatch.setattr(BotSearch, "run", for_ever)
    asyncio.run(worker._run(worker.SEARCHES))  # until that signal
    assert begun and not moves_by(playing, "expert")
    with connection.cursor() as cursor:
        cursor.execute(
            "select status, priority, scheduled_at from procrastinate_jobs"
            " where task_name = 'games.bot_search' order by id"
        )
        assert list(cursor) == [("succeeded", -77, None), ("todo", -77, None)]
    monkeypatch.setattr(BotSearch, "run", run)
    work()
    assert moves_by(playing, "expert") >= 1, "another worker took it"
    forget_jobs()


def test_where_only_bots_are_left_nobody_searches(begin: Any) -> None:
    playing = begin(seats=2)
    Seat.objects.filter(table_id=playing.id).update(bot="expert")
    forget_jobs()
    tasks.bots_play(playing.id)
    assert moves_by(playing, "expert") == tasks.BOT_MOVES_AT_A_TIME
    assert not waiting("games.bot_search")


def test_no_transaction_is_open_while_a_bot_thinks(
    playing: Any, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    """While it searches the database hears nothing; the answer is one statement."""
    row = table_load(playing.id)
    with django_assert_num_queries(0):
        answer = judging.found_answer(row, timezone.now(), random.Random(1), 60)
    assert answer is not None
    with django_assert_num_queries(3):  # read, read to store, store
        assert searching.bot_search(table_id=playing.id)


def test_the_answer_counts_although_somebody_else_was_quicker(
    playing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person bids while the expert thinks about its own bid: both bids are stored."""
    once = iter([lambda: playing.play(0)])
    run = BotSearch.run

    def meanwhile(self: BotSearch, until: int) -> None:
        next(once, lambda: None)()
        run(self, until)

    monkeypatch.setattr(BotSearch, "run", meanwhile)
    assert searching.bot_search(table_id=playing.id)
    places = playing.table.log.filter(kind="move").values_list("place", flat=True)
    assert list(places) == [0, 1]


def test_an_answer_to_a_question_that_is_gone_is_dropped(
    playing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = iter([lambda: services.bot_move(table_id=playing.id, hurried=True)])
    run = BotSearch.run

    def meanwhile(self: BotSearch, until: int) -> None:
        next(once, lambda: None)()
        run(self, until)

    monkeypatch.setattr(BotSearch, "run", meanwhile)
    assert not searching.bot_search(table_id=playing.id)
    assert moves_by(playing, "expert") == 1, "only the hurried one"


def test_a_search_ends_when_its_time_is_over(playing: Any, settings: Any) -> None:
    """And answers all the same, here after a look that was cut short at once."""
    settings.SEARCH_SECONDS = 0
    assert searching.bot_search(table_id=playing.id)
    assert moves_by(playing, "expert") == 1


def test_a_search_that_fails_freezes_nothing(
    playing: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(self: Any, view: Any, rng: Any) -> Any:
        raise AssertionError("there is one card too many")

    monkeypatch.setattr(type(GAMES["pier"]), "determine", broken)
    assert searching.bot_search(table_id=playing.id)
    assert moves_by(playing, "expert") == 1 and not playing.table.frozen_at
    assert "A search failed" in caplog.text


def test_where_no_searcher_is_at_work_bots_play_without(playing: Any) -> None:
    later = timezone.now() + tasks.STALLED + timedelta(seconds=5)
    tasks.wake_bots(timestamp=0, now=later)
    ((hurried,),) = hurries(playing.id)
    assert not hurried
    forget_jobs()
    tasks.wake_bots(timestamp=0, now=timezone.now() + tasks.OVERDUE + timedelta(seconds=5))
    ((hurried,),) = hurries(playing.id)
    assert hurried
    tasks.bots_play(playing.id, hurried=True)
    assert moves_by(playing, "expert") == 1, "one question is overdue, not the next"
    assert len(waiting("games.bot_search")) == 1


def hurries(table_id: int) -> list[tuple[bool]]:
    """Whether the jobs of the bots at a table are to hurry."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select (args ->> 'hurried')::bool from procrastinate_jobs where status = 'todo'"
            " and task_name = 'games.bots_play' and (args ->> 'table_id')::int = %s",
            [table_id],
        )
        return list(cursor)


def test_a_lone_answer_needs_no_search(begin: Any) -> None:
    """Whoever has taken a crate has only to confirm it."""
    playing = begin(seats=2)
    Seat.objects.filter(table_id=playing.id).update(bot="expert")
    while searching.bot_search(table_id=playing.id):
        pass
    assert not searching.is_search_wanted(playing.id)
    assert services.bot_move(table_id=playing.id), "the confirmation"
    assert searching.is_search_wanted(playing.id)


def test_a_table_that_is_over_or_stopped_is_left_alone(playing: Any) -> None:
    services.table_freeze(table_id=playing.id, reason="a look")
    assert not searching.bot_search(table_id=playing.id)
    assert not searching.is_search_wanted(playing.id)
    services.table_close(table_id=playing.id, reason="host")
    assert not searching.bot_search(table_id=playing.id)
    tasks.bot_search(playing.id)
    assert not moves_by(playing, "expert")


@pytest.mark.parametrize("name", ["novice", "regular"])
def test_levels_without_a_search_answer_at_once(begin: Any, name: str) -> None:
    playing = begin(seats=2)
    Seat.objects.filter(table_id=playing.id, place=1).update(bot=name)
    assert services.bot_move(table_id=playing.id)
    assert moves_by(playing, name) == 1
