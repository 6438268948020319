"""Every page but the table, in a real browser: seen, read aloud, by keyboard, on a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings
from pytest_playwright import CreateContextCallback

from accounts.models import User
from games.changing.expiring import decision_expire
from games.models import OwnTime, Seat, Table
from lobby.demo import play_on, world_make
from lobby.models import Notice
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.browser import at_table
from tests.browser.at_table import sign_in
from tools.living.table import IS_OPEN
from tools.seating import table_begun

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "santiago_de_cuba"
NARROW, WIDE = (360, 800), (1440, 800)
SIZES = [pytest.param(NARROW, marks=pytest.mark.sample), WIDE]
inspect = partial(at_table.inspect, sizes=(NARROW, WIDE))


def sign_in_as(context: BrowserContext, live: str, name: str) -> User:
    """Give a browser the session of the user of this name."""
    user = User.objects.get(username=name)
    sign_in(context, live, user)
    return user


VISITOR = [
    "/",
    "/lobby/",
    f"/lobby/?game={GAME}",
    "/lobby/?game=port_royal&seats=5&pace=quick",
    f"/games/{GAME}/",
    "/games/port_royal/",
    f"/games/{GAME}/ratings/",
    f"/tables/?game={GAME}&person=Ana&other=Dario",
    "/tables/?person=Nobody&since=2000-01-01",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/confirm-email/",
    "/accounts/people/Ana/",
    "/accounts/people/Carla/",
    "/accounts/login/code/",
    "/help/",
    "/fair-play/",
    "/about/",
    "/contact/",
    "/privacy/",
    "/imprint/",
]
MEMBER = [
    "/",
    "/my-games/",
    f"/games/{GAME}/",
    "/tables/",
    "/accounts/people/Dario/",
    f"/lobby/open/{GAME}/",
    "/accounts/settings/",
    "/accounts/time/",
    "/accounts/email/",
    "/accounts/password/set/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/sessions/",
    "/accounts/logout/",
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.costly
def test_pages_for_everybody(
    page: Page, live: str, complaints: list[str], settings: Settings, size: tuple[int, int]
) -> None:
    settings.CONTACT = "host@example.org"
    settings.IMPRINT = settings.PRIVACY = [["Ana Example", "Harbour Street 1"], ["Telephone 123"]]
    world_make()
    for path in VISITOR:
        page.goto(live + path)
        at_table.inspect(page, (size,))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [360, 768, 1440])
def test_every_tab_of_the_settings_is_in_sight(
    page: Page, live: str, width: int, language: str
) -> None:
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    User.objects.filter(pk=ana.pk).update(language=language)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{live}/accounts/settings/")
    tabs = page.locator(".tabs > a").all()
    assert len(tabs) == 9
    row = page.locator(".tabs").bounding_box()
    for tab in tabs:
        box = tab.bounding_box()
        assert box and row and row["x"] <= box["x"] and box["x"] + box["width"] <= width
        assert box["x"] + box["width"] <= row["x"] + row["width"] + 1, tab.inner_text()
        assert width == 360 or box["x"] == row["x"] + 3, "in one column beside the page"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.costly
def test_pages_for_members(
    page: Page, live: str, complaints: list[str], size: tuple[int, int]
) -> None:
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    table = Table.objects.filter(host=ana).first()
    Notice.objects.create(user=ana, table=table, kind=Notice.Kind.EXPIRED)
    for path in MEMBER:
        page.goto(live + path)
        at_table.inspect(page, (size,))


def test_pages_in_german(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    User.objects.update(language="de")
    sign_in_as(page.context, live, "Ana")
    for path in ("/", "/my-games/", "/lobby/", f"/games/{GAME}/", "/tables/"):
        page.goto(live + path)
        expect(page.locator("html")).to_have_attribute("lang", "de")
        inspect(page)


def test_a_pause_by_keyboard(page: Page, live: str, complaints: list[str]) -> None:
    """One asks on the page of the clock, the other finds it at the table and agrees."""
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    table = Table.objects.filter(status="playing", pace="answer", seats__user=ana).earliest("pk")
    page.goto(f"{live}/tables/{table.pk}/clock/")
    inspect(page)
    page.get_by_label("a pause").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Ask").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Everybody has to agree")).to_be_visible()
    inspect(page)
    others = table.seats.exclude(user=ana).exclude(user=None)
    for other in others.select_related("user"):
        assert other.user is not None
        sign_in_as(page.context, live, other.user.username)
        page.goto(f"{live}/tables/{table.pk}/")
        expect(page.locator(".clock-note")).to_contain_text("Ana asks for a pause of 1 day")
        page.locator(".clock-note a").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Agree").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Agree")).to_have_count(0)
    expect(page.get_by_text("No clock runs until")).to_be_visible()
    inspect(page)


def test_a_seat_is_taken_over_by_keyboard(page: Page, live: str, complaints: list[str]) -> None:
    """From the lobby's filter to the table."""
    world_make()
    ben, carla = User.objects.get(username="Ben"), User.objects.get(username="Carla")
    table = table_begun(GAME, [ben, carla], at_timeout="offer", days_per_move=2)
    seat = table.seats.get(deciding=True)
    over = timezone.now() - timedelta(seconds=1)
    table.seats.filter(pk=seat.pk).update(deadline=over)
    decision_expire(table_id=table.pk, place=seat.place, deadline=over)
    dora = User.objects.create_user("Dora", "dora@example.org")
    sign_in_as(page.context, live, dora.username)
    page.goto(f"{live}/lobby/")
    page.locator("[data-filters] [name=show]").select_option("offered")
    expect(page.get_by_role("heading", name="Seats that are free again")).to_be_visible()
    expect(page.get_by_role("heading", name="No open table")).to_have_count(0)
    inspect(page)
    page.locator("#offers a.cover").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/take-over/")
    inspect(page)
    page.get_by_role("button", name="Take over this seat").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/tables/{table.pk}/")
    expect(page.locator(".seat.mine")).to_contain_text("Dora")
    assert table.seats.get(pk=seat.pk).user == dora


