"""Times at the table, told by the server's clock and not by the reader's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.at_table import begin, sit_down, user_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("hours", [48, -48, 0])
def test_a_readers_wrong_clock_changes_no_time(
    page: Page, live: str, complaints: list[str], hours: int
) -> None:
    """A reader's clock that is ahead, behind or right."""
    page.clock.install(time=timezone.now() + timedelta(hours=hours))
    table = begin("pier", days_per_move=3)
    sit_down(page, live, table, user_at(table, 0))
    expect(page.locator("time[data-time=left]").first).to_have_text("in 2 days")
    expect(page.locator("#lines time[data-time=ago]").last).to_have_text("now")
