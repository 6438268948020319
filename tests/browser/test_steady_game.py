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
from lobby.opening import games_in_lobby
from tests.browser.at_table import begin, sign_in, user_at
from tests.browser.test_steady import MOST, SCREENS, WATCH
from tools.living.comparing import RESTS
from tools.living.table import IS_OPEN, play_one, wait_for_entry
from tools.patience import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def shifts(page: Page, number: int) -> list[tuple[float, str]]:
    """Return what has moved on a page since it was asked last, once it rests."""
    page.evaluate(
        f"([hurried, patience]) => ({RESTS})(hurried, patience)", [False, 1000 * PATIENCE]
    )
    return [
        (shift["value"], f"{number}: {shift['value']:.4f} {shift['what']}")
        for shift in page.evaluate("window.shifts.splice(0)")
    ]


@pytest.mark.costly
@pytest.mark.slow
@pytest.mark.parametrize("game", games_in_lobby())
def test_nothing_moves_while_a_game_goes_by(
    new_context: CreateContextCallback, live: str, game: str
) -> None:
    """On a phone of one and a desktop of another of three players, who move on other devices."""
    table = begin(game, 3)
    User.objects.update(catch_up=False)
    pages: dict[str, Page] = {}
    moved: dict[str, list[tuple[float, str]]] = {}
    for place, screen in enumerate(("phone", "desktop")):
        context = new_context(**SCREENS[screen], reduced_motion="reduce")
        context.add_init_script(WATCH)
        sign_in(context, live, user_at(table, place))
        page = pages[screen] = context.new_page()
        page.goto(live + table.get_absolute_url())
        page.wait_for_function(f"({IS_OPEN})()")
        moved[screen] = shifts(page, 0)
    chance = random.Random(7)
    while True:
        play_one(table, chance)
        if table_load(table.pk).status != "playing":
            break  # the result takes its place
        for screen, page in pages.items():
            wait_for_entry(page, table)
            moved[screen] += shifts(page, table.number)
    sums = {screen: sum(value for value, _ in entries) for screen, entries in moved.items()}
    assert not {
        screen: (sums[screen], sorted(text for _, text in entries))
        for screen, entries in moved.items()
        if sums[screen] > MOST
    }