def test_the_end_is_asked_for_twice(page: Page, live: str, complaints: list[str]) -> None:
    """Where nobody else has to agree."""
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    table = table_begun(GAME, [ana], bots=1)
    page.goto(f"{live}/tables/{table.pk}/clock/")
    expect(page.get_by_role("heading", name="Agreements")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name="Ask").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="End this game?")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name="End the game").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="End this game?")).to_have_count(0)
    page.goto(f"{live}/tables/{table.pk}/")
    expect(page.get_by_text("All who played have agreed to end it.")).to_be_visible()


def test_a_night_is_protected(page: Page, live: str) -> None:
    """And what is wrong with one stands at its field."""
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    page.goto(f"{live}/accounts/time/")
    page.get_by_text("Day by day").click()
    page.get_by_label("Monday, from").fill("22:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Monday, to")).to_have_attribute("aria-invalid", "true")
    inspect(page)
    page.get_by_label("Monday, to").fill("08:00")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    assert OwnTime.objects.get(pk=ana.pk).hours == [[0, 1320, 480]]


@pytest.mark.parametrize("name", ["Ana", "Ben"])
def test_an_open_table(page: Page, live: str, complaints: list[str], name: str) -> None:
    """Ana is invited, Ben is the host."""
    world_make()
    sign_in_as(page.context, live, name)
    table = Table.objects.get(status="open", game=GAME)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    inspect(page)
    page.get_by_role("button", name=re.compile("Menu")).click()
    inspect(page)


def test_a_form_that_comes_back(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    page.goto(f"{live}/accounts/signup/")
    expect(page.locator("[data-time-zone]")).not_to_have_value("")
    page.get_by_label("Your name here").fill("admin")
    page.get_by_label("Email address").fill("ana@example.org")
    page.get_by_label("Password", exact=True).fill("two sugars please")
    page.get_by_label("Password, again").fill("one sugar please")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_label("Your name here")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("This name is reserved for the site itself")).to_be_visible()
    inspect(page)


