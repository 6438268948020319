"""Port Royal in a real browser: seen, on a phone, by two people, at the end."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.changing import services
from games.models import Seat, Table
from games.rules.core.interface import Decision
from games.rules.port_royal.state import State
from tests.browser.at_table import (
    begin,
    inspect,
    play_for,
    play_to_the_end,
    play_until,
    sit_down,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tests.rules.port_royal.table import Table as Cards
from tools.album.measures import SCRIPT
from tools.living.table import IS_OPEN
from tools.seating import position_store

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    "key", [pytest.param("discover", marks=pytest.mark.sample), "trade_fee", "gift"]
)
def test_seen_and_read_aloud(page: Page, live: str, complaints: list[str], key: str) -> None:
    table = begin("port_royal", 5, f"seen {key}", options={"expansion": "contracts"})

    def sought(state: State, decision: Decision) -> bool:
        return decision.key == key and (key == "gift" or state.turn.number > 12)

    play_until(table, sought)
    sit_down(page, live, table, user_asked(table))
    expect(page.locator(".legal")).not_to_have_count(0)
    inspect(page)


def test_the_end_of_a_game_and_a_look_back(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("port_royal", 2, "to the end", bots=1)
    play_to_the_end(table)
    page.emulate_media(reduced_motion="reduce")
    sit_down(page, live, table, table.host)
    expect(page.locator(".standings li")).to_have_count(2)
    expect(page.locator("#prompt")).to_contain_text("won")
    inspect(page)
    page.locator('#status a[data-step="back"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("looking back")
    expect(page.locator(".turns .turn-row")).not_to_have_count(0)


def test_two_people_see_a_card_fly(open_table: Opener) -> None:
    table = begin("port_royal", 2, "fly")
    asked = Seat.objects.get(table=table, deciding=True).place
    wide = {"width": 1440, "height": 900}
    mine, other = (
        open_table(table, user_at(table, place), viewport=wide) for place in (asked, 1 - asked)
    )
    other.evaluate(WATCH)
    other.wait_for_function(IS_OPEN)
    mine.locator('[data-spot="pile"]').click()
    expect(other.locator(".turn-row .pr-tile")).to_have_count(1)
    turned = other.evaluate("window.glided")
    assert turned and turned[0]["way"] > 20, "the card comes from the pile"


WATCH = """() => {
  window.glided = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const way = Math.hypot(...String(frames[0].translate ?? "0px 0px").split(" ").map(parseFloat));
    const above = getComputedStyle(this).zIndex;
    if (this.dataset.piece) window.glided.push({ piece: this.dataset.piece, way, above });
    return animate.call(this, frames, options);
  };
}"""


@pytest.mark.sample
def test_a_person_is_hired_by_a_click_and_moves_to_the_display(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("port_royal", 3, "hire", bots=2)

    def can_hire(state: State, decision: Decision) -> bool:
        return any(type(move).__name__ == "Hire" for move in decision.moves)

    play_until(table, can_hire)
    page.set_viewport_size({"width": 1440, "height": 900})
    sit_down(page, live, table, table.host)
    card = page.locator(".harbour .legal.is-person").first
    name = card.get_attribute("data-piece")
    assert re.match(r"Hire no\. \d, the ", card.get_attribute("aria-label") or "")
    card.hover()
    expect(page.locator("#tip")).to_be_visible()
    page.evaluate(WATCH)
    card.click()
    confirm = page.get_by_role("button", name="Confirm")
    moved = page.locator(f'.display [data-piece="{name}"]')
    expect(confirm.or_(moved)).to_be_visible()
    if confirm.is_visible():
        confirm.click()
    place = Seat.objects.get(table=table, bot="").place
    expect(moved).to_have_attribute("data-at", f"seat:{place}")
    expect(page.locator(f'.harbour [data-piece="{name}"]')).to_have_count(0)
    flight = next(glided for glided in page.evaluate("window.glided") if glided["piece"] == name)
    assert flight["way"] > 100 and int(flight["above"]) > 0, "it flies over everything else"


def test_looked_at_by_nobody_in_particular(page: Page, live: str, complaints: list[str]) -> None:
    """A spectator sees the table, and nothing on it is lit."""
    table = begin("port_royal", 4, "watched", bots=3, options={"expansion": "cards"})
    play_until(table, lambda state, _: len(state.harbour) > 2)
    sit_down(page, live, table, None)
    expect(page.locator(".harbour .pr-card")).not_to_have_count(0)
    expect(page.locator(".legal")).to_have_count(0)
    unseen: Any = page.evaluate("document.body.innerHTML.includes('card:')")
    assert unseen, "cards that lie open have their names"


CROWD = (
    *("yellow_1_1", "blue_2_2", "green_3_2", "red_6_3", "black_7_3"),
    *(
        "jack",
        "jack",
        "admiral_1",
        "admiral_2",
        "governor",
        "governor",
        "mademoiselle_2",
        "pirate_1",
    ),
    *("jester_2", "vice_1", "gunner_2", "clerk_yellow", "trader_black_1", "settler", "captain"),
    *("priest", "sailor_1", "sailor_2", "trader_red_1"),
)
SIZES = ((1440, 900), (1600, 900), (768, 1024), (360, 740))


@pytest.mark.parametrize("count", [18, 24])
def test_a_crowded_harbour_covers_nothing(
    page: Page, live: str, complaints: list[str], count: int
) -> None:
    """Not labels, piles or rows; and of three cubes on a field each can be seen."""
    table = begin("port_royal", 5, "crowd", options={"expansion": "contracts"})
    cards = Cards(5, contracts=("frigate_foe", "galleon_foe", "maritime", "trade_outpost"))
    cards.harbour(*CROWD[:count]).row("exp_cc", "exp_hh", "exp_aah").discarded("green_1_1")
    cards.deal(0, "mademoiselle_3", "trader_black_1", "sailor_1", "sailor_1")
    for seat in (1, 2, 3):
        cards.step("frigate_foe", seat, 1)
    position_store(table.pk, cards.checked().position)
    sit_down(page, live, table, user_at(table, 0))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".harbour .pr-card").last.wait_for()
        found = page.evaluate(SCRIPT)
        assert found["overlaps"] == [], width
        assert found["cut"] == [], width
        assert page.evaluate(COVERED) == [], width
        apart = page.evaluate(CUBES)
        assert min(apart) >= 12, f"the letters of cubes are apart at {width}"
    assert page.locator(".harbour .pr-card").count() == count


COVERED = """() => {
  const kinds = [
    ".harbour .outline", ".pile-slot .outline", ".tally > *", ".turn-row", ".contract",
    ".expeditions .outline",
  ];
  const boxes = kinds.flatMap((kind) =>
    [...document.querySelectorAll(`.port-royal ${kind}`)].map((it) =>
      [kind, it.getBoundingClientRect()]));
  const cut = ([, a], [, b]) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  return boxes.flatMap((one, at) =>
    boxes.slice(at + 1).filter((other) => cut(one, other)).map((other) => [one[0], other[0]]));
}"""
CUBES = """() => {
  const cubes = [...document.querySelectorAll('[data-at^="frigate_foe:"] .token')];
  const xs = cubes.map((it) => it.getBoundingClientRect().x).sort((a, b) => a - b);
  return xs.slice(1).map((x, at) => x - xs[at]);
}"""


def test_what_taking_costs_is_on_the_card(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("port_royal", 2, "deal")
    cards = Cards(2).deal(0, "mademoiselle_3", "trader_blue_1", coins=9)
    cards.harbour("governor", "blue_2_2", "sailor_1")
    position_store(table.pk, cards.stop().position)
    sit_down(page, live, table, user_at(table, 0))
    told = page.locator(".harbour .deal text")
    expect(told).to_have_text(["−7", "+3", "−2"])
    page.locator(".harbour .deal").first.hover()
    name = user_at(table, 0).username  # the seats are drawn by lot
    expect(page.locator("#tip")).to_contain_text(f"costs {name} 7 coins")


def test_after_the_end_it_is_nobodys_last_round(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("port_royal", 2, "over", bots=1)
    play_until(table, lambda state, _: state.last_round)
    sit_down(page, live, table, table.host)
    expect(page.locator(".last-round")).to_have_count(1)
    chance = random.Random(1)
    while Table.objects.get(pk=table.pk).status == "playing":
        if asked := user_asked(table):
            play_for(table, Seat.objects.get(table=table, user=asked).place)
        else:
            services.bot_move(table_id=table.pk, chance=chance)
    page.reload()
    expect(page.locator(".standings li")).to_have_count(2)
    expect(page.locator(".last-round")).to_have_count(0)
