"""What a finger touches on a phone is large enough for it, in every game."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.models import Table
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, play_until, user_asked
from tests.browser.conftest import Opener
from tools.living.table import LISTENS, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

APART = 6  # questions between two looks
LOOKS = 5
TOO_SMALL = """() => {
    panel.classList.remove("folded");
    for (const fold of panel.querySelectorAll("details")) fold.open = true;
    const controls = ".tools button, .steps a, .next-table, .strip :is(a, button),"
        + " #panel :is(button:not(.handle), summary, input, select), #board :is(a, button, select)";
    return [...document.querySelectorAll(controls)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => ({ one, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 2 && (box.height < 39.5 || box.width < 36))
        .map(({ one, box }) => `${one.outerHTML.slice(0, 90)}: ${box.width} x ${box.height}`);
}"""
"""Controls under 40 px high, or so narrow that their neighbours are hit."""

OPEN_ALL = """() => {
    panel.classList.remove("folded");
    for (const fold of document.querySelectorAll("details")) fold.open = true;
    for (const tab of document.querySelectorAll(".tab")) tab.click();
}"""
SMALL_FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
    .filter((one) => !["hidden", "checkbox", "radio", "range"].includes(one.type))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
    .map((one) => one.outerHTML.slice(0, 90))"""
"""Fields into which an iPhone zooms when they are touched."""
TAKEN_WHOLE = """() => [...document.querySelectorAll("#board *, #players *")]
    .filter((one) => getComputedStyle(one).userSelect === "all").map((one) => one.outerHTML)"""
"""Pieces that a long press, which is for help, would select."""


def go_on(table: Table) -> None:
    """Let people answer some questions."""
    left = iter(range(APART))
    play_until(table, lambda *_: next(left, None) is None)


def too_small(page: Page) -> list[str]:
    """The controls that a finger would miss."""
    found: list[str] = page.evaluate(TOO_SMALL)
    return found


@pytest.mark.parametrize("game", games_in_lobby())
def test_controls_are_as_high_as_a_finger_needs(open_table: Opener, game: str) -> None:
    table = begin(game, seed="fingers")
    for _ in range(LOOKS):
        go_on(table)
        page = open_table(table, user_asked(table), **PHONE, reduced_motion="reduce")
        assert not too_small(page)
        page.context.close()


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_touch_neither_zooms_nor_selects(open_table: Opener, game: str) -> None:
    table = begin(game, seed="fingers")
    page = open_table(table, user_asked(table), **PHONE)
    page.wait_for_function(LISTENS)
    page.evaluate(OPEN_ALL)
    page.locator("#say [name=text], #notes textarea").nth(2).wait_for(state="attached")
    assert page.evaluate(SMALL_FIELDS) == []
    assert page.evaluate(TAKEN_WHOLE) == []
