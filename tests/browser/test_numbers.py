"""Answers that are numbers, and what cannot be chosen, by mouse, keyboard and phone."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from tests.browser.at_table import begin, inspect, sit_down, user_at
from tests.browser.conftest import Opener
from tools.living.table import PHONE
from tools.seating import position_changed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def rich(coins: int = 40) -> Table:
    """A table of Pier where everybody has so many coins."""
    table = begin("pier")
    with position_changed(table.pk) as position:
        for player in position["state"]["players"]:
            player["coins"] = coins
    return table


def bid_of(table: Table) -> int | None:
    table.refresh_from_db()
    bid: int | None = json.loads(str(table.position))["state"]["players"][0]["bid"]
    return bid


@pytest.mark.sample
def test_a_number_is_typed_and_played_by_keyboard(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = rich()
    sit_down(page, live, table, user_at(table, 0))
    field = page.get_by_role("spinbutton", name="Coins")
    expect(field).to_have_value("0")
    expect(page.locator("button.answer")).to_have_count(1)
    field.fill("41")
    expect(page.get_by_role("button", name="Not this number")).to_be_disabled()
    field.fill("23")
    expect(page.get_by_role("button", name="23 coins")).to_be_enabled()
    field.press("ArrowUp")
    expect(page.get_by_role("button", name="24 coins")).to_be_enabled()
    field.press("Enter")
    expect(page.locator("#panel")).to_contain_text("’s turn")
    assert bid_of(table) == 24
    inspect(page)


def test_a_number_is_stepped_to_on_a_phone(open_table: Opener) -> None:
    table = rich()
    page = open_table(table, user_at(table, 0), **PHONE)
    more, less = page.locator("[data-more]"), page.locator("[data-less]")
    box = more.bounding_box()
    assert box is not None and box["width"] >= 40 and box["height"] >= 40
    for _ in range(3):
        more.tap()
    less.tap()
    page.get_by_role("button", name="2 coins").tap()
    expect(page.locator("#panel")).to_contain_text("’s turn")
    assert bid_of(table) == 2


def test_a_number_can_be_confirmed_first(page: Page, live: str, complaints: list[str]) -> None:
    table = rich()
    user = user_at(table, 0)
    user.confirm = "always"
    user.save()
    sit_down(page, live, table, user_at(table, 0))
    page.get_by_role("spinbutton", name="Coins").fill("7")
    page.get_by_role("button", name="7 coins").click()
    box = page.locator("[data-confirm-box]")
    expect(box).to_contain_text("7 coins")
    expect(box.get_by_text("cannot be taken back")).to_be_hidden()
    assert bid_of(table) is None
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#panel")).to_contain_text("’s turn")
    assert bid_of(table) == 7


def test_what_cannot_be_chosen_says_why(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("pier")
    page.set_viewport_size({"width": 1280, "height": 900})  # with room for what cannot be chosen
    sit_down(page, live, table, user_at(table, 0))
    fold = page.locator("[data-fold-lacking]")
    expect(fold.locator("summary")).to_have_text("1 not possible now: You have 5 coins.")
    expect(fold.locator("li")).to_be_hidden()
    fold.locator("summary").press("Enter")
    expect(fold.locator("li")).to_contain_text("You have 5 coins.")
    inspect(page)
