"""What an expert thinks, in a browser: hints that appear when they are there, and the analysis."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games import tasks
from games.models import Table, Thought
from tests.browser.at_table import at_pier, inspect, sit_down
from tests.games.advising import quickly as quickly
from tests.people import people_make
from tools import samples
from tools.album.advice import analysis_make
from tools.living.table import LISTENS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.sample
def test_a_hint_appears_when_it_is_there_and_is_stepped_through(
    page: Page, live: str, complaints: list[str]
) -> None:
    table = at_pier(page, live)
    Table.objects.update(hints=True)
    page.reload()
    page.get_by_role("button", name="What would an expert do?").click()
    page.wait_for_url(f"{live}/tables/{table.pk}/hint/")
    expect(page.get_by_role("progressbar", name="Progress")).to_be_visible()
    inspect(page)
    tasks.think(Thought.objects.get().pk)
    expect(page.get_by_role("heading", name="The best answers")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name="Step through it: ").first.click()
    page.wait_for_url(f"{live}/tables/{table.pk}/what-if/1/")
    page.wait_for_function(LISTENS)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".trial-steps")).to_contain_text("Step 1 of ")


def test_signs_are_seen_before_colours_are_chosen(
    page: Page, live: str, complaints: list[str]
) -> None:
    users = people_make("ana", "ben")
    sample = samples.Sample("cuba", 2, {})
    table = Table.objects.get(pk=samples.table_make(sample, users, "opening"))
    Table.objects.update(hints=True)
    sit_down(page, live, table, users[0])
    page.get_by_role("button", name="What would an expert do?").click()
    page.wait_for_url(f"{live}/tables/{table.pk}/hint/")
    tasks.think(Thought.objects.get().pk)
    expect(page.get_by_role("heading", name="Who may win if a quick bot")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        shown = page.locator(".chances .token path").first.evaluate(
            "path => [getComputedStyle(path).fill,"
            " getComputedStyle(path.closest('section')).backgroundColor]"
        )
        assert shown[0] not in ("rgb(0, 0, 0)", shown[1])
        inspect(page)


def test_the_analysis_leads_to_its_steps_by_keyboard(
    page: Page, live: str, complaints: list[str]
) -> None:
    users = people_make("ana", "ben")
    sample = samples.Sample("pier", 2, {})
    table = Table.objects.get(pk=samples.table_make(sample, users, "ended"))
    analysis_make(table.pk)
    sit_down(page, live, table, users[0])
    page.get_by_role("link", name="Analysis").click()
    # until its styles are there: they choose the drawing, and a question for what is visible
    # makes Chromium lay the page out without them
    page.wait_for_url(f"{live}/tables/{table.pk}/analysis/")
    page.set_viewport_size({"width": 360, "height": 740})
    drawing = page.locator(".plot:visible").bounding_box()
    assert drawing and drawing["x"] >= 0 and drawing["x"] + drawing["width"] <= 360
    inspect(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_text("In numbers").click()
    inspect(page)
    page.get_by_role("link", name="Step 1: ").focus()
    page.keyboard.press("Tab")
    expect(page.locator(".plot:visible a").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{live}/tables/{table.pk}/?at=*")
    expect(page.locator("#panel")).to_contain_text("You are looking back")
