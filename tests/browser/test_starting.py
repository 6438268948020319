"""Starting a table, waiting for the others, one's own time: short on a phone, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_playwright import CreateContextCallback

from accounts.chat.talking import message_say
from accounts.models import User
from accounts.pages.presets import PRESETS
from games.changing.clocks import own_time_of
from games.models import Table
from lobby.tables import services
from lobby.terms.opening import Terms, games_in_lobby
from tests.browser.at_table import inspect, sign_in
from tests.people import people_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH, HEIGHT = 360, 740
PHONE: dict[str, Any] = {"viewport": {"width": WIDTH, "height": HEIGHT}}
CUT = """() => [...document.querySelectorAll("select")].flatMap((select) => {
    const style = getComputedStyle(select);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const [left, right] = [style.paddingLeft, style.paddingRight].map(parseFloat);
    const room = select.clientWidth - left - right - 18;
    return [...select.options].map((option) => option.label)
        .filter((label) => select.clientWidth && pen.measureText(label).width > room);
})"""
"""The values of lists that are wider than these, without the arrow that a browser draws."""


@pytest.fixture(params=["en", "de"])
def ana(request: pytest.FixtureRequest, db: None) -> User:
    (ana,) = people_make("Ana")
    ana.language = request.param
    ana.save()
    return ana


def on_phone(new_context: CreateContextCallback, live: str, user: User, path: str) -> Page:
    context = new_context(**PHONE)
    sign_in(context, live, user)
    page = context.new_page()
    page.goto(live + path)
    return page


def end_of(button: Locator) -> float:
    """Return the distance from the top of a page to the end of a button, in pixels."""
    box = button.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.mark.parametrize("game", games_in_lobby())
def test_three_questions_and_the_button_are_within_a_screen_and_a_half(
    new_context: CreateContextCallback, live: str, ana: User, game: str
) -> None:
    page = on_phone(new_context, live, ana, f"/lobby/open/{game}/")
    expect(page.locator(".asking > fieldset")).to_have_count(3)
    opens = page.locator("main form button[type=submit]")
    expect(opens).to_have_text("Start the table" if ana.language == "en" else "Tisch eröffnen")
    assert end_of(opens) <= 1.5 * HEIGHT
    expect(page.locator("details[open]")).to_have_count(0)
    page.evaluate("document.querySelectorAll('details').forEach((it) => (it.open = true))")
    assert page.evaluate(CUT) == [], "and no value is cut"
    inspect(page, ((WIDTH, HEIGHT),))


def test_ones_own_time_is_short(new_context: CreateContextCallback, live: str, ana: User) -> None:
    page = on_phone(new_context, live, ana, "/accounts/time/")
    presets = page.locator("[form=presets]")
    expect(presets).to_have_count(len(PRESETS) - 1)
    assert end_of(presets.nth(2)) <= 1.25 * HEIGHT, "below the tabs of the settings"
    assert end_of(page.locator("main form button:not([form])")) <= 2.5 * HEIGHT
    assert page.evaluate(CUT) == []
    page.locator("#days > summary").click()
    inspect(page, ((WIDTH, HEIGHT),))


def test_a_fold_says_at_once_what_is_chosen_in_it(page: Page, live: str, db: None) -> None:
    (ana,) = people_make("Ana")
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/open/santiago_de_cuba/")
    rules, table, pace = (page.locator(f"#fold-{name}") for name in ("rules", "table", "pace"))
    expect(rules.locator(".stands")).to_have_text("As usual")
    rules.locator("summary").click()
    page.get_by_label("Pablo has wood").check()
    rules.locator("summary").click()
    expect(rules.locator(".stands")).to_have_text("Pablo has wood")
    expect(page.get_by_label("Pablo has wood")).to_be_hidden()
    table.locator("summary").click()
    page.get_by_label("Hints are allowed").check()
    expect(table.locator(".stands")).to_have_text("Hints are allowed")
    page.get_by_label("Hints are allowed").uncheck()
    expect(table.locator(".stands")).to_have_text("No hints, open chat")
    pace.locator("summary").click()
    page.get_by_label("5 days for each answer").check()
    expect(pace.locator(".stands")).to_have_text("5 days for each answer")
    page.get_by_label("3 days for each answer").check()
    expect(pace.locator(".stands")).to_have_text("")
    page.get_by_label("5 days for each answer").check()
    page.get_by_role("button", name="Start the table").click()
    page.wait_for_url("**/lobby/tables/*/")
    opened = Table.objects.get()
    assert (opened.pace_start, opened.options["pablo_wood"]) == (5 * 24 * 60, True)


def test_an_error_in_a_fold_is_seen(page: Page, live: str, db: None) -> None:
    (ana,) = people_make("Ana")
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/open/cuba/")
    page.locator("#fold-pace summary").click()
    page.get_by_label("The time below for each answer").check()
    page.get_by_label("Custom time").fill("-3")
    page.locator("#fold-pace summary").click()
    page.get_by_role("button", name="Start the table").click()
    error = page.locator("#fold-pace .errorlist")
    expect(error).to_be_visible()
    expect(error).to_contain_text("greater than or equal to 0")
    assert not Table.objects.exists()


def test_it_all_works_without_scripts(
    new_context: CreateContextCallback, live: str, db: None
) -> None:
    """A table is started, others sit down and talk, nights are protected in one press."""
    ana, ben = people_make("Ana", "Ben")
    pages = []
    for user in (ana, ben):
        context = new_context(**PHONE, java_script_enabled=False)
        sign_in(context, live, user)
        pages.append(context.new_page())
    hers, his = pages
    hers.goto(f"{live}/lobby/open/port_royal/")
    hers.get_by_label("At most", exact=True).select_option("3")
    hers.get_by_role("radio", name="1 day for each answer", exact=True).check()
    hers.get_by_label("Only people I invite; others cannot watch").check()
    hers.locator("#fold-table summary").click()
    hers.get_by_label("Hints are allowed").check()
    hers.get_by_role("button", name="Start the table").click()
    hers.wait_for_url("**/lobby/tables/*/")
    table = Table.objects.get()
    assert (table.seats_max, table.pace_start, table.terms.hints) == (3, 24 * 60, True)
    hers.get_by_label("Your message").fill("who comes?")
    hers.get_by_role("button", name="Send").click()
    expect(hers.locator("#said")).to_contain_text("who comes?")
    his.goto(f"{live}/join/{table.token}/")
    expect(his.get_by_role("img", name="A board of Port Royal")).to_be_visible()
    his.get_by_role("button", name="Sit down").click()
    expect(his.locator("#said")).to_contain_text("who comes?")
    expect(his.get_by_text("Everybody who plays may ask for hints.")).to_be_visible()
    his.goto(f"{live}/accounts/time/")
    his.get_by_role("button", name="Every night from 22 to 8").click()
    expect(his.locator(".facts")).to_have_text("Every day22:00–08:00")
    assert len(own_time_of(ben.pk, "UTC")[0].hours) == 7


def test_a_room_is_live(page: Page, live: str, complaints: list[str]) -> None:
    """Whoever sits down comes into it, and what they say; its board is a real picture."""
    ana, ben = people_make("Ana", "Ben")
    table = services.table_open(host=ana, terms=Terms("cuba", 3, 4, pace="answer", pace_start=60))
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    board = page.get_by_role("img", name="A board of Cuba")
    expect(board).to_have_js_property("complete", True)
    assert board.evaluate("image => image.naturalWidth") > 0
    expect(page.locator(".missing")).to_have_text("3 seats free, 2 needed")
    expect(page.get_by_text("Nobody has said anything yet.")).to_be_visible()
    services.seat_take(table_id=table.pk, user=ben)
    expect(page.locator(".missing")).to_have_text("2 seats free, 1 needed")
    message_say(table=table, user=ben, text="here I am")
    expect(page.locator("#said")).to_contain_text("here I am")
    expect(page.get_by_text("Nobody has said anything yet.")).to_be_hidden()
    page.get_by_label("Your message").fill("welcome")
    page.keyboard.press("Enter")
    expect(page.locator("#said li")).to_have_count(2)
    inspect(page)
