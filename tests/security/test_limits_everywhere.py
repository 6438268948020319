"""Limits hold in the services, so by whatever way somebody comes: page, API, socket."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as active
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.guests.services import guest_make
from accounts.models import User
from config.web import buckets
from games.models import Table
from lobby import changes, services
from lobby.errors import TooManyAlone
from lobby.opening import Terms
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

GAME = "port_royal"
ROOT = Path(__file__).parents[2]
DOORS = ("views.py", "api.py", "topics.py", "middleware.py")
MAKING = {"create", "bulk_create", "get_or_create", "update_or_create"}
TRIES = 5
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
    over = {"outcome": {"reason": "", "standings": []}, "finished_at": timezone.now()}
    Table.objects.update(status=Table.Status.FINISHED, **over)
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
    monkeypatch.setattr(changes, "TABLES_ALONE", 2)
    answers = [WAYS[way](client, table).status_code for table in tables]
    assert in_play() == 2
    assert answers[2:] == [429 if "API" in way else 302] * 3


def test_tables_with_bots_alone_begun_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TABLES_ALONE", 2)
    (ana,) = people_make("Ana")
    for number in range(4):
        table = services.table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=3, bots=1))
        if number < 2:
            services.table_start(table_id=table.pk, user=ana)
            continue
        with pytest.raises(TooManyAlone):
            services.table_start(table_id=table.pk, user=ana)
    assert in_play() == 2


def test_tables_with_people_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(changes, "TABLES_ALONE", 1)
    ana, ben = people_make("Ana", "Ben")
    for _ in range(3):
        table = services.table_open(host=ana, terms=Terms(GAME, seats_min=2, seats_max=2))
        services.seat_take(table_id=table.pk, user=ben)
    services.table_against_bots(host=ana, game=GAME)
    assert in_play() == 4


def doors() -> Iterator[tuple[str, ast.Module]]:
    for package in ("accounts", "games", "lobby"):
        for file in sorted((ROOT / package).rglob("*.py")):
            if file.name.endswith(DOORS):
                yield str(file.relative_to(ROOT)), ast.parse(file.read_text())


def test_no_door_makes_rows_itself() -> None:
    found = list(doors())
    assert len(found) > 20
    for path, module in found:
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in MAKING, f"{path}:{node.lineno}"


def test_no_door_counts_rows_itself() -> None:
    """What is counted in rows is counted where they are made."""
    document = (ROOT / "docs" / "security.md").read_text()
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
