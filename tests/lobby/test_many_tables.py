"""Somebody with thousands of finished tables: every page touches what it shows, and no more."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notices import feeds
from accounts.notices.wishes import tables_over_since
from accounts.people.selectors import game_records
from games.models import Seat, Table
from games.storing.counting import FROZEN
from lobby.lists.history import head_to_head
from lobby.lists.my_games import on_list_of
from lobby.live.waiting import awaited
from tests.people import client_of, people_make
from tools.seating import table_begun
from tools.touched import Touched, touched_by

GAMES_ = ("cuba", "port_royal", "santiago_de_cuba")
FEW, MANY = 100, 4_000  # tables that have ended
BY_INDEX = 500
"""Blocks that may be touched more: how Postgres goes depends on the samples it has taken. Whoever
read all of them would look at thousands of rows, which are counted too."""
ROWS_BY_PLAN = 250
"""Rows that may be looked at more: for the same page Postgres was seen to look at 92 to 192, as its
samples had it, whereas whoever reads all looks at more than `MANY`."""
PER_BLOCK = 40
"""Entries of an index that fit in a block, at the least."""

ENDED = """
    with ended as (
        insert into games_table (game, options, status, seats_min, seats_max, private, token,
            guests, friends_watch, pace, pace_start, pace_increment, pace_cap, most_protected,
            at_timeout, number, snapshot_number, position, outcome, close_reason, freeze_reason,
            opened_at, started_at, moved_at, finished_at)
        select (%(games)s::text[])[1 + n %% 3], '{}', 'finished', 2, 2, false,
            md5(random()::text), false, false, 'none', 0, 0, 0, 0, 'bot', 30, 1,
            '{"number": 30}', '{"reason": "x", "standings": []}', '', '',
            now() - n * interval '1 hour', now() - n * interval '1 hour',
            now() - n * interval '1 hour', now() - n * interval '1 hour'
        from generate_series(%(first)s + 1000, %(last)s + 999) n returning id
    )
    insert into games_seat (table_id, place, user_id, bot, deciding, answers, "rank", joined_at)
    select e.id, s.place, s.user_id, '', false, 9, 1 + (s.place + e.id) %% 2, now()
    from ended e, (values (0, %(one)s), (1, %(two)s)) as s(place, user_id)
"""


def ended_tables(one: User, two: User, first: int, last: int) -> None:
    """Tables of two that have ended, with statistics as they would be."""
    facts = {"games": list(GAMES_), "first": first, "last": last, "one": one.pk, "two": two.pk}
    with connection.cursor() as cursor:
        cursor.execute(ENDED, facts)
        cursor.execute("vacuum analyze games_table, games_seat")


@pytest.mark.costly
@pytest.mark.django_db(transaction=True)
def test_pages_touch_what_they_show() -> None:
    """The same rows with forty times as many tables, found by indexes.

    With few tables Postgres reads some of them whole, which takes fewer blocks: `BY_INDEX`.
    """
    ana, ben, carla, dan, eva = people_make("Ana", "Ben", "Carla", "Dan", "Eva")
    table_begun("pier", [ana, ben])
    table_begun("pier", [ben, ana])
    feed = urlsplit(feeds.feeds_of(ana).get("tables", "") or renewed(ana)).path
    client, stranger = client_of(ana), client_of(carla)
    works: dict[str, Callable[[], object]] = {
        **{
            name: (lambda address=address: client.get(address))
            for name, address in {
                "my games": reverse("my_games"),
                "the front page": "/",
                "the lobby": reverse("lobby"),
                "the feed": feed,
                "history": reverse("history"),
                "tables in play, in the API": "/api/v1/tables?mine=true&status=playing",
                "tables in the API": "/api/v1/tables?mine=true",
                "the settings of notices": reverse("notices"),
            }.items()
        },
        "what waits, for sockets": lambda: awaited([ana.pk]),
        "what ended today": lambda: tables_over_since(ana, timezone.now() - timedelta(days=1)),
        "frozen tables": counted_frozen,
    }
    counting: dict[str, Callable[[], object]] = {
        "the profile": lambda: stranger.get(ana.get_absolute_url()),
        "records": lambda: game_records(ana),
        "the page of a game never played": lambda: client.get("/games/guatemala_cafe/"),
    }
    ended_tables(ana, ben, 0, FEW)
    few = {name: measured(work) for name, work in {**works, **counting}.items()}
    ended_tables(dan, eva, 0, MANY)
    ended_tables(ana, ben, FEW, MANY)
    many = {name: measured(work) for name, work in {**works, **counting}.items()}
    for name in works:
        assert many[name].blocks <= few[name].blocks + BY_INDEX, name
        assert many[name].rows <= 1.5 * few[name].rows + ROWS_BY_PLAN, name
    for name in counting:  # an index is counted through, no table is looked at
        assert many[name].blocks <= few[name].blocks + BY_INDEX + MANY / PER_BLOCK, name
    middle = on_list_of(ana).older
    for query in ({"before": middle}, {"after": middle}):
        beside = measured(lambda query=query: on_list_of(ana, **query))
        assert beside.blocks <= few["my games"].blocks + BY_INDEX, query
    assert sum(record.tables for record in head_to_head(ana, ana, ben)) == MANY
    assert sum(record["finished"] for record in game_records(ana)) == MANY


def measured(work: Callable[[], object]) -> Touched:
    """What it touches once caches are warm and its statement is planned."""
    for _ in range(6):  # by then Postgres plans for any user
        work()
    return touched_by(work)


def renewed(user: User) -> str:
    feeds.feeds_renew(user)
    return feeds.feeds_of(user)["tables"]


def counted_frozen() -> None:
    with connection.cursor() as cursor:
        cursor.execute(FROZEN.sql)
        assert ("pier", 0) in [(game, int(count)) for game, count in cursor.fetchall()]


@pytest.mark.django_db
def test_a_seat_knows_whether_its_table_goes_on() -> None:
    ana, ben = people_make("Ana", "Ben")
    table = table_begun("pier", [ana, ben])

    def known() -> list[tuple[str, bool, bool]]:
        seats = Seat.objects.filter(table=table).order_by("place")
        return [(seat.game, seat.goes_on, seat.ended_at is not None) for seat in seats]

    assert known() == [("pier", True, False)] * 2
    now = timezone.now()
    over = {"status": "finished", "finished_at": now, "outcome": {"reason": "", "standings": []}}
    Table.objects.filter(pk=table.pk).update(**over)
    assert known() == [("pier", False, True)] * 2
    assert Seat.objects.filter(table=table, ended_at=now).count() == 2
    back = {"status": "playing", "finished_at": None, "outcome": None}
    Table.objects.filter(pk=table.pk).update(**back)
    assert known() == [("pier", True, False)] * 2
    never = Table.objects.create(game="cuba", seats_min=2, seats_max=2)
    seat = Seat.objects.create(table=never, place=0, user=ana)
    Table.objects.filter(pk=never.pk).update(status="closed", number=1, finished_at=now)
    seat.refresh_from_db()
    assert (seat.game, seat.goes_on, seat.ended_at) == ("cuba", False, None), "it never began"
    assert on_list_of(ana).finished == []
