"""Numbers at a table are true at every moment, however fast changes follow each other.

With motion, in every game: the page's clock stands between two changes, which come over the real
socket, so that they are as far apart as the test says.
"""

from __future__ import annotations

import random
from itertools import cycle, islice

import pytest
from playwright.sync_api import CDPSession, Page

from games.models import Table
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, sit_down, user_at
from tests.browser.sockets import Sockets
from tools.living.table import IS_OPEN, play_one, wait_for_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

APART = (0, 50, 150, 400)  # milliseconds from one change to the next
PAIRS = 8  # of changes
FREEZES = 4
REST = 5_000  # milliseconds after which nothing moves any more
SHOWN = """(source) => {
    const numbers = [...source.querySelectorAll("[data-tick]")];
    return Object.fromEntries(numbers.map((one) => [one.dataset.tick, one.textContent.trim()]));
}"""
ON_SHOW = f"() => ({SHOWN})(document)"
ON_A_FRESH_PAGE = f"""async () => {{
    const text = await (await fetch(location.href)).text();
    return ({SHOWN})(new DOMParser().parseFromString(text, "text/html"));
}}"""


def wrong(page: Page) -> dict[str, tuple[str, str]]:
    """The numbers that are not those of a fresh page: what is shown, and what is true."""
    shown, true = page.evaluate(ON_SHOW), page.evaluate(ON_A_FRESH_PAGE)
    assert shown.keys() == true.keys()
    return {name: (shown[name], true[name]) for name in true if shown[name] != true[name]}


def changing_table(page: Page, live: str, game: str) -> Table:
    """A table of two people, one of whom looks at it, and has seen what there is."""
    table = begin(game, seed="numbers")
    sit_down(page, live, table, user_at(table, 0))
    page.wait_for_function(IS_OPEN)
    wait_for_entry(page, table)
    return table


@pytest.mark.parametrize("game", games_in_lobby())
def test_two_changes_at_any_distance(
    page: Page, live: str, complaints: list[str], game: str
) -> None:
    sockets = Sockets(page)
    table, chance = changing_table(page, live, game), random.Random(game)
    sockets.stop_clock()
    sockets.let_pass(REST)
    half_way, at_rest = [], []
    for apart in islice(cycle(APART), PAIRS):
        for _ in range(2):
            play_one(table, chance)
            wait_for_entry(page, table)
            sockets.let_pass(apart)
            half_way.append(wrong(page))
        sockets.let_pass(REST)
        at_rest.append(wrong(page))
    assert not list(filter(None, at_rest)), "they stay wrong"
    assert not list(filter(None, half_way)), "they are wrong for a moment"


@pytest.mark.parametrize("game", games_in_lobby())
def test_changes_that_a_frozen_page_hears_of_at_once(
    page: Page, live: str, complaints: list[str], game: str
) -> None:
    table, chance = changing_table(page, live, game), random.Random(game)
    tools = page.context.new_cdp_session(page)
    for _ in range(FREEZES):
        play_one(table, chance)
        wait_for_entry(page, table)
        freeze(tools, "frozen")
        for _ in range(3):
            play_one(table, chance)
        freeze(tools, "active")
        wait_for_entry(page, table)
        assert not wrong(page)


def freeze(tools: CDPSession, state: str) -> None:
    """Stop the page as a browser does with a tab in the background, or let it go on."""
    tools.send("Page.setWebLifecycleState", {"state": state})
