"""Tables in play and finished: who finds which, page by page, read from indexes."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.people.selectors import game_records, tables_left
from games.models import Seat, Table, Tenure
from lobby.lists.history import (
    Record,
    Wanted,
    close_to,
    first_since,
    head_to_head,
    latest_results,
    page_of,
    tables_at_which,
    tables_found,
    tables_to_watch,
)
from tests.people import client_of

pytestmark = pytest.mark.django_db

GAME = "santiago_de_cuba"
Maker = Callable[..., Table]
NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


def table_make(
    *people: User, ranks: tuple[int, ...] = (), game: str = GAME, opened: Any = None, **fields: Any
) -> Table:
    """A table at which these people sit: in play, or finished with these ranks."""
    over = {"status": "finished", "outcome": {"reason": "x", "standings": []}, "finished_at": NOW}
    facts = {"status": "playing", "number": 1, "position": "{}", "started_at": NOW}
    facts |= over if ranks else {}
    table = Table.objects.create(game=game, seats_min=1, seats_max=5, **{**facts, **fields})
    if opened:
        Table.objects.filter(pk=table.pk).update(opened_at=opened)
    for place, user in enumerate(people):
        rank = ranks[place] if ranks else None
        Seat.objects.create(table=table, place=place, user=user, rank=rank)
    return table


def found(client: Client, **query: object) -> list[int]:
    answer = client.get(reverse("history"), query)
    assert answer.status_code == 200
    return [table.pk for table in answer.context["page"].tables]


def test_what_is_found(client: Client, ana: User, ben: User, carla: User) -> None:
    both = table_make(ana, ben, ranks=(1, 2), options={"info": "screens", "pablo_wood": True})
    playing = table_make(ana, carla, options={"info": "public", "pablo_wood": False})
    cuba = table_make(ben, carla, game="cuba", ranks=(2, 1), opened=NOW - timedelta(days=9))
    Table.objects.create(game=GAME, seats_min=2, seats_max=2)
    Table.objects.create(game=GAME, seats_min=2, seats_max=2, status="closed", number=1)
    assert found(client) == [cuba.pk, playing.pk, both.pk]
    assert found(client, status="playing") == [playing.pk]
    assert found(client, status="finished") == [cuba.pk, both.pk]
    assert found(client, game="cuba") == [cuba.pk]
    assert found(client, person="aNa") == [playing.pk, both.pk]
    assert found(client, other="Carla") == [cuba.pk, playing.pk]
    assert found(client, person="Ana", other="Ben") == [both.pk]
    assert found(client, person="Ana", other="Ana") == [playing.pk, both.pk]
    assert found(client, game=GAME, option_info="screens") == [both.pk]
    assert found(client, game=GAME, option_info="screens", option_pablo_wood="False") == []
    assert found(client, game="cuba", option_info="screens") == [cuba.pk], "not an option of it"


def test_days(client: Client, ana: User) -> None:
    days = [table_make(ana, opened=NOW + timedelta(days=n)).pk for n in range(4)]
    assert found(client, since="2026-06-16") == days[:0:-1]
    assert found(client, until="2026-06-16") == days[1::-1]
    assert found(client, since="2026-06-16", until="2026-06-17") == [days[2], days[1]]
    assert found(client, since="2026-06-20") == []
    assert found(client, until="2026-06-14") == []
    assert first_since(date(2026, 6, 16)) == days[1]


def test_days_are_the_readers(ana: User) -> None:
    User.objects.filter(pk=ana.pk).update(time_zone="Pacific/Auckland")  # NOW is the 16th there
    table = table_make(ana, opened=NOW + timedelta(hours=1))
    assert found(client_of(ana), until="2026-06-15") == []
    assert found(client_of(ana), since="2026-06-16") == [table.pk]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"person": "Nobody"}, "person"),
        ({"other": "x" * 99}, "other"),
        ({"since": "yesterday"}, "since"),
        ({"until": "9999-12-31"}, "until"),
        ({"since": "0001-01-01"}, "since"),
        ({"status": "open"}, "status"),
        ({"game": "chess"}, "game"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_at_its_field(
    client: Client, ana: User, query: dict[str, str], field: str
) -> None:
    table_make(ana)
    answer = client.get(reverse("history"), query)
    assert list(answer.context["form"].errors) == [field]
    assert answer.context["page"].tables == [] and "errorlist" in answer.text


def test_private_tables_are_found_by_their_own_people(
    client: Client, ana: User, ben: User, carla: User
) -> None:
    hidden = table_make(ana, ben, ranks=(1, 2), private=True, host=carla)
    shown = table_make(ana, ben, ranks=(2, 1))
    for user in (ana, ben, carla):
        assert found(client_of(user), person="Ana") == [shown.pk, hidden.pk]
    (dora,) = [User.objects.create_user("Dora")]
    for reader in (client, client_of(dora)):
        assert found(reader) == found(reader, person="Ana", other="Ben") == [shown.pk]
    assert head_to_head(ben, ana, ben) == [Record(GAME, 2, 1, 1)]
    assert head_to_head(dora, ana, ben) == [Record(GAME, 1, 0, 1)]
    assert [card.pk for card in latest_results(ana, GAME, 9)] == [shown.pk], "for everybody alike"
    profile = reverse("profile", args=["Ana"])
    assert f"Table {hidden.pk}<" in client_of(ben).get(profile).text
    assert f"Table {hidden.pk}<" not in client_of(dora).get(profile).text


def test_pages_lead_to_each_other_and_keep_the_search(ana: User, ben: User) -> None:
    keys = [table_make(ana).pk for _ in range(45)][::-1]
    table_make(ben)
    client = client_of(ana)

    def page(**query: object) -> tuple[list[int], int | None, int | None]:
        answer = client.get(reverse("history"), {"person": "Ana", **query})
        shown = answer.context["page"]
        for name, key in (("after", shown.newer), ("before", shown.older)):
            assert (f"?person=Ana&amp;{name}={key}" in answer.text) == (key is not None)
        return [table.pk for table in shown.tables], shown.newer, shown.older

    assert page() == (keys[:20], None, keys[19])
    assert page(before=keys[19]) == (keys[20:40], keys[20], keys[39])
    assert page(before=keys[39]) == (keys[40:], keys[40], None)
    assert page(after=keys[40]) == (keys[20:40], keys[20], keys[39])
    assert page(after=keys[20]) == (keys[:20], None, keys[19])
    for nonsense in ("x", "-1", "9" * 40, ""):
        assert page(before=nonsense) == page()
    assert page(before=1)[0] == page(after=10**17)[0] == keys[:20], "there is nothing beyond"


def test_head_to_head(client: Client, ana: User, ben: User, carla: User) -> None:
    for ranks in ((1, 2), (1, 3), (2, 1), (1, 1)):
        table_make(ana, ben, ranks=ranks)
    table_make(ben, ana, carla, ranks=(1, 2, 3), game="cuba")
    table_make(ana, carla, ranks=(1, 2))
    table_make(ana, ben)
    records = head_to_head(AnonymousUser(), ana, ben)
    assert records == [Record(GAME, 4, 2, 1), Record("cuba", 1, 0, 1)]
    assert [record.level for record in records] == [1, 0]
    page = client.get(reverse("history"), {"person": "Ana", "other": "Ben"}).text
    assert "Ana and Ben" in page
    profile = reverse("profile", args=["Ben"])
    assert "You and Ben" in client_of(ana).get(profile).text
    assert "You and Ben" not in client_of(ben).get(profile).text
    assert "You and Ben" not in client.get(profile).text


def away(table: Table, user: User) -> Table:
    """A table at which a bot played for a user when it ended."""
    table.seats.filter(user=user).update(absent_since=NOW, bot="random")
    return table


def test_what_a_bot_has_won_for_somebody_away_counts_for_nobody(ana: User, ben: User) -> None:
    away(table_make(ana, ben, ranks=(1, 2)), ana)
    away(table_make(ana, ben, ranks=(2, 1)), ana)
    away(table_make(ana, ben, ranks=(2, 1)), ben)
    assert head_to_head(AnonymousUser(), ana, ben) == [Record(GAME, 1, 0, 1)]
    assert head_to_head(AnonymousUser(), ben, ana) == [Record(GAME, 1, 1, 0)]
    for user, won in ((ana, 0), (ben, 1)):
        (record,) = game_records(user)
        assert (record["finished"], record["won"]) == (3, won)


def test_tables_that_somebody_has_left(client: Client, ana: User, ben: User, carla: User) -> None:
    """They gave up, were away at the end, or handed over; who may still return has left nothing."""
    gave_up = table_make(ana, ben, ranks=(2, 1))
    gave_up.seats.filter(user=ana).update(resigned_at=NOW)
    late = away(table_make(ana, carla, ranks=(1, 2)), ana)
    closed = away(table_make(ana, ben, status="closed", close_reason="timeout"), ana)
    handed_over = table_make(ben, carla)
    Tenure.objects.create(table=handed_over, place=0, user=ana, first=1, last=1, vanished=True)
    hidden = table_make(carla, private=True)
    Tenure.objects.create(table=hidden, place=0, user=ana, first=1, last=1)
    away(table_make(ana, ben), ana)
    table_make(ana, ben, ranks=(1, 2))
    shown = [handed_over.pk, closed.pk, late.pk, gave_up.pk]
    assert found(client, person="Ana", status="left") == shown
    assert found(client, person="Ana", other="Carla", status="left") == [handed_over.pk, late.pk]
    assert found(client, person="Ben", status="left") == []
    assert set(tables_left(ana.pk)) == {gave_up, late, closed, handed_over, hidden}
    profile = client.get(reverse("profile", args=["Ana"])).text
    assert "?person=Ana&amp;status=left" in profile and "<strong>5</strong>" in profile
    nameless = client.get(reverse("history"), {"status": "left"})
    assert list(nameless.context["form"].errors) == ["person"]


def test_tables_of_given_people_come_by_themselves(ana: User, ben: User, carla: User) -> None:
    of_ben, of_carla = table_make(ben), table_make(carla, ben)
    table_make(ana)
    hidden = table_make(carla, private=True)
    tables = tables_found(ana, Wanted())
    assert [card.pk for card in tables_at_which(tables, [ben.pk], 9)] == [of_carla.pk, of_ben.pk]
    assert [card.pk for card in tables_at_which(tables, [carla.pk], 9)] == [of_carla.pk]
    assert [card.pk for card in tables_at_which(tables, [ben.pk, carla.pk], 1)] == [of_carla.pk]
    assert hidden.pk not in [card.pk for card in page_of(tables).tables]
    assert tables_at_which(tables, close_to(ana), 9) == []


def test_one_may_look_back_from_the_start(client: Client, ana: User) -> None:
    for table in (table_make(ana), table_make(ana, ranks=(1,))):
        for address in (reverse("history"), reverse("profile", args=["Ana"])):
            assert f'href="{table.get_absolute_url()}?at=first"' in client.get(address).text


def test_pages_take_the_same_queries_for_many_tables(
    ana: User, ben: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Ids, and tables with seats if there are any; before, session and user; each name; records."""
    visitor, client = Client(), client_of(ana)
    address, profile = reverse("history"), reverse("profile", args=["Ben"])
    for round_ in range(3):
        some = int(round_ > 0)
        with django_assert_num_queries(1 + some):
            visitor.get(address)
        with django_assert_num_queries(5 + some):  # how many tables wait, who is a friend
            client.get(address)
        with django_assert_num_queries(7 + some):
            client.get(address, {"person": "Ana", "other": "Ben"})
        with django_assert_num_queries(12 + some):  # one's note about them, and their ratings
            client.get(profile)
        table_make(ana, ben, ranks=(1, 2))
        table_make(ana, ben)


