"""An answer styles what it changes, not the whole page, and measures it once."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, confirm_if_asked, person_at, play_until
from tests.browser.conftest import Opener
from tools.living.comparing import seen_on
from tools.living.table import question, wait_for_entry
from tools.living.whole_game import HAND

ANSWERS = 3
MOST = {"santiago_de_cuba": 0.35, "port_royal": 0.32, "guatemala_cafe": 0.23, "cuba": 0.06}
"""Of a page's elements, for an answer on the average: 0.28, 0.26, 0.18 and 0 are styled."""
MUCH = 1 / 8  # of a page's elements: less of them are styled in each frame of what moves
SHOW = "turn.port1.onmessage"  # of swap.js: it shows all updates that have come
Traced = dict[str, Any]


class Work(NamedTuple):
    """What Chromium has done for an answer, of what it traces."""

    styled: int  # elements, in steps of many
    laid_out: list[int]  # how often, while each update was shown


def work_in(events: list[Traced], elements: int) -> Work:
    """Read what was traced on a page of so many elements."""
    counts = [
        event["args"].get("elementCount", 0)
        for event in events
        if event["name"] == "UpdateLayoutTree"
    ]
    layouts = [event for event in events if event["name"] == "Layout"]
    shown = [
        event
        for event in events
        if event["name"] == "FunctionCall" and event["args"]["data"].get("functionName") == SHOW
    ]
    assert counts and shown
    return Work(
        sum(count for count in counts if count > MUCH * elements),
        [sum(is_within(layout, update) for layout in layouts) for update in shown],
    )


def is_within(event: Traced, other: Traced) -> bool:
    """Whether something has happened while something else did, in the same thread."""
    begun = event["ts"] - other["ts"]
    return event["tid"] == other["tid"] and 0 <= begun <= other["dur"]


@pytest.mark.browser
@pytest.mark.modules  # a bundle has no names of functions
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", games_in_lobby())
def test_answers_style_little_of_the_page_and_measure_it_once(
    open_table: Opener, game: str
) -> None:
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
        count = page.locator("*").count()
        work = work_in(json.loads(browser.stop_tracing())["traceEvents"], count)
        assert max(work.laid_out) <= 1, "and once more when it is painted"
        styled += work.styled
        elements += count
        play_until(table, lambda _state, _decision: True)
        wait_for_entry(page, table)
    assert styled < MOST[game] * elements
