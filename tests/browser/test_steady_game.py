"""Nothing on a table's page moves while a whole game goes by and nobody touches it.

All of the browser's entries count, also those that it leaves out of its own sum.
"""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page
from pytest_playwright.pytest_playwright import CreateContextCallback

from accounts.models import User
from games.storing.rows import table_load
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, sign_in, user_at
from tests.browser.test_steady import SCREENS, WATCH, shifts_of, too_much
from tools.living.table import IS_OPEN, play_one, wait_for_entry

SHORT = {
    "santiago_de_cuba": (3, "8"),
    "port_royal": (3, "18"),
    "guatemala_cafe": (3, "quay"),
    "cuba": (2, "quay"),
}
"""For each game the number of players, and a seed of a game with few moves."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.costly
@pytest.mark.slow
@pytest.mark.parametrize("game", games_in_lobby())
def test_nothing_moves_while_a_game_goes_by(
    new_context: CreateContextCallback, live: str, game: str
) -> None:
    """On a phone of one and a desktop of another player, who move on other devices."""
    people, seed = SHORT[game]
    table = begin(game, people, seed)
    User.objects.update(catch_up=False)
    pages: dict[str, Page] = {}
    moved: dict[str, list[tuple[float, str]]] = {}
    for place, screen in enumerate(("phone", "desktop")):
        # What glides is moved by a transform, which is no layout shift; without motion it is quick.
        context = new_context(**SCREENS[screen], reduced_motion="reduce")
        context.add_init_script(WATCH)
        sign_in(context, live, user_at(table, place))
        page = pages[screen] = context.new_page()
        page.goto(live + table.get_absolute_url())
        page.wait_for_function(IS_OPEN)
        moved[screen] = shifts_of(page)
    chance = random.Random(7)
    while True:
        play_one(table, chance)
        for page in pages.values():
            wait_for_entry(page, table)
        if table_load(table.pk).status != "playing":
            break
    for screen, page in pages.items():
        moved[screen] += shifts_of(page)
    assert not {screen: seen for screen, shifts in moved.items() if (seen := too_much(shifts))}
