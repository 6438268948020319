"""Compares a page that has been open for a while with a fresh one at the same address."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from games.models import Table
from tools.living.may_differ import ALLOWED
from tools.living.table import ShownPage, wait_for_entry
from tools.patience import PATIENCE

DOCUMENT = (Path(__file__).parent / "document.js").read_text()
RESTS = """async (hurried, patience) => {
    const last = performance.now() + patience;
    const isMoving = (one) =>
        one.playState === "running" && one.effect.getComputedTiming().iterations !== Infinity;
    /* Where there is a line, nobody has said yet who is here. */
    const WAITS = "[aria-busy], .table:not([data-alone]) .seat.mine:not(.here)";
    const waits = hurried ? WAITS : `.flights, ${WAITS}`;
    const soon = () => new Promise((done) => setTimeout(done, 50));
    let still = 0;
    const watch = new MutationObserver(() => { still = 0; });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    watch.observe(document, all);
    while (still < 6) {
        const moving = document.getAnimations().filter(isMoving);
        if (hurried) for (const one of moving) one.finish();
        const rests = !document.querySelector(waits) && (hurried || !moving.length);
        still = rests ? still + 1 : 0;
        /* Frames are asked for at rest alone: a page that is asked for them draws all of them. */
        await (rests ? new Promise(requestAnimationFrame) : soon());
        if (performance.now() < last) continue;
        const names = [...document.querySelectorAll(waits)].map((one) => one.cloneNode().outerHTML);
        const line = document.documentElement.dataset.line;
        const what = names.join(" ") || "or it changes";
        throw new Error(`no rest: ${moving.length} move, ${what}, line ${line}`);
    }
    watch.disconnect();
}"""
"""Until nothing moves or changes for some frames; `hurried`, what moves is brought to its end."""
FACTS = f"""async ([exceptions, hurried, patience]) => {{
    await ({RESTS})(hurried, patience);
    return JSON.stringify(({DOCUMENT})(exceptions).map((fact) => JSON.stringify(fact)).sort());
}}"""
ALLOWANCES = [allowance._asdict() for allowance in ALLOWED]
ALL = "?log=all"
EARLIER = "() => document.querySelector('#lines .earlier a')?.click()"
TAB = "() => document.querySelector('.tab.chosen:not(:first-child)')?.id ?? ''"
CHOOSE = "id => document.getElementById(id).click()"
LOOKS = 30  # at a page that differs, each of some frames
SMALL = "/robots.txt"  # where a page waits: of the same site, so it keeps its process

Fact = tuple[str, str, str]  # a kind, the place in the document, a value


def facts_on(page: ShownPage, *, hurried: bool) -> str:
    """What a page shows once nothing moves on it any more, as a text: equal for equal pages.

    Raises Error for one that never rests, with what it waits for.
    """
    return str(page.evaluate(FACTS, [ALLOWANCES, hurried, 1000 * PATIENCE]))


def read(facts: str) -> Counter[Fact]:
    """How often a text of `facts_on` has each fact."""
    return Counter(tuple(json.loads(fact)) for fact in json.loads(facts))


def seen_on(page: ShownPage, *, hurried: bool = False) -> Counter[Fact]:
    """What a page shows once nothing moves on it any more."""
    return read(facts_on(page, hurried=hurried))


def compared(lives: Counter[Fact], fresh: Counter[Fact]) -> list[str]:
    """What one of two documents shows that the other does not."""
    sides = {"lives": lives - fresh, "fresh": fresh - lives}
    return [f"{side}: {' '.join(fact)}" for side, facts in sides.items() for fact in facts]


def differences(
    page: ShownPage,
    fresh: ShownPage,
    table: Table,
    *,
    hurried: bool = False,
    before: Callable[[ShownPage], object] | None = None,
) -> list[str]:
    """What a page at a table shows that a fresh one does not, and the other way round.

    The page is looked at again while it differs: a push may still be on its way. The fresh one has
    all of the log, and the page adds the lines that it has come without; the same tab is chosen.
    `before` is done to each of them before it is looked at.
    """
    wait_for_entry(page, table)
    page.evaluate(EARLIER)
    fresh.goto(page.url.partition("?")[0] + ALL)
    if tab := page.evaluate(TAB):  # an address with it would lead away from the board
        facts_on(fresh, hurried=True)
        fresh.evaluate(CHOOSE, tab)
    if before:
        before(page)
        before(fresh)
    lives = facts_on(page, hurried=hurried)
    true = facts_on(fresh, hurried=True)
    wait_apart(fresh)
    for _ in range(LOOKS):
        if lives == true:
            return []
        lives = facts_on(page, hurried=hurried)
    return compared(read(lives), read(true))


def wait_apart(fresh: ShownPage) -> None:
    """Leave the table, so that the other page lives alone."""
    site = fresh.evaluate("() => location.origin")
    fresh.goto(site + SMALL)
