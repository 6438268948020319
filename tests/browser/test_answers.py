"""What answers cost and bring, their keys, the spots of the board, being asked before playing."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games.models import LogEntry, Table
from games.rules.core.interface import Decision
from games.rules.cuba.moves import MoveFigure
from games.rules.guatemala_cafe.moves import PlaceWorker
from games.rules.santiago_de_cuba.moves import Drive
from tests.browser.at_table import (
    begin,
    inspect,
    play_for,
    play_until,
    sit_down,
    user_asked,
    user_at,
)
from tools.living.table import question, wait_for_entry
from tools.seating import position_changed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def asked(game: str, kind: type, least: int = 1, **fields: object) -> tuple[Table, int]:
    """A table at which somebody is asked for so many such moves, and who."""
    table, found = begin(game, **fields), list[int]()  # type: ignore[arg-type]

    def sought(_state: object, decision: object) -> bool:
        moves = [move for move in decision.moves if isinstance(move, kind)]  # type: ignore[attr-defined]
        found[:] = [decision.seat]  # type: ignore[attr-defined]
        return len(moves) >= least

    play_until(table, sought)
    return table, found[0]


@pytest.mark.parametrize("wish", ["always", "final", "never"])
def test_being_asked_before_playing(
    page: Page, live: str, complaints: list[str], wish: str
) -> None:
    """The last bid opens all: it is final. The first can be taken back."""
    table = begin("pier")
    for place in (0, 1):
        user = user_at(table, place)
        user.confirm = wish
        user.save()
        sit_down(page, live, table, user_at(table, place))
        page.locator("button.answer").nth(1).click()
        confirm, final = page.get_by_role("button", name="Confirm"), place == 1
        if wish == "always" or (wish == "final" and final):
            expect(confirm).to_be_focused()
            expect(page.locator("[data-meant]")).to_have_text("1 coin")
            assert Table.objects.get(pk=table.pk).number == 1 + place, "nothing was played yet"
            confirm.click()
        expect(page.locator("#prompt")).not_to_contain_text("How much do you bid")
        assert Table.objects.get(pk=table.pk).number == 2 + place


def test_a_confirmation_outlives_what_others_do(
    page: Page, live: str, complaints: list[str]
) -> None:
    """Both bid at once: a bid of the other asks nothing new, and changes what one's own means."""
    table = begin("pier")
    user = user_at(table, 0)
    user.confirm = "always"
    user.save()
    sit_down(page, live, table, user)
    before = question(page)
    page.locator("button.answer").nth(1).click()
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_focused()
    play_for(table, 1)
    wait_for_entry(page, table)
    assert question(page) == before, "the question is the same"
    expect(confirm).to_be_focused()
    confirm.click()
    expect(page.locator("#prompt")).not_to_contain_text("How much do you bid")
    bid = LogEntry.objects.get(table=table, kind="move", place=0)
    assert json.loads(bid.move)["coins"] == 1


