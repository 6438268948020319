"""Looking back: as one could see it then, and after the end as the rules have opened it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from games.changing import services
from games.models import Seat
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling import history

pytestmark = pytest.mark.django_db

VIEWERS = (None, 0, 1)


def bids(playing: Any, number: int, place: int | None) -> list[int | None]:
    view = history.view_at(table_load(playing.id), number, place)
    assert view is not None
    return [player["bid"] for player in view["players"]]


def test_sealed_bids_are_opened_by_the_end(begin):
    playing = begin(seats=2)
    playing.play(0, 3)
    hidden = {None: [None, None], 0: [3, None], 1: [None, None]}
    while playing.asked():
        assert {viewer: bids(playing, 2, viewer) for viewer in VIEWERS} == hidden
        playing.play(playing.asked()[0], 0)
    assert [bids(playing, 2, viewer) for viewer in VIEWERS] == [[3, None]] * 3
    page = Client().get(f"/tables/{playing.id}/live?at=2").json()
    assert re.search(r'data-tick="bid:0">3<', page["parts"]["belongings:0"])


def test_an_end_that_opens_nothing_leaves_it_hidden(begin):
    """Who is left has won, but the game itself is not over."""
    playing = begin(seats=2)
    playing.play(0, 3)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(1).pk)
    assert playing.table.status == "finished"
    assert bids(playing, 2, 0) == [3, None]
    assert bids(playing, 2, 1) == bids(playing, 2, None) == [None, None]


def held(playing: Any, number: int, place: int | None) -> list[bool]:
    """Whose holdings a viewer of Santiago de Cuba sees after an entry."""
    view = history.view_at(table_load(playing.id), number, place)
    assert view is not None
    return [player["holdings"] is not None for player in view["players"]]


def test_screens_are_lifted_by_the_end(begin):
    playing = begin(game="santiago_de_cuba", options={"info": "screens"}, seed="screens")
    Seat.objects.filter(table_id=playing.id).update(bot=GAMES["santiago_de_cuba"].stand_in)
    for _ in range(40):
        services.bot_move(table_id=playing.id)
    behind = [[False, False], [True, False], [False, True]]
    assert [held(playing, 20, viewer) for viewer in VIEWERS] == behind
    while services.bot_move(table_id=playing.id):
        assert playing.table.number < 3000, "the game goes on and on"
    assert playing.table.status == "finished"
    assert [held(playing, 20, viewer) for viewer in VIEWERS] == [[True, True]] * 3


def test_looking_back_asks_the_same_number_of_queries_before_and_after_the_end(
    begin, django_assert_num_queries
):
    playing = begin(seats=2)
    playing.play(0, 3)
    before = table_load(playing.id)
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    after = table_load(playing.id)
    for row in (before, after):
        with django_assert_num_queries(1):
            history.view_at(row, 2, None)
