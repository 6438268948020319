"""Browsers at tables, and what their consoles complain of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_playwright import CreateContextCallback

from games.models import Table
from tests.accounts.conftest import asking, club  # noqa: F401 - fixtures
from tests.browser.at_table import listen, sit_down

Opener = Callable[..., Page]


@pytest.fixture(autouse=True)
def served(request: pytest.FixtureRequest) -> None:
    """Serve bundles, as production does, but modules to tests that are marked so.

    Where there can be no bundles all tests are served modules.
    """
    if not request.node.get_closest_marker("modules") and request.getfixturevalue("bundles_if_any"):
        request.getfixturevalue("bundled")


@pytest.fixture
def complaints(page: Page) -> Iterator[list[str]]:
    """What the console complains of; a test fails if anything is left in it."""
    found: list[str] = []
    listen(page, found)
    yield found
    assert not found


@pytest.fixture
def open_table(new_context: CreateContextCallback, live: str, complaints: list[str]) -> Opener:
    """Opens a table in a browser of one's own: `open_table(table, user, **options of it)`."""

    def open_table(table: Table, user: Any, **options: Any) -> Page:
        page = new_context(**options).new_page()
        listen(page, complaints)
        sit_down(page, live, table, user, scripted=options.get("java_script_enabled", True))
        return page

    return open_table
