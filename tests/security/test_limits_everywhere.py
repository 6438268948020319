"""Limits hold in the services, so by whatever way somebody comes: page, API, socket."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as active
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from accounts.models import User
from accounts.signing_in.guests.services import guest_make
from config.api import api
from config.asgi import understood
from config.web import buckets
from config.web.limits import Most
from config.web.refusal import TooMany
from games.models import Table
from lobby.tables import changes, services
from lobby.terms.opening import Terms
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

GAME = "port_royal"
ROOT = Path(__file__).parents[2]
OURS = ("accounts", "config", "games", "lobby")
MAKING = {"create", "bulk_create", "get_or_create", "update_or_create", "save"}
TRIES = 5
OVER = {"outcome": {"reason": "", "standings": []}, "finished_at": timezone.now()}
WAYS: dict[str, Callable[[Client, Table], HttpResponse]] = {
    "page": lambda client, _: client.post(reverse("play_bots"), {"game": GAME}),
    "API": lambda client, _: client.post(
        "/api/v1/tables",
        {"game": GAME, "seats": 2, "bots": 1, "private": True},
        content_type="application/json",
    ),
    "page, again": lambda client, over: client.post(reverse("table_again", args=[over.pk])),
    "API, again": lambda client, over: client.post(f"/api/v1/tables/{over.pk}/again"),
}
"""By which a user begins to play with bots alone."""


def finished(user: User) -> list[Table]:
    """Tables that a user has played with a bot, and that are over."""
    tables = [services.table_against_bots(host=user, game=GAME) for _ in range(TRIES)]
    Table.objects.update(status=Table.Status.FINISHED, **OVER)
    return tables


def in_play() -> int:
    return Table.objects.filter(status=Table.Status.PLAYING).count()


@pytest.mark.parametrize("way", WAYS)
def test_guests_begin_tables(way: str, settings: Any) -> None:
    guest = guest_make()
    tables, client = finished(guest), client_of(guest)
    buckets.guests.levels.clear()
    settings.GUESTS_AT_ONCE, settings.GUESTS_AN_HOUR = 2, 1
    answers = [WAYS[way](client, table).status_code for table in tables]
    assert in_play() == 2
    assert answers == ([201, 201, 429, 429, 429] if way == "API" else answers)
    assert answers == ([200, 200, 429, 429, 429] if way == "API, again" else answers)


@pytest.mark.parametrize("way", WAYS)
def test_tables_with_bots_alone(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (ana,) = people_make("Ana")
    tables, client = finished(ana), client_of(ana)
    monkeypatch.setattr(changes, "TABLES_ALONE", Most(2))
    answers = [WAYS[way](client, table).status_code for table in tables]
    assert in_play() == 2
    assert answers[2:] == [429 if "API" in way else 302] * 3


def test_tables_with_bots_alone_begun_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TABLES_ALONE", Most(2))
    (ana,) = people_make("Ana")
    for number in range(4):
        table = services.table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=3, bots=1))
        if number < 2:
            services.table_start(table_id=table.pk, user=ana)
            continue
        with pytest.raises(TooMany):
            services.table_start(table_id=table.pk, user=ana)
    assert in_play() == 2


def test_tables_with_people_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TABLES_ALONE", Most(1))
    ana, ben = people_make("Ana", "Ben")
    for _ in range(3):
        table = services.table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=2))
        services.seat_take(table_id=table.pk, user=ben)
    services.table_against_bots(host=ana, game=GAME)
    assert in_play() == 4


def views(resolver: URLResolver) -> Iterator[Any]:
    """The views of all addresses."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern)
        else:
            yield getattr(pattern.callback, "view_class", pattern.callback)


def operations() -> Iterator[Any]:
    """The functions behind all addresses of the API."""
    for _prefix, router in api._routers:
        for address in router.path_operations.values():
            yield from (operation.view_func for operation in address.operations)


def doors() -> Iterator[tuple[str, ast.Module]]:
    """The modules through which requests and messages of sockets come in."""
    names = {inspect.unwrap(view).__module__ for view in [*views(get_resolver()), *operations()]}
    names |= {topic.__module__ for topic in understood.topics}
    names |= {name.rpartition(".")[0] for name in active.MIDDLEWARE}
    for name in sorted(names):
        if name.split(".")[0] in OURS:
            path = f"{name.replace('.', '/')}.py"
            yield path, ast.parse((ROOT / path).read_text())


def test_no_door_makes_rows_itself() -> None:
    found = list(doors())
    assert {path for path, _ in found} >= {
        "lobby/pages/hosting.py",
        "lobby/api/routes.py",
        "lobby/live/topics.py",
    }
    assert len(found) > 40
    making = {
        path
        for path, module in found
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in MAKING
    }
    assert making == {"accounts/moderation/staff.py"}  # writes down what the staff ask for


def test_no_door_asks_a_bucket_itself() -> None:
    """What is counted in memory is counted where it is done, so that all ways share it."""
    asking = {
        path
        for path, module in doors()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and re.match(r"buckets\.|.*\.admit$", ast.unparse(node.func))
    }
    assert asking == {
        "accounts/sessions/middleware.py",  # counts requests to the API, whatever they want
        "config/pages/cards.py",  # draws pictures itself, and for nobody else
    }


def test_no_door_counts_rows_itself() -> None:
    """What is counted in rows is counted where they are made."""
    document = (ROOT / "docs" / "topics" / "security.md").read_text()
    in_rows = {line.split("`")[1] for line in document.splitlines() if line.endswith("| rows |")}
    assert {"MESSAGES", "OPEN_TABLES", "TABLES_ALONE", "FRIENDS"} <= in_rows
    for path, module in doors():
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module == "config.web.limits":
                assert not {one.name for one in node.names} & in_rows, path


def test_outside_of_requests_guests_are_not_counted() -> None:
    buckets.guests.levels.clear()
    guest_make()
    assert not buckets.guests.levels and active.GUESTS_AT_ONCE
