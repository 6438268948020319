"""What has happened since one's last turn: which turns are shown, to whom, and only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.changing import services
from games.models import Seat
from games.page.catching_up import MOST, turns_since
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.games.shown import OnShow
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def news(playing: Playing, place: int) -> list[int]:
    return turns_since(table_load(playing.id), place)


def asked(playing: Playing, client: Client, **headers: str) -> dict[str, Any]:
    answer = client.get(f"/tables/{playing.id}/since", headers=headers)
    assert answer.status_code == 200
    told: dict[str, Any] = answer.json()
    return told


def numbers(told: dict[str, Any]) -> list[int]:
    return [turn["number"] for turn in told["turns"]]


def see(playing: Playing, client: Client, number: object) -> int:
    return client.post(f"/tables/{playing.id}/shown", {"number": number}).status_code


def test_nothing_is_new_before_others_have_moved(begin: Begin) -> None:
    playing = begin(seats=3)
    assert news(playing, 0) == []
    playing.play(0, 1)
    assert news(playing, 0) == []
    assert news(playing, 1) == [1, 2], "since the beginning"


def test_it_is_told_turn_by_turn_since_ones_last_move(begin: Begin) -> None:
    playing = begin(seats=3)
    playing.play(0, 1)
    playing.play(1, 1)
    playing.play(2, 1)
    assert news(playing, 0) == [2, 3, 4]
    assert news(playing, 2) == []
    place = playing.asked()[0]
    for _ in range(2):  # a crate, and the end of the turn
        playing.play(place, 0)
    other = (place + 1) % 3
    assert news(playing, other)[-1] == playing.table.number
    assert len(set(news(playing, other))) == len(news(playing, other))


def test_only_the_latest_of_many_turns_are_shown(begin: Begin) -> None:
    playing = begin(seats=4)
    Seat.objects.filter(table_id=playing.id).update(bot="greedy")
    for _ in range(60):
        services.bot_move(table_id=playing.id)
    told = news(playing, 0)
    assert len(told) == MOST + 1
    assert told[-1] == playing.table.number


def test_what_was_seen_is_not_shown_again(begin: Begin) -> None:
    playing = begin(seats=2)
    playing.play(0, 1)
    client = client_of(playing.user_at(1))
    assert numbers(asked(playing, client)) == [1, 2]
    assert see(playing, client, 2) == 204
    assert numbers(asked(playing, client)) == []
    assert see(playing, client, 1) == 204, "never less"
    assert numbers(asked(playing, client_of(playing.user_at(1)))) == [], "on no other device"
    assert numbers(asked(playing, client_of(playing.user_at(0)))) == []


def test_nobody_has_seen_what_has_not_happened(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(1))
    for odd in ("999999999", "9" * 40, "-1", "x", "²", ""):
        assert see(playing, client, odd) == 204
    assert Seat.objects.get(table_id=playing.id, place=1).shown == 1
    assert Seat.objects.get(table_id=playing.id, place=0).shown == 0


def test_who_watches_is_shown_nothing(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2)
    playing.play(0, 1)
    for client in (Client(), client_of(people[3])):
        assert numbers(asked(playing, client)) == []
        assert b"data-since" not in client.get(f"/tables/{playing.id}/").content
    see(playing, client_of(people[3]), 2)
    assert not Seat.objects.filter(table_id=playing.id, shown__gt=0).exists()
    assert Client().post(f"/tables/{playing.id}/shown", {"number": 2}).status_code == 302
    hidden = begin(seats=2, private=True)
    for client in (Client(), client_of(people[3])):
        assert client.get(f"/tables/{hidden.id}/since").status_code == 404
        assert client.post(f"/tables/{hidden.id}/shown", {"number": 1}).status_code == 404


def test_it_can_be_switched_off(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(1))
    assert b"data-since" in client.get(f"/tables/{playing.id}/").content
    User.objects.filter(pk=playing.user_at(1).pk).update(catch_up=False)
    assert b"data-since" not in client.get(f"/tables/{playing.id}/").content


@pytest.mark.parametrize("game", ["pier", "cuba", "santiago_de_cuba"])
def test_its_parts_lead_back_and_to_the_present_page(begin: Begin, game: str) -> None:
    """The first turn shows the board as it was; the last one ends at the page as it is."""
    playing = begin(game=game, seats=2)
    Seat.objects.filter(table_id=playing.id).update(bot=GAMES[game].stand_in)
    for _ in range(25):
        services.bot_move(table_id=playing.id)
    client = client_of(playing.user_at(0))
    page = OnShow()
    page.put(client.get(f"/tables/{playing.id}/live").json())
    present = page.document()
    told = asked(playing, client, parts="".join(page.hashes()))
    assert len(told["turns"]) > 2
    passed = set()
    for turn in told["turns"]:
        page.put(turn)
        passed.add(page.document()["board"] + page.document()["players"])
    assert len(passed) > 2
    assert page.document() == present


def test_for_a_list_nothing_is_drawn(begin: Begin) -> None:
    playing = begin(seats=2)
    playing.play(0, 1)
    client = client_of(playing.user_at(1))
    told = client.get(f"/tables/{playing.id}/since?still=1").json()
    assert told["turns"] == [{"number": 1, "parts": None}, {"number": 2, "parts": None}]


def test_it_takes_a_fixed_number_of_statements(
    begin: Begin, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    playing = begin(seats=2)
    playing.play(0, 1)
    client = client_of(playing.user_at(1))
    asked(playing, client)
    with django_assert_num_queries(SIGNED_IN + 3):  # the table, its steps, the positions
        asked(playing, client)
    Seat.objects.filter(table_id=playing.id).update(bot="greedy")
    for _ in range(25):
        services.bot_move(table_id=playing.id)
    with django_assert_num_queries(SIGNED_IN + 3):
        asked(playing, client)


SIGNED_IN = 2  # the session and its user
