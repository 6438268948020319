"""One user's bots wait for each other, and other people's not for them."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import Error, connection
from django.utils import timezone

from accounts.models import User
from accounts.notices.sending import lanes_start
from config.running.worker import DEFAULT, OUTSIDE
from games import tasks
from games.advising import keeping
from games.judging import turns
from games.models import LogEntry
from games.storing import queue
from games.storing.changes import changes_store
from games.storing.rows import table_load
from games.telling.selectors import has_bots_only
from lobby.tables.letters import letter_mail
from tests.games.conftest import Playing
from tests.people import people_make
from tools.seating import table_begun
from tools.working import forget_jobs, work

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 40
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def quickly(settings: Any) -> Any:
    settings.BOT_PAUSE = 0
    forget_jobs()
    yield
    forget_jobs()


def against_bots(user: User, seed: str = "quay") -> Playing:
    """A table at which it is the turn of a bot, as its user has just played."""
    playing = Playing(table_begun("pier", [user], bots=2, bot="greedy", seed=seed))
    place = next(place for place in range(3) if playing.user_at(place) == user)
    if place in playing.asked():
        playing.play(place)
    return playing


def waiting() -> list[tuple[int, int]]:
    """Who waits, and since when they are due, as the worker takes them; the latest time is 0."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select (args->>'for_user')::int, -priority from procrastinate_jobs"
            " where status = 'todo' and task_name = 'games.bots_play' order by priority desc, id"
        )
        return [(user, due) for user, due in cursor]


def tables_before(others: list[int], table_id: int) -> int:
    """At how many other tables bots have moved before the first one did at this one."""
    bots = LogEntry.objects.filter(kind="move").exclude(by="")
    first = bots.filter(table_id=table_id).order_by("at").first()
    assert first is not None, "no bot has answered there"
    earlier = bots.filter(table_id__in=others, at__lt=first.at)
    return earlier.values("table_id").distinct().count()


def test_somebody_with_many_tables_keeps_nobody_waiting() -> None:
    one, other = people_make("ana", "ben")
    many = [against_bots(one, f"quay {number}").id for number in range(MANY)]
    dues = [due for _, due in waiting()]
    assert len(dues) >= MANY and dues == sorted(dues)
    assert dues[-1] - dues[0] >= queue.SPACING * (MANY - 1)
    single = against_bots(other).id
    now = next(due for user, due in waiting() if user == other.pk)
    ahead = sum(due <= now for due in dues)
    assert ahead <= 1 + (now - dues[0]) // queue.SPACING, "what became due while tables opened"
    at_once = work()
    assert tables_before(many, single) < ahead + at_once
    bots = LogEntry.objects.filter(kind="move", table_id__in=many).exclude(by="")
    assert bots.values("table_id").distinct().count() == MANY, "and in the end all are served"


def test_jobs_of_one_statement_are_spaced_too() -> None:
    (one,) = people_make("ana")
    tables = [against_bots(one, f"quay {number}") for number in range(3)]
    forget_jobs()
    changes = []
    for playing in tables:
        draft = turns.Draft(table_load(playing.id), timezone.now())
        draft.add("thaw", barrier=True, snapshot=True)
        changes.append(draft.change())
    assert len(changes_store(changes)) == 3
    dues = [due for _, due in waiting()]
    assert [due - dues[0] for due in dues] == [0, queue.SPACING, 2 * queue.SPACING]


def test_what_is_put_off_comes_before_what_comes_later() -> None:
    """Nobody waits for ever, however many others there are."""
    one, other = people_make("ana", "ben")
    for number in range(3):
        tasks.bots_play.configure(priority=queue.priority_for(one.pk)).defer(
            table_id=number, for_user=one.pk
        )
    with connection.cursor() as cursor:  # half a minute later
        cursor.execute("update procrastinate_jobs set priority = priority + 30")
    tasks.bots_play.configure(priority=queue.priority_for(other.pk)).defer(
        table_id=9, for_user=other.pk
    )
    assert [user for user, _ in waiting()] == [one.pk] * 3 + [other.pk]


def test_a_long_run_of_bots_makes_room(begin: Any) -> None:
    """Three moves, and the rest after those who wait; ten if nobody does."""
    playing = begin(seats=3)
    playing.table.seats.update(bot="greedy")
    host = playing.table.host_id
    assert has_bots_only(playing.id)
    chance = random.Random(1)
    tasks.bots_play(playing.id, for_user=host, chance=chance)
    moves = playing.table.log.filter(kind="move")
    assert moves.count() == tasks.BOT_MOVES_AT_A_TIME
    forget_jobs()
    against_bots(*people_make("ben2"))
    tasks.bots_play(playing.id, for_user=host, chance=chance)
    assert moves.count() == tasks.BOT_MOVES_AT_A_TIME + tasks.A_FEW
    assert waiting()[-1][0] == host and waiting()[-1][1] >= queue.LATER, "bots alone come last"


def test_mails_wait_for_no_bot_and_no_bot_for_mails() -> None:
    (one,) = people_make("ana")
    against_bots(one)
    letter_mail.defer()
    with connection.cursor() as cursor:
        cursor.execute(
            "select distinct queue_name, task_name from procrastinate_jobs where status = 'todo'"
            " order by queue_name"
        )
        assert list(cursor) == [(DEFAULT, "games.bots_play"), (OUTSIDE, letter_mail.name)]
    assert not queue.others_wait(one.pk)


def test_a_job_that_waits_is_not_queued_again_and_nothing_fails() -> None:
    """Postgres would write each failed statement into its log."""
    (user,) = people_make("ana")
    playing = against_bots(user)
    failed: list[str] = []

    def noted(execute: Any, sql: str, *rest: Any) -> Any:
        try:
            return execute(sql, *rest)
        except Error:
            failed.append(sql)
            raise

    later = timezone.now() + tasks.OVERDUE + timedelta(seconds=5)
    with connection.execute_wrapper(noted):
        for _ in range(3):
            tasks.wake_bots(timestamp=0, now=later)
            tasks.search_defer(playing.id)
            keeping.job_defer(keeping.THINK, user.pk, thought_id=1)
            lanes_start(later)
    with connection.cursor() as cursor:
        cursor.execute(
            "select queueing_lock from procrastinate_jobs"
            " where queueing_lock is not null order by queueing_lock"
        )
        queued = [lock for (lock,) in cursor]
    expected = [f"games.bot_search {playing.id}", f"games.bots_play {playing.id}", "games.think 1"]
    assert not failed and queued == expected


def test_nothing_else_queues_what_may_be_waiting() -> None:
    for package in ("accounts", "config", "games", "lobby"):
        for file in (ROOT / package).rglob("*.py"):
            assert "AlreadyEnqueued" not in file.read_text(), file
