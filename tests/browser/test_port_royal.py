"""Port Royal in a real browser: seen, by keyboard, on a phone, by two people, to the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from games.changing import services
from games.judging.questions import question_id
from games.models import Seat, Table
from games.rules.core.codec import encode
from games.rules.core.interface import Decision
from games.rules.port_royal.state import State
from games.storing.rows import table_load
from games.telling.history import position_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Ana", "Ben", "Carla", "Dario", "Emilia")
Sought = Callable[[State, Decision], bool]
PLENTY = 2_000  # questions in a game


def begin(seats: int, people: int = 1, expansion: str = "none", seed: str = "quay") -> Table:
    """A table that has begun: people in front, bots behind."""
    make = get_user_model().objects.create_user
    users = [make(name, f"{name}@example.org") for name in NAMES[:people]]
    table = Table.objects.create(
        game="port_royal",
        options={"expansion": expansion},
        host=users[0],
        seats_min=seats,
        seats_max=seats,
    )
    for place in range(seats):
        user, bot = (users[place], "") if place < people else (None, "greedy")
        Seat.objects.create(table=table, place=place, user=user, bot=bot)
    services.table_begin(table_id=table.pk, seed=seed)
    return table


def play_until(table: Table, sought: Sought, seed: int = 7) -> None:
    """Let all play as the greedy bot until a person is asked what is sought."""
    chance = random.Random(seed)
    for _ in range(PLENTY):
        row = table_load(table.pk)
        position = position_of(row)
        assert position is not None
        decision = row.rules.pending(position.state)[0]
        seat = row.seats[decision.seat]
        if not seat.bot and sought(position.state, decision):
            return
        if seat.bot:
            services.bot_move(table_id=table.pk, chance=chance)
            continue
        view = row.rules.view(position.state, decision.seat)
        services.move_submit(
            table_id=table.pk,
            user_id=seat.user_id,
            question=question_id(row.id, seat.place, seat.answers, decision),
            move=encode(row.rules.bots["greedy"](view, decision, chance)),
        )
    raise AssertionError("such a position did not come about")


def sign_in(context: BrowserContext, live: str, name: str) -> None:
    """Give a browser the session of a user."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live}])


def listen(page: Page, found: list[str]) -> None:
    """Note what the console complains of."""

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            found.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the console complains of; a test fails if anything is left in it."""
    found: list[str] = []
    listen(page, found)
    yield found
    assert not found


def inspect(page: Page) -> None:
    """Nothing for axe, no sideways scrolling: wide and narrow, light and dark."""
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            too_wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert too_wide <= 0, f"{too_wide} px too wide at {width}"
            results = Axe().run(page)
            assert not results.violations_count, f"{width} {theme}: {results.generate_report()}"


def question(page: Page) -> str:
    """What is asked now; empty if nothing is."""
    return page.locator(".ask").get_attribute("data-question") or ""


def answer_by_keyboard(page: Page) -> str:
    """Answer with the first thing lit on the board, or the first button; what that said."""
    before = question(page)
    spot = page.locator("#board .legal, #players .legal").first
    stop = page.get_by_role("button", name="Stop discovering")
    target = page.locator("button.answer").first
    if stop.count() and page.locator("#board .harbour .pr-card").count() > 1:
        target = stop
    elif spot.count():
        target = spot
    said = target.get_attribute("aria-label") or target.inner_text()
    target.focus()
    expect(target).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_function(
        "before => document.querySelector('.ask')?.dataset.question !== before"
        " || document.querySelector('#panel.confirming')",
        arg=before,
    )
    if question(page) == before:
        expect(page.get_by_role("button", name="Confirm")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "before => document.querySelector('.ask')?.dataset.question !== before", arg=before
        )
    return said


@pytest.mark.parametrize("key", ["discover", "trade_fee", "gift"])
def test_seen_and_read_aloud(page: Page, live: str, complaints: list[str], key: str) -> None:
    table = begin(5, people=5, expansion="contracts", seed=f"seen {key}")  # seats are drawn by lot

    def sought(state: State, decision: Decision) -> bool:
        return decision.key == key and (key == "gift" or state.turn.number > 12)

    play_until(table, sought)
    sign_in(page.context, live, Seat.objects.get(table=table, deciding=True).user.username)
    page.goto(live + table.get_absolute_url())
    expect(page.locator(".legal")).not_to_have_count(0)
    inspect(page)


def test_by_keyboard_to_the_end(page: Page, live: str, complaints: list[str]) -> None:
    table = begin(2, seed="to the end")
    play_until(table, lambda state, _: max(state.influence(0), state.influence(1)) >= 10)
    page.emulate_media(reduced_motion="reduce")
    sign_in(page.context, live, "Ana")
    page.goto(live + table.get_absolute_url())
    said, chance = [], random.Random(3)
    while Table.objects.get(pk=table.pk).status == "playing":
        if Seat.objects.filter(table=table, bot="", deciding=True).exists():
            page.locator(".ask.mine").wait_for()
            said.append(answer_by_keyboard(page))
        else:
            services.bot_move(table_id=table.pk, chance=chance)
        assert len(said) < 120
    expect(page.locator(".standings li")).to_have_count(2)
    expect(page.locator("#prompt")).to_contain_text("won")
    assert "Turn up a card" in said
    inspect(page)
    page.locator('#status a[data-step="back"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("looking back")
    expect(page.locator(".turns .turn-row")).not_to_have_count(0)


def test_two_people_see_a_card_fly(browser: Browser, live: str) -> None:
    table = begin(2, people=2, seed="fly")
    found: list[str] = []
    pages = {}
    for name in ("Ana", "Ben"):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        sign_in(context, live, name)
        pages[name] = context.new_page()
        listen(pages[name], found)
        pages[name].goto(live + table.get_absolute_url())
    active = Seat.objects.get(table=table, deciding=True).user
    assert active is not None
    mine, other = pages.pop(active.username), next(iter(pages.values()))
    other.evaluate(WATCH)
    other.wait_for_timeout(300)  # until the socket is open
    mine.locator('[data-spot="pile"]').click()
    expect(other.locator(".turn-row .pr-tile")).to_have_count(1)
    turned = other.evaluate("window.glided")
    assert turned and turned[0]["way"] > 20, "the card comes from the pile"
    for page in (mine, other):
        page.context.close()
    assert not found


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


def test_a_person_is_hired_by_a_click_and_moves_to_the_display(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin(3, seed="hire")

    def can_hire(state: State, decision: Decision) -> bool:
        return any(type(move).__name__ == "Hire" for move in decision.moves)

    play_until(table, can_hire)
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page.context, live, "Ana")
    page.goto(live + table.get_absolute_url())
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
    table = begin(4, expansion="cards", seed="watched")
    play_until(table, lambda state, _: len(state.harbour) > 2)
    page.goto(live + table.get_absolute_url())
    expect(page.locator(".harbour .pr-card")).not_to_have_count(0)
    expect(page.locator(".legal")).to_have_count(0)
    unseen: Any = page.evaluate("document.body.innerHTML.includes('card:')")
    assert unseen, "cards that lie open have their names"