CROWD = """
    insert into games_table (game, status, options, position, outcome, number, snapshot_number,
        seats_min, seats_max, private, friends_watch, guests, token, at_timeout,
        pace, pace_start, pace_increment, pace_cap, most_protected, close_reason,
        freeze_reason, opened_at, started_at, finished_at)
    select kind.game, kind.status, kind.options::jsonb, '{}', kind.outcome::jsonb, 1, 1,
        2, 2, false, false, false, md5(random()::text), 'bot',
        'none', 0, 0, 0, 0, '', '', moment, moment,
        case when kind.outcome is not null then moment end
    from (values %s) as kind(game, status, options, outcome, least, most),
        generate_series(kind.least, kind.most) as number,
        lateral (select timestamptz '2026-06-15 12:00Z' + number * interval '1 hour') as at(moment)
    order by number
"""
SEATED = """
    insert into games_seat (table_id, place, user_id, bot, deciding, answers, joined_at)
    select id, place, case when place = 0 then %s when id %% 50 = 0 then %s else %s end,
        '', false, 0, now() from games_table, generate_series(0, 1) as place
"""
KINDS = [
    ("pier", "finished", "{}", "{}", 1, 3_000),
    ("cuba", "playing", "{}", None, 3_001, 3_060),
    ("cuba", "finished", "{}", "{}", 3_061, 3_120),
    (GAME, "finished", '{"info": "screens"}', "{}", 3_121, 3_150),
    (GAME, "finished", '{"info": "public"}', "{}", 3_151, 6_150),
    (GAME, "playing", '{"info": "public"}', None, 6_151, 6_450),
]


