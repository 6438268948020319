"""Tables for browser tests, and what people do at them."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import BrowserContext, ConsoleMessage, Page
from playwright.sync_api import TimeoutError as PatienceOver

from games.changing import services
from games.judging.questions import question_id
from games.models import Seat, Table
from games.rules.core.codec import encode
from games.rules.core.interface import Decision
from games.storing.rows import table_load
from games.telling.history import position_of
from tests.games.conftest import Playing
from tests.people import people_make, session_of
from tools.seating import table_begun

NAMES = ("Ana", "Ben", "Carla", "Dario", "Emilia")
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"  # pixels
ALSO = {"label-content-name-mismatch": {"enabled": True}}  # of axe's rules: what is seen is said
PLENTY = 2_000  # questions in a game
IS_OPEN = "async () => (await import('/static/socket.js')).isOpen()"
Sought = Callable[[Any, Decision], bool]

CHANGED = """before => document.querySelector(".ask")?.dataset.question !== before
    || document.querySelector("#panel.confirming") !== null"""
BLOCKED = "blocked by Playwright"  # the script for no connection: see tests/conftest.py
TOUCHES = 2  # the first may bring a small place forward
MOMENT = 20_000  # milliseconds until a touch has done something, on a busy machine too
READING = 600  # milliseconds from one touch to the next in what it has brought
SCALE = "() => new DOMMatrix(getComputedStyle(document.getElementById('board')).transform).a"
AT_REST = f"""async () => {{
    let scale = ({SCALE})();
    for (let still = 0; still < 8; ) {{
        await new Promise(requestAnimationFrame);
        const now = ({SCALE})();
        still = now === scale ? still + 1 : 0;
        scale = now;
    }}
    return scale;
}}"""
"""How much larger the board is drawn, once that does not change any more."""
TOUCHABLE = """async (name) => {
    const spots = [...document.querySelectorAll(`.legal[data-spot="${CSS.escape(name)}"]`)];
    const spot = spots.find((one) => one.checkVisibility());
    if (!spot) return { lit: false };
    const shape = spot.querySelector(":scope > .outline") ?? spot;
    const rest = async () => {
        let box = shape.getBoundingClientRect();
        for (let still = 0; still < 8; ) {
            await new Promise(requestAnimationFrame);
            const now = shape.getBoundingClientRect();
            const way = Math.hypot(now.x - box.x, now.y - box.y, now.width - box.width);
            still = way < 0.1 ? still + 1 : 0;
            box = now;
        }
        return box;
    };
    const parts = [0.5, 0.3, 0.7, 0.1, 0.9];
    const pointOn = (box) => {
        for (const down of parts) for (const right of parts) {
            const point = { x: box.x + box.width * right, y: box.y + box.height * down };
            const there = document.elementFromPoint(point.x, point.y);
            if (there?.closest(".legal") === spot) return point;
        }
        return null;
    };
    const point = pointOn(await rest());
    if (point) return { lit: true, point };
    spot.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    return { lit: true, point: pointOn(await rest()) };
}"""
"""Whether a spot is lit, and where a finger hits it, once nothing moves any more."""


SAID = """() => [...document.querySelectorAll("#tip, .notice, #offline, #panel, [aria-busy]")]
    .filter((one) => one.checkVisibility())
    .map((one) => `${one.id || one.className}: ${one.innerText.slice(0, 200)}`)"""
"""What the page says besides the board."""


def begin(game: str, seats: int = 2, seed: str = "quay", bots: int = 0, **fields: Any) -> Table:
    """A table of people, and of greedy bots, that has begun."""
    users = people_make(*NAMES[: seats - bots])
    return table_begun(game, users, bots=bots, bot="greedy", seed=seed, **fields)


def play_one(table: Table, chance: random.Random, bot: str = "greedy") -> None:
    """Let whoever is asked answer as a bot, a person on another device."""
    row = table_load(table.pk)
    position = position_of(row)
    assert position is not None
    decision = row.rules.pending(position.state)[0]
    seat = row.seats[decision.seat]
    if seat.bot:
        services.bot_move(table_id=table.pk, chance=chance)
        return
    view = row.rules.view(position.state, decision.seat)
    services.move_submit(
        table_id=table.pk,
        user_id=seat.user_id or 0,
        question=question_id(row.id, seat.place, seat.answers, decision),
        move=encode(row.rules.bots[bot](view, decision, chance)),
    )


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


def sign_in(context: BrowserContext, live: str, user: Any) -> None:
    """Give a browser the session of a user."""
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": session_of(user), "url": live}])


def listen(page: Page, found: list[str]) -> None:
    """Note what the console complains of."""

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and BLOCKED not in message.text:
            found.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: found.append(str(error)))


def sit_down(page: Page, live: str, table: Table, user: Any) -> None:
    """Open a table as this user, whoever was signed in before; None is a spectator."""
    page.context.clear_cookies()
    if user is not None:
        sign_in(page.context, live, user)
    page.goto(live + table.get_absolute_url())


def at_pier(page: Page, live: str) -> Table:
    """A table of Pier for two, opened by who sits at the first place."""
    table = begin("pier")
    sit_down(page, live, table, user_at(table, 0))
    return table


def question(page: Page) -> str:
    """What is asked now; empty if nothing is."""
    return page.locator(".ask").get_attribute("data-question") or ""


def wait_for_change(page: Page, before: str) -> None:
    """Until the question is another one, or a confirmation is asked for."""
    page.wait_for_function(CHANGED, arg=before)


def wait_for_question(page: Page, before: str) -> None:
    """Until the question is another one."""
    page.wait_for_function(
        "before => document.querySelector('.ask')?.dataset.question !== before", arg=before
    )


def confirm_if_asked(page: Page, before: str) -> None:
    """Until the question is another one; confirm if asked to."""
    wait_for_change(page, before)
    if question(page) == before:
        page.get_by_role("button", name="Confirm").click()
        wait_for_question(page, before)


def wait_for_entry(page: Page, table: Table) -> None:
    """Until the page knows of the table's latest entry."""
    table.refresh_from_db()
    page.wait_for_function(
        "number => Number(document.getElementById('table').dataset.number) >= number",
        arg=table.number,
    )


