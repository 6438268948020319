"""Tables for browser tests, and what people do at them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page
from playwright.sync_api import TimeoutError as PatienceOver

from games.models import Seat, Table
from games.rules.core.interface import Decision
from games.storing.rows import table_load
from games.telling.history import position_of
from tests.games.conftest import Playing
from tests.people import people_make, session_of
from tools.living.table import LISTENS, play_one, question, wait_for_change, wait_for_question
from tools.seating import table_begun

NAMES = ("Ana", "Ben", "Carla", "Dario", "Emilia")
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"  # pixels
ALSO = {"label-content-name-mismatch": {"enabled": True}}  # of axe's rules: what is seen is said
PLENTY = 2_000  # questions in a game
Sought = Callable[[Any, Decision], bool]

LEFT = "closed before the connection is established"  # the line of a page that was left at once
BLOCKED = "blocked by Playwright"  # the script for no connection: see tests/conftest.py


def begin(game: str, seats: int = 2, seed: str = "quay", bots: int = 0, **fields: Any) -> Table:
    """A table of people, and of greedy bots, that has begun."""
    users = people_make(*NAMES[: seats - bots])
    return table_begun(game, users, bots=bots, bot="greedy", seed=seed, **fields)


def play_until(table: Table, sought: Sought, seed: int = 7, bot: str = "greedy") -> None:
    """Let all play as a bot until a person is asked what is sought."""
    chance = random.Random(seed)
    for _ in range(PLENTY):
        row = table_load(table.pk)
        position = position_of(row)
        assert position is not None
        decision = row.rules.pending(position.state)[0]
        if not row.seats[decision.seat].bot and sought(position.state, decision):
            Seat.objects.filter(table=table).update(shown=row.number)  # they have been there
            return
        play_one(table, chance, bot)
    raise AssertionError("such a position did not come about")


def play_to_the_end(table: Table, seed: int = 7) -> None:
    """Let all play as a bot until the game is over."""
    chance = random.Random(seed)
    while table_load(table.pk).status == "playing":
        play_one(table, chance)


def play_for(table: Table, place: int, choice: int = 0) -> None:
    """Let a seat answer its question, without a browser."""
    Playing(table).play(place, choice)


def user_asked(table: Table) -> Any:
    """The user who is to move, the first of several; None at the end."""
    seat = Seat.objects.filter(table=table, deciding=True).order_by("place").first()
    return seat and seat.user


def user_at(table: Table, place: int) -> Any:
    """Who sits there."""
    return Playing(table).user_at(place)


def person_at(table: Table) -> Any:
    """The one person at a table with a bot."""
    return next(filter(None, (user_at(table, place) for place in range(2))))


def sign_in(context: BrowserContext, live: str, user: Any) -> None:
    """Give a browser the session of a user."""
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": session_of(user), "url": live}])


def listen(page: Page, found: list[str]) -> None:
    """Note what the console complains of."""

    def hear(message: ConsoleMessage) -> None:
        expected = any(words in message.text for words in (BLOCKED, LEFT))
        if message.type in ("error", "warning") and not expected:
            found.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))


def sit_down(page: Page, live: str, table: Table, user: Any, *, scripted: bool = True) -> None:
    """Open a table as this user, whoever was signed in before; None is a spectator.

    One in play listens to keys and clicks then.
    """
    page.context.clear_cookies()
    if user is not None:
        sign_in(page.context, live, user)
    page.goto(live + table.get_absolute_url())
    if scripted and page.locator("#table").count():
        page.wait_for_function(LISTENS)


def at_pier(page: Page, live: str) -> Table:
    """A table of Pier for two, opened by who sits at the first place."""
    table = begin("pier")
    sit_down(page, live, table, user_at(table, 0))
    return table


def confirm_if_asked(page: Page, before: str) -> None:
    """Until the question is another one; confirm if asked to."""
    wait_for_change(page, before)
    if question(page) == before:
        page.get_by_role("button", name="Confirm").click()
        wait_for_question(page, before)


def open_sheet(page: Page) -> None:
    """Open the sheet with the answers, where a narrow page has folded it."""
    if page.locator("#panel.folded").count():
        page.locator("#handle").click()
        page.locator("#panel:not(.folded)").wait_for()


def tool(page: Page, selector: str) -> Locator:
    """Return a tool of the board; on a phone their menu is opened."""
    opener = page.locator(".to-tools")
    if opener.is_visible() and not page.locator("#tools").is_visible():
        opener.click()
    return page.locator(f"#tools {selector}")


def click_answer(page: Page, choice: int = 0) -> None:
    """Click an answer of the panel, the last one for a large choice; confirm if asked to."""
    before = question(page)
    answers = page.locator("button.answer")
    answers.first.wait_for()
    open_sheet(page)
    answers.nth(min(choice, answers.count() - 1)).click()
    confirm_if_asked(page, before)


def inspect(page: Page, sizes: tuple[tuple[int, int], ...] = ((360, 740), (1440, 900))) -> None:
    """Nothing for axe, no sideways scrolling: wide and narrow, light and dark.

    What is seen on a control must be part of its name, too. In the dark only contrast is asked
    again: no other of axe's rules looks at the theme.
    """
    page.wait_for_load_state()  # nobody sees a page whose style sheets are on their way
    page.wait_for_function("() => !document.querySelector('.flights')")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            try:  # scripts fit what they have placed to the new size
                page.wait_for_function(f"() => {TOO_WIDE} <= 0")
            except PatienceOver:
                too_wide = page.evaluate(TOO_WIDE)
                pytest.fail(f"{page.url} is {too_wide} px too wide at {width}")
            asked = {"runOnly": ["color-contrast"]} if theme == "dark" else {"rules": ALSO}
            axe = (
                Axe("") if page.evaluate("'axe' in window") else Axe()
            )  # the script of a page stays
            results = axe.run(page, options={"resultTypes": ["violations"], **asked})
            shown = f"{page.url}, {width} px, {theme}"
            assert not results.violations_count, f"{shown}: {results.generate_report()}"


def choose_tab(page: Page, name: str) -> None:
    """Show the section of a tab beside the board."""
    page.get_by_role("tab", name=name).click()
