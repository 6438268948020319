"""The JSON API of a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from games.changing import services
from games.models import Table
from tests.games.conftest import Playing
from tests.people import client_of
from tools.seating import table_begun

pytestmark = pytest.mark.django_db


def post(client: Client, playing: Any, what: str, body: Any = None) -> Any:
    return client.post(f"/api/v1/tables/{playing.id}/{what}", body, "application/json")


def test_everybody_reads_what_they_may_see(begin):
    playing = begin()
    playing.play(0, 3)
    seen = {
        place: client_of(playing.user_at(place)).get(f"/api/v1/tables/{playing.id}").json()
        for place in (0, 1)
    }
    assert seen[0]["view"]["players"][0]["bid"] == 3
    assert seen[1]["view"]["players"][0]["bid"] is None
    assert seen[1]["question"]["prompt"]
    spectator = Client().get(f"/api/v1/tables/{playing.id}?since=1").json()
    assert spectator["question"] is None
    assert [event["event"] for event in spectator["events"]] == ["bid_sealed"]
    assert "coins" not in spectator["events"][0]


def test_moves_are_told_as_they_were_sent_where_they_are_no_secret(
    begin, django_assert_num_queries
):
    def told(playing, reader=None):
        client = client_of(reader)
        with django_assert_num_queries(2 if reader is None else 4):  # two say who reads
            return client.get(f"/api/v1/tables/{playing.id}/moves").json()

    playing = begin(seats=2)
    playing.play(0, 3)
    (mine,) = told(playing, playing.user_at(0))
    assert (mine["place"], mine["number"], mine["move"]["coins"]) == (0, 2, 3)
    for reader in (playing.user_at(1), None):
        assert told(playing, reader) == [{**mine, "move": None}]
    while playing.table.status == "playing":
        playing.play_on(1)
    opened = client_of(None).get(f"/api/v1/tables/{playing.id}/moves?since=2").json()
    assert {move["number"] for move in opened} == {
        entry.number for entry in playing.table.log.filter(kind="move", number__gt=2)
    }
    assert all(move["move"] for move in opened)
    public = Playing(table_begun("port_royal", [playing.user_at(0), playing.user_at(1)]))
    public.play_on(3)
    assert [bool(move["move"]) for move in told(public)] == [True] * 3


def test_a_move_is_answered_with_the_update(begin):
    playing = begin()
    client = client_of(playing.user_at(0))
    question = playing.question(0)
    body = {"question": question["id"], "move": question["moves"][1]["move"]}
    response = post(client, playing, "moves", body)
    assert response.status_code == 200
    assert response.json()["number"] == 2
    assert post(client, playing, "moves", body).status_code == 200, "sent again"
    stale = post(client, playing, "moves", {**body, "move": {"kind": "Bid", "coins": 0}})
    assert stale.status_code == 409
    assert stale.json()["number"] == 2
    assert post(client, playing, "undo").status_code == 200
    assert post(client, playing, "undo").status_code == 409


def test_a_final_move_can_be_asked_about_first(begin):
    playing = begin()
    playing.play(0, 2)
    client, question = client_of(playing.user_at(1)), playing.question(1)
    body = {"question": question["id"], "move": question["moves"][1]["move"]}
    assert post(client, playing, "moves", {**body, "ask": True}).json() == {"final": True}
    assert playing.table.number == 2
    assert post(client, playing, "moves", body).json()["number"] == 3


def test_refusals_have_their_status(begin, people):
    playing = begin(private=True)
    insider, outsider = client_of(playing.user_at(0)), client_of(people[3])
    question = playing.question(0)
    body = {"question": question["id"], "move": question["moves"][0]["move"]}
    assert post(Client(), playing, "moves", body).status_code == 401
    assert post(outsider, playing, "moves", body).status_code == 404
    assert outsider.get(f"/api/v1/tables/{playing.id}").status_code == 404
    assert insider.get("/api/v1/tables/999999999").status_code == 404
    wrong = post(insider, playing, "moves", {**body, "move": {"kind": "Bid", "coins": 77}})
    assert wrong.status_code == 422
    assert wrong.json()["error"] == "not_offered"
    assert post(insider, playing, "moves", {"question": 7}).status_code == 422
    services.table_freeze(table_id=playing.id, reason="a test")
    assert post(insider, playing, "moves", body).status_code == 423
    assert playing.kinds() == ["start", "freeze"]


def test_refusals_say_why(begin):
    """Unknown kind, missing field, what is not among the answers and not being asked differ."""
    playing = begin()
    client, question = client_of(playing.user_at(0)), playing.question(0)

    def refusal(move):
        return post(client, playing, "moves", {"question": question["id"], "move": move}).json()

    unknown = refusal({"kind": "Steal"})
    assert (unknown["error"], unknown["field"]) == ("unknown_kind", "move.kind")
    assert unknown["message"] == "This game has no such kind of move. (It has: Bid, Take, EndTurn)"
    missing = refusal({"kind": "Bid"})
    assert (missing["error"], missing["field"]) == ("malformed_move", "move.coins")
    mistyped = refusal({"kind": "Bid", "coins": "3"})
    assert (mistyped["error"], mistyped["field"]) == ("malformed_move", "move.coins")
    assert "Expected `int`, got `str`" in mistyped["message"]
    dear = refusal({"kind": "Bid", "coins": 6})
    assert dear == {"error": "not_offered", "message": "You have 5 coins."}
    assert refusal({"kind": "Bid", "coins": 60})["error"] == "not_offered"
    assert refusal({"kind": "Take", "crate": 3})["error"] == "not_offered"
    assert refusal({"kind": "Bid", "coins": 3})["number"] == 2
    waiting = refusal({"kind": "Bid", "coins": 2})
    assert (waiting["error"], waiting["number"]) == ("not_your_turn", 2)
    assert playing.kinds() == ["start", "move"]


def test_what_is_not_offered_is_told_with_its_reason(begin):
    playing = begin()
    (dear,) = playing.question(0)["unavailable"]
    assert dear["move"] == {"kind": "Bid", "coins": 6}
    assert (dear["text"], dear["why"]) == ("6 coins", "You have 5 coins.")


def test_a_spectator_may_look_but_not_play(begin, people):
    playing = begin()
    question = playing.question(0)
    body = {"question": question["id"], "move": question["moves"][0]["move"]}
    for what in ("moves", "undo", "resign", "return"):
        assert post(client_of(people[3]), playing, what, body).status_code == 403


def test_writing_needs_the_token_against_forgery(begin):
    playing = begin()
    client = client_of(playing.user_at(0), enforce_csrf_checks=True)
    assert post(client, playing, "resign").status_code == 403
    assert playing.kinds() == ["start"]


UNREADABLE = [
    {"position": {"version": 99}},
    {"position": {"rules": "chess"}},
    {"position": {"state": {"players": 3}}},
    {"game": "chess"},
]


def make_unreadable(playing: Any, change: dict[str, Any]) -> None:
    if "position" in change:
        position = json.loads(playing.table.position) | change["position"]
        change = {"position": json.dumps(position)}
    Table.objects.filter(pk=playing.id).update(**change)


@pytest.mark.parametrize("change", UNREADABLE, ids=str)
def test_a_table_whose_position_cannot_be_read_is_shown_frozen(begin, change):
    playing = begin(seats=2)
    playing.play(0, 1)
    make_unreadable(playing, change)
    for client in (Client(), client_of(playing.user_at(0))):
        answer = client.get(f"/api/v1/tables/{playing.id}")
        assert answer.status_code == 200
        told = answer.json()
        assert (told["status"], told["view"], told["question"]) == ("frozen", None, None)
        assert (told["number"], len(told["seats"])) == (2, 2)


@pytest.mark.parametrize("change", UNREADABLE, ids=str)
def test_nothing_is_done_at_a_table_whose_position_cannot_be_read(begin, change):
    playing = begin(seats=2)
    question = playing.question(0)
    playing.play(0, 1)
    make_unreadable(playing, change)
    client = client_of(playing.user_at(0))
    move = {"question": question["id"], "move": question["moves"][0]["move"]}
    for what, body in (("undo", None), ("moves", move), ("resign", None)):
        refused = post(client, playing, what, body)
        assert (refused.status_code, refused.json()["error"]) == (423, "frozen")
    assert post(client, playing, "return").status_code == 200, "there is nothing to return to"
    assert client.get(f"/api/v1/tables/{playing.id}/orders").status_code == 422
    assert playing.kinds() == ["start", "move", "freeze"]
    assert playing.table.freeze_reason, "moderators are told why"


def test_a_finished_table_that_cannot_be_read_keeps_its_result(begin):
    playing = begin(seats=2)
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    make_unreadable(playing, UNREADABLE[0])
    told = Client().get(f"/api/v1/tables/{playing.id}").json()
    assert (told["status"], told["view"]) == ("finished", None)
    assert told["outcome"]["standings"]


def test_a_snapshot_that_cannot_be_read_bars_undo(begin):
    playing = begin(seats=3)
    playing.play(0, 1)
    playing.table.log.filter(number=1).update(snapshot=json.dumps({"rules": "chess"}))
    refused = post(client_of(playing.user_at(0)), playing, "undo")
    assert (refused.status_code, refused.json()["error"]) == (409, "cannot_undo")


@pytest.mark.parametrize("method", ["patch", "put", "delete", "options"])
def test_a_method_that_an_address_does_not_know_is_refused_in_json(method: str) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)("/api/v1/tables")
    assert (answer.status_code, answer.json()["error"]) == (405, "method_unknown")
    assert set(answer["Allow"].split(", ")) == {"GET", "POST"}


@pytest.mark.parametrize("method", ["get", "post", "put", "delete"])
def test_where_nothing_is_that_is_said_in_json(method: str) -> None:
    answer = getattr(Client(enforce_csrf_checks=True), method)("/api/v1/tables/-11/again")
    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")
