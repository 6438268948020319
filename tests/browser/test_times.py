"""Times at the table, told by the server's clock and not by the reader's."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_playwright import CreateContextCallback

from accounts.models import User
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


def test_a_readers_zone_is_stored_at_the_first_visit_and_the_chat_keeps_to_it(
    new_context: CreateContextCallback, live: str
) -> None:
    """A message was told in the browser's zone when it came, and in another one later."""
    table = begin("pier")
    ana = user_at(table, 0)
    page = new_context(timezone_id="Asia/Tokyo").new_page()
    with page.expect_response("**/appearance/"):
        sit_down(page, live, table, ana)
    page.reload()
    assert User.objects.get(pk=ana.pk).time_zone == "Asia/Tokyo"
    page.locator("#tab-chat").click()
    page.get_by_label("Your message").fill("hello")
    page.keyboard.press("Enter")
    said = page.locator("#said time")
    expect(said).to_have_count(1)
    shown = said.text_content()
    page.context.close()
    page = new_context(timezone_id="America/Havana").new_page()
    sit_down(page, live, table, ana)
    page.locator("#tab-chat").click()
    expect(page.locator("#said time")).to_have_text(shown or "")
    assert User.objects.get(pk=ana.pk).time_zone == "Asia/Tokyo"
