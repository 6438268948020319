"""Colours of day and night: as the device or the reader wants; on paper those of the day."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from tests.browser.at_table import begin, user_at
from tests.browser.conftest import Opener
from tools.living.table import play_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAINTED = """() => [...document.querySelectorAll(".by-day, .by-day *")].map((one) => {
    const { backgroundColor, color, fill, stroke } = getComputedStyle(one);
    const name = [one.localName, one.getAttribute("class")].join(".");
    return [name, color, [fill, stroke, backgroundColor]];
})"""
"""The elements that are by day: their names, the colour of their text, and how they are painted."""
GROUND = "() => getComputedStyle(document.body).backgroundColor"
DAY, NIGHT = "rgb(243, 232, 213)", "rgb(23, 17, 13)"


@pytest.mark.parametrize("game", ["cuba", "port_royal", "santiago_de_cuba"])
def test_what_is_printed_on_paper_has_the_colours_of_the_day(open_table: Opener, game: str) -> None:
    table, chance = begin(game, 4, seed="paper"), random.Random(game)
    for _ in range(60):
        play_one(table, chance)
    page = open_table(table, user_at(table, 0), color_scheme="light")
    by_day = page.evaluate(PAINTED)
    assert len(by_day) > 2
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(GROUND) == NIGHT
    differ = [
        (name, paint, after)
        for (name, text, paints), (_, _, afters) in zip(by_day, page.evaluate(PAINTED), strict=True)
        for paint, after in zip(paints, afters, strict=True)
        if paint != after and paint != text  # what is painted as text is may be around it
    ]
    assert differ == []


@pytest.mark.parametrize(
    ("theme", "light", "dark"),
    [("auto", DAY, NIGHT), ("light", DAY, DAY), ("dark", NIGHT, NIGHT)],
)
def test_the_reader_chooses_or_leaves_it_to_the_device(
    page: Page, live: str, theme: str, light: str, dark: str
) -> None:
    page.context.add_cookies([{"name": "theme", "value": theme, "url": live}])
    page.goto(live)
    for scheme, ground in (("light", light), ("dark", dark)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate(GROUND) == ground
