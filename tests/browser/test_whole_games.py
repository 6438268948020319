"""Whole games of every kind by one way only: touch, keyboard, or what a screen reader gets.

A person with a page sits against a bot. What to answer is left to the game's own bot; how, is up to
the page.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.changing import services
from games.models import Table
from games.storing.rows import table_load
from lobby.opening import games_in_lobby
from tests.browser.at_table import begin, user_at
from tests.browser.conftest import Opener
from tools.living.table import (
    PHONE,
    question,
    wait_for_change,
    wait_for_entry,
    wait_for_question,
)
from tools.living.ways import confirm, way_on
from tools.living.whole_game import wanted

pytestmark = [pytest.mark.browser, pytest.mark.costly, pytest.mark.django_db(transaction=True)]

DESK: dict[str, Any] = {
    "viewport": {"width": 1440, "height": 900},
    "reduced_motion": "reduce",  # what moves is looked at in test_living_games.py
}
HAND = {**PHONE, "device_scale_factor": 1}  # drawing costs a quarter so
FEWEST = 15  # answers of a person in a whole game


def play_to_the_end(table: Table, page: Page, way: str) -> None:
    """Give every answer of the person in one way until the page shows the result."""
    chance, count = random.Random(table.game), 0
    answer = way_on(page, way)
    while (row := table_load(table.pk)).status == "playing":
        seat = next(seat for seat in row.seats if seat.deciding)
        if seat.bot:
            services.bot_move(table_id=table.pk, chance=chance)
            continue
        wait_for_entry(page, table)
        page.locator(".ask.mine").wait_for()
        before = question(page)
        answer(page, wanted(row, seat.place, chance), table.game)
        wait_for_change(page, before)
        if question(page) == before:
            confirm(page, way)
            wait_for_question(page, before)
        count += 1
    wait_for_entry(page, table)
    expect(page.locator("#panel .standings")).to_be_visible()
    assert count >= FEWEST


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_whole_game_by_keyboard(open_table: Opener, game: str) -> None:
    table = begin(game, bots=1, seed="keys")
    play_to_the_end(table, open_table(table, person_at(table), **DESK), "keyboard")


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_whole_game_by_what_a_screen_reader_gets(open_table: Opener, game: str) -> None:
    table = begin(game, bots=1, seed="heard")
    play_to_the_end(table, open_table(table, person_at(table), **DESK), "tree")


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_whole_game_by_touch(open_table: Opener, game: str) -> None:
    table = begin(game, bots=1, seed="touched")
    play_to_the_end(table, open_table(table, person_at(table), **HAND), "touch")


def person_at(table: Table) -> Any:
    """The one person at a table with a bot."""
    return next(filter(None, (user_at(table, place) for place in range(2))))
