"""What a person does at a table's page, and what it is waited for there."""

from __future__ import annotations

import random
from typing import Any, Protocol

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PatienceOver

from games.changing import services
from games.judging.questions import question_id
from games.models import Table
from games.rules.core.codec import encode
from games.storing.rows import table_load
from games.telling.history import position_of
from tools.pace import read

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,  # drawing costs a quarter of what it does on a real one
}
IS_OPEN = "() => document.documentElement.dataset.line === 'open'"
LISTENS = "() => 'listens' in document.documentElement.dataset"
"""Whether keys and clicks are heard: its scripts begin after the first paint."""
CHANGED = """before => document.querySelector(".ask")?.dataset.question !== before
    || document.querySelector("#panel.confirming") !== null"""
TOUCHES = 2  # the first may bring a small place forward
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
    const hits = (x, y) => document.elementFromPoint(x, y)?.closest(".legal") === spot;
    const pointOn = (box, room) => {
        for (const down of parts) for (const right of parts) {
            const [x, y] = [box.x + box.width * right, box.y + box.height * down];
            if (hits(x, y - room) && hits(x, y) && hits(x, y + room)) return { x, y };
        }
        return null;
    };
    const point = pointOn(await rest(), 4); // a finger keeps away from the edge of the sheet
    if (point) return { lit: true, point };
    spot.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = await rest();
    return { lit: true, point: pointOn(box, 4) ?? pointOn(box, 0) };
}"""
"""Whether a spot is lit, and where a finger hits it, once nothing moves any more."""


SAID = """() => [...document.querySelectorAll("#tip, .notice, #offline, #panel, [aria-busy]")]
    .filter((one) => one.checkVisibility())
    .map((one) => `${one.id || one.className}: ${one.innerText.slice(0, 200)}`)"""
"""What the page says besides the board."""


class ShownPage(Protocol):
    """A page in any browser."""

    @property
    def url(self) -> str: ...

    def goto(self, url: str) -> Any: ...

    def evaluate(self, expression: str, arg: Any = None) -> Any: ...

    def wait_for_function(self, expression: str, *, arg: Any = None) -> Any: ...


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


def wait_for_entry(page: ShownPage, table: Table) -> None:
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
        read(page)
        scale = page.evaluate(AT_REST)
        if not touch(page, spot):
            return False
        done = f"([before, scale]) => ({CHANGED})(before) || ({SCALE})() > scale"
        try:
            page.wait_for_function(done, arg=[before, scale])
        except PatienceOver as error:
            message = f"a touch of {spot} has done nothing: {page.evaluate(SAID)}"
            raise AssertionError(message) from error
        if page.evaluate(CHANGED, before):
            return True
    raise AssertionError(f"{spot} has been touched {TOUCHES} times and is not played")
