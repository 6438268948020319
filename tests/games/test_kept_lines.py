"""Lines of *what if* that somebody keeps: few, private, and theirs to delete."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.leaving import account_delete, all_about
from games.changing import lines
from games.models import MOST_LINES, Line
from tests.games.conftest import Playing
from tests.games.trying import (
    Trying,
)
from tests.games.trying import patient as patient
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def kept_line(begin: Begin) -> tuple[Playing, Trying, Any]:
    playing = begin(seats=2)
    user = playing.user_at(0)
    trying = Trying(client_of(user), playing.id)
    trying.play({"kind": "Bid", "coins": 2})
    trying.act("keep", note="  low\nbid \0")
    return playing, trying, user


def test_a_line_is_kept_opened_and_deleted(begin: Begin) -> None:
    playing, trying, user = kept_line(begin)
    line = Line.objects.get()
    assert (line.user, line.number, line.at, line.seed) == (user, 1, 1, 1)
    assert line.moves == [[0, {"kind": "Bid", "coins": 2}]] and line.note == "low bid"
    assert "low bid" in trying.page()
    trying.act("again")
    trying.act("draw")
    opened = trying.client.post(f"/tables/{playing.id}/what-if/open", {"line": 1})
    assert opened.headers["Location"] == trying.here
    assert "Step 1 of 1" in trying.page() and "(draw 1)" in trying.page()
    trying.client.post(f"/tables/{playing.id}/what-if/delete", {"line": 1})
    assert not Line.objects.exists()


def test_nobody_else_sees_a_line(begin: Begin) -> None:
    playing, _trying, _user = kept_line(begin)
    for client in (Client(), client_of(playing.user_at(1)), client_of(people_make("zoe")[0])):
        assert "low bid" not in Trying(client, playing.id).page()
        for act in ("open", "delete"):
            address = f"/tables/{playing.id}/what-if/{act}"
            assert client.post(address, {"line": 1}).status_code == 404
    assert Line.objects.count() == 1
    assert not Trying(Client(), playing.id).act("keep"), "a visitor keeps none"
    assert Line.objects.count() == 1


def test_lines_are_few_and_short(begin: Begin) -> None:
    playing, _trying, user = kept_line(begin)
    facts: dict[str, Any] = {"user_id": user.pk, "table_id": playing.id, "at": 1, "seed": 1}
    moves = [(0, {"kind": "Bid", "coins": 2})]
    for _ in range(MOST_LINES - 1):
        lines.line_keep(**facts, moves=moves, note="")
    with pytest.raises(lines.TooManyLines):
        lines.line_keep(**facts, moves=moves, note="")
    assert lines.line_delete(user_id=user.pk, table_id=playing.id, number=7)
    with pytest.raises(lines.NoteTooLong):
        lines.line_keep(**facts, moves=moves, note="x" * 501)
    with pytest.raises(lines.NothingToKeep):
        lines.line_keep(**facts, moves=[], note="")
    assert lines.line_keep(**facts, moves=moves, note="").number == 7
    for number in (0, 21, 7):
        with pytest.raises(IntegrityError), transaction.atomic():
            Line.objects.create(**facts, number=number, moves=[])


def test_lines_go_with_the_account_and_are_exported(begin: Begin) -> None:
    playing, _trying, user = kept_line(begin)
    (line,) = all_about(user)["lines"]
    assert (line["table"], line["entry"], line["note"]) == (playing.id, 1, "low bid")
    assert all_about(playing.user_at(1))["lines"] == []
    account_delete(user=user)
    assert not Line.objects.exists()


def test_the_page_has_a_fixed_number_of_queries(begin: Begin) -> None:
    playing, trying, _user = kept_line(begin)
    counts = set()
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            trying.page()
        counts.add(len(asked))
        trying.play_on(2)
        trying.act("keep")
    assert len(counts) == 1 and counts.pop() <= 7, playing
