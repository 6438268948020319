"""A seat that changes hands: what was before goes on naming who sat there then."""

from __future__ import annotations

import importlib
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.moderation import acts
from accounts.people.leaving import account_delete, all_about
from accounts.people.selectors import tables_left
from games.changing import services
from games.models import Tenure
from games.telling.bots import bot_name
from tests.people import client_of

pytestmark = pytest.mark.django_db

WHY = "They asked for it."


def texts(playing: Any, place: int | None = None) -> dict[int, str]:
    """The log's sentences by entry, the last of each."""
    return {event["number"]: event["text"] for event in playing.update(place)["events"]}


@pytest.fixture
def handed_over(begin: Any, moderator: User, people: list[Any]) -> Any:
    """Three at a table of Pier; after a bid of the first, Dario takes over from her."""
    playing = begin(seats=3, days_per_move=2)
    playing.was = playing.user_at(0)
    playing.play(0, 1)
    playing.before = texts(playing)
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=people[3], why=WHY)
    return playing


def test_the_log_names_who_sat_there_then(handed_over: Any) -> None:
    was, told = handed_over.was.username, texts(handed_over)
    assert {number: told[number] for number in handed_over.before} == handed_over.before
    assert was in told[2], "her bid"
    assert told[3] == "dario takes over a seat."
    handed_over.play(1, 0)
    handed_over.play(2, 0)
    told = texts(handed_over)
    later = [text for number, text in told.items() if number > 3]
    assert was in told[2] and not any(was in text for text in later)


def players_on(page: str) -> str:
    """The list of players on a table's page."""
    return page.split('id="players"')[1].split('id="more-players"')[0]


def test_whoever_took_over_is_not_called_by_the_name_of_before(
    handed_over: Any, people: list[Any]
) -> None:
    client, address = client_of(people[3]), reverse("table", args=[handed_over.id])
    assert "<span>you</span>" in players_on(client.get(address).text)
    assert "<span>you</span>" not in players_on(client.get(address + "?at=1").text)


def test_whoever_has_left_is_no_bot(handed_over: Any) -> None:
    account_delete(user=handed_over.was)
    page = Client().get(reverse("table", args=[handed_over.id]) + "?at=1").text
    assert "Somebody who left" in players_on(page) and "bot</span>" not in players_on(page)


def test_the_page_looks_back_with_the_names_of_then(handed_over: Any) -> None:
    address = reverse("table", args=[handed_over.id])
    now, then = (Client().get(address + at).text for at in ("", "?at=1"))
    players = [players_on(page) for page in (now, then)]
    assert "dario" in players[0] and handed_over.was.username not in players[0]
    assert handed_over.was.username in players[1] and "dario" not in players[1]


def test_a_bot_for_good_leaves_the_name_to_what_was_played(
    begin: Any, moderator: User, people: list[Any]
) -> None:
    playing = begin(seats=2)
    name = playing.user_at(0).username
    playing.play(0, 1)
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=None, why=WHY)
    assert name in texts(playing)[2]
    assert texts(playing)[3] == f"{bot_name(playing.id, 0)} takes over a seat."
    acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=people[3], why=WHY)
    assert texts(playing)[3] == f"{bot_name(playing.id, 0)} takes over a seat."
    assert texts(playing)[4] == "dario takes over a seat."
    spans = Tenure.objects.order_by("first").values_list("first", "last", "bot")
    assert [(first, last, bool(bot)) for first, last, bot in spans] == [(1, 2, False), (3, 3, True)]


def test_who_has_left_the_site_stays_somebody_who_left(begin: Any) -> None:
    playing = begin(seats=2)
    leaver = playing.user_at(0)
    name = leaver.username
    playing.play(0, 1)
    account_delete(user=leaver)
    told, bot = texts(playing), bot_name(playing.id, 0)
    assert "Somebody who left" in told[2]
    assert told[3] == f"{bot} takes over a seat."
    assert not any(name in text.replace(bot, "") for text in told.values())


def test_leaving_a_frozen_table(begin: Any) -> None:
    playing = begin(seats=2)
    playing.play(0, 1)
    services.table_freeze(table_id=playing.id, reason="a test")
    account_delete(user=playing.user_at(0))
    services.table_thaw(table_id=playing.id)
    services.bot_move(table_id=playing.id)
    assert "Somebody who left" in texts(playing)[2]


def test_each_takes_their_own_moves_along(handed_over: Any, people: list[Any]) -> None:
    handed_over.play(1, 0)
    handed_over.play(2, 0)
    while 0 not in handed_over.asked():
        handed_over.play(handed_over.asked()[0], 0)
    handed_over.play(0, 0)
    number = handed_over.table.number
    (before,), (after,) = (all_about(who)["tables"] for who in (handed_over.was, people[3]))
    assert (before["status"], before["until"], before["vanished"]) == ("handed over", 2, False)
    assert [move["number"] for move in before["moves"]] == [2]
    assert [move["number"] for move in after["moves"]] == [number]


def test_the_profile_counts_what_was_left(handed_over: Any, people: list[Any]) -> None:
    assert [tables_left(who.pk).count() for who in (handed_over.was, people[3])] == [1, 0]
    page = Client().get(reverse("profile", args=[handed_over.was.username])).text
    assert "status=left" in page
    assert "status=left" not in Client().get(reverse("profile", args=["dario"])).text


def test_hand_overs_of_old_are_taken_from_the_moderators_record(
    begin: Any, moderator: User, people: list[Any]
) -> None:
    """The migration finds what the acts tell; without one it was somebody who left."""
    playing = begin(seats=3, bots=1)
    bot = playing.table.seats.get(user=None).place
    human = next(place for place in range(3) if place != bot)
    name = playing.user_at(human).username
    for place in (human, bot):
        acts.seat_replace(
            moderator=moderator,
            table_id=playing.id,
            place=place,
            user=people[3] if place == human else people[2],
            why=WHY,
        )
    gone = next(place for place in range(3) if place not in (bot, human))
    account_delete(user=playing.user_at(gone))
    kept = ("place", "user", "first", "last")
    written = list(Tenure.objects.order_by("place").values_list(*kept))
    Tenure.objects.all().delete()
    migration = importlib.import_module("games.migrations.0006_tenures")
    with connection.cursor() as cursor:
        cursor.execute(migration.HANDED_OVER)
    assert list(Tenure.objects.order_by("place").values_list(*kept)) == written
    tenures = {tenure.place: tenure for tenure in Tenure.objects.all()}
    assert tenures[human].user is not None and tenures[human].user.username == name
    assert tenures[bot].bot and not tenures[gone].bot and tenures[gone].user is None


@pytest.mark.parametrize("hand_overs", [0, 3])
def test_a_page_takes_the_same_queries_however_often_seats_changed_hands(
    begin: Any, moderator: User, hand_overs: int, django_assert_num_queries: Any
) -> None:
    playing = begin(seats=3)
    people = [User.objects.create_user(f"new{n}", f"new{n}@example.org") for n in range(hand_overs)]
    for user in people:
        acts.seat_replace(moderator=moderator, table_id=playing.id, place=0, user=user, why=WHY)
    address = reverse("table", args=[playing.id])
    Client().get(address)
    with django_assert_num_queries(2):
        Client().get(address)
