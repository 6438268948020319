"""Every kind of page comes to rest, for whoever opens it.

On the page's clock: two seconds after it was opened its scripts do next to nothing any more.
"""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PatienceOver
from pytest_playwright import CreateContextCallback

from tests.browser.at_table import sign_in
from tests.pages.world import World, routes
from tests.people import client_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WHO = {"nobody": None, "spectator": "guest", "seat": "user", "moderator": "moderator"}
SETTLING = 2_000  # milliseconds
WHILE = 1_000  # milliseconds, on the page's clock
FEW = 3  # calls in that while: a timer that comes round
LOOKS = 3
Kind = tuple[str, frozenset[tuple[str, str]]]  # a route, its scripts and the ids of elements
KINDS = re.compile(r'<script[^>]* src="([^"]+)"|\bid="([a-z-]+)"')

COUNT_CALLS = """
window.calls = 0;
const counted = (work) => typeof work !== "function" ? work : function (...given) {
    window.calls += 1;
    return work.apply(this, given);
};
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback"]) {
    const original = window[name];
    window[name] = (work, ...given) => original.call(window, counted(work), ...given);
}
for (const name of ["ResizeObserver", "MutationObserver", "IntersectionObserver"]) {
    const Original = window[name];
    window[name] = class extends Original {
        constructor(work, ...given) { super(counted(work), ...given); }
    };
}
"""
"""Count what scripts do by themselves: when called by timers, frames and observers."""


def kinds_of_pages(world: World, who: str, seen: set[Kind]) -> list[str]:
    """Addresses to open: of the pages with the same scripts and elements, the first one unseen."""
    user = getattr(world, WHO[who] or "", None)
    client, addresses = client_of(user), []
    for route in routes():
        for values in world.values(route):
            address = reverse(route.name, kwargs=values)
            answer = client.get(address)
            if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
                continue
            kind = (route.name, frozenset(KINDS.findall(answer.content.decode())))
            if kind not in seen:
                seen.add(kind)
                addresses.append(address)
    return addresses


def restless(page: Page, address: str) -> str:
    """What is wrong with a page that was just opened; empty once it rests.

    Its clock is ours, the line's is not: it is looked at again while something may still come.
    """
    try:
        page.goto(address)
        page.clock.run_for(SETTLING)
        for _ in range(LOOKS):
            page.evaluate("window.calls = 0")
            page.clock.run_for(WHILE)
            calls = page.evaluate("window.calls")
            if calls <= FEW:
                return ""
    except PatienceOver:
        return f"{address} answers nothing any more"
    return f"{address} has called scripts {calls} times"


def test_every_kind_of_page_comes_to_rest(new_context: CreateContextCallback, live: str) -> None:
    """For each reader those kinds of pages that no reader before has seen."""
    world, seen = World(), set[Kind]()
    for who in WHO:
        context, addresses = new_context(), kinds_of_pages(world, who, seen)
        assert addresses, f"{who} sees nothing of their own"
        if WHO[who]:
            sign_in(context, live, getattr(world, WHO[who]))
        page = context.new_page()
        page.clock.install()
        page.add_init_script(COUNT_CALLS)
        for address in addresses:
            fault = restless(page, live + address)
            assert not fault, f"{fault}, for {who}"
        context.close()
