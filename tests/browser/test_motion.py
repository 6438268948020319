"""What moves at a table: goods in flight, "+2" at a number, captions, and a sound on demand."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from accounts.chat.talking import message_say
from games.models import Table
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import begin, click_answer, play_for, user_at
from tests.browser.conftest import Opener
from tests.browser.enlarged import FILTERED, WRONG_STARTS
from tools.living.table import IS_OPEN, play_one, wait_for_entry
from tools.pace import until_heard

pytestmark = [pytest.mark.browser, pytest.mark.modules, pytest.mark.django_db(transaction=True)]

WATCH = """() => {
    window.flown = [];
    window.rung = [];
    document.addEventListener("rung", ({ detail }) => { window.rung.push(detail); });
    new MutationObserver((changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) {
            if (node.className !== "flights") continue;
            const told = (one) => [one.getAttribute("class"), one.textContent];
            window.flown.push(...[...node.children].map(told));
        }
    }).observe(document.body, { childList: true });
}"""
"""Note what flies over the page, and how often it rings."""


def at_the_taking() -> Table:
    """A table of Pier where the second player is to take a crate."""
    table = begin("pier")
    play_for(table, 0, 1)
    play_for(table, 1, 2)
    return table


@pytest.mark.parametrize("game", games_in_lobby())
def test_pieces_glide_from_where_they_were(open_table: Opener, game: str) -> None:
    """On an enlarged board, too; tests/browser/test_engines.py asks other engines."""
    table, chance = begin(game, seed="glide"), random.Random(game)
    for _ in range(12):
        play_one(table, chance)
    page = open_table(table, user_at(table, 0))
    for _ in range(2):
        page.wait_for_function("() => !document.querySelector('.flights, .gliding')")
        count, wrong = page.evaluate(WRONG_STARTS)
        assert count
        assert wrong == []
        page.locator("[data-zoom=in]:visible").first.click()
    assert page.evaluate(FILTERED) == []


@pytest.mark.sample
def test_what_changes_hands_flies_and_numbers_float(open_table: Opener) -> None:
    table = at_the_taking()
    page = open_table(table, user_at(table, 1))
    page.evaluate(WATCH)
    crates = page.locator("[data-tick='crates:1']")
    before = int(crates.inner_text())
    click_answer(page)
    expect(crates).to_have_text(str(before + 1))
    assert ["floating", "+1"] in page.evaluate("window.flown")
    boat = page.locator("[data-tick='deck']")
    left = int(boat.text_content() or "")
    click_answer(page)  # the end of the turn: the row is filled again
    expect(boat).to_have_text(str(left - 1))
    assert ["floating lost", "−1"] in page.evaluate("window.flown")
    page.wait_for_function("() => !document.querySelector('.flights')")


def test_coins_fly_from_hand_to_hand(open_table: Opener) -> None:
    """As many as one number has lost and another of the same symbol has gained."""
    table = at_the_taking()
    page = open_table(table, user_at(table, 1))
    page.evaluate(WATCH)
    page.evaluate("""async () => {
        const { fly } = await import("/static/table/flights.js");
        const { places } = await import("/static/table/glide.js");
        const before = places().numbers;
        const coins = (seat) => document.querySelector(`[data-tick="coins:${seat}"]`);
        const [one, other] = [coins(0), coins(1)];
        one.textContent = Number(one.textContent) + 2;
        other.textContent = Number(other.textContent) - 3;
        fly(before)();
    }""")
    flown = page.evaluate("window.flown")
    assert sorted(flown) == [["floating", "+2"], ["floating lost", "−3"], *[["flying", ""]] * 2]


def test_less_motion_is_a_list_instead(open_table: Opener) -> None:
    table = at_the_taking()
    ana = open_table(table, user_at(table, 0), reduced_motion="reduce")
    ana.evaluate(WATCH)
    play_for(table, 1)
    wait_for_entry(ana, table)
    expect(ana.locator("#since summary")).to_contain_text("Just now")
    expect(ana.locator("#since li")).to_contain_text("takes crate")
    assert ana.evaluate("window.flown") == []


def test_a_caption_says_what_each_of_the_others_has_done(open_table: Opener) -> None:
    """On narrow pages; on wide ones the log is in sight, and says it."""
    table = begin("pier")
    ana = open_table(table, user_at(table, 0), viewport={"width": 900, "height": 800})
    since = ana.locator("#since")
    expect(since).to_be_hidden()
    click_answer(ana, 1)
    expect(since).to_be_hidden()
    for choice in (2, 0, 0):  # a bid, a crate, the end of the turn
        play_for(table, 1, choice)
    wait_for_entry(ana, table)
    expect(since.locator("summary")).to_contain_text("Since your last turn")
    expect(since.locator("li")).to_have_count(1)
    expect(since.locator("li")).to_contain_text("takes crate")
    since.locator("summary").click()
    ana.reload()
    expect(since).to_be_visible()
    expect(since).not_to_have_attribute("open", "")
    ana.locator("a[data-step=first]").click()
    expect(since).to_be_hidden()


def test_it_rings_when_somebody_wants_that(open_table: Opener) -> None:
    table = begin("pier")
    ana = open_table(table, user_at(table, 0))
    ana.evaluate(WATCH)
    sound = ana.get_by_role("button", name="Sounds")
    expect(sound).to_have_attribute("aria-pressed", "false")
    for rounds in range(2):
        click_answer(ana, 1)
        for choice in (2, 0, 0):
            play_for(table, 1, choice)
        wait_for_entry(ana, table)
        expect(ana.locator(".ask.mine")).to_be_visible()
        if rounds == 0:
            assert ana.evaluate("window.rung") == [], "it is off by default"
            sound.click()
            assert ana.evaluate("window.rung") == ["turn"], "this is how it sounds"
    rung = ana.evaluate("window.rung")
    assert rung.count("turn") == 2
    assert "card" in rung, "a crate has been taken"
    ben = user_at(table, 1)
    message_say(table=table, user=ben, text="hello")
    until_heard(ana, lambda: "chat" in ana.evaluate("window.rung"))
    ana.reload()
    expect(sound).to_have_attribute("aria-pressed", "true")


def test_a_question_comes_forward_while_pieces_are_under_way(open_table: Opener) -> None:
    """What it is about is where the pieces will be, not where they are just then."""
    table, chance = begin("santiago_de_cuba", 4, seed="227"), random.Random("santiago_de_cuba")
    for _ in range(10):
        play_one(table, chance)
    page = open_table(table, user_at(table, 1), viewport={"width": 900, "height": 800})
    page.wait_for_function(IS_OPEN)
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    for _ in range(6):
        play_one(table, chance)
    wait_for_entry(page, table)
    page.locator(".ask.mine[data-region=town]").wait_for()
    assert page.locator("[data-region=town] .gliding").count()
    expect(page.locator("#table")).to_have_class(re.compile("enlarged-board"))
