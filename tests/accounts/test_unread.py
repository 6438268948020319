"""Unread messages in the chats of somebody's tables, on all their devices and pages."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.chat import talking
from accounts.chat.unread import (
    chat_read,
    counts_of,
    read_by,
    read_until,
    readers_at,
    unread_by_table,
)
from accounts.models import ChatRead, Message, User
from accounts.people import blocks
from games.changing import services
from games.models import Seat
from lobby.live.waiting import awaited
from lobby.tables.services import seat_take, table_open
from lobby.terms.opening import Terms
from tests.games.sockets import heard_of, open_socket, watch
from tests.people import client_of

pytestmark = pytest.mark.django_db


def say(playing: Any, place: int, text: str = "x") -> Message:
    return talking.message_say(table=playing.table, user=playing.user_at(place), text=text)


def test_what_others_say_is_unread_until_it_is_seen(begin: Any) -> None:
    playing = begin(seats=3)
    ana, ben = playing.user_at(0), playing.user_at(1)
    say(playing, 0), say(playing, 2)
    latest = say(playing, 0)
    assert unread_by_table(ben) == {playing.id: 3} and unread_by_table(ana) == {playing.id: 1}
    assert counts_of(ben).unread == 3 and awaited([ben.pk])[ben.pk][1] == counts_of(ben)
    chat_read(user=ben, table_id=playing.id, number=latest.pk - 1)
    assert unread_by_table(ben) == {playing.id: 1} and read_until(user=ben, table_id=playing.id)
    chat_read(user=ben, table_id=playing.id, number=latest.pk + 1000)
    assert read_until(user=ben, table_id=playing.id) == latest.pk, "no further than there is any"
    chat_read(user=ben, table_id=playing.id, number=1)
    assert unread_by_table(ben) == {}, "and never back"
    assert unread_by_table(ana) == {playing.id: 1}, "each reads for themselves"


def test_what_nobody_could_read_does_not_count(begin: Any) -> None:
    playing = begin(seats=3)
    ana, ben = playing.user_at(0), playing.user_at(1)
    talking.message_hide(message=say(playing, 0))
    assert unread_by_table(ben) == {}
    say(playing, 0)
    blocks.block(user=ben, other=ana)
    assert unread_by_table(ben) == {}
    blocks.unblock(user=ben, other=ana)
    blocks.block(user=ana, other=ben)
    assert unread_by_table(ben) == {} and unread_by_table(playing.user_at(2)) == {playing.id: 1}


def test_who_has_left_the_site_was_heard_too(begin: Any) -> None:
    playing = begin(seats=3)
    say(playing, 0)
    Message.objects.update(user=None)
    assert unread_by_table(playing.user_at(1)) == {playing.id: 1}


def test_where_one_does_not_sit_nothing_counts(begin: Any, people: list[User]) -> None:
    playing, spectator = begin(seats=2), people[3]
    said = say(playing, 0)
    chat_read(user=spectator, table_id=playing.id, number=said.pk)
    assert unread_by_table(spectator) == {} and not ChatRead.objects.exists()
    assert read_until(user=spectator, table_id=playing.id) is None


def test_after_the_game_it_counts_for_a_month(begin: Any) -> None:
    playing = begin(seats=2)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    say(playing, 1, "good game")
    assert unread_by_table(playing.user_at(0)) == {playing.id: 1}
    Seat.objects.update(ended_at=timezone.now() - timedelta(days=31))
    assert unread_by_table(playing.user_at(0)) == {}


PAGES: dict[str, Callable[[int], str]] = {
    "the front page": lambda _: "/",
    "My games": lambda _: "/my-games/",
    "another page": lambda _: "/help/",
}


@pytest.mark.parametrize("name", sorted(PAGES))
def test_pages_tell_how_many(begin: Any, name: str) -> None:
    playing = begin(seats=2)
    say(playing, 0), say(playing, 0)
    reader = client_of(playing.user_at(1))
    page = reader.get(PAGES[name](playing.id)).text
    assert 'data-unread="2"' in page
    assert ("2 new messages" in page) == (name != "another page")
    assert f'href="/tables/{playing.id}/#chat"' in page or name == "another page"


@pytest.mark.parametrize("query", ["", "?part=1"])
def test_the_chat_is_read_when_it_is_shown(begin: Any, query: str) -> None:
    playing = begin(seats=2)
    say(playing, 0)
    reader = client_of(playing.user_at(1))
    assert reader.get(f"/tables/{playing.id}/chat/{query}").status_code == 200
    assert 'data-unread="0"' in reader.get("/help/").text
    assert Client().get(f"/tables/{playing.id}/chat/{query}").status_code == 200


def test_a_table_that_has_not_begun(people: list[User]) -> None:
    table = table_open(host=people[0], terms=Terms("port_royal", 3, 4))
    talking.message_say(table=table, user=people[0], text="who is in?")
    seat_take(table_id=table.pk, user=people[1])
    page = client_of(people[1]).get("/my-games/").text
    assert f'href="/lobby/tables/{table.pk}/#chat"' in page and "1 new message" in page


def test_the_api(begin: Any, people: list[User]) -> None:
    playing = begin(seats=2, private=True)
    said = say(playing, 0)
    reader, here = client_of(playing.user_at(1)), f"/api/v1/tables/{playing.id}/messages/read"
    assert reader.get("/api/v1/me").json()["unread"] == 1
    for number in (-1, 2**63, "x", None):
        answer = reader.post(here, {"number": number}, "application/json")
        assert (answer.status_code, answer.json()["field"]) == (422, "number")
    assert reader.post(here, {"number": said.pk}, "application/json").status_code == 204
    assert reader.get("/api/v1/me").json()["unread"] == 0
    others = client_of(people[3]).post(here, {"number": said.pk}, "application/json")
    assert others.status_code == 404
    assert Client().post(here, {"number": said.pk}, "application/json").status_code == 401


def test_who_has_read_is_shown_among_those_who_show_it(begin: Any) -> None:
    playing = begin(seats=4)
    ana, ben, carla, dan = (playing.user_at(place) for place in range(4))
    first, second = say(playing, 0), say(playing, 0)
    for user in (ben, carla, dan):
        chat_read(user=user, table_id=playing.id, number=first.pk)
    chat_read(user=carla, table_id=playing.id, number=second.pk)

    def shown_to(user: User) -> dict[int, list[str]]:
        reader = User.objects.get(pk=user.pk)
        return dict(read_by([first, second], readers_at(playing.id, reader)))

    User.objects.filter(pk__in=[ben.pk, carla.pk]).update(shows_read=True)
    assert shown_to(ana) == {}, "who does not show it sees it of nobody"
    User.objects.filter(pk=ana.pk).update(shows_read=True)
    assert shown_to(ana) == {first.pk: [ben.username], second.pk: [carla.username]}
    page = client_of(ana).get(f"/tables/{playing.id}/chat/").text
    assert page.count("read-by") == 2 and dan.username not in page
    assert "read-by" not in client_of(dan).get(f"/tables/{playing.id}/chat/").text
    blocks.block(user=carla, other=ana)
    assert shown_to(ana) == {first.pk: [ben.username]}


@pytest.mark.django_db(transaction=True)
def test_all_devices_are_told_at_once(live: str, begin: Any) -> None:
    playing = begin(seats=2)
    ben = playing.user_at(1)
    said = say(playing, 0)
    with (
        watch(live, playing.id, ben, query="?html=1&chat=0") as here,
        open_socket(live, "", ben) as elsewhere,
    ):
        first = heard_of(here, "chat")
        assert (len(first["messages"]), first["read"]) == (1, 0)
        assert heard_of(elsewhere, "waiting")["unread"] == 1
        here.send(f'{{"type": "read", "ref": 1, "number": {said.pk}}}')
        assert heard_of(here, "chat") == {"type": "chat", "read": said.pk}
        until_unread(elsewhere, 0)
        say(playing, 0)
        until_unread(elsewhere, 1)


@pytest.mark.django_db(transaction=True)
def test_who_writes_is_told_at_once_who_has_read(live: str, begin: Any) -> None:
    playing = begin(seats=2)
    ana, ben = playing.user_at(0), playing.user_at(1)
    User.objects.update(shows_read=True)
    said = say(playing, 0)
    with watch(live, playing.id, ana, query="?html=1&chat=0") as page:
        readers_told(page, [])
        chat_read(user=ben, table_id=playing.id, number=said.pk)
        readers_told(page, [{"name": ben.username, "number": said.pk}])


def readers_told(socket: Any, readers: list[dict[str, object]]) -> None:
    """Wait for the message that says so."""
    while heard_of(socket, "chat").get("readers") != readers:
        pass


def until_unread(socket: Any, count: int) -> None:
    """Wait for the message that says so."""
    while heard_of(socket, "waiting")["unread"] != count:
        pass