def test_nothing_found(page: Page, live: str) -> None:
    assert page.goto(f"{live}/nowhere/").status == 404  # type: ignore[union-attr]
    expect(page.get_by_role("heading", name="Nobody sits here")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Tables and results").click()
    page.wait_for_url("**/tables/")
    page.goto(f"{live}/nowhere/")
    page.get_by_role("link", name="To the front page").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Stay at the table a little longer")


def test_the_demo_in_two_clicks(
    page: Page, live: str, settings: Settings, complaints: list[str]
) -> None:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    world_make()
    page.goto(live)
    expect(page.get_by_role("button", name="Sign in as Dario")).to_be_visible()
    inspect(page)
    page.get_by_role("button", name=re.compile("Play against bots.*Santiago")).click()
    page.wait_for_url("**/tables/*/")
    table = Table.objects.latest("pk")
    assert page.url == f"{live}{table.get_absolute_url()}"
    assert table.host is not None and table.host.is_guest, "nobody is taken for a demo person"


def test_a_table_is_opened_by_keyboard(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    carla = sign_in_as(page.context, live, "Carla")
    page.goto(f"{live}/lobby/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("link", name=re.compile("Start a table.*Santiago")).focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/lobby/open/{GAME}/")
    page.get_by_label("At most", exact=True).focus()
    page.keyboard.type("up to 3")
    page.get_by_label("Only people I invite").focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Start the table").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby/tables/*/")
    table = Table.objects.latest("pk")
    assert (table.host, table.seats_max, table.private) == (carla, 3, True)
    page.get_by_label("User name").focus()
    page.keyboard.type("ben")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Ben")).to_be_visible()


def test_menus_by_keyboard(page: Page, live: str, complaints: list[str]) -> None:
    world_make()
    ana = sign_in_as(page.context, live, "Ana")
    page.goto(f"{live}/accounts/settings/")
    menu = page.get_by_role("button", name=re.compile("Menu"))
    menu.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Dark").focus()
    with page.expect_response("**/accounts/appearance/"):
        page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Dark")).to_be_hidden()
    ana.refresh_from_db()
    assert ana.theme == "dark"
    menu.click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Allgemein")).to_be_visible()


def test_filters_work_at_once_and_stay_in_the_address(
    page: Page, live: str, complaints: list[str]
) -> None:
    world_make()
    page.goto(f"{live}/lobby/")
    cards = page.locator(".table-card")
    assert cards.count() > 2
    page.get_by_label("Pace").select_option("quick")
    expect(cards).to_have_count(1)
    expect(page).to_have_url(re.compile("pace=quick"))
    page.get_by_label("Game").select_option("cuba")
    page.wait_for_url("**game=cuba**")
    expect(page.get_by_text("No open table for Cuba")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Pace")).to_have_value("quick")


NewPage = Callable[[str], Page]


@pytest.fixture
def page_of(new_context: CreateContextCallback, live: str) -> NewPage:
    """A browser of one's own for each name; nobody's for an empty one."""

    def new_page(name: str) -> Page:
        context = new_context()
        if name:
            sign_in_as(context, live, name)
        return context.new_page()

    return new_page


@pytest.mark.sample
def test_the_list_is_live(live: str, page_of: NewPage) -> None:
    world_make()
    carla = User.objects.get(username="Carla")
    visitor = page_of("")
    visitor.goto(f"{live}/lobby/")
    cards = visitor.locator(".table-card")
    count = cards.count()
    visitor.wait_for_function(IS_OPEN)
    table = services.table_open(host=carla, terms=Terms(GAME, 3, 3))
    expect(cards).to_have_count(count + 1)
    services.table_close(table_id=table.pk, user=carla)
    expect(cards).to_have_count(count)


@pytest.mark.sample
def test_two_people_meet_and_the_table_begins(live: str, page_of: NewPage) -> None:
    world_make()
    carla = User.objects.get(username="Carla")
    table = services.table_open(host=carla, terms=Terms(GAME, 2, 3))
    host, guest = page_of("Carla"), page_of("Dario")
    for page in (host, guest):
        page.goto(f"{live}/lobby/tables/{table.pk}/")
    expect(host.get_by_role("button", name="Begin now")).to_have_count(0)
    host.get_by_label("User name").fill("be")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("link", name="Dario")).to_be_visible()
    expect(host.get_by_label("User name")).to_have_value("be")
    host.get_by_role("button", name="Begin now").click()
    for page in (host, guest):
        page.wait_for_url(f"**{table.get_absolute_url()}")


def test_the_tab_says_when_it_is_my_turn(live: str, page_of: NewPage) -> None:
    world_make()
    ana = User.objects.get(username="Ana")
    table = Table.objects.get(status="playing")
    people = list(User.objects.filter(seats__table=table))
    page = page_of("Ana")
    page.goto(f"{live}/my-games/")
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(icon).to_have_attribute("href", re.compile("mark-turn"))
    page.keyboard.press("n")
    page.wait_for_url(f"**{table.get_absolute_url()}")
    page.goto(f"{live}/my-games/")
    page.wait_for_function(IS_OPEN)
    other = next(person for person in people if person != ana)
    play_on(table, people, random.Random(3), least=0, until=other)
    while Seat.objects.filter(table=table, user=ana, deciding=True).exists():
        other = next(person for person in people if person not in (ana, other))
        play_on(table, people, random.Random(3), least=0, until=other)
    expect(page).not_to_have_title(re.compile(r"^\("))
    expect(icon).not_to_have_attribute("href", re.compile("mark-turn"))
    expect(page.get_by_text("Nobody is waiting for you")).to_be_visible()
