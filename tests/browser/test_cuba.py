"""Cuba in a real browser: seen, read aloud, on a phone, by two people, at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import convert
from playwright.sync_api import Page, ViewportSize, expect

from games.models import Seat, Table
from games.rules.core.interface import Decision
from games.rules.cuba.state import Loading, State
from tests.browser.at_table import (
    begin,
    click_answer,
    inspect,
    play_to_the_end,
    play_until,
    sit_down,
    user_asked,
)
from tests.browser.conftest import Opener
from tools.album.measures import SCRIPT as MEASURE
from tools.album.measures import Measures
from tools.living.table import (
    PHONE,
    play_by_touch,
    question,
    wait_for_change,
    wait_for_entry,
)
from tools.seating import position_changed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDE: ViewportSize = {"width": 1440, "height": 900}


def asks(kind: str) -> Any:
    """Whether a question offers an answer of this kind."""

    def sought(state: State, decision: Decision) -> bool:
        return any(type(move).__name__ == kind for move in decision.moves)

    return sought


def sit_down_wide(page: Page, live: str, table: Table) -> None:
    """Whoever is asked opens the table."""
    page.set_viewport_size(WIDE)
    sit_down(page, live, table, user_asked(table))
    page.locator(".ask.mine").wait_for()


@pytest.mark.parametrize(
    "kind", ["NameColour", "Buy", pytest.param("Load", marks=pytest.mark.sample), "PassLaw"]
)
def test_seen_and_read_aloud(page: Page, live: str, complaints: list[str], kind: str) -> None:
    table = begin("cuba", seats=3, seed="seen")
    play_until(table, asks(kind), bot="random" if kind == "Buy" else "greedy")
    sit_down_wide(page, live, table)
    expect(page.locator("#board .legal")).not_to_have_count(0)
    inspect(page)


def test_the_cross_is_seen_before_the_figure_goes_there(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("cuba", seed="cross")
    play_until(table, asks("MoveFigure"))
    sit_down_wide(page, live, table)
    washed = """() => [...document.querySelectorAll('.estate .field')]
        .filter((field) => {
            const wash = getComputedStyle(field.querySelector('.wash'));
            return wash.fill !== 'none' && wash.fillOpacity > 0.4;
        }).map((field) => field.dataset.spot.slice(6)).sort().join(' ')"""
    for field, cross in (("B3", "A3 B1 B2 B3 B4 C3"), ("C1", "A1 B1 C1 C2 C3 C4")):
        spot = page.locator(f'.estate [data-spot="field:{field}"]')
        page.locator(f'button.answer[data-for="field:{field}"]').focus()
        assert page.evaluate(washed) == cross
        spot.focus()
        page.keyboard.press("Shift")  # the focus is shown for the keyboard
        assert page.evaluate(washed) == cross
    before = question(page)
    page.locator('.estate [data-spot="field:B3"]').click()
    wait_for_change(page, before)
    expect(page.locator('.estate [data-piece^="figure"]')).to_have_attribute(
        "data-at", f"field:{Seat.objects.get(table=table, deciding=True).place}:B3"
    )


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_every_text_can_be_read(open_table: Opener, language: str) -> None:
    """With the most players, in the middle of the game: none is small, cut off, or upon another."""
    table = begin("cuba", seats=5, seed="legible")
    play_until(table, lambda state, _: state.round == 4 and state.phase == "pass")
    page = open_table(table, None, locale=language)
    for width, height in ((1440, 900), (768, 1024), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => document.fonts.status === 'loaded'")
        found = convert(page.evaluate(MEASURE), Measures)
        assert len(found.texts) > 100
        assert found.faults(width) == []


def test_what_lies_before_a_seat_has_outlines_too(page: Page, live: str) -> None:
    table = begin("cuba", seats=2, seed="watched")
    play_until(table, lambda state, _: bool(state.players[0].played))
    sit_down(page, live, table, None)
    for drawing in (".small-estate .plantation", ".cuba .plantation", ".faces"):
        outline = "(element) => getComputedStyle(element).getPropertyValue('--outline').trim()"
        assert page.locator(drawing).first.evaluate(outline)


def test_another_plantation_is_enlarged_and_stays_so(
    open_table: Opener, page: Page, live: str
) -> None:
    table = begin("cuba", seed="enlarged")
    play_until(table, asks("MoveFigure"))
    other = Seat.objects.get(table=table, deciding=False)
    guest = open_table(table, other.user, viewport=WIDE)
    guest.get_by_role("button", name="Enlarge the plantation of").click()
    shown = guest.get_by_role("dialog")
    expect(shown).to_contain_text("The figure stands on A1.")
    sit_down_wide(page, live, table)
    before = question(page)
    page.locator('.estate [data-spot="field:B3"]').click()
    wait_for_change(page, before)
    wait_for_entry(guest, table)
    expect(shown).to_contain_text("The figure stands on B3.")
    guest.keyboard.press("Escape")
    expect(shown).to_be_hidden()


@pytest.mark.sample
def test_loaded_by_touch_on_a_phone(open_table: Opener) -> None:
    table = begin("cuba", seed="touch")

    def loading(state: State, decision: Decision) -> bool:
        return bool(state.agenda) and isinstance(state.agenda[-1], Loading)

    play_until(table, loading)
    page = open_table(table, user_asked(table), **PHONE)
    expect(page.locator(".places .to-harbour")).to_have_css("font-weight", "800")
    name = page.locator("#board .space.legal").first.get_attribute("data-spot") or ""
    assert play_by_touch(page, name)
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.tap()
    expect(page.locator(f'#board [data-spot="{name}"].loaded')).to_have_count(1)


def test_nothing_lit_hides_behind_the_bar_of_places(open_table: Opener) -> None:
    table = begin("cuba", seats=3)
    play_until(table, lambda _, decision: any(move.spot for move in decision.moves))
    page = open_table(table, user_asked(table), **PHONE)
    spot = page.locator("#board .legal").last
    spot.evaluate("spot => scrollBy(0, spot.getBoundingClientRect().top - 60)")
    bar = page.locator(".places").bounding_box()
    assert bar is not None and bar["y"] < 60 < bar["y"] + bar["height"], "it is behind"
    page.locator(f"button.answer[data-for='{spot.get_attribute('data-spot')}']").first.focus()
    page.wait_for_function(
        """spot => spot.getBoundingClientRect().top
            >= document.querySelector(".places").getBoundingClientRect().bottom""",
        arg=spot.element_handle(),
    )


def test_the_end_of_a_game(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("cuba", seed="to the end")
    play_to_the_end(table)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(WIDE)
    sit_down(page, live, table, table.host)
    expect(page.locator(".standings li")).to_have_count(2)
    expect(page.locator(".rounds .done")).to_have_count(6)
    expect(page.locator('.course [aria-current="step"], .starter')).to_have_count(0)
    inspect(page)


def test_a_spectator_sees_it_and_nothing_is_lit(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("cuba", seats=2, seed="watched")
    play_until(table, lambda state, _: state.round == 2)
    sit_down(page, live, table, None)
    expect(page.locator(".estate .field")).to_have_count(12)
    expect(page.locator(".legal")).to_have_count(0)


def test_a_bid_is_typed_and_says_what_it_costs(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("cuba", seed="rich")
    play_until(table, lambda state, _: state.phase == "bid")
    with position_changed(table.pk) as position:
        for player in position["state"]["players"]:
            player["pesos"] += 20
            position["state"]["bank"] -= 20
    sit_down_wide(page, live, table)
    field = page.get_by_label("Votes, 1 peso each")
    expect(field).to_have_value("0")
    expect(page.locator("button.answer")).to_have_count(1)
    field.fill("12")
    expect(page.get_by_role("button", name="Buy 12 votes for 12 pesos")).to_be_enabled()
    inspect(page)


def test_a_single_building_says_what_it_forfeits_and_lights_up_too(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("cuba", seats=3, seed="shots")
    play_until(table, asks("UseAlone"))
    sit_down_wide(page, live, table)
    alone = page.locator('.group[data-kind="UseAlone"] button.answer').first
    expect(alone).to_contain_text("alone, without row and column")
    spot = alone.get_attribute("data-for")
    expect(page.locator(f'#board .legal[data-spot="{spot}"]')).to_have_count(1)


def test_an_idle_character_and_what_cannot_be_paid_say_so(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("cuba", seats=3, seed="shots")
    play_until(table, asks("PlayIdly"))
    sit_down_wide(page, live, table)
    idle = page.locator('.group[data-kind="PlayIdly"] button.answer')
    expect(idle.first).to_contain_text("now)")
    card = page.locator('#board [data-spot="card:foreman"]')
    expect(card).to_have_accessible_name(re.compile(r"Foreman \(no building to use now\)"))
    play_until(table, asks("Build"))
    sit_down_wide(page, live, table)
    lacking = page.locator('#board .lacking[data-spot^="tile:"]').first
    expect(lacking).to_have_attribute("data-why", re.compile("^Costs .*; you lack "))
    expect(page.locator("#board .instead .grade").first).to_be_visible()
    inspect(page)


def test_clicks_of_two_people(open_table: Opener) -> None:
    table = begin("cuba", seed="two")
    pages = {
        seat.place: open_table(table, seat.user, viewport=WIDE)
        for seat in Seat.objects.filter(table=table)
    }
    for _ in range(16):
        place = place_asked(table)
        pages[place].locator(".ask.mine").wait_for()
        click_answer(pages[place])
    for page in pages.values():
        wait_for_entry(page, table)
    expect(pages[0].locator(".rounds .here")).to_have_text("1")


def place_asked(table: Table) -> int:
    """The place of the first who is to move."""
    seat = Seat.objects.filter(table=table, deciding=True).order_by("place").first()
    assert seat is not None
    return seat.place
