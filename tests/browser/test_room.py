"""Who gets the room of a wide page: answers first, then everybody, then captions and log."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Table
from games.rules.registry import GAMES
from games.rules.santiago_de_cuba.moves import Silence
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import NAMES, begin, play_until, user_asked, user_at
from tests.browser.conftest import Opener
from tests.people import people_make
from tools.samples import Phase, Sample, table_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce"}
LOW: tuple[ViewportSize, ...] = ({"width": 1366, "height": 768}, {"width": 1280, "height": 720})
CUT = """(names) => names.flatMap((name) => [...document.querySelectorAll(name)])
    .filter((box) => box.checkVisibility())
    .filter((box) => box.scrollHeight > box.clientHeight + 2)
    .map((box) => box.id || box.className)"""
"""Which of these boxes are smaller than what is in them."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LINES_IN_ROOM = "log => log.clientHeight / parseFloat(getComputedStyle(log).lineHeight)"
OUT_OF_SIGHT = """() => [...document.querySelectorAll(".seat, #panel .acts a, #panel .answer")]
    .filter((box) => box.checkVisibility())
    .filter((box) => box.getBoundingClientRect().bottom > innerHeight)
    .map((box) => box.textContent)"""


def cut(page: Page, *names: str) -> list[str]:
    """Which of the boxes with these selectors do not show all that is in them."""
    found: list[str] = page.evaluate(CUT, list(names))
    return found


def at(game: str, seats: int, phase: Phase) -> Table:
    """A table of a sample game."""
    people = people_make(*NAMES[:seats])
    return Table.objects.get(pk=table_make(Sample(game, seats, {}), people, phase))


LAST = [(game, GAMES[game].players[-1]) for game in games_in_lobby()]
THREE = [("santiago_de_cuba", 3), ("guatemala_cafe", 3)]  # who stand as close in low windows alone


@pytest.mark.parametrize(("game", "seats"), LAST + THREE)
def test_a_result_and_everybody_stand_whole(open_table: Opener, game: str, seats: int) -> None:
    """In a low window the lines of points may scroll; the log stays, and all else is in sight."""
    table = at(game, seats, "ended")
    page = open_table(table, user_at(table, 0), **DESKTOP)
    expect(page.locator(".breakdown")).to_be_visible()
    assert cut(page, "#panel", ".ask", ".breakdown .scroll", "#players") == []
    for size in (DESKTOP["viewport"], *LOW):
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        assert page.locator("#lines").evaluate(LINES_IN_ROOM) >= 6
        assert cut(page, "#panel", ".ask", "#players") == page.evaluate(OUT_OF_SIGHT) == []
        expect(page.locator("#more-players")).to_be_hidden()
        assert page.locator(".breakdown .scroll").evaluate("box => box.clientHeight") > 80


def test_the_log_says_what_has_happened_since_ones_turn(open_table: Opener) -> None:
    """It is in sight, so nothing else repeats it; answers have their room."""
    table = at("santiago_de_cuba", 3, "middle")
    page = open_table(table, user_asked(table), **DESKTOP)
    assert page.locator(".ask.mine .answer").count() > 6
    assert cut(page, "#panel", ".answers", "#players") == []
    assert page.evaluate(OUT_OF_SIGHT) == []
    expect(page.locator("#since")).to_be_hidden()
    first = page.locator("#lines .since-turn")
    expect(first).to_have_count(1)
    expect(first).to_have_attribute("data-since", "Since your last turn")
    expect(page.locator("#lines .line").last).to_be_in_viewport()
    page.set_viewport_size({"width": 1000, "height": 800})
    expect(page.locator("#since summary")).to_be_visible()


def test_there_is_a_way_to_players_below(open_table: Opener) -> None:
    table = at("cuba", 5, "late")
    page = open_table(table, user_asked(table), viewport={"width": 1440, "height": 560})
    last, more = page.locator(".seat").last, page.locator("#more-players")
    expect(last).not_to_be_in_viewport(ratio=1)
    while more.is_visible():
        more.click()
        page.evaluate(DRAWN)  # it hides when the end is reached
    expect(last).to_be_in_viewport(ratio=0.9)


LINES = """log => [...log.querySelectorAll(".line")].filter((line) => {
    const { top, bottom } = line.getBoundingClientRect();
    const frame = log.getBoundingClientRect();
    return top >= frame.top - 1 && bottom <= frame.bottom + 1;
}).length"""


CUT_BEFORE_SEATS = """() => [...document.querySelectorAll(".before :is(.figure, td, .sum text)")]
    .filter((text) => {
        const { bottom, right } = text.getBoundingClientRect();
        const frame = text.closest("li, .before").getBoundingClientRect();
        return !text.checkVisibility() || bottom > frame.bottom + 1 || right > frame.right + 1;
    }).map((text) => text.textContent)"""
MANY = [
    (game, seats) for game in games_in_lobby() for seats in (4, 5) if seats in GAMES[game].players
]
MANY.append(("cuba", 3))  # who hold most


@pytest.mark.parametrize(("game", "seats"), MANY)
def test_the_log_and_what_all_hold_are_always_in_sight(
    open_table: Opener, game: str, seats: int
) -> None:
    """However many answers there are, late in the game, in the smallest windows of a desktop."""
    table = at(game, seats, "late")
    page = open_table(table, user_asked(table), **DESKTOP)
    page.locator("button.answer").first.wait_for()
    for size in LOW:
        page.set_viewport_size(size)
        page.evaluate(DRAWN)
        assert page.locator("#lines").evaluate(LINES_IN_ROOM) >= 6
        assert page.locator("#lines").evaluate(LINES) >= 1
        assert cut(page, "#players") == page.evaluate(CUT_BEFORE_SEATS) == []
        expect(page.locator("#more-players")).to_be_hidden()


def test_the_quay_is_not_half_of_the_harbour(open_table: Opener) -> None:
    table = at("port_royal", 3, "opening")
    page = open_table(table, user_asked(table), **DESKTOP)
    share = """board => (board.getBoundingClientRect().bottom
        - board.querySelector(".quay-edge").getBoundingClientRect().top) / board.clientHeight"""
    assert page.locator(".port-royal").evaluate(share) < 0.25


CUT_OFF = """() => {
    const view = document.getElementById("view").getBoundingClientRect();
    const isCut = ({ left, right, top, bottom }) =>
        Math.min(left - view.left, view.right - right, top - view.top, view.bottom - bottom) < -8;
    return [...document.querySelectorAll("#board .legal")]
        .filter((spot) => isCut(spot.getBoundingClientRect()))
        .map((spot) => spot.dataset.spot);
}"""
"""The lit spots that the view of the board cuts off. Their glow may reach a little beyond them."""


def test_what_comes_forward_leaves_nothing_out_that_is_lit(open_table: Opener) -> None:
    """Santiago's newspaper is in the town, those it may turn face down stand around."""
    table = begin("santiago_de_cuba", 3)
    play_until(table, lambda _, decision: any(isinstance(m, Silence) for m in decision.moves))
    size = {"viewport": {"width": 768, "height": 1024}, "reduced_motion": "reduce"}
    page = open_table(table, user_asked(table), **size)
    expect(page.locator("#board .legal").nth(1)).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
