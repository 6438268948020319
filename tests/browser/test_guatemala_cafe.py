"""Guatemala Café in a real browser: every kind of place clicked, by keyboard, to the end."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.models import Plan, Seat, Table
from games.rules.core.interface import Move, Position
from games.rules.core.interface import Seat as Place
from games.rules.core.play import Step, play, start
from games.rules.guatemala_cafe.state import Options
from games.rules.registry import GAMES
from games.telling.wording import SiteWording
from tests.browser.at_table import (
    begin,
    choose_tab,
    confirm_if_asked,
    inspect,
    open_sheet,
    sit_down,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tools.living.table import PHONE, question, wait_for_entry
from tools.seating import position_store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "guatemala_cafe"
RULES = GAMES[GAME]
PLACES = ("space", "field", "region", "cell", "site", "harbour", "crossing", "edge", "sack")
LAST_MOVES = 16

Played = tuple[Position[Any], Place, Move]


def playing(players: int, seed: str, planned: float) -> Iterator[tuple[Step[Any], Place, Move]]:
    """A game; so much of it is planned, the rest is played at random."""
    step, chance = start(RULES, players, Options(), seed), random.Random(seed)
    while step.decisions:
        decision = step.decisions[0]
        bot = RULES.bots["greedy" if chance.random() < planned else "random"]
        move = bot(RULES.view(step.position.state, decision.seat), decision, chance)
        yield step, decision.seat, move
        step = play(RULES, step.position, decision.seat, move)


@functools.cache
def whole_game(players: int, seed: str) -> list[Played]:
    """Every position of a planned game with the move that was played in it."""
    return [(step.position, seat, move) for step, seat, move in playing(players, seed, 1)]


@functools.cache
def position_with(kind: str, players: int = 2) -> Position[Any]:
    """A position of a game that asks for places of a kind: in its middle, or early for a hut."""
    first = 20 if kind == "site" else 120
    for number, (step, _, _) in enumerate(playing(players, "hill", 0.7)):
        spots = [move.spot or "" for move in step.decisions[0].moves]
        if number > first and spots[0].startswith(f"{kind}:"):
            return step.position
    raise AssertionError(f"nobody is asked for a {kind}")


def table_at(position: Position[Any]) -> Table:
    """A table of people that stands at a position."""
    table = begin(GAME, len(position.state.players))
    position_store(table.pk, position)
    return table


def open_at(page: Page, live: str, position: Position[Any]) -> Table:
    """A table at a position, opened by who is asked."""
    table = table_at(position)
    sit_down(page, live, table, user_asked(table))
    return table


def choose(page: Page, move: Move, *, on_board: bool) -> None:
    """Play a move where it is drawn, or by its button."""
    before = question(page)
    if on_board and move.spot:
        page.locator(f'#board [data-spot="{move.spot}"].legal').click()
    else:
        text = text_of(move)
        open_sheet(page)
        if page.locator("details[data-fold]:not([open])").count():
            page.locator("details[data-fold] summary").click()
        page.locator("button.answer", has_text=text).first.click()
    confirm_if_asked(page, before)


def text_of(move: Move) -> str:
    """What the button of a move says."""
    return SiteWording(RULES, []).move(move)


def test_two_people_play_to_the_end(open_table: Opener) -> None:
    last = whole_game(2, "terrace")[-LAST_MOVES:]
    table = table_at(last[0][0])
    users = [user_at(table, place) for place in (0, 1)]
    pages = [
        open_table(table, users[0]),
        open_table(table, users[1], **PHONE),
    ]
    for _, place, move in last:
        asked = Seat.objects.filter(table=table, deciding=True).values_list("place", flat=True)
        if place not in asked:
            continue  # standing orders have answered
        wait_for_entry(pages[place], table)
        choose(pages[place], move, on_board=place == 0)
    table.refresh_from_db()
    assert table.status == "finished"
    for page in pages:
        wait_for_entry(page, table)
        expect(page.locator(".standings li")).to_have_count(2)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    inspect(pages[0])


@pytest.mark.parametrize("kind", PLACES)
def test_every_kind_of_place_is_clicked_on_the_board(
    page: Page, live: str, complaints: list[str], kind: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    table = open_at(page, live, position_with(kind))
    number = Table.objects.get(pk=table.pk).number
    lit = page.locator("#board .legal")
    answers = page.locator("button.answer[data-for]")
    places = set(answers.evaluate_all("them => them.map(it => it.dataset.for)"))
    expect(lit).to_have_count(len(places))
    before = question(page)
    spot = page.locator(f'#board [data-spot^="{kind}:"].legal').last
    expect(spot).to_have_attribute("role", "button")
    spot.click()
    confirm_if_asked(page, before)
    assert Table.objects.get(pk=table.pk).number > number


@pytest.mark.sample
def test_a_worker_is_placed_by_keyboard(page: Page, live: str, complaints: list[str]) -> None:
    table = open_at(page, live, position_with("cell"))
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('#board .legal')"):
            break
    focused = page.locator("#board .legal:focus")
    assert (focused.get_attribute("aria-label") or "").startswith("Cell ")
    number, before = Table.objects.get(pk=table.pk).number, question(page)
    page.keyboard.press("Enter")
    confirm_if_asked(page, before)
    assert Table.objects.get(pk=table.pk).number > number


def test_standing_orders_are_given_in_the_page(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = open_at(page, live, position_with("space"))
    user = user_asked(table)
    choose_tab(page, "Notes")
    page.locator(".orders summary").click()
    page.get_by_label("When somebody announces a scoring").select_option("colours")
    page.get_by_role("checkbox", name="red").check()
    page.get_by_role("button", name="Save standing orders").click()
    expect(page.locator("#messages")).to_contain_text("standing orders are saved")
    plan = Plan.objects.get(table=table, user=user)
    assert plan.orders == {"auto_decline": "colours", "colours": ["russet"]}
    choose_tab(page, "Notes")
    page.locator(".orders summary").click()
    expect(page.get_by_role("checkbox", name="red")).to_be_checked()
    inspect(page)


@pytest.mark.parametrize(
    ("kind", "players"), [("crossing", 2), pytest.param("field", 4, marks=pytest.mark.sample)]
)
def test_seen_and_read_aloud(
    page: Page, live: str, complaints: list[str], kind: str, players: int
) -> None:
    open_at(page, live, position_with(kind, players))
    inspect(page)


SHEETS = ".plantation .frame, .cultivation > [data-part=terrace], .point-track, .ledger, .course"


@pytest.mark.parametrize("scripts", [True, False])
def test_the_whole_board_is_seen_on_a_phone(open_table: Opener, scripts: bool) -> None:
    """Without scripts the wide drawing stays, and scrolls sideways."""
    table = table_at(position_with("space"))
    page = open_table(table, user_asked(table), **PHONE, java_script_enabled=scripts)
    view = page.locator("#view").bounding_box()
    assert view is not None
    room = page.locator("#view").evaluate("view => view.scrollWidth")
    sheets = page.locator("#board").locator(SHEETS)
    expect(sheets).to_have_count(5)
    boxes = [sheet.bounding_box() for sheet in sheets.all()]
    for number, box in enumerate(boxes):
        assert box is not None
        assert view["x"] <= box["x"] and box["x"] + box["width"] <= view["x"] + room
        assert view["y"] <= box["y"] and box["y"] + box["height"] <= view["y"] + view["height"]
        for other in boxes[:number]:
            assert other is not None
            assert (
                box["x"] + box["width"] <= other["x"]
                or other["x"] + other["width"] <= box["x"]
                or box["y"] + box["height"] <= other["y"]
                or other["y"] + other["height"] <= box["y"]
            ), "none lies over another"


def test_pointing_at_an_answer_shows_the_line_it_marks(
    page: Page, live: str, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_at(page, live, position_with("space"))
    answer = page.locator("button.answer[data-for]").first
    reach = page.locator(f'#board [data-spot="{answer.get_attribute("data-for")}"] .reach')
    expect(reach).to_be_hidden()
    answer.hover()
    expect(reach).to_be_visible()
    page.mouse.move(0, 0)
    expect(reach).to_be_hidden()
    page.locator("#board .space.legal").last.focus()
    expect(page.locator("#board .space.legal .reach").last).to_be_visible()