def test_a_confirmation_goes_with_its_question(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("pier")
    user = user_at(table, 0)
    user.confirm = "always"
    user.save()
    sit_down(page, live, table, user)
    page.locator("button.answer").nth(1).click()
    confirm = page.get_by_role("button", name="Confirm")
    expect(confirm).to_be_focused()
    play_for(table, 0)
    wait_for_entry(page, table)
    expect(confirm).to_be_hidden()
    expect(page.locator("#prompt")).to_be_focused()


def test_the_first_nine_answers_have_keys(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("pier")
    sit_down(page, live, table, user_at(table, 0))
    answers = page.locator("button.answer")
    expect(answers.nth(2)).to_have_attribute("aria-keyshortcuts", "3")
    expect(answers.nth(2).locator("kbd")).to_be_visible()
    page.locator("#tab-chat").click()
    page.get_by_role("textbox").press_sequentially("3 of 3")
    assert Table.objects.get(pk=table.pk).number == 1, "typing plays nothing"
    page.locator("#prompt").focus()
    page.keyboard.press("Control+3")
    page.keyboard.press("3")
    expect(page.locator(".line").last).to_contain_text("has bid 2")


def test_an_answer_tells_what_it_costs_and_brings(
    page: Page, live: str, complaints: list[str]
) -> None:
    """On its button, in its name, and in the tip of its spot."""
    table, seat = asked("santiago_de_cuba", Drive, least=4)
    sit_down(page, live, table, user_at(table, seat))
    button = page.locator("button.answer", has=page.locator(".gain"), has_text="−2").first
    expect(button).to_have_accessible_name(re.compile("costs 2 pesos"))
    spot = button.get_attribute("data-for")
    page.locator(f'#board [data-spot="{spot}"]').hover()
    expect(page.locator("#tip .meant .gain")).to_contain_text("−2")
    expect(button).to_have_class(re.compile("preview"))
    inspect(page, sizes=((1440, 900),))


def test_a_typed_number_shows_its_total(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("santiago_de_cuba")
    with position_changed(table.pk) as position:
        state = position["state"]
        state.update(phase="use", active=0, turn=1)
        state["players"][0].update(pawn="casino", pesos=60)
    sit_down(page, live, table, user_at(table, 0))
    box = page.locator('[data-kind="BuyPoints"] .number')
    box.locator("input").fill("12")
    expect(box.locator(".figure")).to_have_text(["−36", "+12"])
    expect(box.locator("button.answer")).to_have_accessible_name(re.compile("gains 12 points"))
    box.locator("input").fill("21")
    expect(box.locator(".figure")).to_have_count(0)


COLOURS = """() => [...document.querySelectorAll('#view, #view *')]
    .filter((one) => !one.closest('.legal'))
    .map((one) => getComputedStyle(one))
    .filter(({ filter }) => /grayscale|saturate|brightness/.test(filter))
    .length"""


def test_what_is_possible_stands_out_on_a_board_that_keeps_its_colours(
    page: Page, live: str, complaints: list[str]
) -> None:
    """Few spots have a frame of their own shape, and keep it when parts are pushed."""
    table, seat = asked("cuba", MoveFigure)
    sit_down(page, live, table, user_at(table, seat))
    expect(page.locator("#table")).to_have_class(re.compile(r"\blit-few\b"))
    lot = page.locator('#board [data-spot="field:B2"]')
    shape = lot.locator(":scope > .outline")
    frame = lot.locator(":scope > .spot-frame")
    for name in ("x", "y", "width", "height", "rx"):
        assert frame.get_attribute(name) == shape.get_attribute(name)
    assert page.evaluate(COLOURS) == 0
    page.locator('button[data-for="field:B2"]').hover()
    expect(lot).to_have_class(re.compile("preview"))
    touched = page.locator("#board .touched").evaluate_all(
        "them => them.map(it => it.dataset.spot)"
    )
    assert sorted(touched) == [f"field:{field}" for field in ("A2", "B1", "B3", "B4", "C2")]
    page.locator('button[data-for="field:B2"]').click()
    expect(page.locator("#prompt")).not_to_contain_text("figure")
    expect(page.locator("#board .legal > .spot-frame")).to_have_count(
        page.locator("#board .legal").count()
    )


def test_many_spots_have_no_frame(page: Page, live: str, complaints: list[str]) -> None:
    table, seat = asked("guatemala_cafe", PlaceWorker, least=13)
    sit_down(page, live, table, user_at(table, seat))
    expect(page.locator("#table")).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator("#table")).not_to_have_class(re.compile("lit-few"))
    thin = page.locator("#board .legal > .spot-frame").first
    expect(thin).to_have_css("animation-name", "none")


def passes_the_end_of_the_drawing(_state: object, decision: Decision) -> bool:
    """Whether a drive leads past the station that is drawn first."""
    stations = [move.station for move in decision.moves if isinstance(move, Drive)]
    return len(stations) > 2 and stations != sorted(stations)


def test_on_a_ring_answers_stand_in_the_order_of_the_way(
    page: Page, live: str, complaints: list[str]
) -> None:
    """The nearest station first, wherever the drawing of the road begins."""
    table = begin("santiago_de_cuba", seed="ring")
    play_until(table, passes_the_end_of_the_drawing)
    sit_down(page, live, table, user_asked(table))
    answers = page.locator(".answers .group[data-kind=Drive] button.answer")
    answers.first.wait_for()
    pesos = answers.evaluate_all("all => all.map((one) => JSON.parse(one.value).pesos)")
    assert pesos == sorted(pesos) and len(pesos) > 2
