"""A page whose reader has been signed out says so, and its socket does not come back."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from tests.browser.at_table import at_pier, begin, sign_in, user_at
from tests.browser.test_one_socket import Wire
from tools.living.table import IS_OPEN
from tools.pace import until_heard

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAID = "You have been signed out."


@pytest.mark.sample
def test_the_page_of_a_table_becomes_a_visitors(
    page: Page, live: str, complaints: list[str]
) -> None:
    at_pier(page, live)
    expect(page.locator("button.answer").first).to_be_visible()
    Session.objects.all().delete()
    expect(page.locator("#messages")).to_contain_text(SAID)
    expect(page.locator("button.answer")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.me") is None


def test_another_page_stays_and_opens_no_more_sockets(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = begin("pier")
    sign_in(page.context, live, user_at(table, 0))
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    page.clock.install()
    page.goto(f"{live}/tables/")
    page.wait_for_function(IS_OPEN)
    Session.objects.all().delete()
    expect(page.locator("#messages")).to_contain_text(SAID)
    assert len(opened) == 2, "it has asked once more"
    page.clock.fast_forward(60_000)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert len(opened) == 2


def test_whoever_is_signed_in_anew_goes_on(page: Page, live: str, complaints: list[str]) -> None:
    """As after changing the password in another tab: the cookie is another one."""
    table = begin("pier")
    user = user_at(table, 0)
    sign_in(page.context, live, user)
    wire = Wire(page)
    page.goto(f"{live}/tables/")
    page.wait_for_function(IS_OPEN)
    before = list(Session.objects.values_list("session_key", flat=True))
    sign_in(page.context, live, user)
    Session.objects.filter(session_key__in=before).delete()
    until_heard(
        page, lambda: len(wire.opened) == 2 and "waiting" in [said["type"] for said in wire.heard]
    )
    expect(page.locator("#messages")).not_to_contain_text(SAID)
