"""Talking at a table: who may, how fast, and who reads it."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from websockets.exceptions import InvalidStatus

from accounts.chat import talking
from accounts.models import Message, User
from accounts.people import blocks
from config.web.limits import MESSAGES
from config.web.refusal import TooMany
from games.changing import services
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.games.sockets import closed_with, heard, heard_of, open_socket, watch
from tests.people import client_of

pytestmark = pytest.mark.django_db


def texts(playing: Any, reader: Any) -> list[str]:
    return [message.text for message in talking.latest(playing.id, reader)]


def test_players_talk_and_everybody_who_watches_reads(begin, people):
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    client.post(f"/tables/{playing.id}/chat/say/", {"text": "  hello\n\x07 there\u2028 "})
    assert texts(playing, playing.user_at(1)) == ["hello there"]
    talk = Client().get(f"/tables/{playing.id}/chat/").text
    assert "hello there" in talk and re.search(r'datetime="[\d-]+T[\d:]+\+\d\d:\d\d"', talk)
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
    most = MESSAGES[0].number
    for number in range(most):
        talking.message_say(table=table, user=user, text=str(number))
    with pytest.raises(TooMany, match="Not so fast"):
        talking.message_say(table=table, user=user, text="one more")
    talking.message_say(table=table, user=playing.user_at(1), text="others may")
    Message.objects.update(at=timezone.now() - timedelta(seconds=16))
    talking.message_say(table=table, user=user, text="later")
    most = MESSAGES[1].number
    Message.objects.bulk_create(Message(table=table, user=user, text="x") for _ in range(most))
    Message.objects.update(at=timezone.now() - timedelta(minutes=10))
    with pytest.raises(TooMany, match="Not so fast"):
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
    for _ in range(MESSAGES[0].number):
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
    with watch(live, playing.id, ben, query="?chat=0") as socket:
        assert [m["text"] for m in heard_of(socket, "chat")["messages"]] == ["before"]
        said = talking.message_say(table=playing.table, user=ana, text="now")
        assert [m["text"] for m in heard_of(socket, "chat")["messages"]] == ["now"]
        talking.message_hide(message=said)
        assert heard_of(socket, "chat") == {"type": "chat", "hidden": said.pk}
        with watch(live, playing.id, ben, query=f"?chat={said.pk - 1}") as late:
            assert heard_of(late, "chat")["messages"] == [], "hidden by now"
        blocks.block(user=ana, other=ben)
        talking.message_say(table=playing.table, user=ana, text="not for ben")
        talking.message_say(table=playing.table, user=ben, text="his own")
        assert [m["text"] for m in heard_of(socket, "chat")["messages"]] == ["his own"]
        socket.send("anything")
        assert closed_with(socket) == 4400


@pytest.mark.django_db(transaction=True)
def test_sockets_that_hear_nothing(live, begin, people):
    playing = begin(seats=2, private=True)
    for table_id in (playing.id, 99999):
        for query in ("?chat=0", "?html=1&chat=0"):
            with watch(live, table_id, query=query) as socket:
                assert closed_with(socket) == 4404
    with watch(live, playing.id, playing.user_at(0), query="?chat=x") as socket:
        assert closed_with(socket) == 4400
    with pytest.raises(InvalidStatus):
        watch(
            live, playing.id, playing.user_at(0), origin="https://elsewhere.example",
            query="?chat=0",
        )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_one_talks_over_the_socket(live, begin, people):
    """As over HTTP, with the same refusals."""
    playing = begin(seats=2)
    ana, ben = playing.user_at(0), playing.user_at(1)
    with (
        watch(live, playing.id, ana, query="?chat=0") as hers,
        watch(live, playing.id, ben, query="?chat=0") as his,
    ):
        hers.send(say("hello"))
        answer = heard_of(hers, "answer")
        assert answer == {"type": "answer", "ref": 1, "status": 200, "number": latest()}
        said = [heard_of(his, "chat")["messages"] for _ in range(2)]
        assert [m["text"] for messages in said for m in messages] == ["hello"]
        for text in ("", " ", "x" * 501):
            hers.send(say(text))
            refused = heard_of(hers, "answer")
            assert (refused["status"], refused["error"]) == (422, "text")
        for _ in range(MESSAGES[0].number):
            hers.send(say("again"))
            answer = heard_of(hers, "answer")
        assert (answer["status"], answer["error"]) == (429, "too_many")
        User.objects.filter(pk=ben.pk).update(muted_until=timezone.now() + timedelta(days=1))
        his.send(say("muted since the socket was opened"))
        assert heard_of(his, "answer")["error"] == "muted"
        User.objects.filter(pk=ben.pk).update(password="another")  # signed out everywhere
        his.send(say("no more"))
        assert heard_of(his, "answer") == {"type": "answer", "ref": 1, "status": 401}
    for user, status in ((people[3], 403), (None, 401)):
        with watch(live, playing.id, user, query="?chat=0") as socket:
            socket.send(say("psst"))
            assert heard_of(socket, "answer")["status"] == status
    with watch(live, playing.id, ana) as socket:
        socket.send(say("not without listening"))
        assert closed_with(socket) == 4400
    assert set(Message.objects.values_list("user", flat=True)) == {ana.pk}


def say(text: str) -> str:
    return json.dumps({"type": "say", "ref": 1, "text": text})


@pytest.mark.django_db(transaction=True)
def test_what_comes_again_with_the_same_mark_counts_once(live, begin):
    """Over the socket and by HTTP; whose answer was lost does not know over which it came."""
    playing = begin()
    ana, ben = playing.user_at(0), playing.user_at(1)
    wish = {"type": "say", "ref": 1, "text": "hello", "mark": "ana-1"}
    with watch(live, playing.id, ana, query="?chat=0") as socket:
        answers = []
        for _ in range(2):
            socket.send(json.dumps(wish))
            answers.append(heard_of(socket, "answer"))
        assert answers[0] == answers[1] and answers[0]["number"] == latest()
        socket.send(json.dumps({**wish, "text": "something else"}))
        refused = heard_of(socket, "answer")
        assert (refused["status"], refused["error"]) == (422, "sent_otherwise")
        socket.send(json.dumps({**wish, "mark": "x" * 256}))
        assert closed_with(socket) == 4400
    for user, counted in ((ana, 1), (ben, 2)):
        said = client_of(user).post(
            f"/api/v1/tables/{playing.id}/messages",
            {"text": "hello"},
            content_type="application/json",
            headers={"Idempotency-Key": "ana-1"},
        )
        assert said.status_code == 201 and Message.objects.count() == counted


def latest() -> int:
    return Message.objects.latest("pk").pk


@pytest.mark.django_db(transaction=True)
def test_one_talks_in_the_waiting_room_over_the_same_socket(live, people):
    """Its page says no hello, so it hears nothing of the table itself."""
    table = table_open(host=people[0], terms=Terms("port_royal", 2, 3))
    query = f"tables/{table.pk}/?html=1&chat=0&lobby=1"
    with open_socket(live, query, people[0]) as socket:
        socket.send(say("who comes?"))
        kinds = set()
        while len(kinds) < 3:
            kinds.add(heard(socket)["type"])
        assert kinds == {"chat", "waiting", "answer"}


def test_one_talks_while_waiting_for_others(people):
    table = table_open(host=people[0], terms=Terms("port_royal", 2, 3))
    assert 'id="chat"' in client_of(people[0]).get(f"/lobby/tables/{table.pk}/").text
    assert 'id="chat"' not in client_of(people[1]).get(f"/lobby/tables/{table.pk}/").text
    client_of(people[0]).post(f"/tables/{table.pk}/chat/say/", {"text": "who comes?"})
    assert "who comes?" in client_of(people[1]).get(f"/tables/{table.pk}/chat/").text
