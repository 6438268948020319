"""The page of a table in real browsers: people at it together, dropped lines, looking back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.models import Table
from games.page import drawing
from tests.browser.at_table import (
    at_pier,
    begin,
    choose_tab,
    click_answer,
    inspect,
    play_for,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tools.living.table import (
    IS_OPEN,
    LISTENS,
    PHONE,
    question,
    wait_for_entry,
    wait_for_question,
)
from tools.pace import read, until_heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


TABS = ["Log", "Chat", "Notes", "Table"]


class Line:
    """The connection between a page and the server, to be cut, and to lose updates."""

    def __init__(self, page: Page) -> None:
        self.down = self.deaf = False
        self.sockets: list[WebSocketRoute] = []
        self.carried: list[str] = []
        self.lost: list[str] = []
        page.route_web_socket("**/ws/tables/**", self.connect)
        page.route("**/live?**", self.request)

    def connect(self, socket: WebSocketRoute) -> None:
        if self.down:
            socket.close(code=3001)
            return
        self.sockets.append(socket)
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if self.deaf and '"type":"update"' in str(message):
                self.lost.append(str(message))
                return
            self.carried.append(str(message))
            socket.send(message)

        server.on_message(pass_on)

    def request(self, route: Route) -> None:
        if self.down:
            route.abort()
        else:
            route.continue_()

    def cut(self) -> None:
        self.down = True
        for socket in self.sockets:
            socket.close(code=3001)
        self.sockets.clear()


def place_of(table: Table, user: object) -> int:
    """Where a user sits."""
    return table.seats.get(user=user).place


def test_two_people_and_a_spectator_play_to_the_end(open_table: Opener) -> None:
    table = begin("pier")
    people = [user_at(table, 0), user_at(table, 1)]
    wide = open_table(table, people[0])
    phone = open_table(table, people[1], **PHONE)
    spectator = open_table(table, None)
    expect(spectator.get_by_text("You are watching")).to_be_visible()
    pages = {people[0].pk: wide, people[1].pk: phone}
    moves = 0
    while user := user_asked(table):
        page = pages[user.pk]
        wait_for_entry(page, table)
        click_answer(page, choice=moves % 2)
        moves += 1
        table.refresh_from_db()
        assert spectator.locator("button.answer").count() == 0
    assert moves > 20
    table.refresh_from_db()
    first = min(table.outcome["standings"], key=lambda s: s["rank"])
    winner = people[first["seat"]]
    for page in (wide, phone, spectator):
        wait_for_entry(page, table)
        expect(page.locator(".standings .figure").first).to_have_text(str(first["score"]))
    expect(pages[winner.pk].locator("#prompt")).to_have_text("You have won!")
    expect(spectator.locator("#prompt")).to_have_text(f"{winner.username} has won")
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0


@pytest.mark.sample
def test_nothing_for_axe(open_table: Opener) -> None:
    table = begin("pier")
    asked = open_table(table, user_at(table, 0))
    inspect(asked)
    asked.locator("button.answer").first.click()
    expect(asked.locator("#prompt")).to_contain_text("’s turn")
    inspect(asked)
    last = open_table(table, user_at(table, 1))
    last.locator("button.answer").first.click()
    expect(last.get_by_role("button", name="Confirm")).to_be_visible()
    inspect(last)
    asked.locator("[data-step=first]").click()
    expect(asked.locator("#prompt")).to_have_text("You are looking back")
    inspect(asked)


def test_a_table_works_without_rules_to_read(
    page: Page, live: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As a game has none that somebody has just begun to write."""
    monkeypatch.setattr(drawing, "RULES", tmp_path)
    drawing.has_guide.cache_clear()
    problems: list[object] = []
    page.on("pageerror", lambda problem: problems.append(problem))
    try:
        at_pier(page, live)
        expect(page.locator("#to-rules")).to_have_count(0)
        before = question(page)
        page.locator("button.answer").nth(1).click()
        wait_for_question(page, before)
        assert problems == []
    finally:
        drawing.has_guide.cache_clear()


def test_a_dropped_line_is_told_and_mended(page: Page, live: str) -> None:
    line = Line(page)
    table = at_pier(page, live)
    banner = page.locator("#offline")
    expect(banner).to_be_hidden()
    page.wait_for_function("document.readyState === 'complete'")
    line.cut()
    expect(banner).to_be_visible()
    play_for(table, 1, choice=3)
    assert Table.objects.get(pk=table.pk).number == 2
    line.down = False
    expect(banner).to_be_hidden()
    wait_for_entry(page, table)
    expect(page.locator(".line").last).to_contain_text("has bid")


