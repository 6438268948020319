"""An answer styles what it changes, not the whole page: a phone would stand still for that."""

from __future__ import annotations

import json

import pytest

from lobby.opening import games_in_lobby
from tests.browser.at_table import begin, confirm_if_asked, person_at, play_until
from tests.browser.conftest import Opener
from tools.living.comparing import seen_on
from tools.living.table import question, wait_for_entry
from tools.living.whole_game import HAND

ANSWERS = 3
STYLED = "UpdateLayoutTree"  # in what Chromium traces
MUCH = 1 / 8  # of a page's elements: less of them are styled in each frame of what moves


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", games_in_lobby())
def test_answers_style_less_than_the_whole_page(open_table: Opener, game: str) -> None:
    table = begin(game, bots=1, seed="styles")
    play_until(table, lambda _state, _decision: True)
    page = open_table(table, person_at(table), **HAND)
    browser = page.context.browser
    assert browser
    styled = elements = 0
    for _ in range(ANSWERS):
        seen_on(page)
        browser.start_tracing(page=page, categories=["devtools.timeline"])
        before = question(page)
        page.locator("button.answer").first.evaluate("button => button.click()")
        confirm_if_asked(page, before)
        wait_for_entry(page, table)
        seen_on(page)
        events = json.loads(browser.stop_tracing())["traceEvents"]
        count = page.locator("*").count()
        counts = [
            event["args"].get("elementCount", 0) for event in events if event["name"] == STYLED
        ]
        assert counts
        styled += sum(number for number in counts if number > MUCH * count)
        elements += count
        play_until(table, lambda _state, _decision: True)
        wait_for_entry(page, table)
    assert styled < elements
