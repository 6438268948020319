"""What has happened at a table is found by the periodic selection, and told once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notices import selecting
from accounts.notices.kinds import kind_of
from games.changing import clocks, expiring, moderation, services
from games.judging.clocks import stamp_of
from games.models import LogEntry, Plan, Seat, Table
from games.storing.rows import run, table_load
from tests.games.conftest import Playing
from tools.working import news_owe

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
MINUTE = timedelta(minutes=1)


def sweep(**later: float) -> None:
    """The periodic selection, as long from now."""
    now = timezone.now() + timedelta(**later)
    selecting.waiting_owe(delay=timedelta(days=1), now=now)  # turns are another matter


def told(kind: str) -> list[Any]:
    found = Notice.objects.filter(kind=kind).order_by("place", "pk")
    return [notice.user for notice in found]


def let_time_pass(playing: Playing, place: int) -> None:
    """The clock of a seat runs out."""
    over = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(table_id=playing.id, place=place).update(deadline=over)
    expiring.decision_expire(table_id=playing.id, place=place, deadline=over)


def wish(playing: Playing, place: int = 0) -> str:
    """Somebody asks all others to end the game; the stamp of the wish."""
    user_id = playing.user_at(place).pk
    clocks.wish_make(table_id=playing.id, user_id=user_id, kind="end", time=timedelta())
    found = table_load(playing.id).wish
    assert found is not None
    return stamp_of(found)


def test_each_thing_is_told_once_however_often_it_is_looked_at(begin: Begin) -> None:
    playing = begin(seats=3, days_per_move=1)
    over = begin(seats=2)
    services.table_close(table_id=over.id, reason="host")
    once = begin(seats=2, days_per_move=1, at_timeout="once")
    let_time_pass(once, 0)
    wish(playing)
    let_time_pass(playing, 1)
    for later in (0, 10, 20, 3000):
        sweep(seconds=later)
    assert told("finished") == [over.user_at(0), over.user_at(1)]
    assert told("missed") == [once.user_at(0)]
    assert told("absent") == [playing.user_at(1)]
    assert told("wish") == [playing.user_at(2)], "nobody plays there for whom a bot plays"


def test_what_happened_while_the_worker_was_down_is_told(begin: Begin) -> None:
    sweep()
    playing = begin(seats=2)
    services.table_close(table_id=playing.id, reason="host")
    sweep(days=3)
    assert set(told("finished")) == set(playing.users)


def test_who_wants_to_hear_from_now_on_is_told_no_old_news(begin: Begin) -> None:
    playing = begin(seats=2)
    User.objects.update(mails="off")
    services.table_close(table_id=playing.id, reason="host")
    for later in (0, 11):
        sweep(minutes=later)
    User.objects.update(mails="turn")
    for later in (25, 36):
        sweep(minutes=later)
    assert told("finished") == []


def test_also_after_the_clock_was_wrong(begin: Begin) -> None:
    sweep(hours=20)
    playing = begin(seats=2)
    services.table_close(table_id=playing.id, reason="host")
    sweep(minutes=1)
    assert set(told("finished")) == set(playing.users)


def test_what_was_stored_late_is_found(begin: Begin) -> None:
    """Its transaction was still open when it was looked for."""
    playing = begin(seats=2)
    services.table_close(table_id=playing.id, reason="host")
    Table.objects.update(finished_at=timezone.now() + 8 * MINUTE)
    sweep(minutes=10)
    Notice.objects.all().delete()
    sweep(minutes=12)
    assert set(told("finished")) == set(playing.users)


def test_whoever_began_it_or_has_seen_it_needs_no_news_of_the_beginning(begin: Begin) -> None:
    playing = begin(seats=3)
    Seat.objects.filter(table_id=playing.id).update(deciding=False, since=None, deadline=None)
    services.seat_shown(table_id=playing.id, user_id=playing.user_at(1).pk, number=1)
    news_owe()
    assert told("started") == [playing.user_at(0), playing.user_at(2)]


def test_who_gets_a_seat_is_not_told_what_was_missed_there(
    begin: Begin, people: list[User]
) -> None:
    playing = begin(seats=2, days_per_move=1, at_timeout="once")
    let_time_pass(playing, 0)
    moderation.seat_replace(table_id=playing.id, place=0, user_id=people[3].pk)
    news_owe()
    assert told("missed") == []


def test_the_same_wish_made_again_is_another_one(begin: Begin) -> None:
    playing = begin(seats=2)
    for _ in range(2):
        stamp = wish(playing)
        news_owe()
        first, *more = Notice.objects.filter(kind="wish").order_by("pk")
        asker = playing.user_at(0).pk
        if not more:
            assert kind_of(first).is_wanted()
            clocks.wish_answer(table_id=playing.id, user_id=asker, seen=stamp, agree=False)
    assert not kind_of(first).is_wanted() and [kind_of(one).is_wanted() for one in more] == [True]


def test_a_look_takes_as_many_statements_whatever_has_happened(begin: Begin) -> None:
    sweep()
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            sweep(seconds=10)
        counts.append(len(queries))
        for _table in range(3):
            services.table_close(table_id=begin(seats=2).id, reason="host")
    assert counts[0] == counts[1] and len(told("finished")) == 6


MANY = 3_000

TABLES = """
    insert into games_table (game, options, status, seats_min, seats_max, private, token,
        friends_watch, guests, pace, pace_start, pace_increment, pace_cap, most_protected,
        at_timeout, number, snapshot_number, position, outcome, close_reason, freeze_reason,
        opened_at, started_at, finished_at)
    select 'pier', '{}', 'finished', 2, 2, false, 'many ' || n, false, false, 'none', 0, 0, 0, 0,
        'bot', 1, 1, '{}', '{}', '', '', at, at, at
    from generate_series(1, %(many)s) n,
        lateral (select now() - n * interval '1 hour' as at) as past
    returning id
"""
ENTRIES = """
    insert into games_logentry (table_id, number, kind, "by", question, events, version, barrier,
        undone, at)
    select id, 1, 'start', '', '', '[]', 1, true, false, started_at
    from games_table where token like 'many %%' returning 1
"""


def test_a_look_reads_no_old_tables(begin: Begin) -> None:
    """By the index of each kind of news, in its order: no table or log is read through."""
    begin(seats=2)
    run(TABLES, {"many": MANY})
    run(ENTRIES, {})
    now = timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("analyze games_table, games_logentry, games_seat")
        cursor.execute(f"explain {selecting.news()}", {"after": now - 15 * MINUTE, "now": now})
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert LogEntry.objects.count() > MANY
    assert "entry_news" in plan and "table_over" in plan
    assert "Seq Scan on games_logentry" not in plan and "Seq Scan on games_table" not in plan


def test_each_of_two_plans_that_were_dropped_is_told(begin: Begin) -> None:
    """Answers step by step and standing orders, of one user at one table."""
    playing = begin(seats=2)
    dropped = {"at": 1, "made": 1, "dropped": "answer", "dropped_at": timezone.now()}
    for orders in (None, {}):
        Plan.objects.create(user=playing.user_at(0), table_id=playing.id, orders=orders, **dropped)
    news_owe()
    notices = [kind_of(notice) for notice in Notice.objects.filter(kind="plan")]
    assert [notice.is_wanted() for notice in notices] == [True, True]
    assert all(notice.words() for notice in notices)
