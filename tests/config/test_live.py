"""The shared fixtures themselves."""

from __future__ import annotations

import json
import urllib.request

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page


def test_the_live_server_uses_the_test_database(live: str) -> None:
    with urllib.request.urlopen(f"{live}/readyz") as answer:
        assert json.load(answer)["database"] == "ok"
    get_user_model().objects.create_user("ana")


@pytest.mark.browser
def test_a_browser_reaches_the_live_server(live: str, page: Page) -> None:
    assert not get_user_model().objects.exists(), "rows of the test before are gone"
    page.goto(f"{live}/admin/login/")
    assert page.get_by_label("Password").count() == 1