def test_a_short_break_is_told_while_it_lasts(page: Page, live: str) -> None:
    """The socket may survive it, and what is answered meanwhile is kept, which is said."""
    table = at_pier(page, live)
    banner, kept = page.locator("#offline"), page.locator("#offline .kept")
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    expect(kept).to_be_hidden()
    before = question(page)
    page.locator("button.answer").nth(1).click()
    expect(kept).to_be_visible()
    page.context.set_offline(False)
    wait_for_question(page, before)
    expect(banner).to_be_hidden()
    assert Table.objects.get(pk=table.pk).number == 2


def test_plain_requests_help_where_sockets_do_not(page: Page, live: str) -> None:
    line = Line(page)
    page.route("**/live?**", lambda route: route.continue_())  # these get through
    table = at_pier(page, live)
    line.cut()
    play_for(table, 1)
    wait_for_entry(page, table)
    expect(page.locator("#offline")).to_be_hidden()


def test_a_missed_push_heals_within_a_minute(page: Page, live: str, complaints: list[str]) -> None:
    page.clock.install()
    line = Line(page)
    table = at_pier(page, live)
    page.wait_for_function("document.readyState === 'complete'")
    wait_for_entry(page, table)
    page.wait_for_function(IS_OPEN)
    line.deaf = True
    play_for(table, 1)
    until_heard(page, lambda: line.lost)
    assert page.locator("#table").get_attribute("data-number") == "1"
    line.deaf = False
    page.clock.fast_forward(61_000)
    wait_for_entry(page, table)


def test_a_thought_out_answer_survives_the_others_moves(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = at_pier(page, live)
    mine = page.locator("button.answer").nth(2)
    mine.focus()
    before = question(page)
    play_for(table, 1)
    wait_for_entry(page, table)
    assert question(page) == before
    expect(mine).to_be_focused()
    expect(page.locator("#spoken")).to_contain_text("has bid")


def test_asking_before_what_is_final(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    play_for(table, 1)
    wait_for_entry(page, table)
    answer = page.locator("button.answer").nth(1)
    answer.click()
    expect(page.get_by_role("button", name="Confirm")).to_be_focused()
    page.keyboard.press("Escape")
    expect(answer).to_be_focused()
    answer.click()
    page.get_by_role("button", name="Back", exact=True).click()
    assert Table.objects.get(pk=table.pk).number == 2, "nothing was played"
    click_answer(page, 1)
    assert Table.objects.get(pk=table.pk).number == 3


def test_taking_back(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    page.locator("button.answer").nth(4).dblclick()
    expect(page.locator("#prompt")).to_contain_text("’s turn")
    assert Table.objects.get(pk=table.pk).number == 2, "a double click counts once"
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#prompt")).to_contain_text("How much do you bid")
    expect(page.locator(".line.undone")).to_contain_text("has bid 4. (taken back)")
    expect(page.locator("button.answer").first).to_be_visible()


def test_a_double_click_does_not_hit_what_its_first_click_has_brought(
    page: Page, live: str, complaints: list[str]
) -> None:
    """Below the pointer the next question may be by then, or the button that takes back."""
    table = at_pier(page, live)
    page.locator("button.answer").nth(4).click()
    take_back = page.get_by_role("button", name="Take back")
    expect(take_back).to_be_visible()
    second = "button => button.dispatchEvent(new MouseEvent('click', {detail: %d, %s}))"
    shape = "bubbles: true, cancelable: true"
    take_back.evaluate(second % (2, shape))
    read(page)
    assert Table.objects.get(pk=table.pk).number == 2, "the answer stands"
    take_back.evaluate(second % (1, shape))
    expect(page.locator(".line.undone")).to_contain_text("has bid 4")


@pytest.mark.modules
def test_an_old_tab_is_told_and_shown_the_new_question(page: Page, live: str) -> None:
    line = Line(page)
    table = at_pier(page, live)
    page.wait_for_function(IS_OPEN)
    line.deaf = True
    play_for(table, 0, choice=1)  # another answer: the same would count once
    page.locator("button.answer").first.click()
    told = page.locator("#messages .notice", has_text="The question has changed in the meantime")
    expect(told).to_have_count(1)
    expect(page.locator("#prompt")).to_contain_text("’s turn")
    again = "([site, text]) => import(site).then((module) => module.notify(text, 'error'))"
    site = page.locator("script[src*='/site.']").get_attribute("src")
    page.evaluate(again, [site, told.locator("p").text_content()])
    expect(told).to_have_count(1)


@pytest.mark.sample
def test_looking_back_and_forward(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    play_for(table, 0)
    play_for(table, 1)
    wait_for_entry(page, table)
    now = page.locator("#board").inner_html()
    stage = page.locator("#stage").bounding_box()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#prompt")).to_have_text("You are looking back")
    expect(page).to_have_url(f"{live}/tables/{table.pk}/?at=2")
    assert page.locator("button.answer").count() == 0
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".turn")).to_contain_text("step 1 of 3")
    taker = user_asked(table)
    play_for(table, place_of(table, taker))
    wait_for_entry(page, table)
    expect(page.locator(".turn")).to_contain_text("step 1 of 3")  # what comes does not disturb
    expect(page.locator(".line").last).to_contain_text("takes crate")
    expect(page.locator(".has-news")).to_have_count(1)
    assert page.locator("#stage").bounding_box() == stage
    page.reload()
    expect(page.locator(".turn")).to_contain_text("step 1 of 4")
    page.wait_for_function(LISTENS)
    for step in (2, 3):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".turn")).to_contain_text(f"step {step} of 4")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".turn")).not_to_contain_text(
        "Looking back"
    )  # the last step is the present
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".turn")).to_contain_text("step 3 of 4")
    page.get_by_role("link", name="Back to the present").click()
    expect(page.locator("#prompt")).not_to_have_text("You are looking back")
    expect(page).to_have_url(f"{live}/tables/{table.pk}/")
    assert page.locator("#board").inner_html() != now