@pytest.fixture
def crowd(ana: User, ben: User, carla: User) -> None:
    """Thousands of tables: few of Cuba, few with screens, and few of Carla's."""
    with connection.cursor() as cursor:
        kinds = ", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(KINDS))
        cursor.execute(CROWD % kinds, [value for kind in KINDS for value in kind])
        cursor.execute(SEATED, [ben.pk, carla.pk, ana.pk])
        cursor.execute("analyze games_table, games_seat")


def plan_of(found: QuerySet[Any]) -> str:
    """How Postgres reads it, without how it finds the reader's own tables and friends."""
    sql, parameters = found.query.sql_with_params()
    return explained(sql, parameters)


def explained(sql: str, parameters: Any = ()) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"explain {sql}", parameters or None)
        lines = [line for (line,) in cursor]
    kept, inner = [], 10**6  # how far the present subplan is indented
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if re.match(r"\s+SubPlan \d", line):
            inner = indent
        elif indent <= inner:
            inner = 10**6
            kept.append(line)
    return "\n".join(kept)


SEARCHES: list[tuple[dict[str, Any], str]] = [
    ({}, "games_table_pkey"),
    ({"status": "playing"}, "table_newest_of_status"),
    ({"game": "cuba"}, "table_newest_of_game"),
    ({"game": "cuba", "status": "finished"}, "table_newest_of_both"),
    ({"game": GAME, "options": {"info": "public"}}, "table_newest_of_game"),
    ({"people": ["Carla"]}, "seat_tables_of_user"),
    ({"people": ["Carla", "Ben"]}, "seat_tables_of_user"),
    ({"until": date(2026, 6, 20)}, "games_table_pkey"),
    ({"until": date(2026, 12, 31), "game": "cuba"}, "table_newest_of_game"),
]


