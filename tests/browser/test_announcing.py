"""What the operators say to everybody, on pages that are open."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.announcing import acts
from accounts.models import Announcement
from tests.browser import at_table
from tests.people import people_make
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

inspect = partial(at_table.inspect, sizes=((360, 800),))


@pytest.mark.sample
def test_it_comes_is_put_away_and_goes(page: Page, live: str) -> None:
    boss, ana = people_make("boss", "ana", is_superuser=True)
    table = table_begun("pier", [boss, ana], days_per_move=2)
    at_table.sign_in(page.context, live, ana)
    page.goto(f"{live}/tables/{table.pk}/")
    now = timezone.now()
    words = {"text_en": "We move house", "since": now, "until": now + timedelta(days=1)}
    soon = {"work_since": now + timedelta(hours=2), "work_until": now + timedelta(hours=3)}
    acts.announcement_save(by=boss, announcement=Announcement(**words), read_only=True, **soon)
    news = page.get_by_role("status", name="From the operators")
    expect(news).to_contain_text("We move house")
    expect(news).to_contain_text("Nothing can be changed then")
    acts.site_stop(by=boss, text_en="A pipe has burst")
    expect(news).to_contain_text("A pipe has burst")
    inspect(page)
    news.get_by_role("button", name="Hide").press("Enter")
    expect(news).not_to_contain_text("We move house")
    page.reload()
    expect(news).to_contain_text("A pipe has burst")
    expect(news).not_to_contain_text("We move house")
    page.goto(f"{live}/accounts/settings/")
    page.locator("main form button[type=submit]").last.click()
    expect(page.get_by_role("heading", name="The site is stopped")).to_be_visible()
    inspect(page)
    acts.site_go_on(by=boss, why="mended")
    expect(news).to_be_empty()
