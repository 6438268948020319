"""A lesson in a browser, the rules beside a board, and what helps at a first table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from tests.browser.at_table import at_pier, inspect, sit_down, user_at
from tests.browser.conftest import Opener
from tools.living.table import LISTENS, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LESSON = "/games/pier/lessons/bidding/"


@pytest.mark.sample
def test_a_lesson_from_an_empty_browser(page: Page, live: str, complaints: list[str]) -> None:
    page.goto(live + LESSON)
    said, pointers = page.locator(".lesson"), page.locator(".pointer:visible")
    expect(said).to_contain_text("Step 1 of 4")
    expect(pointers).to_have_count(1)
    inspect(page)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Your bid")).to_be_visible()
    expect(page.locator(".answers")).to_have_css("overflow", "visible")  # nothing cuts an answer
    page.get_by_role("button", name="0 coins").click()
    expect(page.get_by_role("alert")).to_contain_text("gets no crate")
    inspect(page)
    page.get_by_role("button", name="3 coins").click()
    expect(said).to_contain_text("Ben bid only 1")
    expect(page.locator("#lines")).to_contain_text("The bids: 3, 1.")
    page.locator("#board [data-spot='crate:7']").click()
    expect(said).to_contain_text("Step 4 of 4")
    page.locator("button.answer").click()
    expect(said).to_contain_text("Now you know all of Pier")
    page.reload()
    expect(said).to_contain_text("Now you know all of Pier")
    page.get_by_role("button", name="One step back").click()
    expect(said).to_contain_text("Step 4 of 4")
    assert Table.objects.count() == 0


def test_a_lesson_by_keyboard_on_a_phone(open_page: Page, live: str) -> None:
    page = open_page
    page.goto(live + LESSON)
    page.wait_for_function(LISTENS)
    page.get_by_role("button", name="Continue").press("Enter")
    expect(page.get_by_role("heading", name="Your bid")).to_be_visible()
    expect(page.get_by_role("button", name="0 coins")).to_be_in_viewport(ratio=1)
    page.keyboard.press("4")
    expect(page.locator(".lesson")).to_contain_text("Ben bid only 1")
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    expect(page.locator(".lesson")).to_contain_text("Step 4 of 4")


@pytest.fixture
def open_page(new_context) -> Page:  # type: ignore[no-untyped-def]
    return new_context(**PHONE).new_page()  # type: ignore[no-any-return]


def test_the_rules_open_where_the_question_is_explained(
    page: Page, live: str, complaints: list[str]
) -> None:
    at_pier(page, live)
    page.get_by_role("link", name="Rules", exact=True).click()
    beside = page.get_by_role("dialog", name="Rules")
    expect(beside.locator(".here h2")).to_have_text("A round")
    inspect(page)
    beside.get_by_role("link", name="All on one page").wait_for()
    page.keyboard.press("2")
    expect(
        page.get_by_role("link", name="Rules", exact=True), "the board stays in use"
    ).to_be_visible()
    page.keyboard.press("Escape")
    expect(beside).to_have_count(0)


def test_a_pinned_tip_leads_to_its_section(page: Page, live: str, complaints: list[str]) -> None:
    at_pier(page, live)
    page.locator("#explain").click()
    page.locator("#board [data-about='crate']").first.click()
    page.get_by_role("link", name="In the rules").click()
    expect(page.locator("#rules-beside .here h2")).to_have_text("Taking a crate")


def test_the_controls_are_explained_at_the_first_table_only(
    page: Page, live: str, open_table: Opener
) -> None:
    table = at_pier(page, live)
    first = page.get_by_role("region", name="Your first game of Pier")
    inspect(page)
    first.get_by_text("Tips", exact=True).click()
    expect(first.get_by_role("listitem")).to_have_count(3)
    inspect(page)
    page.get_by_role("button", name="Got it").click()
    expect(first).to_have_count(0)
    page.reload()
    expect(page.locator("button.answer").first).to_be_visible()
    expect(first).to_have_count(0)
    watching = open_table(table, user_at(table, 1))
    expect(watching.get_by_role("region", name="Your first game of Pier")).to_have_count(1)


def test_w_goes_through_all_that_can_be_done(page: Page, live: str) -> None:
    table = at_pier(page, live)
    names = []
    for _ in range(7):
        page.keyboard.press("w")
        names.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert len(set(names)) == 6 and names[6] == names[0], "six bids, then the first again"
    page.keyboard.press("Shift+w")
    assert page.evaluate("document.activeElement.textContent.trim()") == names[5]
    sit_down(page, live, table, user_at(table, 0))
    page.get_by_role("button", name="What can I do now?").click()
    assert page.evaluate("document.activeElement.textContent.trim()") == names[0]


def test_the_log_says_you(page: Page, live: str) -> None:
    table = at_pier(page, live)
    me = user_at(table, 0).username
    page.locator("button.answer").nth(2).click()
    expect(page.locator("#lines")).to_contain_text(f"{me} (you) has bid 2.")
