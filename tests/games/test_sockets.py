"""The socket of a table, through a real server."""

from __future__ import annotations

import json

import pytest
from django.db import transaction
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games import consumers, services
from games import live as live_module
from tests.games.sockets import PATIENCE, heard, silent, watch

pytestmark = pytest.mark.django_db(transaction=True)


def test_everybody_at_the_table_hears_what_they_may_know(live, begin):
    playing = begin()
    mover, other = (watch(live, playing.id, playing.user_at(place)) for place in (0, 1))
    spectator = watch(live, playing.id)
    with mover, other, spectator:
        assert [heard(socket)["number"] for socket in (mover, other, spectator)] == [1, 1, 1]
        playing.play(0, 2)
        updates = [heard(socket) for socket in (mover, other, spectator)]
        assert [update["number"] for update in updates] == [2, 2, 2]
        assert [update["view"]["players"][0]["bid"] for update in updates] == [2, None, None]
        assert [update["question"] is None for update in updates] == [True, False, True]
        assert ["coins" in update["events"][0] for update in updates] == [True, False, False]


def test_nothing_is_heard_before_it_is_stored(live, begin):
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        with transaction.atomic():
            playing.play(0, 1)
            assert silent(socket)
        assert heard(socket)["number"] == 2


def test_what_is_rolled_back_is_never_heard(live, begin):
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        with transaction.atomic():
            playing.play(0, 1)
            transaction.set_rollback(True)
        assert silent(socket)


def test_a_client_that_was_away_gets_what_it_missed(live, begin):
    playing = begin(seats=3)
    playing.play(0, 1)
    playing.play(1, 1)
    with watch(live, playing.id, playing.user_at(2), query="?since=2") as socket:
        update = heard(socket)
        assert update["number"] == 3
        assert [event["number"] for event in update["events"]] == [3]


def test_a_lost_push_is_healed_by_the_next_hello(live, begin, monkeypatch):
    """The layer loses the message: the client says what it has seen and gets the rest."""

    monkeypatch.setattr(live_module.LiveTables, "_moved", lambda *_: None)
    playing = begin()
    with watch(live, playing.id) as socket:
        heard(socket)
        playing.play(0, 1)
        assert silent(socket)
        socket.send(json.dumps({"type": "hello", "number": 1}))
        assert heard(socket)["number"] == 2
        socket.send(json.dumps({"type": "hello", "number": 2}))
        assert silent(socket)


def closed_with(socket) -> int:
    """The code with which the server closes, after whatever it still sends."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


@pytest.mark.parametrize(
    "message",
    ["", "hello", "[]", '{"type":"move"}', '{"type":"hello","number":"1"}', "x" * 1_000_000, b"\0"],
)
def test_a_client_that_talks_nonsense_is_shown_the_door(live, begin, message):
    with watch(live, begin().id) as socket:
        heard(socket)
        socket.send(message)
        assert closed_with(socket) == consumers.BAD_REQUEST


def test_a_flood_of_messages_is_cut_off(live, begin):
    with watch(live, begin().id) as socket:
        for _ in range(consumers.HELLOS + 1):
            socket.send(json.dumps({"type": "hello", "number": 1}))
        assert closed_with(socket) == consumers.TOO_MANY


@pytest.mark.parametrize("query", ["?since=-1", "?since=x", "?since=99999999999", "?since=²"])
def test_a_nonsensical_start_is_refused(live, begin, query):
    with watch(live, begin().id, query=query) as socket:
        assert closed_with(socket) == consumers.BAD_REQUEST


def test_a_private_table_looks_like_none_to_strangers(live, begin, people):
    playing = begin(private=True)
    for user in (None, people[3]):
        with watch(live, playing.id, user) as socket:
            assert closed_with(socket) == live_module.NOT_FOUND
    with watch(live, 999_999_999) as socket:
        assert closed_with(socket) == live_module.NOT_FOUND
    with watch(live, playing.id, playing.user_at(0)) as socket:
        assert heard(socket)["number"] == 1


def test_a_foreign_origin_is_refused(live, begin):
    with pytest.raises(InvalidStatus) as refused:
        watch(live, begin().id, origin="https://evil.example")
    assert refused.value.response.status_code == 403


def test_a_frozen_table_says_so(live, begin):
    playing = begin()
    with watch(live, playing.id, playing.user_at(0)) as socket:
        heard(socket)
        services.table_freeze(table_id=playing.id, reason="secret details")
        update = heard(socket)
        assert (update["status"], update["question"]) == ("frozen", None)
        assert "secret details" not in json.dumps(update)
