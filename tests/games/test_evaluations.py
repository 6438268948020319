"""Evaluations by the API: of finished tables, and of one's own question where hints are allowed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games import tasks
from games.advising.telling import Evaluation
from games.changing import services
from games.models import Seat, Table, Thought
from games.telling.schemas import schema_of
from tests.games.advising import quickly as quickly
from tests.games.trying import sampled
from tests.people import client_of, people_make
from tests.rules.playing import slugs

pytestmark = pytest.mark.django_db


def address(table_id: int) -> str:
    return f"/api/v1/tables/{table_id}/evaluation"


def ask(client: Client, table_id: int, **about: Any) -> Any:
    return client.post(address(table_id), about, content_type="application/json")


def think() -> None:
    for thought in Thought.objects.filter(found__isnull=True):
        tasks.think(thought.pk)


def found(client: Client, table_id: int, **about: Any) -> dict[str, Any]:
    """Ask, let it be thought, and look again."""
    answer = ask(client, table_id, **about)
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting")
    think()
    answer = client.get(address(table_id), about)
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()
    schema_of(Evaluation).model_validate(document, strict=True)
    assert ask(client, table_id, **about).json() == document, "not thought about again"
    return document


@pytest.mark.parametrize("slug", slugs)
def test_every_position_of_a_finished_table_can_be_judged(slug: str) -> None:
    table_id, users = sampled(slug, "ended")
    client = client_of(users[0])
    document = found(client, table_id, at=1)
    assert document["status"] == "found" and document["at"] == 1
    assert sum(document["chances"]) == pytest.approx(1)
    for answer in document["answers"]:
        assert len(answer["chances"]) == len(users) and answer["text"]
        assert all(set(one) == {"place", "move", "text"} for one in answer["line"])
    last = Table.objects.get(pk=table_id).number
    for at in (last, last + 5):
        refused = ask(client, table_id, at=at)
        assert (refused.status_code, refused.json()["error"]) == (409, "nothing_asked")


def test_a_table_in_play_without_hints_is_judged_for_nobody(begin: Any) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    for answer in (ask(client, playing.id), ask(client, playing.id, at=1),
                   client.get(address(playing.id))):  # fmt: skip
        assert (answer.status_code, answer.json()["error"]) == (403, "no_hints")
        assert "Hints are not allowed" in answer.json()["message"]
    assert not Thought.objects.exists()
    assert Client().post(address(playing.id)).status_code == 401


def test_where_hints_are_allowed_each_asks_about_their_own_question(begin: Any) -> None:
    playing = begin(seats=3, hints=True)
    client = client_of(playing.user_at(0))
    assert client.get(address(playing.id)).json()["status"] == "none"
    assert ask(client, playing.id, place=1).json()["error"] == "no_hints"
    assert found(client, playing.id)["place"] == 0
    playing.play(0, 1)
    assert ask(client, playing.id, at=1).status_code == 409, "the question is answered"
    playing.play_on(2)
    asked = playing.asked()[0]
    own = client_of(playing.user_at(asked))
    assert ask(own, playing.id, at=1).json()["error"] == "no_hints", "not of an earlier one"
    assert Thought.objects.count() == 1
    stranger = client_of(people_make("zoe")[0])
    assert ask(stranger, playing.id).json()["error"] == "not_your_seat"
    Table.objects.update(private=True)
    assert ask(stranger, playing.id).status_code == 404


def test_a_table_that_keeps_its_secrets_is_judged_by_each_for_their_seat(begin: Any) -> None:
    playing = begin(seats=2)
    playing.play_on(3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    mine, other = (client_of(playing.user_at(place)) for place in (0, 1))
    refused = ask(other, playing.id, at=1, place=0)
    assert (refused.status_code, refused.json()["error"]) == (403, "not_yours")
    assert found(mine, playing.id, at=1, place=0)["place"] == 0
    refused = other.get(address(playing.id), {"at": 1, "place": 0})
    assert refused.status_code == 403, "nor when it has been thought"
    assert Seat.objects.filter(table=playing.id, place=0, rank=1).exists()
