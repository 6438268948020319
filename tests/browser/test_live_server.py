"""The server of the tests, and browsers that ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Browser, Page

if TYPE_CHECKING:
    from tests.live import LiveServer


@pytest.mark.sample
def test_a_browser_reaches_the_live_server(live: str, page: Page) -> None:
    assert not get_user_model().objects.exists(), "rows of the test before are gone"
    page.goto(f"{live}/admin/login/")
    assert page.get_by_label("Password").count() == 1


def test_a_page_that_never_stops_asking_is_left_open(live: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{live}/admin/login/")
    with page.expect_response("**/readyz"):
        page.evaluate("setInterval(() => fetch('/readyz'), 1)")


@pytest.mark.sample
def test_all_pages_are_closed_after_a_test(
    live: str, our_server: LiveServer, browser: Browser
) -> None:
    assert not browser.contexts, "the page of the test before is gone"
    assert not our_server.is_answering
