"""Tables in Firefox and WebKit, where they are installed: drawn whole, legible, and played."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from playwright.sync_api import expect

from games.models import Table
from games.rules.core.interface import Decision
from games.storing.rows import table_load
from lobby.terms.opening import games_in_lobby
from tests.browser import firefox, webkit
from tests.browser.at_table import begin, play_until, user_asked
from tests.browser.conftest import Opener
from tests.browser.engines import Tab
from tests.browser.enlarged import FILTERED, WRONG_STARTS
from tests.people import people_make, session_of
from tools.album.measures import SCRIPT, Measures
from tools.living.comparing import differences
from tools.living.table import AT_REST, IS_OPEN, SCALE, ShownPage, play_one, wait_for_entry
from tools.living.ways import Offer, number_in
from tools.living.whole_game import wanted
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.modules, pytest.mark.django_db(transaction=True)]

Opened = Callable[[Path], AbstractContextManager[Tab]]
FIREFOX, WEBKIT = firefox.firefox(), webkit.webkit()
ENGINES: dict[str, Opened | None] = {
    "firefox": partial(firefox.opened, FIREFOX) if FIREFOX else None,
    "webkit": partial(webkit.opened, WEBKIT) if WEBKIT else None,
}
PHONE = (390, 844)
ANSWERS = 4  # of the person in a short game

FIRST_ANSWER = """() => {
    const answers = [...document.querySelectorAll(".ask.mine .answer")];
    const answer = answers.find((it) => it.checkVisibility());
    if (!answer) return null;
    answer.scrollIntoView({ block: "center" });
    const box = answer.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
NUMBER = "() => Number(document.querySelector('#table').dataset.number)"
QUESTION = "() => document.querySelector('.ask')?.dataset.question ?? ''"
OTHER = """before => {
    document.querySelector("#panel.confirming [data-confirmed]")?.click();
    return document.querySelector(".ask")?.dataset.question !== before;
}"""
"""Confirm if asked to; whether the question is another one."""
ENLARGE = f"""() => {{
    if (({SCALE})() > 1) return;
    document.querySelector("[data-zoom=in]").click();
}}"""
REACHED = """async ([move, number]) => {
    const rest = async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    };
    const sorted = (one) => JSON.stringify(Object.entries(one).sort());
    const isMeant = (one) => sorted(JSON.parse(one.value)) === sorted(move);
    const buttonOf = () => [...document.querySelectorAll("button.answer")].find(isMeant);
    if (document.querySelector("#panel.folded")) document.getElementById("handle").click();
    for (const field of document.querySelectorAll("#panel [data-number] input")) {
        if (number === null || buttonOf()) break;
        field.value = number;
        field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    const button = buttonOf();
    const fold = button.closest("details");
    if (fold) fold.open = true;
    await rest();
    button.scrollIntoView({ block: "center", behavior: "instant" });
    await rest();
    const box = button.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return button.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
"""Return the point of the sheet at which an answer can be pressed."""


def has_a_choice(_: Any, decision: Decision) -> bool:
    """Return True for a question with more than a few answers."""
    return len(decision.moves) > 3


@pytest.fixture(scope="module", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Tab]:
    """One browser for all tests of the module."""
    opened = ENGINES[request.param]
    if opened is None:
        pytest.skip(f"needs {request.param}, which is not installed")
    with opened(tmp_path_factory.mktemp(request.param)) as tab:
        yield tab


@pytest.fixture
def tab(engine: Tab, live: str) -> Iterator[Tab]:
    """The same, which leaves the site before its server stops."""
    yield engine
    engine.goto("about:blank")


@pytest.fixture
def fresh(engine: Tab) -> Iterator[Tab]:
    """A page in another window of the browser."""
    beside = engine.beside()
    yield beside
    beside.close()


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_table_is_drawn_and_played(tab: Tab, live: str, game: str, tmp_path: Path) -> None:
    table = begin(game, seats=3, seed="fox")
    play_until(table, has_a_choice)
    tab.complaints()
    tab.sign_in(live, settings.SESSION_COOKIE_NAME, session_of(user_asked(table)))
    for width, height in ((1440, 900), (360, 740)):
        tab.resize(width, height)
        tab.goto(live + table.get_absolute_url())
        tab.wait_for_function("() => document.querySelector('.ask.mine') !== null")
        tab.screenshot(tmp_path / f"{game}-{width}.png")
        measures = msgspec.convert(tab.evaluate(SCRIPT), Measures)
        assert len(measures.texts) > 20
        assert measures.wide <= 0, f"{width} px wide, it scrolls sideways"
    tab.resize(1440, 900)
    tab.goto(live + table.get_absolute_url())
    before = tab.evaluate(NUMBER)
    place = tab.wait_for_function(FIRST_ANSWER)
    tab.click(*place)
    tab.wait_for_function(f"before => ({OTHER})() && ({NUMBER})() > before", arg=before)
    assert not tab.complaints()


@pytest.mark.parametrize("game", games_in_lobby())
@pytest.mark.costly
def test_a_short_game_on_a_phone(
    tab: Tab, fresh: Tab, live: str, game: str, tmp_path: Path
) -> None:
    """With motion, and compared with a fresh page after each turn; the board is enlarged."""
    table = table_begun(game, people_make("Ana", "Ben", catch_up=False), seed="engines")
    play_until(table, has_a_choice)
    reader, chance = user_asked(table), random.Random(game)
    tab.sign_in(live, settings.SESSION_COOKIE_NAME, session_of(reader))
    tab.complaints()
    for one in (tab, fresh):
        one.resize(*PHONE)
    tab.goto(live + table.get_absolute_url())
    tab.wait_for_function(IS_OPEN)
    for turn in range(ANSWERS):
        answer(tab, table, reader, chance)
        while user_asked(table) not in (reader, None):
            play_one(table, chance)
        assert not differences(tab, fresh, table, hurried=True, before=enlarge), turn
        assert tab.evaluate(FILTERED) == []
        tab.screenshot(tmp_path / f"{turn}.png")
    count, wrong = tab.evaluate(WRONG_STARTS)
    assert count
    assert wrong == []
    complaints = tab.complaints()
    assert [one for one in complaints if "ws://" not in one] == [], "but of a page that was left"


def answer(tab: Tab, table: Table, reader: Any, chance: random.Random) -> None:
    """Answer as the game's bot would, on the sheet, until somebody else is asked."""
    wait_for_entry(tab, table)
    while user_asked(table) == reader:
        row = table_load(table.pk)
        place = next(seat.place for seat in row.seats if seat.user_id == reader.pk)
        offer: Offer = wanted(row, place, chance)
        before = tab.evaluate(QUESTION)
        asked = [offer["move"], number_in(offer, table.game)]
        tab.click(*tab.wait_for_function(REACHED, arg=asked))
        tab.wait_for_function(OTHER, arg=before)
        wait_for_entry(tab, table)


def enlarge(page: ShownPage) -> None:
    """Enlarge the board by hand where the question has not."""
    page.evaluate(AT_REST)
    page.evaluate(ENLARGE)
    assert page.evaluate(AT_REST) > 1


MIDDLE = """(selector) => {
    const element = document.querySelector(selector);
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
IS_SHOWN = """(selector) => {
    const { x, y, width } = document.querySelector(selector).getBoundingClientRect();
    return width > 0 && document.elementFromPoint(x + 9, y + 9)?.closest(selector) != null;
}"""
"""Return true if an element is drawn, above all others."""


@pytest.mark.skipif(WEBKIT is None, reason="needs WebKit, which is not installed")
def test_a_browser_without_popovers(live: str, tmp_path: Path) -> None:
    """As Safari before 17: a class opens them, and keeps them open when their part is replaced."""
    table = begin("cuba", seed="enlarged")
    reader, estate = user_asked(table), "[id^=estate-].enlarged"
    assert WEBKIT is not None
    with webkit.opened(WEBKIT, tmp_path, "-PopoverAttribute") as tab:
        tab.resize(1280, 800)
        tab.sign_in(live, settings.SESSION_COOKIE_NAME, session_of(reader))
        tab.goto(live + table.get_absolute_url())
        tab.wait_for_function(IS_OPEN)
        for popover, button in (("#menu", "[popovertarget=menu]"), (estate, ".small-estate")):
            assert not tab.evaluate(IS_SHOWN, popover)
            tab.click(*tab.evaluate(MIDDLE, button))
            assert tab.evaluate(IS_SHOWN, popover)
            tab.screenshot(tmp_path / f"{button}.png")
        assert not tab.evaluate(IS_SHOWN, "#menu"), "a press elsewhere closes it"
        for _ in range(4):
            play_one(table, random.Random(1))
        wait_for_entry(tab, table)
        assert tab.evaluate(IS_SHOWN, estate)
        tab.click(*tab.evaluate(MIDDLE, f"{estate} [popovertargetaction=hide]"))
        assert not tab.evaluate(IS_SHOWN, estate)
        assert not tab.complaints()
        tab.goto("about:blank")


def test_a_browser_that_cannot_ask_for_scripts(open_table: Opener) -> None:
    """As Safari before 17: what holds only with scripts is in force all the same."""
    page = open_table(begin("pier"), None)
    page.add_init_script("""
        const ask = window.matchMedia.bind(window);
        window.matchMedia = (query) => ask(query.replace("scripting: enabled", "scripting: none"));
    """)
    page.reload()
    expect(page.locator("#scripted")).to_have_attribute("media", "all")
