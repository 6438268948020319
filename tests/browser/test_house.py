"""Ways through the house: from a game's page to a table, from a search to its past, one's day."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import User
from games.models import Seat, Table
from lobby.demo import world_make
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.browser.test_pages import GAME, sign_in_as
from tools.living.table import IS_OPEN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_stranger_plays_now(
    page: Page, live: str, settings: Settings, complaints: list[str]
) -> None:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    world_make()
    page.goto(live)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    table = Table.objects.latest("pk")
    assert (table.game, table.seats.count()) == (GAME, 2)


def test_from_the_shelf_to_a_table_against_three_bots(
    page: Page, live: str, settings: Settings, complaints: list[str]
) -> None:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    world_make()
    page.goto(live)
    page.get_by_role("link", name="Santiago de Cuba", exact=True).click()
    page.wait_for_url(f"**/games/{GAME}/")
    picture = page.locator(".shown img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0, "the board of a real table"
    page.get_by_label("Bots", exact=True).select_option("3")
    page.get_by_label("Level").select_option("novice")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/tables/*/")
    expect(page.locator(".seat")).to_have_count(4)
    table = Table.objects.latest("pk")
    bots = Seat.objects.filter(table=table).exclude(bot="")
    assert list(bots.values_list("bot", flat=True)) == ["novice"] * 3


def test_a_table_is_opened_from_the_page_of_its_game(
    page: Page, live: str, complaints: list[str]
) -> None:
    world_make()
    sign_in_as(page.context, live, "Carla")
    page.goto(f"{live}/games/port_royal/")
    page.get_by_role("link", name="Start a table").first.click()
    page.wait_for_url("**/lobby/open/port_royal/")
    page.get_by_role("button", name="Start the table").click()
    page.wait_for_url("**/lobby/tables/*/")


def test_a_finished_table_is_found_and_looked_back_at(
    page: Page, live: str, complaints: list[str]
) -> None:
    """By keyboard: from the menu to the search, to the first step of the table."""
    world_make()
    table = Table.objects.get(status="finished")
    page.goto(f"{live}/lobby/")
    page.get_by_role("button", name=re.compile("Menu")).focus()
    page.keyboard.press("Enter")
    page.locator("#menu").get_by_role("link", name="Tables and results").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/")
    rows = page.locator(".history > li")
    expect(rows).to_have_count(2)
    page.get_by_label("Played by").focus()
    page.keyboard.type("nemo")
    page.keyboard.press("Enter")
    expect(page.get_by_text("There is nobody with that name.")).to_be_visible()
    page.get_by_label("Played by").fill("dario")
    page.get_by_label("Status").select_option("finished")
    page.get_by_role("button", name="Search").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(re.compile("won"))
    page.get_by_role("link", name=re.compile("Replay")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{table.get_absolute_url()}?at=first")
    expect(page.locator("main")).to_contain_text("Step 1 of")


def test_a_person_is_known_by_their_tables(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    sign_in_as(page.context, live, "Ana")
    page.goto(f"{live}/accounts/people/Dario/")
    expect(page.get_by_role("heading", name="You and Dario")).to_be_visible()
    page.get_by_role("link", name="The tables of both").click()
    page.wait_for_url("**/tables/?person=Ana&other=Dario")
    expect(page.get_by_role("heading", name="Ana and Dario")).to_be_visible()
    expect(page.locator(".history > li")).to_have_count(1)


@pytest.mark.sample
def test_the_day_is_live(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    carla = User.objects.get(username="Carla")
    ana = sign_in_as(page.context, live, "Ana")
    page.goto(live)
    expect(page.get_by_role("heading", level=1)).to_have_text("Welcome back, Ana")
    cards = page.locator("[data-part=open] .table-card")
    count = cards.count()
    page.wait_for_function(IS_OPEN)
    table = services.table_open(host=carla, terms=Terms(GAME, 3, 4))
    expect(cards).to_have_count(count + 1)
    services.invitation_send(table_id=table.pk, user=carla, name="Ana")
    expect(page.locator(f"#accept-{table.pk}")).to_be_visible()
    waiting = page.locator(".table-card.mine")
    expect(waiting).to_have_count(1)
    expect(waiting.locator("img.miniature")).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url("**/tables/*/")
    asked = Seat.objects.get(user=ana, deciding=True)
    assert asked.since and asked.since < timezone.now()
    assert page.url.endswith(asked.table.get_absolute_url())
