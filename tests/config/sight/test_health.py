"""`/healthz` and `/readyz`: whether a process answers, and whether it is to be sent anybody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection
from django.test import Client

from config.web import health

pytestmark = pytest.mark.django_db
FINE = {"database": "ok", "migrations": "ok", "draining": "no"}


def told(path: str = "/readyz") -> tuple[int, dict[str, str]]:
    """As it is asked: under any name, and without https."""
    answer = Client().get(path, headers={"host": "10.0.0.7:8000"})
    return answer.status_code, answer.json()


@pytest.fixture(autouse=True)
def fresh(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    settings.SECURE_SSL_REDIRECT = True
    settings.DRAIN_FILE = str(tmp_path / "drain")
    monkeypatch.setattr(health, "_has_migrated", False)


def test_a_process_that_is_well() -> None:
    assert told() == (200, FINE)
    assert told("/healthz") == (200, {"process": "ok"})


def test_without_the_database_it_answers_but_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise DatabaseError("password for user ana is wrong")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert told() == (503, {**FINE, "database": "unreachable", "migrations": "unknown"})
    assert told("/healthz") == (200, {"process": "ok"})


def test_a_database_that_lacks_a_migration() -> None:
    with connection.cursor() as cursor:
        cursor.execute("delete from django_migrations where app = 'games' and name like '0002%%'")
        assert told() == (503, {**FINE, "migrations": "missing"})
        cursor.execute("insert into django_migrations (app, name, applied) values"
                       " ('games', %s, now())", [second_of_games()])  # fmt: skip
    assert told() == (200, FINE)


def second_of_games() -> str:
    of_games = (name for app, name in health.migrations_needed() if app == "games")
    return next(name for name in of_games if name.startswith("0002"))


def test_a_process_that_is_to_be_emptied(settings: Any) -> None:
    drain = Path(settings.DRAIN_FILE)
    drain.touch()
    assert told() == (503, {**FINE, "draining": "yes"})
    assert told("/healthz") == (200, {"process": "ok"})
    drain.unlink()
    assert told() == (200, FINE)


def test_the_old_address_is_gone(client: Client) -> None:
    assert client.get("/health/", secure=True).status_code == 404