def touch(page: Page, spot: str) -> bool:
    """Touch a lit spot of the board where it can be seen; whether it is drawn."""
    found = page.evaluate(TOUCHABLE, spot)
    if not found["lit"]:
        return False
    assert found["point"], f"a finger cannot hit {spot}"
    page.touchscreen.tap(found["point"]["x"], found["point"]["y"])
    return True


def play_by_touch(page: Page, spot: str) -> bool:
    """Touch a lit spot until that has played it; whether it is drawn.

    No touch is in vain: if it does not play, it brings the place forward. A reader sees first
    what the last touch has brought: two within 400 ms are a double tap (static/table/clicks.js).
    """
    before = question(page)
    for _ in range(TOUCHES):
        page.wait_for_timeout(READING)
        scale = page.evaluate(AT_REST)
        if not touch(page, spot):
            return False
        done = f"([before, scale]) => ({CHANGED})(before) || ({SCALE})() > scale"
        try:
            page.wait_for_function(done, arg=[before, scale], timeout=MOMENT)
        except PatienceOver as error:
            message = f"a touch of {spot} has done nothing: {page.evaluate(SAID)}"
            raise AssertionError(message) from error
        if page.evaluate(CHANGED, before):
            return True
    raise AssertionError(f"{spot} has been touched {TOUCHES} times and is not played")


def open_sheet(page: Page) -> None:
    """Open the sheet with the answers, where a narrow page has folded it."""
    if page.locator("#panel.folded").count():
        page.locator("#handle").click()
        page.locator("#panel:not(.folded)").wait_for()


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
            with suppress(PatienceOver):  # scripts fit what they have placed to the new size
                page.wait_for_function(f"() => {TOO_WIDE} <= 0", timeout=2_000)
            too_wide = page.evaluate(TOO_WIDE)
            assert too_wide <= 0, f"{page.url} is {too_wide} px too wide at {width}"
            asked = {"runOnly": ["color-contrast"]} if theme == "dark" else {"rules": ALSO}
            results = Axe().run(page, options={"resultTypes": ["violations"], **asked})
            shown = f"{page.url}, {width} px, {theme}"
            assert not results.violations_count, f"{shown}: {results.generate_report()}"
