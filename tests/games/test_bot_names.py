"""A bot has a name of its own and says how well it plays: wherever a seat's name is read."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.names.allowed import check_name
from accounts.notices.writing import players_for
from games.changing import services
from games.models import Seat, Table
from games.models.terms import LEVELS
from games.page.rendering import Scene
from games.rules.core import levels
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.bots import KINDS, NAMES, bot_name, kind_of_bot
from games.telling.updates import table_update
from games.telling.wording import GONE, wording_for
from lobby.api.listing import table_documents
from lobby.lists.cards import cards_of
from lobby.pages.forms.table import levels_of
from lobby.templatetags.tables import deciders, sitter
from tests.people import client_of
from tests.sent import update_sent


def test_no_two_at_a_table_are_called_alike() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for table_id in range(200):
        assert len({bot_name(table_id, place) for place in range(8)}) == 8
        assert bot_name(table_id, 0) != bot_name(table_id + 1, 0), "nor the next table's"
    assert bot_name(10**12, 3) == bot_name(10**12, 3)
    assert {bot_name(table_id, 0) for table_id in range(200)} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_nobody_can_have_the_name_of_a_bot(name: str) -> None:
    with pytest.raises(ValidationError):
        check_name(name)


def test_every_level_has_words_in_each_language() -> None:
    assert set(KINDS) == set(LEVELS) == set(levels.LEVELS)
    with translation.override("de"):
        assert kind_of_bot("expert") == "Experten-Bot" and kind_of_bot("greedy") == "Bot"
    assert kind_of_bot("expert") == "expert bot" and kind_of_bot("") == ""


@pytest.fixture
def playing(begin: Any) -> Any:
    """A person and two experts."""
    playing = begin(seats=3, bots=2)
    Seat.objects.filter(table_id=playing.id, user=None).update(bot="expert")
    return playing


def bots_at(playing: Any) -> list[int]:
    return list(playing.table.seats.filter(user=None).values_list("place", flat=True))


@pytest.mark.django_db
def test_the_page_names_it_with_its_level(playing: Any) -> None:
    page = Client().get(f"/tables/{playing.id}/").text
    for place in bots_at(playing):
        assert bot_name(playing.id, place) in page
    assert page.count("<span>expert bot</span>") == 2 and "Bot 2" not in page


@pytest.mark.django_db
def test_the_log_and_the_api_name_it(playing: Any) -> None:
    services.bot_move(table_id=playing.id, hurried=True)
    update = update_sent(table_load(playing.id), None, 0)
    place = update["events"][-1]["place"]
    assert update["events"][-1]["text"].startswith(bot_name(playing.id, place))
    named = {seat["place"]: (seat["name"], seat["user"], seat["bot"]) for seat in update["seats"]}
    assert named[place] == (bot_name(playing.id, place), None, "expert")
    (listed,) = table_documents([playing.id], None)
    assert {seat.place: seat.name for seat in listed.seats} == {
        place: name for place, (name, _user, _bot) in named.items()
    }


@pytest.mark.django_db
def test_lists_and_mails_name_it_with_its_level(playing: Any) -> None:
    (card,) = cards_of([playing.id])
    places = bots_at(playing)
    said = [f"{bot_name(playing.id, place)} (expert bot)" for place in places]
    assert [sitter(seat) for seat in card.seats if seat.place in places] == said
    row = table_load(playing.id)
    assert set(said) <= {player.name for player in players_for(row.seats, None)}
    Seat.objects.filter(table_id=playing.id, user__isnull=False).update(deciding=False, since=None)
    (card,) = cards_of([playing.id])
    assert deciders(card) == ", ".join(said), "it waits for them"


@pytest.mark.django_db
def test_the_result_and_the_history_name_it(playing: Any) -> None:
    while playing.asked():
        if not services.bot_move(table_id=playing.id, hurried=True):
            playing.play(playing.asked()[0])
    result = client_of(playing.users[0]).get(f"/tables/{playing.id}/").text
    assert result.count("<small>expert bot</small>") == 2
    history = Client().get(reverse("history"), {"status": "finished"}).text
    for place in bots_at(playing):
        assert f"{bot_name(playing.id, place)} (expert bot)" in history


@pytest.mark.django_db
def test_before_places_are_drawn_it_has_none(people: list[Any]) -> None:
    table = Table.objects.create(game="pier", host=people[0], seats_min=2, seats_max=3)
    Seat.objects.create(table=table, place=0, user=people[0])
    seat = Seat.objects.create(table=table, place=1, bot="master")
    (card,) = cards_of([table.pk])
    assert [sitter(one) for one in card.seats] == ["ana", "Master bot"] and sitter(seat) == (
        "Master bot"
    )
    (listed,) = table_documents([table.pk], None)
    assert [one.name for one in listed.seats] == ["ana", None]
    assert update_sent(table_load(table.pk), None, 0)["seats"][1]["name"] is None


@pytest.mark.django_db
def test_whose_account_is_gone_is_no_bot(playing: Any) -> None:
    place = bots_at(playing)[0]
    Seat.objects.filter(table_id=playing.id, place=place).update(bot=GONE)
    row = table_load(playing.id)
    assert wording_for(row).seats[place] == "Somebody who left"
    assert update_sent(row, None, 0)["seats"][place]["name"] is None
    (card,) = cards_of([playing.id])
    assert sitter(card.seats[place]) == "nobody"


@pytest.mark.django_db
def test_a_person_for_whom_a_bot_plays_keeps_their_name(playing: Any) -> None:
    seat = playing.table.seats.get(user__isnull=False)
    services.seat_resign(table_id=playing.id, user_id=seat.user_id)
    row = table_load(playing.id)
    assert wording_for(row).seats[seat.place] == seat.user.username
    scene = Scene(row, seat.user, table_update(row, seat.user_id, 0))
    assert scene.seats[seat.place].kind == ""


def test_the_levels_of_the_form_are_those_with_words() -> None:
    for rules in GAMES.values():
        assert {name for name, _words in levels_of(rules)} == set(KINDS)
