"""Nothing on a table's page moves by itself: layout shift, as browsers measure it.

All of the browser's entries count while nobody touches the page, also those that it leaves out of
its own sum beside a change of the viewport.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from playwright.sync_api import Page
from pytest_playwright.pytest_playwright import CreateContextCallback

from accounts.models import User
from games.models import Seat, Table
from games.rules.registry import GAMES
from lobby.terms.opening import games_in_lobby
from tests.browser.at_table import NAMES, sign_in
from tests.people import people_make
from tools.living.comparing import RESTS
from tools.living.table import IS_OPEN, PHONE
from tools.pace import until_heard
from tools.patience import PATIENCE
from tools.samples import Phase, Sample, table_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Shifts = list[tuple[float, str]]  # how large, and of what

MOST = 0.02  # of shift, added up
SCREENS: dict[str, dict[str, Any]] = {
    "phone": {**PHONE, "viewport": {"width": 390, "height": 844}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "low": {"viewport": {"width": 1280, "height": 720}},
    "landscape": {**PHONE, "viewport": {"width": 844, "height": 390}},
}
USUAL = ("phone", "desktop")
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
        const names = sources.map(({ node, previousRect: from, currentRect: to }) => {
            const one = node instanceof Element ? node : node?.parentElement;
            const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join();
            return `${one?.id || one?.getAttribute("class")} ${box(from)} > ${box(to)}`;
        });
        window.shifts.push({ value, what: names.join("; ") });
    }
}).observe({ type: "layout-shift", buffered: true });
"""
GONE = "() => document.getElementById('catch-up')?.hidden !== false"


def shifts_of(page: Page) -> Shifts:
    """Return the shifts of a page since the last call, once it rests: how large, and of what."""
    page.evaluate(
        f"([hurried, patience]) => ({RESTS})(hurried, patience)", [False, 1000 * PATIENCE]
    )
    return [(one["value"], one["what"]) for one in page.evaluate("window.shifts.splice(0)")]


def too_much(shifts: Shifts) -> list[str]:
    """Return what has moved; nothing if it adds up to little."""
    moved = sum(value for value, _ in shifts)
    return [f"{value:.4f} {what}" for value, what in shifts] if moved > MOST else []


def nothing(_: Page) -> Shifts:
    """Do nothing more."""
    return []


def looking_back(page: Page) -> Shifts:
    """Return the layout shifts while somebody goes a step back and returns, by the keyboard."""
    page.keyboard.press("ArrowLeft")
    page.locator("#table:not([data-past=''])").wait_for()
    moved = shifts_of(page)
    page.keyboard.press("ArrowRight")
    page.locator("#table[data-past='']").wait_for()
    return moved + shifts_of(page)


def opening(
    new_context: CreateContextCallback,
    live: str,
    path: str,
    screen: str,
    user: User | None = None,
    then: Callable[[Page], Shifts] = nothing,
) -> list[str]:
    """Return the layout shifts while somebody opens a page, and does what follows."""
    context = new_context(**SCREENS[screen])
    context.add_init_script(WATCH)
    if user:
        sign_in(context, live, user)
    page = context.new_page()
    page.goto(live + path)
    is_alone = "!document.getElementById('table')?.dataset.socket"
    page.wait_for_function(f"() => {is_alone} || ({IS_OPEN})()")
    if user and user.catch_up:  # until all is told, and the server knows
        until_heard(page, lambda: not user.seats.exclude(shown=F("table__number")))
        page.wait_for_function(GONE)
    moved = too_much(shifts_of(page)) + too_much(then(page))
    context.close()
    return moved


@pytest.mark.parametrize("phase", ["middle", "ended"])  # the opening: test_steady_game
@pytest.mark.parametrize("game", games_in_lobby())
def test_a_table_opens_as_it_stays(
    new_context: CreateContextCallback, live: str, game: str, phase: Phase
) -> None:
    """For who is asked, who waits, who looks on; amid a game of the most players also for who comes
    after a while, who tries moves and who looks back and returns.
    """
    count = GAMES[game].players[-1] if phase == "middle" else 3
    people = people_make(*NAMES[:count])
    User.objects.update(catch_up=False)
    table = Table.objects.get(pk=table_make(Sample(game, count, {}), people, phase))
    seats = list(table.seats.order_by("-deciding", "place").select_related("user"))
    asked, waiting = seats[0].user, seats[-1].user
    assert asked and waiting
    late = User.objects.get(pk=asked.pk)
    late.catch_up = True
    readers: dict[str, User | None] = {"asked": asked, "nobody": None}
    if phase == "middle":
        readers |= {"trying": asked, "waiting": waiting, "late": late}
    moved = {}
    for name, user in readers.items():
        if user is late:
            User.objects.filter(pk=late.pk).update(catch_up=True)
        all_screens = (phase, name) == ("middle", "asked")
        path = table.get_absolute_url() + ("what-if/" if name == "trying" else "")
        for screen in SCREENS if all_screens else USUAL:
            for seat in seats:  # nobody has been there since
                Seat.objects.filter(pk=seat.pk).update(shown=seat.shown)
            then = looking_back if all_screens and screen in USUAL else nothing
            if shifts := opening(new_context, live, path, screen, user, then):
                moved[name, screen] = shifts
    assert not moved


@pytest.mark.parametrize("game", games_in_lobby())
def test_a_lesson_opens_as_it_stays(
    new_context: CreateContextCallback, live: str, client: Client, game: str
) -> None:
    page = client.get(f"/games/{game}/").content.decode()
    lesson = re.search(r'href="([^"]*/lessons/[^"]*)"', page)
    assert lesson
    moved = {screen: opening(new_context, live, lesson[1], screen) for screen in USUAL}
    assert not any(moved.values()), moved


@pytest.mark.parametrize("screen", USUAL)
def test_the_rules_open_as_they_stay(
    new_context: CreateContextCallback, live: str, screen: str
) -> None:
    assert not opening(new_context, live, "/games/cuba/rules/", screen)
