"""Santiago de Cuba in a real browser: the end of a game, clicks on the board, what glides."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from games.rules.core.interface import Decision
from games.rules.santiago_de_cuba.state import State
from games.storing.rows import table_load
from games.telling.history import position_of
from tests.browser.at_table import (
    begin,
    click_answer,
    confirm_if_asked,
    inspect,
    play_for,
    play_to_the_end,
    play_until,
    sit_down,
    tool,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tools.album.measures import SCRIPT
from tools.living.table import (
    IS_OPEN,
    PHONE,
    question,
    wait_for_change,
    wait_for_entry,
    wait_for_question,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "santiago_de_cuba"
RECORD_GLIDES = """
window.glided = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  if (this.dataset?.piece) window.glided.push([this.dataset.piece, frames.length]);
  return animate.call(this, frames, options);
};
"""


def last_ship(state: State, decision: Decision) -> bool:
    return state.ship == 7 and decision.key == "drive" and bool(state.demand)


def asks(key: str) -> Any:
    return lambda _state, decision: decision.key == key


def at_santiago(page: Page, live: str, sought: Any, seed: str = "quay", **fields: Any) -> Table:
    """A table for two at which the page's user is asked what is sought."""
    table = begin(GAME, seed=seed, **fields)
    play_until(table, sought)
    sit_down(page, live, table, user_asked(table))
    return table


def click_board(page: Page, spot: str) -> None:
    """Click a spot of the board where a finger would hit it."""
    page.locator(f'#board [data-spot="{spot}"]').click()


def spots(page: Page) -> list[str]:
    """The spots that are lit."""
    return page.locator("#board .legal").evaluate_all("them => them.map(it => it.dataset.spot)")


def test_two_people_and_a_spectator_see_the_last_ship_leave(open_table: Opener) -> None:
    table = begin(GAME)
    play_until(table, last_ship)
    wide = open_table(table, user_at(table, 0), reduced_motion="reduce")
    phone = open_table(table, user_at(table, 1), **PHONE)
    spectator = open_table(table, None)
    play_to_the_end(table)
    for page in (wide, phone, spectator):
        wait_for_entry(page, table)
        expect(page.locator(".standings li")).to_have_count(2)
        expect(page.locator("#prompt")).to_contain_text("won")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    assert spectator.locator(".score").count() == 2
    inspect(wide)


@pytest.mark.sample
def test_the_board_is_played_by_clicking(page: Page, live: str, complaints: list[str]) -> None:
    page.add_init_script(RECORD_GLIDES)
    table = at_santiago(page, live, asks("drive"))
    car = page.locator('[data-piece="car"]').get_attribute("data-at")
    lit = spots(page)
    assert lit and car not in lit
    before = question(page)
    click_board(page, lit[-1])
    confirm_if_asked(page, before)
    wait_for_entry(page, table)
    assert Table.objects.get(pk=table.pk).number > 1
    expect(page.locator('[data-piece="car"]')).to_have_attribute("data-at", lit[-1])
    glided = dict(page.evaluate("window.glided"))
    assert glided["car"] > 2, "the car follows the road"


def test_nothing_glides_for_who_wants_stillness(page: Page, live: str) -> None:
    page.add_init_script(RECORD_GLIDES)
    page.emulate_media(reduced_motion="reduce")
    table = at_santiago(page, live, asks("drive"))
    click_answer(page)
    wait_for_entry(page, table)
    assert page.evaluate("window.glided") == []


def test_a_spot_with_several_answers_offers_just_these(
    page: Page, live: str, complaints: list[str]
) -> None:

    def many(state: State, decision: Decision) -> bool:
        spots = [move.spot for move in decision.moves]
        return decision.key == "use" and spots.count("building:black_market") > 2

    at_santiago(page, live, many, seed="market")
    total = page.locator("button.answer:visible").count()
    click_board(page, "building:black_market")
    some = page.locator("button.answer:visible")
    assert 2 < some.count() < total
    expect(some.first).to_be_focused()
    page.get_by_role("button", name="All answers").click()
    expect(page.locator("button.answer:visible")).to_have_count(total)


def test_by_keyboard_on_the_board(page: Page, live: str, complaints: list[str]) -> None:
    table = at_santiago(page, live, asks("drive"))
    number = Table.objects.get(pk=table.pk).number
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#board .legal')"):
            break
    focused = page.locator("#board .legal:focus")
    expect(focused).to_have_attribute("role", "button")
    assert "Drive to" in (focused.get_attribute("aria-label") or "")
    before = question(page)
    page.keyboard.press("Enter")
    wait_for_change(page, before)
    if question(page) == before:
        page.keyboard.press("Enter")  # confirm has the focus
        wait_for_question(page, before)
    assert Table.objects.get(pk=table.pk).number > number


def test_a_button_shows_its_place_on_the_board(page: Page, live: str) -> None:
    at_santiago(page, live, asks("drive"))
    button = page.locator("button.answer").nth(1)
    button.hover()
    spot = button.get_attribute("data-for")
    expect(page.locator("#board .preview")).to_have_attribute("data-spot", spot or "")
    page.locator("#board .preview").hover()
    expect(page.locator("button.answer.preview")).to_have_count(1)


