"""The shared fixtures themselves."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Browser, Page
from websockets.sync.client import connect
from websockets.typing import Origin

if TYPE_CHECKING:
    from tests.live import LiveServer


def test_the_live_server_uses_the_test_database(live: str) -> None:
    with urllib.request.urlopen(f"{live}/readyz") as answer:
        assert json.load(answer)["database"] == "ok"
    get_user_model().objects.create_user("ana")


@pytest.mark.browser
def test_a_browser_reaches_the_live_server(live: str, page: Page) -> None:
    assert not get_user_model().objects.exists(), "rows of the test before are gone"
    page.goto(f"{live}/admin/login/")
    assert page.get_by_label("Password").count() == 1


@pytest.mark.browser
def test_a_page_that_never_stops_asking_is_left_open(live: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{live}/admin/login/")
    with page.expect_response("**/readyz"):
        page.evaluate("setInterval(() => fetch('/readyz'), 1)")


@pytest.mark.browser
def test_all_pages_are_closed_after_a_test(
    live: str, our_server: LiveServer, browser: Browser
) -> None:
    assert not browser.contexts, "the page of the test before is gone"
    assert not our_server.is_answering


def test_an_open_socket_is_being_answered(
    live: str, our_server: LiveServer, client: Client
) -> None:
    client.force_login(get_user_model().objects.create_user("ana"))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[])
    assert not our_server.is_answering
    with connect(
        f"{live.replace('http', 'ws')}/ws/",
        origin=Origin(live),
        additional_headers={"Cookie": cookie},
    ) as socket:
        socket.recv(timeout=10)
        assert our_server.is_answering
