"""Talking at a table: who may, how fast, and who reads it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from accounts import blocks
from accounts.chat import talking
from accounts.models import Message, User
from games import services
from lobby.opening import Wish
from lobby.services import table_open
from tests.games.sockets import cookie_of, heard, silent

pytestmark = pytest.mark.django_db


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def texts(playing: Any, reader: Any) -> list[str]:
    return [message.text for message in talking.latest(playing.id, reader)]


def test_players_talk_and_everybody_who_watches_reads(begin, people):
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    client.post(f"/tables/{playing.id}/chat/say/", {"text": "  hello\n\x07 there\u2028 "})
    assert texts(playing, playing.user_at(1)) == ["hello there"]
    assert "hello there" in Client().get(f"/tables/{playing.id}/chat/").text
    page = client_of(people[3]).get(f"/tables/{playing.id}/chat/").text
    assert "chat/say/" not in page, "spectators do not talk"
    client_of(people[3]).post(f"/tables/{playing.id}/chat/say/", {"text": "psst"})
    assert Message.objects.count() == 1


def test_who_gave_up_does_not_talk(begin):
    playing = begin(seats=3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    with pytest.raises(talking.NotAtTable):
        talking.message_say(table=playing.table, user=playing.user_at(0), text="x")


def test_markup_stays_text(begin):
    playing = begin()
    user = playing.user_at(0)
    talking.message_say(table=playing.table, user=user, text="<script>alert(1)</script>")
    page = Client().get(f"/tables/{playing.id}/chat/").text
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


@pytest.mark.parametrize("text", ["", "   \n\t", "\x00\x01", "x" * 501, "x" * 1_000_000])
def test_texts_that_are_none(begin, text):
    playing = begin()
    with pytest.raises(talking.EmptyText):
        talking.message_say(table=playing.table, user=playing.user_at(0), text=text)
    assert not Message.objects.exists()


def test_a_flood_is_stopped_and_goes_by(begin):
    playing = begin()
    user, table = playing.user_at(0), playing.table
    most, _span = talking.LIMITS[0]
    for number in range(most):
        talking.message_say(table=table, user=user, text=str(number))
    with pytest.raises(talking.TooFast):
        talking.message_say(table=table, user=user, text="one more")
    talking.message_say(table=table, user=playing.user_at(1), text="others may")
    Message.objects.update(at=timezone.now() - timedelta(seconds=16))
    talking.message_say(table=table, user=user, text="later")
    most, _span = talking.LIMITS[1]
    Message.objects.bulk_create(Message(table=table, user=user, text="x") for _ in range(most))
    Message.objects.update(at=timezone.now() - timedelta(minutes=10))
    with pytest.raises(talking.TooFast):
        talking.message_say(table=table, user=user, text="all day long")


def test_private_talk_stays_private(begin, people):
    playing = begin(seats=2, private=True)
    talking.message_say(table=playing.table, user=playing.user_at(0), text="between us")
    for client in (Client(), client_of(people[3])):
        assert client.get(f"/tables/{playing.id}/chat/").status_code == 404
        assert client.get(f"/api/v1/tables/{playing.id}/messages").status_code == 404
    with pytest.raises(talking.NotAtTable):
        talking.message_say(table=playing.table, user=people[3], text="x")


def test_the_api(begin, people):
    playing = begin(seats=2)
    address = f"/api/v1/tables/{playing.id}/messages"
    client = client_of(playing.user_at(0))
    said = client.post(address, {"text": "hello"}, "application/json")
    assert said.status_code == 201
    assert said.json()["user"] == playing.user_at(0).username
    assert [m["text"] for m in Client().get(address).json()] == ["hello"]
    assert Client().get(f"{address}?since={said.json()['id']}").json() == []
    for body, status, error in (
        ({"text": ""}, 422, "text"),
        ({"text": "x" * 501}, 422, "malformed"),
        ({"text": 7}, 422, "malformed"),
        ({"text": "x", "to": "all"}, 422, "malformed"),
        ({}, 422, "malformed"),
    ):
        answer = client.post(address, body, "application/json")
        assert (answer.status_code, answer.json()["error"]) == (status, error)
    outsider = client_of(people[3]).post(address, {"text": "x"}, "application/json")
    assert (outsider.status_code, outsider.json()["error"]) == (403, "not_your_seat")
    for _ in range(talking.LIMITS[0][0]):
        answer = client.post(address, {"text": "again"}, "application/json")
    assert (answer.status_code, answer.json()["error"]) == (429, "too_many")
    User.objects.update(muted_until=timezone.now() + timedelta(days=1))
    answer = client.post(address, {"text": "again"}, "application/json")
    assert (answer.status_code, answer.json()["error"]) == (403, "muted")


@pytest.mark.django_db(transaction=True)
def test_the_talk_is_followed_live(live, begin):
    playing = begin(seats=2)
    ana, ben = playing.user_at(0), playing.user_at(1)
    talking.message_say(table=playing.table, user=ana, text="before")
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/chat/"
    cookie = {"Cookie": cookie_of(ben)}
    with connect(address, origin=live, additional_headers=cookie) as socket:
        assert [m["text"] for m in heard(socket)["messages"]] == ["before"]
        said = talking.message_say(table=playing.table, user=ana, text="now")
        assert [m["text"] for m in heard(socket)["messages"]] == ["now"]
        talking.message_hide(message=said)
        assert heard(socket) == {"hidden": said.pk}
        blocks.block(user=ana, other=ben)
        talking.message_say(table=playing.table, user=ana, text="not for ben")
        assert silent(socket)
        socket.send("anything")
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd.code == 4400


@pytest.mark.django_db(transaction=True)
def test_sockets_that_hear_nothing(live, begin, people):
    playing = begin(seats=2, private=True)
    base = f"{live.replace('http', 'ws', 1)}/ws/tables"
    for address in (f"{base}/{playing.id}/chat/", f"{base}/99999/chat/"):
        with connect(address, origin=live) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd.code == 4404
    with pytest.raises(InvalidStatus):
        connect(
            f"{base}/{playing.id}/chat/",
            origin="https://elsewhere.example",
            additional_headers={"Cookie": cookie_of(playing.user_at(0))},
        )


def test_one_talks_while_waiting_for_others(people):
    table = table_open(host=people[0], wish=Wish("port_royal", 2, 3))
    assert 'id="chat"' in client_of(people[0]).get(f"/lobby/tables/{table.pk}/").text
    assert 'id="chat"' not in client_of(people[1]).get(f"/lobby/tables/{table.pk}/").text
    client_of(people[0]).post(f"/tables/{table.pk}/chat/say/", {"text": "who comes?"})
    assert "who comes?" in client_of(people[1]).get(f"/tables/{table.pk}/chat/").text
