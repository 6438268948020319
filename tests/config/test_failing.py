"""What a request is answered that has failed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def gone() -> Iterator[None]:
    """The server has ended the connection of this thread, which a real server's would replace."""
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        (pid,) = cursor.fetchone()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("select pg_terminate_backend(%s, 5000)", [pid])
    other.close()
    yield
    connection.close()


@pytest.mark.parametrize("path", ["/tables/1/", "/lobby/"])
def test_a_page_whose_database_went_away_can_be_asked_for_again(gone: None, path: str) -> None:
    answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "counts once" in answer.content.decode()


def test_a_program_is_told_so_in_json(gone: None) -> None:
    answer = Client(raise_request_exception=False).get("/api/v1/tables/1")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert answer.json()["error"] == "busy"


def test_what_is_our_fault_is_no_trouble_of_the_database(
    monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    caplog.set_level(logging.CRITICAL)

    def broken(*_: Any) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("games.storing.rows.table_load", broken)
    client = Client(raise_request_exception=False)
    page = client.get("/tables/1/")
    assert page.status_code == 500
    assert "secret" not in page.content.decode()
    answer = client.get("/api/v1/tables/1")
    assert (answer.status_code, answer.json()["error"]) == (500, "failed")
    assert "secret" not in answer.content.decode()
