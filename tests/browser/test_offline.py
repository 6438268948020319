"""The page for no connection, and that nothing else is kept in the browser."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.at_table import inspect, sign_in
from tests.people import people_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) {
            kept.push(new URL(request.url).pathname);
        }
    }
    return kept.sort();
}"""
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.mark.sample
def test_a_page_without_a_connection(browser: Browser, live: str) -> None:
    (ana,) = people_make("Ana")
    context = browser.new_context(service_workers="allow")
    sign_in(context, live, ana)
    page = context.new_page()
    page.goto(f"{live}/my-games/")
    page.wait_for_function(READY)
    page.goto(f"{live}/accounts/settings/")
    page.goto(f"{live}/my-games/")
    kept = page.evaluate(KEPT)
    assert "/offline/" in kept
    assert all(path == "/offline/" or path.startswith("/static/") for path in kept), kept
    context.set_offline(True)
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(urlsplit(request.url).path))
    page.goto(f"{live}/my-games/")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    expect(page.locator("body")).not_to_contain_text("Ana")
    expect(page.locator("main .picture")).to_be_visible()
    assert page.locator("main .picture").evaluate("picture => picture.naturalWidth") > 0
    page.wait_for_function("() => [...document.fonts].some((face) => face.status === 'loaded')")
    assert "/static/fonts/alegreya-normal-800.woff2" in asked
    assert asked - {"/my-games/"} <= set(kept)
    inspect(page, sizes=((360, 800), (1440, 800)))
    context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("header .name")).to_have_text("Ana")
    context.close()
