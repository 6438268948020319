"""Notes at a table save themselves, by keyboard and on a phone; without JavaScript by a button."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Note
from tests.browser.at_table import begin, inspect, user_at
from tests.browser.conftest import Opener
from tools.living.table import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def opened(page: Page) -> Page:
    """The page with its notes unfolded."""
    if page.locator("#fold[aria-expanded=false]").count():
        page.locator("#fold").click()
    page.locator("#notes > summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Note about this table")).to_be_visible()
    return page


@pytest.mark.sample
def test_a_note_saves_itself(open_table: Opener) -> None:
    table = begin("pier")
    user, other = user_at(table, 0), user_at(table, 1)
    page = opened(open_table(table, user))
    page.keyboard.press("Tab")
    expect(page.get_by_label("Note about this table")).to_be_focused()
    page.keyboard.type("1 coin is enough")  # a digit is no answer here
    status = page.locator("#notes [role=status]").first
    expect(status).to_have_text("Saved")
    assert Note.objects.get(user=user, table=table).text == "1 coin is enough"
    page.locator("#notes summary").filter(has_text=other.username).click()
    page.locator("#note-1").fill("bids high")
    page.goto(page.url)  # it is saved when the page is left
    opened(page)
    expect(page.get_by_label("Note about this table")).to_have_value("1 coin is enough")
    expect(page.locator("#note-1")).to_have_value("bids high")
    inspect(page)


def test_on_a_phone_and_on_the_page_of_a_person(open_table: Opener, live: str) -> None:
    table = begin("pier")
    user, other = user_at(table, 0), user_at(table, 1)
    page = opened(open_table(table, user, **PHONE))
    page.get_by_label("Note about this table").fill("from a phone")
    expect(page.locator("#notes [role=status]").first).to_have_text("Saved")
    page.goto(f"{live}/accounts/people/{other.username}/")
    page.get_by_text("Private note").click()
    page.get_by_label(f"Note about {other.username}").fill("a friend of mine")
    expect(page.locator("main [role=status]").first).to_have_text("Saved")
    page.reload()
    expect(page.get_by_label(f"Note about {other.username}")).to_have_value("a friend of mine")
    inspect(page)


def test_without_scripts_there_is_a_button(open_table: Opener, live: str) -> None:
    table = begin("pier")
    page = open_table(table, user_at(table, 0), java_script_enabled=False)
    page.goto(f"{live}/tables/{table.pk}/notes/")
    page.get_by_label("Note about this table").fill("by hand")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_label("Note about this table")).to_have_value("by hand")
