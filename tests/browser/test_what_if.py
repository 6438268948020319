"""What if in a browser: by keyboard, on a phone, for axe; and the table hears nothing of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocket, expect
from pytest_playwright.pytest_playwright import CreateContextCallback

from games.changing import services
from games.models import LogEntry, Study
from tests.browser.at_table import at_pier, begin, choose_tab, inspect, play_for, sit_down, user_at
from tests.browser.conftest import Opener
from tools.living.table import LISTENS, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.sample
def test_moves_are_tried_and_a_study_is_kept(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    before = LogEntry.objects.count()
    page.keyboard.press("i")
    page.wait_for_url(f"{live}/tables/{table.pk}/what-if/1/")
    steps = page.locator(".trial-steps")
    expect(steps).to_contain_text("Step 0 of 0")
    expect(page.get_by_role("complementary", name="The draw")).to_contain_text("draw 1")
    inspect(page)
    page.keyboard.press("4")
    expect(steps).to_contain_text("Step 1 of 1")
    expect(page.locator(".guess")).to_contain_text(f"You are answering for {user_at(table, 1)}")
    page.get_by_role("button", name="1 coin", exact=False).first.click()
    expect(steps).to_contain_text("Step 2 of 2")
    expect(page.locator("#lines")).to_contain_text("The bids: 3, 1.")
    inspect(page)
    page.keyboard.press("ArrowLeft")
    expect(steps).to_contain_text("Step 1 of 2")
    expect(page.locator("#lines")).not_to_contain_text("The bids: 3, 1.")
    page.keyboard.press("ArrowRight")
    expect(steps).to_contain_text("Step 2 of 2")
    expect(page.locator("#lines").get_by_text("The bids: 3, 1.")).to_have_count(1)
    page.reload()  # what was tried is remembered
    choose_tab(page, "Studies")
    page.get_by_label("The name of the study").fill("high")
    page.get_by_role("button", name="Save this study").click()
    expect(page.get_by_role("status").get_by_text("The study is saved.")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name="Redraw").click()
    expect(page.get_by_role("complementary", name="The draw")).to_contain_text("draw 2")
    choose_tab(page, "Studies")
    page.get_by_role("button", name="Open study 1").click()
    expect(page.get_by_role("complementary", name="The draw")).to_contain_text("draw 1")
    expect(steps).to_contain_text("Step 2 of 2")
    play_for(table, 0)
    page.get_by_role("button", name="One step back").click()
    expect(page.locator("#panel")).to_contain_text("The table has moved on since.")
    inspect(page)
    choose_tab(page, "Studies")
    page.get_by_label("Delete study 1").click()
    page.get_by_role("button", name="Delete it for good").click()
    expect(page.get_by_text("The study is deleted.")).to_be_visible()
    assert not Study.objects.exists()
    page.get_by_role("link", name="Back to the table").click()
    page.wait_for_url(re.compile(rf"/tables/{table.pk}/\?at=1"))
    assert LogEntry.objects.count() == before + 1, "only what was played at the table"


def test_nobody_is_told_that_somebody_tries_something(
    page: Page, live: str, open_table: Opener
) -> None:
    table = at_pier(page, live)
    other = open_table(table, user_at(table, 1))
    sign, lines = other.locator("[data-seat='0'].here"), other.locator("#lines .line")
    expect(sign).to_have_count(1)
    told = lines.count()
    sockets: list[str] = []

    def opened(socket: WebSocket) -> None:
        sockets.append(socket.url)

    page.on("websocket", opened)
    page.keyboard.press("i")
    page.wait_for_url("**/what-if/1/")
    page.wait_for_function(LISTENS)
    expect(sign, "as if the table's page were closed").to_have_count(0)
    page.keyboard.press("2")
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")
    assert not [address for address in sockets if "/tables/" in address]
    assert (lines.count(), sign.count()) == (told, 0)


def test_looking_back_leads_to_what_if_from_there(page: Page, live: str) -> None:
    table = begin("pier")
    play_for(table, 0, 2)
    sit_down(page, live, table, user_at(table, 0))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".turn.past")).to_be_visible()
    page.get_by_role("link", name="What if").click()
    page.wait_for_url(f"{live}/tables/{table.pk}/what-if/1/")


def test_a_phone_without_scripts_can_try_moves(new_context, live: str) -> None:  # type: ignore[no-untyped-def]
    table = begin("pier")
    page = new_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{live}/tables/{table.pk}/what-if/")
    page.locator("button.answer").first.click()
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".trial-steps")).to_contain_text("Step 0 of 1")
    page.get_by_role("button", name="One step forward").click()
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")


def test_a_tree_grows_by_keyboard_and_is_shared_after_the_game(
    page: Page, live: str, new_context: CreateContextCallback, complaints: list[str]
) -> None:
    table = at_pier(page, live)
    page.goto(f"{live}/tables/{table.pk}/what-if/")
    page.wait_for_function(LISTENS)
    tree = page.get_by_role("region", name="Answers tried")
    expect(tree).to_contain_text("Nothing yet.")
    page.keyboard.press("4")
    expect(tree.locator("[aria-current]")).to_contain_text("3 coins")
    page.keyboard.press("ArrowLeft")
    expect(tree.locator("[aria-current]")).to_have_text("Start")
    page.keyboard.press("2")
    expect(tree.locator("[aria-current]")).to_contain_text("1 coin")
    page.keyboard.press("ArrowLeft")
    here = page.get_by_role("paragraph").filter(has_text="Tried from here")
    here.get_by_role("button", name="1 coin").click()
    expect(tree.locator("[aria-current]")).to_contain_text("1 coin")
    first = tree.get_by_role("button", name="3 coins")
    first.focus()
    page.keyboard.press("Enter")
    expect(tree.locator("[aria-current]")).to_contain_text("3 coins")
    expect(first).to_be_focused()
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")
    inspect(page)
    choose_tab(page, "Studies")
    page.get_by_label("A note on this answer").fill("all at once")
    page.get_by_role("button", name="Add the note").click()
    expect(tree.get_by_text("all at once")).to_be_visible()
    choose_tab(page, "Studies")
    page.get_by_label("The name of the study").fill("High or low")
    page.get_by_role("button", name="Save this study").click()
    choose_tab(page, "Studies")
    expect(
        page.get_by_text("You can share a study by a link once the game is over.")
    ).to_be_visible()
    services.seat_resign(table_id=table.pk, user_id=table.seats.get(place=1).user_id)
    page.reload()
    choose_tab(page, "Studies")
    page.get_by_role("button", name="Share study 1").click()
    choose_tab(page, "Studies")
    link = page.get_by_label("Its link").input_value()
    inspect(page)
    reader = new_context(**PHONE).new_page()
    reader.goto(live + link[link.index("/tables/") :])
    expect(reader.get_by_role("heading", name="High or low")).to_be_visible()
    expect(reader.get_by_text("shares what they tried here.")).to_be_visible()
    inspect(reader)
    reader.get_by_role("button", name="One step forward").click()
    read = reader.get_by_role("region", name="Answers tried")
    expect(read.locator("[aria-current]")).to_contain_text("3 coins")
    expect(read).to_contain_text("all at once")
    page.get_by_role("button", name="Stop sharing study 1").click()
    expect(page.get_by_text("Its link does not work any more.")).to_be_visible()
    assert reader.reload().status == 404  # type: ignore[union-attr]
