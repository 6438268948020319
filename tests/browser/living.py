"""Compares a page that has been open for a while with a fresh one at the same address."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from playwright.sync_api import Page

from games.models import Table
from tests.browser.at_table import wait_for_entry
from tests.browser.may_differ import ALLOWED

DOCUMENT = (Path(__file__).parent / "living.js").read_text()
RESTS = """() => !document.querySelector(".flights, [aria-busy]")
    && document.getAnimations().every((one) =>
        one.effect.getComputedTiming().iterations === Infinity || one.playState !== "running")"""
STILL = f"""async (exceptions) => {{
    const facts = () => JSON.stringify(({DOCUMENT})(exceptions));
    let last = facts();
    for (let still = 0; still < 6; ) {{
        await new Promise(requestAnimationFrame);
        const now = facts();
        still = now === last ? still + 1 : 0;
        last = now;
    }}
    return JSON.parse(last);
}}"""
"""The visible document, once it has not changed for some frames."""

Fact = tuple[str, str, str]  # a kind, the place in the document, a value


def seen_on(page: Page) -> Counter[Fact]:
    """What a page shows once nothing moves on it any more."""
    page.wait_for_function(RESTS)
    allowed = [allowance._asdict() for allowance in ALLOWED]
    return Counter(tuple(fact) for fact in page.evaluate(STILL, allowed))


def compared(lives: Counter[Fact], fresh: Counter[Fact]) -> list[str]:
    """What one of two documents shows that the other does not."""
    sides = {"lives": lives - fresh, "fresh": fresh - lives}
    return [f"{side}: {' '.join(fact)}" for side, facts in sides.items() for fact in facts]


def differences(page: Page, fresh: Page, table: Table) -> list[str]:
    """What a page at a table shows that a fresh one does not, and the other way round."""
    fresh.goto(page.url)
    for one in (page, fresh):
        wait_for_entry(one, table)
    found = compared(seen_on(page), seen_on(fresh))
    fresh.goto("about:blank")  # so that the other page lives alone
    return found
