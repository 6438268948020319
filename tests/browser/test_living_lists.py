"""Lobby, waiting room and My games, open while others act, show what a fresh page shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from accounts.chat.talking import message_say
from accounts.models import User
from games.models import Table
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.browser.at_table import sign_in
from tests.people import people_make
from tools.living.comparing import compared, seen_on
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Act = Callable[[], object]
TRIES = 100  # looks at a page, each of some frames, until a push must have come


def acts(ana: User, ben: User, carla: User) -> Iterator[tuple[str, Act]]:
    """What happens around Ana and her open table, one after the other."""
    mine = Table.objects.get(host=ana)
    theirs = Terms("santiago_de_cuba", 2, 2)
    yield "somebody sits down", lambda: services.seat_take(table_id=mine.pk, user=ben)
    yield "another table opens", lambda: services.table_open(host=carla, terms=theirs)
    yield "somebody leaves", lambda: services.seat_leave(table_id=mine.pk, user=ben)
    yield (
        "they invite her",
        lambda: services.invitation_send(
            table_id=Table.objects.get(host=carla).pk, user=carla, name="Ana"
        ),
    )
    yield "they talk", lambda: message_say(table=mine, user=ana, text="Good morning!")
    yield "another table asks her", lambda: table_begun("pier", [ana, ben])
    yield (
        "that table closes",
        lambda: services.table_close(table_id=Table.objects.get(host=carla).pk, user=carla),
    )


def assert_alike(page: Page, fresh: Page, what: str) -> None:
    """A page comes to show what a fresh one shows, by itself."""
    fresh.goto(page.url)
    true = seen_on(fresh)
    fresh.goto("about:blank")
    for _ in range(TRIES):
        found = compared(seen_on(page), true)
        if not found:
            return
    raise AssertionError(f"{what}: {found}")


def test_what_is_filled_in_stays_while_others_act(
    context: BrowserContext, page: Page, live: str
) -> None:
    ana, ben = people_make("Ana", "Ben")
    table = services.table_open(host=ana, terms=Terms("port_royal", 3, 4))
    sign_in(context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    name = page.locator("input[name=name]")
    name.fill("Carla")
    services.seat_take(table_id=table.pk, user=ben)
    expect(page.locator("[data-part=room]")).to_contain_text("Ben")
    expect(name).to_have_value("Carla")
    name.focus()
    page.keyboard.press("ArrowLeft")
    services.seat_leave(table_id=table.pk, user=ben)
    expect(page.locator("[data-part=room]")).not_to_contain_text("Ben")
    page.keyboard.type("o")
    expect(name).to_have_value("Carloa")


def test_a_colour_stays_marked_unless_somebody_else_takes_it(
    context: BrowserContext, page: Page, live: str
) -> None:
    ana, ben, carla, dario = people_make("Ana", "Ben", "Carla", "Dario")
    table = services.table_open(host=ana, terms=Terms("port_royal", 4, 5))
    sign_in(context, live, ben)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    colours = page.get_by_role("radio")
    expect(colours).to_have_count(6)
    expect(page.get_by_role("radio", name="yellow")).to_be_checked()
    green = page.get_by_role("radio", name="green")
    green.check()
    services.seat_take(table_id=table.pk, user=carla, colour="yellow")
    expect(colours).to_have_count(5)
    expect(green).to_be_checked()
    expect(green).to_be_focused()
    services.seat_take(table_id=table.pk, user=dario, colour="green")
    expect(colours).to_have_count(4)
    assert not page.locator("input[name=colour]:checked").count()
    page.locator("#join").click()  # the browser asks for a colour
    page.get_by_role("radio", name="purple").check()
    page.locator("#join").click()
    mine = page.get_by_role("group", name="Your colour").get_by_role("button", pressed=True)
    expect(mine).to_have_accessible_name("purple")
    page.get_by_role("button", name="red").click()
    expect(mine).to_have_accessible_name("red")
    assert table.seats.get(user=ben).colour == "red"
    services.seat_leave(table_id=table.pk, user=dario)
    expect(page.get_by_role("button", name="green")).to_be_visible()


@pytest.mark.parametrize("before", ["nothing", "another page"])
def test_what_changes_before_a_page_listens_comes_to_it(
    context: BrowserContext, page: Page, live: str, before: str
) -> None:
    """On a slow line its scripts come seconds after it was drawn."""
    ana, ben = people_make("Ana", "Ben")
    table = services.table_open(host=ana, terms=Terms("port_royal", 3, 4))
    sign_in(context, live, ana)
    if before == "another page":  # the process listens already
        context.new_page().goto(f"{live}/lobby/")

    def seat_taken(route: Route) -> None:
        services.seat_take(table_id=table.pk, user=ben)
        route.continue_()

    page.route(re.compile(r"/static/(lobby|bundles/pages)\.js"), seat_taken)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    expect(page.locator("[data-part=room]")).to_contain_text("Ben")


@pytest.mark.parametrize("path", ["/lobby/", "/my-games/", "room"])
def test_a_list_that_others_change(
    context: BrowserContext, page: Page, live: str, complaints: list[str], path: str
) -> None:
    ana, ben, carla = people_make("Ana", "Ben", "Carla")
    mine = services.table_open(host=ana, terms=Terms("port_royal", 3, 4))
    sign_in(context, live, ana)
    page.goto(live + (f"/lobby/tables/{mine.pk}/" if path == "room" else path))
    fresh = context.new_page()
    assert_alike(page, fresh, "at first")
    for what, act in acts(ana, ben, carla):
        act()
        assert_alike(page, fresh, what)
