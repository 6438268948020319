"""The API of games, tables and seats."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import jsonschema
import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.people.tokens import token_make
from games.models import Seat, Table
from games.rules.registry import GAMES
from lobby.demo import play_on
from lobby.tables.selectors import tables_searched
from tests.people import client_of
from tools.seating import table_begun

pytestmark = pytest.mark.django_db


class Program:
    """A client of the API with a token."""

    def __init__(self, user: User, secret: str = "") -> None:
        self.user, self.client = user, Client(enforce_csrf_checks=True)
        self.headers = {"Authorization": f"Bearer {secret or token_make(user=user, name='test')}"}

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/v1/{path}", headers=self.headers)

    def post(self, path: str, body: Any = None) -> Any:
        return self.client.post(f"/api/v1/{path}", body, "application/json", headers=self.headers)


@pytest.fixture
def ana() -> Program:
    return Program(User.objects.create_user("Ana"))


@pytest.fixture
def ben() -> Program:
    return Program(User.objects.create_user("Ben"))


WISH = {"game": "port_royal", "seats": 2}


def ids(answer: Any) -> list[int]:
    assert answer.status_code == 200, answer.content
    return [table["id"] for table in answer.json()]


def test_games_say_how_to_open_a_table(ana: Program) -> None:
    games = {game["slug"]: game for game in Client().get("/api/v1/games").json()}
    assert set(games) == {slug for slug, rules in GAMES.items() if rules.in_lobby}
    for slug, game in games.items():
        assert game["seats"] == list(GAMES[slug].players)
        assert game["stand_in"] == GAMES[slug].stand_in and game["stand_in"] in game["bots"]
        jsonschema.Draft202012Validator.check_schema(game["options"])
        jsonschema.validate({}, game["options"])
        opened = ana.post("tables", {"game": slug, "seats": game["seats"][-1], "options": {}})
        assert opened.status_code == 201, opened.content
        jsonschema.validate(opened.json()["options"], game["options"])


def test_a_program_chooses_the_level_of_bots(ana: Program) -> None:
    wish = {**WISH, "bots": 1, "private": True}
    opened = ana.post("tables", {**wish, "bot": "master"}).json()
    assert [seat["bot"] for seat in opened["seats"] if not seat["user"]] == ["master"]
    assert ana.post("tables", {**wish, "bot": "genius"}).status_code == 422


def test_a_table_from_opening_to_play(ana: Program, ben: Program) -> None:
    opened = ana.post("tables", {**WISH, "seats": 4, "seats_min": 2, "pace": 3}).json()
    assert (opened["status"], opened["view"], opened["question"]) == ("open", None, None)
    assert [seat["user"] for seat in opened["seats"]] == ["Ana"]
    table = f"tables/{opened['id']}"
    assert ids(ben.get("tables?status=open")) == [opened["id"]]
    assert ids(ben.get("tables?mine=true")) == []
    assert ana.post(f"{table}/start").json()["error"] == "not_now", "alone"
    assert ben.post(f"{table}/join", b"").status_code == 200, "without a body"
    assert ben.post(f"{table}/join", {}).json()["message"] == "You are already at this table."
    assert ben.post(f"{table}/start").status_code == 403
    begun = ana.post(f"{table}/start").json()
    assert begun["status"] == "playing" and begun["number"] == 1
    asked = next(seat["user"] for seat in begun["seats"] if seat["deciding"])
    first, second = (ana, ben) if asked == "Ana" else (ben, ana)
    assert ids(first.get("tables?waiting=true")) == [opened["id"]]
    assert first.get("tables?waiting=true").json()[0]["waiting"] is True
    assert ids(second.get("tables?waiting=true")) == []
    assert first.get("me").json()["waiting"] == 1
    assert ids(second.get("tables?mine=true&status=playing")) == [opened["id"]]
    assert ids(Client().get("/api/v1/tables?status=finished")) == []


def test_leaving(ana: Program, ben: Program) -> None:
    table = f"tables/{ana.post('tables', WISH | {'seats': 3}).json()['id']}"
    ben.post(f"{table}/join")
    assert ben.post(f"{table}/leave").json()["status"] == "open"
    assert ben.post(f"{table}/leave").status_code == 403
    assert ana.post(f"{table}/leave").json()["status"] == "closed"
    assert ben.post(f"{table}/join").json()["error"] == "not_now"


def test_private_tables_are_there_for_the_invited_only(ana: Program, ben: Program) -> None:
    opened = ana.post("tables", WISH | {"private": True}).json()
    table = f"tables/{opened['id']}"
    token = Table.objects.get(pk=opened["id"]).token
    assert ids(ben.get("tables?status=open")) == []
    for answer in (
        ben.get(table),
        ben.post(f"{table}/join"),
        ben.post(f"{table}/join", {"token": "x"}),
    ):
        assert answer.status_code == 404, "not even that it exists"
        assert answer.json()["error"] == "not_found"
    assert ana.post(f"{table}/invite", {"name": "ben"}).status_code == 200
    assert ids(ben.get("invitations")) == [opened["id"]]
    assert ben.post(f"{table}/decline").status_code == 200
    carla = Program(User.objects.create_user("Carla"))
    assert carla.post(f"{table}/join", {"token": token}).json()["status"] == "playing"


def test_pages_of_the_list(ana: Program) -> None:
    numbers = [ana.post("tables", WISH | {"seats": 3}).json()["id"] for _ in range(3)]
    newest = ids(ana.get("tables?limit=2"))
    assert newest == numbers[:0:-1]
    assert ids(ana.get(f"tables?limit=2&before={newest[-1]}")) == numbers[:1]
    assert ids(ana.get("tables?game=cuba")) == []


def test_a_list_takes_the_same_statements_however_long_it_is(
    ana: Program, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """Ids and tables; before them a token with its user, or a session and its user."""
    for _ in range(3):
        ana.post("tables", {"game": "port_royal", "seats": 3, "bots": 1})
        page, visitor = client_of(ana.user), Client()
        with django_assert_num_queries(2):
            listed = len(ids(visitor.get("/api/v1/tables")))
        with django_assert_num_queries(3):
            assert len(ids(ana.get("tables?mine=true"))) == listed
        with django_assert_num_queries(4):
            assert len(ids(page.get("/api/v1/tables?status=open"))) == listed


@pytest.mark.costly
@pytest.mark.parametrize(
    ("search", "index"),
    [
        ({}, "games_table_pkey"),
        ({"game": "cuba"}, "table_newest_of_game"),
        ({"status": "closed"}, "table_newest_of_status"),
        ({"game": "port_royal", "status": "closed"}, "table_newest_of_both"),
        ({"mine": True}, "seat_tables_of_user"),
    ],
)
def test_a_list_is_read_from_an_index(
    ana: Program, ben: Program, search: dict[str, Any], index: str
) -> None:
    """Among many tables nothing is sorted, and nothing read but what is shown."""
    many = [
        Table(game=game, status=status, seats_min=2, seats_max=2)
        for game, status, count in [
            ("port_royal", "open", 2_000), ("cuba", "open", 60), ("port_royal", "closed", 60),
            ("pier", "closed", 600), ("pier", "open", 2_000),
        ]
        for _ in range(count)
    ]  # fmt: skip
    made = Table.objects.bulk_create(many)
    Seat.objects.bulk_create(
        Seat(table=table, place=0, user=(ana if number % 50 == 0 else ben).user)
        for number, table in enumerate(made)
    )
    wish = {"status": None, "mine": False, "waiting": False, "game": "", **search}
    found = tables_searched(ana.user, **wish).order_by("-pk").values_list("pk", flat=True)[:20]
    with connection.cursor() as cursor:
        cursor.execute("analyze games_table, games_seat")
        sql, parameters = found.query.sql_with_params()
        cursor.execute(f"explain {sql}", parameters)
        plan = "\n".join(line for (line,) in cursor)
    tables = plan.partition("SubPlan")[0]  # what follows are the reader's own and their friends
    assert index in tables and "Sort" not in tables, plan
    assert len(found) == 20


def test_visitors_look_but_do_not_act(ana: Program) -> None:
    opened = ana.post("tables", WISH).json()["id"]
    visitor = Client()
    assert visitor.get(f"/api/v1/tables/{opened}").status_code == 200
    for path in ("tables?mine=true", "tables?waiting=true", "me", "invitations"):
        answer = visitor.get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json()["error"]) == (401, "not_signed_in")
    for act in ("join", "leave", "start", "undo", "resign", "return", "decline"):
        answer = visitor.post(f"/api/v1/tables/{opened}/{act}")
        assert (answer.status_code, answer.json()["error"]) == (401, "not_signed_in")


@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"game": "port_royal"}, "seats"),
        ({"game": 7, "seats": 2}, "game"),
        ({"game": "port_royal", "seats": "2"}, "seats"),
        ({"game": "port_royal", "seats": 2.5}, "seats"),
        ({"game": "port_royal", "seats": True}, "seats"),
        ({"game": "port_royal", "seats": 2, "options": []}, "options"),
        ({"game": "port_royal", "seats": 2, "flavour": "rum"}, "flavour"),
        ({"game": "x" * 1_000_000, "seats": 2}, "game"),
        ([], ""),
        (b'"tables"', ""),
    ],
    ids=lambda value: str(value)[:40],
)
def test_malformed_wishes(ana: Program, wish: Any, field: str) -> None:
    answer = ana.post("tables", wish)
    assert answer.status_code == 422
    assert answer.json()["error"] == "malformed"
    assert answer.json().get("field", "") == field
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "seats": 2},
        {"game": "pier", "seats": 2},
        {"game": "port_royal", "seats": 0},
        {"game": "port_royal", "seats": 99},
        {"game": "port_royal", "seats": -1},
        {"game": "port_royal", "seats": 2, "seats_min": 3},
        {"game": "port_royal", "seats": 2, "bots": 2},
        {"game": "port_royal", "seats": 2, "bots": -1},
        {"game": "port_royal", "seats": 2, "pace": 0},
        {"game": "port_royal", "seats": 2, "pace": 10**9},
        {"game": "port_royal", "seats": 2, "at_timeout": "explode"},
        {"game": "port_royal", "seats": 2, "options": {"no_such_option": 1}},
    ],
    ids=str,
)
def test_wishes_that_make_no_sense(ana: Program, wish: dict[str, Any]) -> None:
    answer = ana.post("tables", wish)
    assert answer.status_code == 422
    assert answer.json()["error"] == "table_invalid"
    assert answer.json()["message"]
    assert not Table.objects.exists()


def test_a_list_says_when_and_how_tables_ended(ana: Program, ben: Program) -> None:
    played, given_up = (table_begun("port_royal", [ana.user, ben.user]) for _ in range(2))
    play_on(played, [ana.user, ben.user], random.Random(7))
    ben.post(f"tables/{given_up.pk}/resign")
    resigned, counted = ana.get("tables?mine=true&status=finished").json()
    outcome = ana.get(f"tables/{played.pk}").json()["outcome"]
    places = {seat["place"]: (seat["rank"], seat["score"]) for seat in counted["seats"]}
    assert places == {one["seat"]: (one["rank"], one["score"]) for one in outcome["standings"]}
    assert {seat["score"] for seat in resigned["seats"]} == {None}
    assert {seat["user"]: seat["rank"] for seat in resigned["seats"]} == {"Ana": 1, "Ben": 2}
    times = [datetime.fromisoformat(counted[name]) for name in ("opened", "started", "finished")]
    assert times == sorted(times) and counted["moved"] == counted["finished"]
