"""Notices in a real browser: shown by the service worker with no page open, leading to the table.

The browser's own push service cannot be reached from here: what it would deliver is handed to the
browser by its debugging protocol. What we send to such a service: `test_pushes_and_hooks`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, CDPSession, Page, expect

from accounts.models import Device
from accounts.notices import pushing
from tests.browser.at_table import inspect, sign_in
from tests.people import people_make
from tools.album.chromium import launch_options
from tools.outside import PushBrowser

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const shown = await worker.getNotifications();
    return shown.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
}"""
CLICK = """async () => {
    const [notification] = await self.registration.getNotifications();
    const opened = [];
    self.clients.openWindow = async (url) => opened.push(url);
    WindowClient.prototype.focus = async function () { return this; }; // takes a real click
    const event = new NotificationEvent("notificationclick", { notification });
    const done = [];
    event.waitUntil = (promise) => done.push(promise);
    self.dispatchEvent(event);
    await Promise.all(done);
    return opened;
}"""


KEEP = """async (kept) => {
    await (await caches.open("device")).put("/device", new Response(JSON.stringify(kept)));
}"""
CHANGE = """async (fresh) => {
    const event = new ExtendableEvent("pushsubscriptionchange");
    Object.defineProperty(event, "newSubscription", { value: fresh });
    const done = [];
    event.waitUntil = (promise) => done.push(promise);
    self.dispatchEvent(event);
    await Promise.all(done);
}"""


def registration_of(session: CDPSession, page: Page, address: str) -> str:
    """The id that the browser has given the registration of our service worker."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(r["registrationId"] for r in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.goto(address)
    page.wait_for_function("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("navigator.serviceWorker.controller !== null")
    return found[-1]


@pytest.fixture(scope="module")
def notifying(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """A browser that shows notices."""
    browser = browser_type.launch(**{**browser_type_launch_args, **launch_options(shell=False)})
    yield browser
    browser.close()


def test_a_push_is_shown_with_no_page_open_and_leads_to_the_table(
    notifying: Browser, live: str
) -> None:
    (ana,) = people_make("Ana")
    context = notifying.new_context(service_workers="allow")
    context.grant_permissions(["notifications"], origin=live)
    sign_in(context, live, ana)
    page, other = context.new_page(), context.new_page()
    session = context.new_cdp_session(page)
    registration = registration_of(session, page, f"{live}/accounts/notices/")
    page.goto("about:blank")
    other.close()
    told = {"title": "Pier: it is your turn", "body": "with Ben", "tag": "t"}
    told["url"] = f"{live}/lobby/"
    (worker,) = context.service_workers
    worker.evaluate("self.navigator.setAppBadge = async (count) => { self.badge = count; }")
    sent = json.dumps({**told, "waiting": 3})
    message = {"origin": live, "registrationId": registration, "data": sent}
    for _ in range(2):  # the same one again takes the place of the first
        session.send("ServiceWorker.deliverPushMessage", message)
    page.goto(f"{live}/accounts/notices/")
    page.wait_for_function(f"({SHOWN})().then((shown) => shown.length > 0)")
    assert page.evaluate(SHOWN) == [told]
    assert worker.evaluate("self.badge") == 3, "an installed app counts with no page open"
    assert worker.evaluate(CLICK) == [told["url"]]
    context.close()


def test_a_notice_leads_to_the_page_of_its_table_whatever_that_shows(
    notifying: Browser, live: str
) -> None:
    """A page that looks back at its table is shown the present; no second one is opened."""
    (ana,) = people_make("Ana")
    context = notifying.new_context(service_workers="allow")
    context.grant_permissions(["notifications"], origin=live)
    sign_in(context, live, ana)
    page = context.new_page()
    session = context.new_cdp_session(page)
    registration = registration_of(session, page, f"{live}/lobby/")
    told = {"title": "Pier", "body": "", "tag": "t", "url": f"{live}/accounts/notices/"}
    message = {"origin": live, "registrationId": registration, "data": json.dumps(told)}
    session.send("ServiceWorker.deliverPushMessage", message)
    page.wait_for_function(f"({SHOWN})().then((shown) => shown.length > 0)")
    page.goto(f"{live}/accounts/notices/?at=3#devices")
    (worker,) = context.service_workers
    assert worker.evaluate(CLICK) == []
    page.wait_for_url(f"{live}/accounts/notices/")
    context.close()


def test_a_subscription_that_the_push_service_renews_is_told_to_the_site(
    browser: Browser, live: str
) -> None:
    (ana,) = people_make("Ana")
    before, fresh = PushBrowser("https://x.org/1"), PushBrowser("https://x.org/2")
    pushing.device_add(user=ana, subscription=before.subscription, agent="")
    context = browser.new_context(service_workers="allow")
    sign_in(context, live, ana)
    page = context.new_page()
    page.goto(f"{live}/accounts/notices/")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    renewal = page.locator("#devices").get_attribute("data-renewal")
    kept = {"endpoint": before.endpoint, "secret": before.subscription["keys"]["auth"]}
    page.evaluate(KEEP, {**kept, "key": "", "renewal": renewal})
    (worker,) = context.service_workers
    worker.evaluate(CHANGE, fresh.subscription)
    assert Device.objects.get().endpoint == fresh.endpoint
    assert page.evaluate("async () => (await (await caches.match('/device')).json()).endpoint") == (
        fresh.endpoint
    )
    context.close()


@pytest.mark.sample
def test_the_page_of_notices_by_sight_and_by_machine(browser: Browser, live: str) -> None:
    (ana,) = people_make("Ana")
    facts = {"name": "Firefox · Linux", "endpoint": "https://x.org/1", "key": "k", "secret": "s"}
    Device.objects.create(user=ana, **facts)
    context = browser.new_context(service_workers="allow")
    sign_in(context, live, ana)
    page = context.new_page()
    page.goto(f"{live}/accounts/notices/")
    expect(page.get_by_role("button", name="Notify this device")).to_be_visible()
    page.get_by_role("button", name="Create addresses").click()
    expect(page.get_by_label("Deadlines, as a calendar")).not_to_have_value("")
    expect(page.get_by_label("Tables, as a feed")).not_to_have_value("")
    inspect(page, sizes=((360, 800), (1440, 800)))
    page.get_by_role("button", name=re.compile("Remove.*Firefox")).click()
    expect(page.locator("#devices")).to_contain_text("No device yet")
    context.close()


def test_a_browser_that_may_not_says_so(browser: Browser, live: str) -> None:
    (ana,) = people_make("Ana")
    context = browser.new_context(service_workers="allow")
    sign_in(context, live, ana)
    page = context.new_page()
    page.goto(f"{live}/accounts/notices/")
    page.get_by_role("button", name="Notify this device").click()
    expect(page.locator("#messages")).to_contain_text("cannot show notices")
    context.close()
