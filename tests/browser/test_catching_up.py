"""Who comes to their table sees what has happened since their last turn, and is not kept by it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Seat, Table
from tests.browser.at_table import begin, click_answer, inspect, play_for, user_at
from tests.browser.conftest import Opener
from tools.living.table import PHONE, wait_for_entry
from tools.pace import until_heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = "() => document.getElementById('table').getAttribute('aria-busy') === null"


def with_news() -> Table:
    """A table of Pier where the first player is asked, and the second has moved meanwhile."""
    table = begin("pier")
    play_for(table, 0, 1)
    for choice in (2, 0, 0):  # a bid, a crate, the end of the turn
        play_for(table, 1, choice)
    return table


def shown(page: Page, table: Table, place: int = 0) -> None:
    """Until the server knows that the player has seen it."""
    table.refresh_from_db()
    until_heard(page, lambda: Seat.objects.get(table=table, place=place).shown == table.number)


@pytest.mark.sample
def test_the_board_goes_from_then_to_now(open_table: Opener) -> None:
    table = with_news()
    page = open_table(table, user_at(table, 0))
    box, crates = page.locator("#catch-up"), page.locator("[data-tick='crates:1']")
    expect(box).to_be_visible()
    expect(crates).to_have_text("0")
    assert page.locator(".ask.mine .answer").count(), "the question stands there all the time"
    expect(box.locator("ol")).to_contain_text("takes crate")
    expect(crates).to_have_text("1")
    expect(page.locator("#spoken")).to_contain_text("takes crate")
    inspect(page)
    expect(box).to_be_hidden()
    shown(page, table)
    page.reload()
    wait_for_entry(page, table)
    page.wait_for_load_state("networkidle")
    expect(box).to_be_hidden()
    expect(crates).to_have_text("1")


@pytest.mark.parametrize("how", ["key", "button"])
def test_it_is_skipped_at_once(open_table: Opener, how: str) -> None:
    table = with_news()
    page = open_table(table, user_at(table, 0))
    expect(page.locator("#catch-up")).to_be_visible()
    expect(page.locator("[data-tick='crates:1']")).to_have_text("0")
    if how == "key":
        page.keyboard.press("Escape")
    else:
        page.get_by_role("button", name="Skip").click()
    expect(page.locator("#catch-up")).to_be_hidden()
    expect(page.locator("[data-tick='crates:1']")).to_have_text("1")
    shown(page, table)


@pytest.mark.parametrize("where", ["panel", "board", "digit", "enter"])
def test_an_answer_counts_while_it_is_told(open_table: Opener, where: str) -> None:
    table = begin("pier", seats=3)
    for place, choice in enumerate((1, 2, 0)):  # the second player is to take a crate
        play_for(table, place, choice)
    before = table.log.count()
    page = open_table(table, user_at(table, 1))
    expect(page.locator("#catch-up")).to_be_visible()
    if where == "panel":
        click_answer(page)
    elif where == "digit":
        page.keyboard.press("1")
    else:
        spot = page.locator("#board .legal").first
        spot.focus()
        if where == "enter":
            page.keyboard.press("Enter")
        else:
            spot.dispatch_event("click")
    expect(page.locator("#catch-up")).to_be_hidden()
    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.number) > before", arg=before
    )
    expect(page.locator("[data-tick='crates:1']")).to_have_text("1")


def test_a_move_that_comes_meanwhile_ends_it(open_table: Opener) -> None:
    table = begin("pier", seats=3)
    play_for(table, 0, 1)
    page = open_table(table, user_at(table, 1))
    expect(page.locator("#catch-up")).to_be_visible()
    play_for(table, 1, 2)  # on another device
    wait_for_entry(page, table)
    expect(page.locator("#catch-up")).to_be_hidden()
    assert page.locator("#table").get_attribute("data-past") == ""


def test_what_was_seen_live_is_not_shown_again(open_table: Opener) -> None:
    table = begin("pier")
    page = open_table(table, user_at(table, 0))
    click_answer(page, 1)
    for choice in (2, 0, 0):
        play_for(table, 1, choice)
    wait_for_entry(page, table)
    page.goto("about:blank")
    shown(page, table)


def test_less_motion_is_a_list(open_table: Opener) -> None:
    table = begin("pier", seats=3)
    play_for(table, 0, 1)
    play_for(table, 1, 2)
    page = open_table(table, user_at(table, 0), reduced_motion="reduce")
    since = page.locator("#since")
    expect(since.locator("li")).to_have_count(1)
    expect(since).to_have_attribute("open", "")
    expect(page.locator("#catch-up")).to_be_hidden()
    shown(page, table)


def test_on_a_phone_it_leaves_room_for_the_board(open_table: Opener) -> None:
    table = with_news()
    page = open_table(table, user_at(table, 0), **PHONE)
    box = page.locator("#catch-up")
    expect(box.locator("ol")).to_contain_text("takes crate")
    own, sheet = box.bounding_box(), page.locator("#panel").bounding_box()
    assert own and sheet
    assert own["height"] < page.evaluate("innerHeight") / 3
    assert own["y"] + own["height"] <= sheet["y"]
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_nothing_is_told_to_who_watches_or_does_not_want_it(open_table: Opener) -> None:
    table = with_news()
    User.objects.filter(pk=user_at(table, 0).pk).update(catch_up=False)
    for user in (None, user_at(table, 0)):
        page = open_table(table, user)
        wait_for_entry(page, table)
        page.wait_for_load_state("networkidle")
        expect(page.locator("#catch-up")).to_have_count(0)
        expect(page.locator("[data-tick='crates:1']")).to_have_text("1")
