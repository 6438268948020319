"""A page that has been open for a while shows the same as one that was just opened.

With motion, in every game, after every answer of a person who plays against a bot. Meanwhile
something happens to the page: another thing each time, on a desktop or a phone.
"""

from __future__ import annotations

import json
import random
from functools import partial
from itertools import cycle
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from accounts.models import User
from games.models import LogEntry, Seat, Table
from games.storing.rows import table_load
from games.telling.log import log_latest
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, confirm_if_asked, person_at, play_to_the_end, user_at
from tests.browser.conftest import Opener
from tools.living.comparing import compared, differences, seen_on
from tools.living.may_differ import ALLOWED
from tools.living.meanwhile import frozen, looking_back, resized, watched, without_a_line
from tools.living.table import IS_OPEN, play_one, question, wait_for_entry
from tools.living.whole_game import DESK, HAND, wanted
from tools.pace import until_heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SCREENS = {"desk": DESK, "phone": HAND}
MOVING = "port_royal"  # where parts go from one place to another
AT_ONCE, TIMES = 8, 3  # pushes, and how often they come
ANSWERS = 6  # of the person in a short game: one more than there are kinds of a meanwhile
CLICK = """(move) => {
    const sorted = (one) => JSON.stringify(Object.entries(one).sort());
    const same = (one) => sorted(JSON.parse(one.value)) === sorted(move);
    [...document.querySelectorAll("button.answer")].find(same).click();
}"""

COUNT_CHANGES = """() => {
    window.changes = 0;
    new MutationObserver((records) => {
        const isPart = (node) => node instanceof Element && "part" in node.dataset;
        if (records.some(({ addedNodes }) => [...addedNodes].some(isPart))) window.changes += 1;
    }).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""
"""Count how often parts are replaced, however many at once."""
GATHER = """async (pushes) => {
    const { gather } = await import("/static/table/swap.js");
    for (const push of pushes) gather(push);
}"""
"""Hand pushes to the page, as its socket does."""

MEANWHILE = (watched, frozen, looking_back, without_a_line, resized)


@pytest.mark.parametrize(
    ("game", "screen"), list(zip(games_in_lobby(), cycle(("desk", "phone")), strict=False))
)
@pytest.mark.sample
@pytest.mark.costly
def test_a_short_game(open_table: Opener, game: str, screen: str) -> None:
    table, page = at_a_table_with_a_bot(open_table, game, SCREENS[screen])
    fresh, chance = page.context.new_page(), random.Random(game)
    for meanwhile, _ in zip(cycle(MEANWHILE), range(ANSWERS), strict=False):
        with meanwhile(page):
            bots_play(table, chance)
        assert not differences(page, fresh, table, hurried=True), meanwhile.__name__
        if table_load(table.pk).status != "playing":
            break
        answer(page, table, chance)


@pytest.mark.modules
def test_pushes_that_come_together_are_shown_as_one_change(
    open_table: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a page that has not got all of the log."""
    monkeypatch.setattr("games.telling.updates.LOG_SHOWN", 1)
    table, page = at_a_table_with_a_bot(open_table, MOVING)
    chance, fresh = random.Random(1), page.context.new_page()
    while brings_all_of_its_log(table):
        play_one(table, chance)
    pushes: list[dict[str, Any]] = []
    page.route_web_socket("**", partial(keep_pushes, pushes))
    page.reload()
    page.wait_for_function(IS_OPEN)
    expect(page.locator("#lines .earlier")).to_have_count(1)
    page.evaluate(COUNT_CHANGES)
    for times in range(1, TIMES + 1):
        for _ in range(AT_ONCE):
            play_one(table, chance)
            number = table_load(table.pk).number
            until_heard(page, lambda: number in [push["number"] for push in pushes])  # noqa: B023
        page.evaluate(GATHER, pushes)
        pushes.clear()
        assert not differences(page, fresh, table, hurried=True)
        assert page.evaluate("window.changes") == times


def brings_all_of_its_log(table: Table) -> bool:
    """Return whether the page of its person does, who has seen everything."""
    row = table_load(table.pk)
    Seat.objects.filter(table=table).update(shown=row.number)
    place = next(seat.place for seat in row.seats if not seat.bot)
    brought = log_latest(row, 1, place, row.number)
    return len(brought) == LogEntry.objects.filter(table=table).count()


def keep_pushes(pushes: list[dict[str, Any]], ours: WebSocketRoute) -> None:
    """Carry messages between a page and the server, but keep the pushes."""
    theirs = ours.connect_to_server()
    ours.on_message(theirs.send)

    def push(message: str | bytes) -> None:
        if (read := json.loads(message))["type"] == "update":
            pushes.append(read)
        else:
            ours.send(message)

    theirs.on_message(push)


def test_what_was_fetched_before_a_push_came_is_fetched_again(open_table: Opener) -> None:
    table, page = at_a_table_with_a_bot(open_table, MOVING)
    chance, fresh = random.Random(1), page.context.new_page()
    page.wait_for_function(IS_OPEN)
    page.evaluate(COUNT_CHANGES)
    for _ in range(TIMES):
        slow: list[tuple[Route, APIResponse]] = []
        page.route("**/live?**", lambda route: slow.append((route, route.fetch())), times=1)  # noqa: B023
        page.evaluate("document.querySelector('[data-step=first]').click()")
        until_heard(page, lambda: slow)  # noqa: B023
        for _ in range(AT_ONCE):
            play_one(table, chance)
        wait_for_entry(page, table)
        route, early = slow[0]
        route.fulfill(response=early)
        page.locator("#table:not([data-past=''])").wait_for()
        page.evaluate("document.querySelector('#panel [data-step=last]').click()")
        page.locator("#table[data-past='']").wait_for()
        assert not differences(page, fresh, table, hurried=True)
    assert page.evaluate("window.changes"), "it is still the page that was opened"


