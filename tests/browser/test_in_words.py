"""What screen readers get of a table: the board in words, no bare numbers, a log of one stop."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.at_table import at_pier, choose_tab, click_answer, play_for
from tools.living.table import LISTENS, wait_for_entry
from tools.pace import until_heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_board_in_words_is_kept_in_step(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    words = page.locator("#in-words")
    expect(words.get_by_text("Ana:")).to_have_count(0)
    choose_tab(page, "Table")
    page.locator("summary", has_text="The board in words").press("Enter")
    expect(words.get_by_text("5 coins")).to_have_count(2)
    expect(words.get_by_role("heading", name="The players")).to_have_attribute(
        "aria-current", "step"
    )
    click_answer(page, 1)
    expect(words.get_by_text("has bid 1")).to_be_visible()
    play_for(table, 1)
    wait_for_entry(page, table)
    expect(words.get_by_role("heading", name="On the quay")).to_have_attribute(
        "aria-current", "step"
    )
    page.locator("a[data-step=first]").click()
    expect(words.get_by_text("5 coins")).to_have_count(2)
    page.reload()
    expect(words.get_by_text("5 coins")).to_have_count(2)
    expect(words, "it stays open").to_have_attribute("open", "")


def test_words_that_are_on_their_way_are_said_to_be(page: Page, live: str) -> None:
    held: list[str | bytes] = []

    def hold(ours: WebSocketRoute) -> None:
        theirs = ours.connect_to_server()
        ours.on_message(theirs.send)

        def pass_on(message: str | bytes) -> None:
            if "described:" in str(message):
                held.append(message)
            else:
                ours.send(message)

        theirs.on_message(pass_on)
        lines.append(ours)

    lines: list[WebSocketRoute] = []
    page.route_web_socket("**", hold)
    at_pier(page, live)
    words = page.locator("#in-words")
    choose_tab(page, "Table")
    page.locator("summary", has_text="The board in words").press("Enter")
    expect(words).to_have_attribute("aria-busy", "true")
    until_heard(page, lambda: held)
    lines[-1].send(held[0])
    expect(words.get_by_text("5 coins")).to_have_count(2)
    expect(words).not_to_have_attribute("aria-busy", "true")


def test_the_board_in_words_is_named_on_a_phone(page: Page, live: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    at_pier(page, live)
    choose_tab(page, "Table")
    name = page.locator("#in-words summary h2").bounding_box()
    assert name is not None and name["width"] > 100 and name["height"] > 10


def test_the_drawing_says_no_bare_numbers(page: Page, live: str) -> None:
    at_pier(page, live)
    tree = page.locator("#board").aria_snapshot()
    assert "text:" not in tree and "button" not in tree, tree
    page.locator("a[href='#in-words']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#in-words")).to_have_attribute("open", "")
    expect(page.locator("#in-words")).to_be_visible()


def test_the_log_is_one_tab_stop(page: Page, live: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = at_pier(page, live)
    click_answer(page, 1)
    play_for(table, 1)
    wait_for_entry(page, table)
    log = page.locator("#lines")
    assert log.locator(".at").count() == 3
    monkeypatch.setattr("games.telling.updates.LOG_SHOWN", 1)
    page.context.clear_cookies()  # a spectator's page begins with the latest entries
    page.reload()
    page.wait_for_function(LISTENS)
    expect(log.locator(".at")).to_have_count(1)
    log.focus()
    page.keyboard.press("Home")
    expect(log.get_by_role("link", name="2 earlier entries")).to_be_focused()
    page.keyboard.press("Enter")
    expect(log.locator(".at").nth(1)).to_be_focused()
    expect(page.locator("#spoken")).to_have_text("2 earlier entries")
    expect(log.locator(".earlier")).to_have_count(0)
    log.focus()
    page.keyboard.press("ArrowUp")
    expect(log.locator("a.at").last).to_be_focused()
    page.keyboard.press("Home")
    expect(log.locator("a.at").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(log.locator("a.at").nth(1)).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("!document.activeElement.closest('#lines')"), "the next stop is elsewhere"
    log.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Looking back: step 1")