def test_everything_explains_itself(open_table: Opener) -> None:
    table = begin(GAME)
    play_until(table, asks("drive"))
    tip = "#tip:not([hidden])"
    page = open_table(table, user_asked(table))
    bank = page.locator('#board [data-spot="building:bank"]')
    bank.hover()
    expect(page.locator(tip)).to_contain_text("Bank: Send your pawn here and take 2 pesos.")
    page.keyboard.press("Escape")
    expect(page.locator(tip)).to_have_count(0)
    number = Table.objects.get(pk=table.pk).number
    phone = open_table(table, user_asked(table), **PHONE)
    tool(phone, "#explain").tap()
    station = phone.locator("#board .station.legal").first
    station.scroll_into_view_if_needed()
    station.tap()
    expect(phone.locator(tip)).to_be_visible()
    assert Table.objects.get(pk=table.pk).number == number, "explaining plays nothing"


def test_what_moved_since_my_turn_is_marked(page: Page, live: str, complaints: list[str]) -> None:
    table = begin(GAME)
    play_until(table, asks("drive"))
    me = user_asked(table)
    play_until(table, lambda *_: user_asked(table) != me)
    play_until(table, lambda *_: user_asked(table) == me)
    sit_down(page, live, table, me)
    expect(page.locator('[data-piece="car"].moved')).to_have_count(1)
    page.locator("[data-step=turn]").click()
    expect(page.locator("#prompt")).to_have_text("You are looking back")
    expect(page.locator(".moved")).to_have_count(0)


def test_looking_closer(page: Page, live: str, complaints: list[str]) -> None:
    at_santiago(page, live, asks("drive"))
    board = page.locator("#board")
    width = board.bounding_box()["width"]  # type: ignore[index]
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Larger").click()
    assert board.bounding_box()["width"] > 2 * width  # type: ignore[index]
    page.get_by_role("button", name="Whole board").click()
    assert board.bounding_box()["width"] == pytest.approx(width)  # type: ignore[index]


def test_screens_hide_what_others_hold(open_table: Opener) -> None:
    table = begin(GAME, options={"info": "screens"})
    play_until(table, asks("drive"))
    mine = open_table(table, user_at(table, 0))
    expect(mine.locator(".screen")).to_have_count(1)
    expect(mine.locator(".seat.mine .goods:not(.worth)")).to_be_visible()
    watching = open_table(table, None)
    expect(watching.locator(".screen")).to_have_count(2)
    inspect(watching)


@pytest.mark.parametrize(
    "key", [pytest.param("drive", marks=pytest.mark.sample), "alonso", "deliver"]
)
def test_nothing_for_axe(page: Page, live: str, complaints: list[str], key: str) -> None:
    table = at_santiago(page, live, asks(key), seed=f"seen {key}")
    inspect(page)
    page.locator("[data-step=back]").click()
    expect(page.locator("#prompt")).to_have_text("You are looking back")
    inspect(page, sizes=((768, 1024), (1600, 900)))
    assert table.pk


def test_the_other_browser_sees_the_move_glide(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin(GAME)
    play_until(table, asks("drive"))
    page.add_init_script(RECORD_GLIDES)
    sit_down(page, live, table, None)
    page.wait_for_function("document.readyState === 'complete'")
    wait_for_entry(page, table)
    page.wait_for_function(IS_OPEN)
    asked = table.seats.get(deciding=True).place
    play_for(table, asked)
    wait_for_entry(page, table)
    assert "car" in dict(page.evaluate("window.glided"))
    expect(page.locator("#spoken")).to_contain_text("drives to")


def test_pointing_at_a_cuban_shows_where_he_leads(page: Page, live: str) -> None:
    """And the price of the drive stands at his station."""
    table = at_santiago(page, live, asks("drive"))
    page.set_viewport_size({"width": 1440, "height": 900})
    state = position_of(table_load(table.pk)).state  # type: ignore[union-attr]
    first = (state.car + 1) % 10
    fare = page.locator(f".fare.station-{first} text")
    expect(fare).to_have_text("0")
    station = next(
        page.locator(f".station.flower-{flower}.legal:not(.face-down)").first
        for flower in ("white", "blue", "yellow", "red")
        if page.locator(f".station.flower-{flower}.legal:not(.face-down)").count()
    )
    flower = (station.get_attribute("class") or "").split("flower-")[1].split()[0]
    court = page.locator(f".quarter.flower-{flower} .court")
    thin = court.evaluate(WIDTH_OF_LINE)
    station.focus()
    assert court.evaluate(WIDTH_OF_LINE) > thin
    others = page.locator(f".quarter:not(.flower-{flower}) .court")
    assert set(others.evaluate_all(WIDTHS_OF_LINES)) == {thin}


WIDTH_OF_LINE = "it => getComputedStyle(it).strokeWidth"
WIDTHS_OF_LINES = "them => them.map(it => getComputedStyle(it).strokeWidth)"


def test_what_a_phone_leaves_out_is_there_when_one_looks_closer(open_table: Opener) -> None:
    table = begin(GAME)
    play_until(table, asks("drive"))
    phone = open_table(table, user_asked(table), **PHONE)
    names = phone.locator(".house .name-plate text")
    expect(names.first).to_be_hidden()
    for _ in range(2):
        tool(phone, "[data-zoom=in]").click()
    expect(names.first).to_be_visible()
    small = phone.evaluate(SCRIPT)["texts"]
    assert not [it for it in small if it["where"].startswith("stage") and it["size"] < 10]