@pytest.mark.sample
def test_at_the_end_nothing_is_left_that_is_for_play(open_table: Opener) -> None:
    """Neither standing orders nor a way to give up."""
    table = begin("pier")
    page = open_table(table, user_at(table, 0), **DESK)
    expect(page.locator("[data-while-played]").first).to_be_attached()
    play_to_the_end(table)
    expect(page.locator("#panel .standings")).to_be_visible()
    expect(page.locator("[data-while-played]")).to_have_count(0)


def at_a_table_with_a_bot(
    open_table: Opener, game: str, screen: dict[str, Any] = DESK
) -> tuple[Table, Page]:
    """A table and its page, for a person whom nothing is told that happened before."""
    table = begin(game, bots=1, seed="lives")
    User.objects.update(catch_up=False)
    return table, open_table(table, person_at(table), **screen)


def bots_play(table: Table, chance: random.Random) -> None:
    """Let bots answer until a person is asked."""
    while True:
        row = table_load(table.pk)
        asked = [seat for seat in row.seats if seat.deciding]
        if row.status != "playing" or not asked[0].bot:
            return
        play_one(table, chance)


def answer(page: Page, table: Table, chance: random.Random) -> None:
    """Answer on the page as a bot would."""
    row = table_load(table.pk)
    place = next(seat.place for seat in row.seats if seat.deciding)
    before = question(page)
    page.evaluate(CLICK, wanted(row, place, chance)["move"])
    confirm_if_asked(page, before)


PLANTED = {
    "text": "document.querySelector('[data-tick]').textContent = '99'",
    "place": "document.querySelector('#board [data-piece]').style.translate = '40px 0'",
    "class": "document.querySelector('#board .legal').classList.remove('legal')",
    "attribute": "document.querySelector('#board [data-piece]').dataset.at = 'nowhere'",
    "state": "document.querySelector('button.answer').disabled = true",
    "hidden": "document.getElementById('prompt').hidden = true",
    "element": "document.querySelector('.line:last-child').remove()",
    "title": "document.title = 'Another page'",
    "scale": "document.getElementById('board').style.transform = 'scale(2)'",
}
"""A fault in each kind that is compared."""


@pytest.mark.sample
def test_a_fault_of_each_kind_is_seen(open_table: Opener) -> None:
    table, page = at_a_table_with_a_bot(open_table, "santiago_de_cuba")
    bots_play(table, random.Random(1))
    page.locator("#board .legal").first.wait_for()
    seen = seen_on(page)
    assert {kind for kind, _where, _value in seen} >= PLANTED.keys() - {"hidden"}
    for kind, fault in PLANTED.items():
        page.evaluate(fault)
        now = seen_on(page)
        assert any(f": {kind} " in line for line in compared(now, seen)), kind
        seen = now


@pytest.mark.sample
def test_a_part_that_is_drawn_late_over_a_newer_one_is_seen(open_table: Opener) -> None:
    table, page = at_a_table_with_a_bot(open_table, "santiago_de_cuba")
    chance = random.Random(1)
    bots_play(table, chance)
    fresh = page.context.new_page()
    old = page.evaluate("document.querySelector('[data-part=panel]').outerHTML")
    answer(page, table, chance)
    bots_play(table, chance)
    assert not differences(page, fresh, table)
    page.evaluate("(old) => { document.querySelector('[data-part=panel]').outerHTML = old; }", old)
    assert differences(page, fresh, table)


@pytest.mark.sample
def test_a_push_that_is_lost_is_seen(open_table: Opener) -> None:
    table, page = at_a_table_with_a_bot(open_table, "santiago_de_cuba")
    is_lossy = Event()
    page.route_web_socket("**", partial(carry, is_lossy))
    page.reload()
    fresh, chance = page.context.new_page(), random.Random(1)
    bots_play(table, chance)
    assert not differences(page, fresh, table)
    is_lossy.set()
    play_one(table, chance)  # on another device
    fresh.goto(page.url)
    wait_for_entry(fresh, table)
    assert compared(seen_on(page), seen_on(fresh))


def carry(is_lossy: Event, ours: WebSocketRoute) -> None:
    """Carry messages between a page and the server, but for pushes while the line loses them."""
    theirs = ours.connect_to_server()
    ours.on_message(theirs.send)

    def push(message: str | bytes) -> None:
        if not (is_lossy.is_set() and '"update"' in str(message)):
            ours.send(message)

    theirs.on_message(push)


@pytest.mark.sample
def test_each_difference_that_is_allowed_has_its_reason() -> None:
    assert all(allowance.reason for allowance in ALLOWED)
    assert len({allowance[:3] for allowance in ALLOWED}) == len(ALLOWED)


COVERED = """(selector) => {
    const { top, left, bottom, right } = document.querySelector(selector).getBoundingClientRect();
    return ["stage", "panel", "players", "tabs"].filter((id) => {
        const box = document.getElementById(id).getBoundingClientRect();
        return box.top < bottom && box.bottom > top && box.left < right && box.right > left;
    });
}"""
"""What of a table something lies over."""


def test_what_is_told_once_goes_in_each_tab(open_table: Opener) -> None:
    table, page = at_a_table_with_a_bot(open_table, "santiago_de_cuba")
    chance = random.Random(1)
    bots_play(table, chance)
    expect(page.locator("#first-time")).to_be_visible()
    assert not page.evaluate(COVERED, "#first-time")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("Tips", exact=True).click()
    other.get_by_role("button", name="Got it").click()
    answer(page, table, chance)
    expect(page.locator("#first-time")).to_be_hidden()