@pytest.mark.parametrize("signed_in", [True, False], ids=["a user", "a visitor"])
def test_a_page_is_read_from_an_index(crowd: None, carla: User, signed_in: bool) -> None:
    """Among many tables nothing is sorted, and nothing read but what is shown."""
    people = {user.username: user.pk for user in User.objects.all()}
    reader = carla if signed_in else AnonymousUser()
    for search, index in SEARCHES:
        names = search.get("people", ())
        wanted = Wanted(**{**search, "people": tuple(people[name] for name in names)})
        tables = tables_found(reader, wanted)
        newest = tables.order_by("-pk")
        for page in (newest, newest.filter(pk__lt=10**9), tables.filter(pk__gt=1).order_by("pk")):
            plan = plan_of(page.values_list("pk")[:21])
            assert index in plan and "Sort" not in plan, plan
            assert "Seq Scan on games_table" not in plan, plan


def test_what_is_rare_is_found_by_index(crowd: None, ana: User) -> None:
    """Options that few tables have; the day on which a range begins; the latest results."""
    wanted = Wanted(game=GAME, options={"info": "screens"})
    plan = plan_of(tables_found(ana, wanted).order_by("-pk").values_list("pk")[:21])
    assert "table_options" in plan, plan
    later = Table.objects.filter(opened_at__gte=timezone.now()).order_by("opened_at", "pk")
    plan = plan_of(later.values_list("pk")[:1])
    assert "table_opened" in plan and "Sort" not in plan, plan


@pytest.mark.parametrize("signed_in", [True, False], ids=["a user", "a visitor"])
def test_the_lists_of_a_game_are_read_from_an_index(
    crowd: None, ana: User, signed_in: bool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reader = ana if signed_in else AnonymousUser()
    with django_assert_num_queries(2) as asked:
        results = latest_results(reader, "pier", 8)
    assert len(results) == 8
    ended = [card.finished_at for card in results]
    assert ended == sorted(ended, key=lambda at: at or NOW, reverse=True)
    plan = explained(asked.captured_queries[0]["sql"])
    assert "table_results_of_game" in plan and "Sort" not in plan, plan
    with django_assert_num_queries(2) as asked:
        assert len(tables_to_watch(reader, GAME, 6)) == 6
    plan = explained(asked.captured_queries[0]["sql"])
    assert re.search("table_(watched_of_game|newest_of_both)", plan) and "Sort" not in plan, plan
