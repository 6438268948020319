"""A plan in a browser: made by keyboard, kept in step on the table's page, and standing orders."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.changing import plan_changes
from games.models import LogEntry, Plan
from games.telling.plan_reading import plans_due, plans_to_look_at
from tests.browser.at_table import (
    at_pier,
    begin,
    choose_tab,
    inspect,
    play_for,
    user_asked,
    user_at,
)
from tests.browser.conftest import Opener
from tools.living.table import LISTENS, PHONE, wait_for_entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


PLAN = "Play these when I am asked"


def worker_looks() -> int:
    """The worker looks at all plans, and gives at its time what is due; how many answers."""
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id)
    due = plans_due(timezone.now(), timedelta(days=1))
    return sum(plan_changes.plan_play(plan_id=plan_id, now=at) for plan_id, at in due)


@pytest.mark.sample
def test_a_plan_is_made_by_keyboard_and_keeps_in_step(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = at_pier(page, live)
    page.keyboard.press("i")
    page.wait_for_url("**/what-if/1/")
    page.wait_for_function(LISTENS)
    page.keyboard.press("4")
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")
    page.keyboard.press("1")
    expect(page.locator(".trial-steps")).to_contain_text("Step 2 of 2")
    page.keyboard.press("1")
    expect(page.locator(".trial-steps")).to_contain_text("Step 3 of 3")
    choose_tab(page, "Studies")
    page.get_by_text("Plan these moves").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=PLAN).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("It is planned.")).to_be_visible()
    inspect(page)
    page.goto(f"{live}/tables/{table.pk}/")
    planned, mark = page.locator("#plan"), page.locator("#planned")
    expect(mark).to_have_text("3")
    choose_tab(page, "Notes")
    expect(planned.get_by_role("listitem")).to_have_count(3)
    expect(planned.locator(".done")).to_have_count(0)
    inspect(page)
    assert worker_looks() == 1
    wait_for_entry(page, table)
    expect(planned.locator(".done")).to_have_count(1)
    expect(mark).to_have_text("2")
    planned.get_by_role("button", name="Cancel the plan").focus()
    play_for(table, 1, 4)  # more than was bid here: the turn goes to the other
    while user_asked(table) == user_at(table, 1):
        play_for(table, 1)
    wait_for_entry(page, table)
    expect(planned.get_by_role("heading")).to_have_text("Your plan was dropped")
    expect(planned.get_by_role("button", name="Hide")).to_be_focused()
    expect(mark).to_have_text("!")
    inspect(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nothing is planned here any more.")).to_be_visible()
    assert not Plan.objects.exists()


def test_a_plan_goes_when_all_of_it_has_happened(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = at_pier(page, live)
    page.goto(f"{live}/tables/{table.pk}/what-if/1/")
    page.wait_for_function(LISTENS)
    page.keyboard.press("4")
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of 1")
    choose_tab(page, "Studies")
    page.get_by_text("Plan these moves").click()
    page.get_by_role("button", name=PLAN).click()
    page.get_by_role("link", name="Back to the table").click()
    choose_tab(page, "Notes")
    expect(page.locator("#plan")).to_be_visible()
    page.get_by_role("button", name="Cancel the plan").focus()
    assert worker_looks() == 1
    wait_for_entry(page, table)
    expect(page.locator("#plan")).to_have_count(0)
    expect(page.locator("#tab-notes")).to_be_focused()
    expect(page.locator("#planned")).to_be_hidden()


def test_standing_orders_on_a_phone(open_table: Opener) -> None:
    """Given by finger, they pass in somebody else's delivery; nobody sees them."""
    table = begin("santiago_de_cuba", 2)
    user = user_asked(table)
    page = open_table(table, user, **PHONE)
    page.get_by_role("tab", name="Notes").tap()
    page.get_by_text("Standing orders", exact=True).tap()
    expect(page.locator("#spoken")).to_contain_text("They answer for you")
    page.get_by_label("Gift to El Zorro").select_option(label="One peso")
    page.get_by_label("Pass when others deliver").select_option(label="If the value is below 4")
    inspect(page)
    page.get_by_role("button", name="Save standing orders").tap()
    expect(page.get_by_text("Your standing orders are saved.")).to_be_visible()
    assert Plan.objects.get(user=user).orders == {"zorro": "peso", "deliveries": "below_4"}
    assert not LogEntry.objects.filter(table=table, by="orders").exists()
