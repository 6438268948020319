"""A table on paper: the whole board, everybody's belongings and the log; nothing over them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from games.models import Table
from tests.browser.at_table import sit_down, user_asked
from tests.people import people_make
from tools import samples

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.costly]

PAPER = {"width": 718, "height": 1046}  # A4 at 96 dots an inch, less its edges
LEFT_OUT = "header.edge, #panel, #strip, #tip, .tools, .first-time, #chat, #notes, #since"
SHOWN = ".table-title", "#players .seat", "#board", "#lines .line"
OVERLAPS = """parts => {
    const boxes = parts.flatMap((part) => [...document.querySelectorAll(part)])
        .filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
    return boxes.flatMap(([one, a], number) => boxes.slice(number + 1)
        .filter(([other, b]) => !one.contains(other) && !other.contains(one)
            && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1)
        .map(([other]) => `${one.outerHTML.slice(0, 80)} ${other.outerHTML.slice(0, 80)}`));
}"""
CUT = """() => {
    const board = document.querySelector("#board > *").getBoundingClientRect();
    const view = document.getElementById("view").getBoundingClientRect();
    const wider = document.documentElement.scrollWidth - innerWidth;
    const sideways = Math.max(0, view.left - board.left, board.right - view.right);
    return [sideways, Math.max(0, board.bottom - view.bottom), wider];
}"""


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("game", ["cuba", "guatemala_cafe", "port_royal", "santiago_de_cuba"])
def test_a_table_on_paper(page: Page, live: str, game: str, width: int) -> None:
    sample = samples.Sample(game, 3, {})
    users = people_make("Ana", "Ben", "Carla")
    table = Table.objects.get(pk=samples.table_make(sample, users, "middle"))
    page.set_viewport_size({"width": width, "height": 844})
    sit_down(page, live, table, user_asked(table))
    page.locator("#board > *").first.wait_for()
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    assert page.locator(LEFT_OUT).filter(visible=True).count() == 0
    for shown in SHOWN:
        assert page.locator(shown).filter(visible=True).count()
    assert page.locator("#players .seat").filter(visible=True).count() == 3
    assert page.evaluate(OVERLAPS, list(SHOWN)) == []
    sideways, below, wider = page.evaluate(CUT)
    assert max(sideways, below, wider) <= 1