def test_the_tab_says_that_it_is_my_turn(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    expect(page).to_have_title("(1) Pier · Sobremesa")
    icon = page.locator("link[rel=icon]")
    assert "turn" in (icon.get_attribute("href") or "")
    click_answer(page)
    expect(page).to_have_title("Pier · Sobremesa")
    assert "turn" not in (icon.get_attribute("href") or "")
    play_for(table, 1, choice=0)  # equal bids: the first seat takes
    expect(page).to_have_title("(1) Pier · Sobremesa")


def test_giving_up_asks(page: Page, live: str, complaints: list[str]) -> None:
    table = at_pier(page, live)
    choose_tab(page, "Table")
    page.get_by_text("Give up", exact=True).click()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Give up this game").click()
    assert Table.objects.get(pk=table.pk).number == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Give up this game").click()
    expect(page.locator(".marks").first).to_contain_text("has given up")


@pytest.mark.sample
def test_without_scripts(open_table: Opener, live: str) -> None:
    table = begin("pier")
    page = open_table(table, user_at(table, 0), java_script_enabled=False)
    page.locator("button.answer").nth(2).click()
    expect(page.locator("#prompt")).to_contain_text("’s turn")
    page.get_by_role("button", name="Take back").click()
    page.locator("button.answer").nth(1).click()
    other = open_table(table, user_at(table, 1), java_script_enabled=False)
    other.locator("button.answer").first.click()
    expect(other.get_by_text("cannot be taken back")).to_be_visible()
    other.get_by_role("button", name="Confirm").click()
    table.refresh_from_db()
    assert table.number == 5
    page.goto(f"{live}/tables/{table.pk}/?at=1")
    expect(page.locator(".turn")).to_contain_text("step 1 of 3")


def test_tabs_beside_the_board(page: Page, live: str, complaints: list[str]) -> None:
    """One tab stop; the arrow keys go from tab to tab, and each shows its section alone."""
    page.set_viewport_size({"width": 1440, "height": 900})
    at_pier(page, live)
    log, chat = page.get_by_role("tab", name="Log"), page.get_by_role("tab", name="Chat")
    expect(page.get_by_role("tab")).to_have_text([re.compile(name) for name in TABS])
    expect(log).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    log.focus()
    page.keyboard.press("ArrowRight")
    expect(chat).to_be_focused()
    expect(page.get_by_label("Your message")).to_be_visible()
    expect(page.locator("#lines")).to_be_hidden()
    page.keyboard.press("End")
    expect(page.get_by_text("What this table agreed on")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(log).to_be_focused()
    expect(page.locator("#lines")).to_be_visible()
    page.goto(f"{page.url}#agreed")
    page.reload()
    expect(page.get_by_text("What this table agreed on")).to_be_in_viewport()
    inspect(page)
