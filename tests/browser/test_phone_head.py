"""A phone at a table: what its first sight shows, and that tools are a menu."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from accounts.models import User
from games.models import Table
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import NAMES, begin, play_until, sign_in, tool, user_asked
from tests.browser.conftest import Opener
from tests.people import people_make
from tools.living.table import AT_REST, IS_OPEN, PHONE, SCALE
from tools.samples import Sample, table_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LATEST = 160  # pixels from the top of the page at which the board begins
SIZES = ((360, 740), (390, 844))
WHOLE = """it => {
    const words = document.createRange();
    words.selectNodeContents(it);
    const [text, sheet] = [words, it.closest("#panel")].map((one) => one.getBoundingClientRect());
    const bottom = Math.min(sheet.bottom, innerHeight);
    const isIn = text.right <= sheet.right && text.bottom <= bottom;
    return isIn && getComputedStyle(it).overflow === "visible";
}"""
ONE_ROW = """head => {
    const { top, bottom } = head.getBoundingClientRect();
    const all = [...head.querySelectorAll("a, button, summary, .turn")];
    const boxes = all.filter((one) => one.offsetWidth).map((one) => one.getBoundingClientRect());
    return bottom - top < 50 && boxes.every((box) => box.top >= top && box.bottom <= bottom);
}"""
TOP = "it => it.getBoundingClientRect().top + scrollY"


def opened(
    new_context: CreateContextCallback, live: str, game: str, language: str = "en"
) -> tuple[Page, Table]:
    """Open a table of three in the middle of a game, on the phone of somebody who is asked."""
    people = people_make(*NAMES[:3])
    User.objects.update(catch_up=False, language=language)
    table = Table.objects.get(pk=table_make(Sample(game, 3, {}), people, "middle"))
    context = new_context(**PHONE)
    context.add_init_script(f"localStorage.setItem('table.met.{game}', '1')")
    sign_in(context, live, user_asked(table))
    page = context.new_page()
    page.goto(live + table.get_absolute_url())
    page.wait_for_function(IS_OPEN)
    return page, table


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", games_in_lobby())
def test_the_board_begins_early_and_the_question_is_whole(
    new_context: CreateContextCallback, live: str, game: str, language: str
) -> None:
    page, _ = opened(new_context, live, game, language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#stage").evaluate(TOP) <= LATEST, f"at {width}"
        assert page.locator("#prompt").evaluate(WHOLE)
        expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)


def test_the_tools_are_a_menu_with_words(new_context: CreateContextCallback, live: str) -> None:
    page, _ = opened(new_context, live, "santiago_de_cuba")
    tools = page.locator("#tools")
    expect(tools).to_be_hidden()
    rules = tool(page, "#to-rules")
    expect(rules).to_have_text("Rules")
    page.keyboard.press("Escape")
    expect(tools).to_be_hidden()
    follow = tool(page, "#follow")
    follow.tap()
    expect(follow).to_have_attribute("aria-pressed", "false")
    expect(tools).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(tools).to_be_visible()
    expect(page.locator(".to-tools")).to_be_hidden()


def test_a_link_to_the_chat_shows_it(open_table: Opener) -> None:
    """The board comes forward once the reader is back there."""
    table = begin("pier")
    play_until(table, lambda _, decision: decision.key == "take")
    page = open_table(table, user_asked(table), **PHONE)
    page.wait_for_function(f"() => ({SCALE})() > 1.25")
    address = page.url
    page.goto("about:blank")
    page.goto(f"{address}#chat")
    expect(page.get_by_label("Your message")).to_be_in_viewport()
    assert page.wait_for_function(AT_REST).json_value() == 1
    expect(page.get_by_label("Your message")).to_be_in_viewport()
    page.locator("#handle").tap()
    page.wait_for_function(f"() => ({SCALE})() > 1.25")


def test_who_decides_whether_to_go_on_sees_the_ships(open_table: Opener) -> None:
    table = begin("port_royal", 5)
    play_until(table, lambda state, decision: decision.key == "discover" and len(state.harbour) > 1)
    low = {**PHONE, "viewport": {"width": 360, "height": 640}}
    page = open_table(table, user_asked(table), **low)
    page.wait_for_function(
        "() => [...document.querySelectorAll('.harbour > li')].every((card) => {"
        " const { top, bottom } = card.getBoundingClientRect();"
        " return top >= strip.getBoundingClientRect().bottom"
        " && bottom <= panel.getBoundingClientRect().top; })"
    )


def test_the_tips_of_a_first_game_cover_nothing(open_table: Opener) -> None:
    table = begin("santiago_de_cuba", 3)
    page = open_table(table, user_asked(table), **PHONE)
    tips, head = page.locator("#first-time"), page.locator(".table-head")
    expect(tips).to_be_visible()
    assert head.evaluate(ONE_ROW)
    seen = page.get_by_role("button", name="Got it")
    expect(seen).to_be_hidden()
    page.get_by_text("Tips", exact=True).tap()
    seen.tap()
    expect(tips).to_be_hidden()
