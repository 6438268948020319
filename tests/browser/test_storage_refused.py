"""A browser that refuses cookies, and storage with them, still shows a visitor all that happens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import begin, choose_tab, play_for
from tools.living.table import wait_for_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LESSON = "/games/pier/lessons/bidding/"
REFUSE = """for (const name of ["localStorage", "sessionStorage"]) {
    const get = () => { throw new DOMException("refused", "SecurityError"); };
    Object.defineProperty(window, name, { get });
}"""


@pytest.fixture
def refusing(page: Page) -> Page:
    """A page whose browser keeps nothing."""
    page.add_init_script(REFUSE)
    return page


def test_a_table_lives(refusing: Page, live: str, complaints: list[str]) -> None:
    table = begin("pier")
    refusing.goto(live + table.get_absolute_url())
    play_for(table, 0)
    wait_for_entry(refusing, table)
    choose_tab(refusing, "Table")
    described = refusing.locator("#in-words summary")
    described.click()
    expect(refusing.locator("#in-words h3").first).to_be_visible()


def test_a_lesson_is_played(refusing: Page, live: str, complaints: list[str]) -> None:
    refusing.goto(f"{live}{LESSON}")
    refusing.get_by_role("button", name="Continue").click()
    refusing.get_by_role("button", name="3 coins").click()
    expect(refusing.locator(".lesson")).to_contain_text("Ben bid only 1")
