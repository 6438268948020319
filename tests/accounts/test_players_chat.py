"""A chat among the players only: no way in for anybody else, neither to read nor to write."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.chat import talking, unread
from accounts.models import Message, User
from accounts.moderation.reporting import report_make
from accounts.people.leaving import all_about
from accounts.people.rights import GROUP
from games.changing import services
from games.models import Table
from lobby.models import Consent
from lobby.tables import services as lobby
from lobby.tables import terms
from lobby.terms.opening import Terms
from tests.games.conftest import Playing
from tests.games.sockets import heard, heard_of, watch
from tests.people import client_of

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
SECRET = "let us stop the third ship"


@pytest.fixture
def playing(begin: Begin) -> Playing:
    """A table of two, one of whom has said something."""
    playing = begin(seats=2, players_chat=True)
    talking.message_say(table=playing.table, user=playing.user_at(0), text=SECRET)
    return playing


def others(people: list[Any]) -> list[Any]:
    """Somebody who watches, a visitor, and an administrator."""
    root = User.objects.create_superuser("Root", "root@example.org", "a long enough pass")
    return [people[3], None, root]


def test_pages_and_the_api_show_it_to_the_players_alone(
    playing: Playing, people: list[Any]
) -> None:
    message = Message.objects.get()
    author = playing.user_at(0).username
    addresses = [
        f"/tables/{playing.id}/", f"/tables/{playing.id}/?at=1", f"/tables/{playing.id}/live",
        f"/tables/{playing.id}/chat/", f"/tables/{playing.id}/chat/?part=1",
        f"/accounts/people/{author}/report/?message={message.pk}",
        f"/api/v1/tables/{playing.id}", f"/api/v1/tables/{playing.id}/messages",
        "/accounts/export/",
    ]  # fmt: skip
    for reader in others(people):
        client = client_of(reader)
        for address in addresses:
            assert SECRET not in client.get(address, follow=True).text, address
        answer = client.get(f"/api/v1/tables/{playing.id}/messages")
        assert (answer.status_code, answer.json()["error"]) == (403, "players_only")
        assert b'id="chat"' not in client.get(f"/tables/{playing.id}/").content
        page = client.get(f"/tables/{playing.id}/chat/").text
        assert "the chat is for the players only" in page
    other = client_of(playing.user_at(1))
    assert SECRET in other.get(f"/tables/{playing.id}/chat/").text
    assert SECRET in other.get(addresses[5]).text, "they can report it"
    (told,) = other.get(f"/api/v1/tables/{playing.id}/messages").json()
    assert told["text"] == SECRET
    assert b'id="chat"' in other.get(f"/tables/{playing.id}/").content


def test_nobody_else_writes(playing: Playing, people: list[Any]) -> None:
    for reader in others(people):
        client = client_of(reader)
        client.post(f"/tables/{playing.id}/chat/say/", {"text": "psst"})
        body = {"data": json.dumps({"text": "psst"}), "content_type": "application/json"}
        address = f"/api/v1/tables/{playing.id}/messages"
        assert client.post(address, **body).status_code in (401, 403)
    assert Message.objects.count() == 1


def test_sockets_tell_it_to_the_players_alone(
    live: str, playing: Playing, people: list[Any]
) -> None:
    me, watching = playing.user_at(1), people[3]
    User.objects.filter(pk=watching.pk).update(shows_read=True)
    with watch(live, playing.id, watching, query="?html=1&chat=0") as outside:
        assert heard_of(outside, "chat")["messages"] == []
        with watch(live, playing.id, me, query="?html=1&chat=0") as inside:
            assert [one["text"] for one in heard_of(inside, "chat")["messages"]] == [SECRET]
            more = talking.message_say(
                table=playing.table, user=playing.user_at(0), text="and the fourth"
            )
            assert heard_of(inside, "chat")["messages"][0]["text"] == "and the fourth"
            talking.message_hide(message=more)
            assert heard_of(inside, "chat")["hidden"] == more.pk
            inside.send(json.dumps({"type": "say", "ref": 1, "text": "yes"}))
            assert heard_of(inside, "chat")["messages"][0]["text"] == "yes"
            unread.chat_read(user=me, table_id=playing.id, number=more.pk)
            assert heard_of(inside, "chat")
        outside.send(json.dumps({"type": "say", "ref": 1, "text": "me too"}))
        passed = [heard(outside)]
        while passed[-1].get("type") != "answer":
            passed.append(heard(outside))
        assert passed[-1]["error"] == "not_your_seat"
        kinds = {message.get("type") for message in passed}
        assert "chat" not in kinds, "nor that anything was said or hidden"


def test_who_took_the_seat_over_reads_and_who_left_does_not(playing: Playing) -> None:
    user = playing.user_at(0)
    services.seat_resign(table_id=playing.id, user_id=user.pk)
    assert [said.text for said in talking.latest(playing.id, user)] == [SECRET], "it was theirs"
    playing.table.seats.filter(user=user).update(user=None, bot="greedy")
    assert talking.latest(playing.id, user) == []
    assert [said["text"] for said in all_about(user)["messages"]] == [SECRET], "their own words"


def test_moderators_read_what_is_reported(playing: Playing, people: list[Any]) -> None:
    moderator = people[3]
    User.objects.filter(pk=moderator.pk).update(is_staff=True)
    moderator.groups.add(Group.objects.get(name=GROUP))
    client = client_of(User.objects.get(pk=moderator.pk))
    message = Message.objects.get()
    alone, at_table = f"/moderation/messages/{message.pk}/", f"/moderation/tables/{playing.id}/"
    assert client.get(alone).status_code == 404 and SECRET not in client.get(at_table).text
    report_make(reporter=playing.user_at(1), text="look at this", message=message)
    assert SECRET in client.get(alone).text and SECRET in client.get(at_table).text
    assert SECRET not in client.get(f"/tables/{playing.id}/chat/").text


def test_at_other_tables_everybody_reads(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2)
    talking.message_say(table=playing.table, user=playing.user_at(0), text="hello all")
    for reader in (people[3], None):
        assert "hello all" in client_of(reader).get(f"/tables/{playing.id}/chat/").text
    assert Client().get(f"/api/v1/tables/{playing.id}/messages").json()[0]["text"] == "hello all"


def test_it_is_one_of_the_terms(people: list[Any]) -> None:
    """Chosen when a table is opened, changed with consent, told, and kept for a rematch."""
    ana, ben, *_ = people
    table = lobby.table_open(host=ana, terms=Terms("santiago_de_cuba", 2, 3))
    lobby.seat_take(table_id=table.pk, user=ben)
    changed = Terms("santiago_de_cuba", 2, 3, players_chat=True)
    terms.terms_change(table_id=table.pk, user=ana, terms=changed)
    before = Consent.objects.get(table=table, user=ben).before
    table.refresh_from_db()
    (difference,) = terms.differences(table, before)
    assert difference == ("Chat among the players only", "no", "yes")
    del before["players_chat"]  # as it was stored before there was such a term
    assert terms.differences(table, before) == []
    page = client_of(ben).get(f"/lobby/tables/{table.pk}/")
    assert "Only the players read the chat." in page.text


def test_a_form_and_the_api_open_such_a_table(people: list[Any]) -> None:
    client = client_of(people[0])
    form = {
        "seats_min": "2", "seats_max": "2", "bots": "1", "pace": "", "at_timeout": "bot",
        "joining": "members", "players_chat": "on",
    }  # fmt: skip
    page = client.get("/lobby/open/cuba/")
    assert "Chat among the players only" in page.text
    fields = page.context["form"]
    form |= {one.html_name: str(one.initial) for one in fields.options()}
    assert client.post("/lobby/open/cuba/", form).status_code == 302
    table = Table.objects.latest("pk")
    assert table.players_chat
    page_text = client.get(f"/tables/{table.pk}/").text
    assert "among the players only" in page_text, "what this table agreed on"
    wish = {"game": "cuba", "seats": 2, "bots": 1, "players_chat": True}
    sent = {"data": json.dumps(wish), "content_type": "application/json"}
    assert client.post("/api/v1/tables", **sent).status_code == 201
    assert Table.objects.latest("pk").players_chat
