"""The waiting room: who sits there, what is agreed in sentences, the game, the chat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.chat.talking import message_say
from accounts.models import User
from config.web.isolates import isolated
from games.models import Table
from games.models.terms import DEFAULTS, TERMS
from games.rules.registry import GAMES
from lobby.tables import services
from lobby.templatetags.tables import blurb
from lobby.terms.opening import DAY
from lobby.terms.sentences import sentences_of
from tests.lobby.conftest import GAME, Opener
from tests.lobby.test_declared_terms import other
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
LESSON = f'href="/games/{GAME}/lessons/first-round/"'
RULES = f'href="/games/{GAME}/rules/"'


def room(table: Table) -> str:
    return reverse("waiting_room", args=[table.pk])


def at(text: str, *marks: str) -> list[int]:
    """Return the place of each text in a page. Raises ValueError for a missing one."""
    return [text.index(mark) for mark in marks]


def test_whoever_is_invited_finds_the_game_and_how_to_learn_it(
    ana: User, ben: User, opened: Opener
) -> None:
    """Before the seats: what it is, how long, the board, the lesson, the rules."""
    table = opened()
    services.invitation_send(table_id=table.pk, user=ana, name=ben.username)
    text = client_of(ben).get(room(table)).text
    assert f"{isolated('Ana')} has invited you." in text
    board = f'src="/games/{GAME}/board.svg?look=auto"'
    where = at(text, board, blurb(GAMES[GAME]), "40–75 min", LESSON, RULES, "seats-title")
    assert where == sorted(where)
    assert Client().get(f"/games/{GAME}/board.svg").status_code == 200
    assert Client().get(f"/games/{GAME}/lessons/first-round/").status_code == 200


def test_a_visitor_with_the_link_finds_it_too(client: Client, opened: Opener) -> None:
    table = opened(private=True)
    text = client.get(reverse("private_link", args=[table.token])).text
    at(text, "board.svg", LESSON, RULES)
    assert 'id="chat"' not in text


def test_who_sits_there_sees_the_seats_first(ana: User, opened: Opener) -> None:
    text = client_of(ana).get(room(opened())).text
    where = at(text, "seats-title", "invite-title", "agreed-title", 'id="chat"', LESSON)
    assert where == sorted(where)


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({}, "There is no time limit."),
        ({"seats_max": 2}, "The table is for 2 players, and the game begins when all seats are"),
        ({}, "The table is for 2 to 4 players. The game begins when all seats are taken, or as"),
        ({"pace": "answer", "pace_start": 90}, "You have 1 hour 30 minutes for each answer."),
        (
            {"pace": "budget", "pace_start": DAY, "pace_increment": 60, "pace_cap": 2 * DAY},
            "You have 1 day in all; each answer adds 1 hour, up to 2 days at once.",
        ),
        ({"pace": "answer", "pace_start": 60}, "Clocks run at night and at weekends, too."),
        (
            {"pace": "answer", "pace_start": 60, "most_protected": DAY},
            "for up to 1 day for each question.",
        ),
        (
            {"pace": "answer", "pace_start": DAY},
            "Whoever is late for the first time gets the same time once more.",
        ),
        ({"pace": "answer", "pace_start": 60, "at_timeout": "offer"}, "others may take the seat"),
        ({"stand_in": "master"}, "plays at the level “master”."),
        ({}, "Everybody may watch the game."),
        ({"private": True}, "and nobody else can watch."),
        ({"private": True, "friends_watch": True}, "friends of the players may watch."),
        ({"hints": True}, "Everybody who plays may ask for hints."),
        ({"options": {"pablo_wood": True}}, "Pablo has wood: yes"),
    ],
)
def test_what_is_agreed_is_said_in_sentences(
    client: Client, opened: Opener, terms: dict[str, Any], said: str
) -> None:
    """Each is one, and there are no names of fields."""
    table = opened(**terms)
    page = reverse("private_link", args=[table.token])
    assert said in client.get(page).text
    assert all(sentence.endswith(".") for sentence in sentences_of(table))


def test_a_clock_that_there_is_not_is_not_spoken_of(opened: Opener) -> None:
    assert not [text for text in sentences_of(opened()) if "runs out" in text or "night" in text]


@pytest.mark.parametrize("name", TERMS)
def test_each_term_is_spoken_of(opened: Opener, name: str) -> None:
    """Unusual options are shown, so nobody sits down without knowing them."""
    clock = {"pace": "answer", "pace_start": 60, "private": name == "friends_watch"}
    usual = opened(**clock)
    unlike = opened(**{**clock, name: other(name)})
    assert getattr(usual.terms, name) == DEFAULTS[name]
    assert sentences_of(usual) != sentences_of(unlike)


def test_the_chat_stands_in_the_room(ana: User, ben: User, client: Client, opened: Opener) -> None:
    """For those who sit there, and for all who may watch once something is said."""
    table = opened()
    for reader, shown in ((client_of(ana), True), (client_of(ben), False), (client, False)):
        assert ('id="chat"' in reader.get(room(table)).text) is shown
    assert "Nobody has said anything yet." in client_of(ana).get(room(table)).text
    say = reverse("chat_say", args=[table.pk])
    assert f'action="{say}"' in client_of(ana).get(room(table)).text, "it works without scripts"
    client_of(ana).post(say, {"text": "who comes?"})
    for reader in (client_of(ana), client_of(ben), client):
        assert "who comes?" in reader.get(room(table)).text
    assert f'action="{say}"' not in client_of(ben).get(room(table)).text


@pytest.mark.parametrize("terms", [{"players_chat": True}, {"private": True}], ids=str)
def test_a_chat_among_the_players_stays_there(
    ana: User, ben: User, opened: Opener, terms: dict[str, bool]
) -> None:
    table = opened(**terms)
    message_say(table=table, user=ana, text="who comes?")
    services.invitation_send(table_id=table.pk, user=ana, name=ben.username)
    page = client_of(ben).get(room(table))
    assert page.status_code == 200 and "who comes?" not in page.text


def test_what_is_shown_is_not_yet_read(ana: User, ben: User, opened: Opener) -> None:
    """It counts as unread until it is in sight, which only the page knows."""
    table = opened()
    services.seat_take(table_id=table.pk, user=ben)
    message_say(table=table, user=ana, text="who comes?")
    client_of(ben).get(room(table))
    assert "1 new message" in client_of(ben).get(reverse("my_games")).text


def test_the_room_takes_the_same_statements_however_many_come_and_talk(
    ana: User, opened: Opener, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table, client = opened(), client_of(ana)
    with django_assert_max_num_queries(20) as few:
        client.get(room(table))
    for number in range(2):
        (guest,) = people_make(f"Guest{number}")
        services.seat_take(table_id=table.pk, user=guest)
        message_say(table=table, user=guest, text=f"message {number}")
        (invited,) = people_make(f"Friend{number}")
        services.invitation_send(table_id=table.pk, user=ana, name=invited.username)
    with django_assert_max_num_queries(len(few)):
        client.get(room(table))
