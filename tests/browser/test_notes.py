"""Private notes in two windows: what one has added stays when the other one saves."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import Note
from tests.browser.at_table import begin, sign_in, user_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.costly
def test_two_windows_write_one_note(page: Page, live: str, complaints: list[str]) -> None:
    table = begin("pier")
    sign_in(page.context, live, user_at(table, 0))
    other = page.context.new_page()
    for window in (page, other):
        window.goto(f"{live}/tables/{table.pk}/notes/")
    mine, theirs = (
        window.get_by_label("Note about this table", exact=True) for window in (page, other)
    )
    mine.press_sequentially("sells rum")
    mine.blur()
    expect(page.locator("form.note [role=status]").first).to_have_text("Saved")
    theirs.press_sequentially("likes wood")
    theirs.blur()
    expect(theirs).to_have_value("likes wood\nsells rum")
    expect(other.locator("form.note [role=status]").first).to_contain_text("written elsewhere")
    mine.press_sequentially(" and tea")
    mine.blur()
    expect(mine).to_have_value("sells rum and tea\nlikes wood")
    assert Note.objects.get().text == "sells rum and tea\nlikes wood"
