"""From an empty browser: a guest plays and gets an account; friends are brought in every way."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect

from accounts.models import User
from accounts.people import friends
from games import tasks
from games.changing import services as games
from games.models import Table
from games.storing.rows import table_load
from lobby.tables.services import seat_leave, seat_take, table_open
from lobby.terms.opening import Terms, days_per_move
from tests.accounts.conftest import mailbox  # noqa: F401 - a fixture
from tests.accounts.mailbox import Mailbox
from tests.browser.at_table import inspect, listen, sign_in
from tests.people import people_make
from tools.living.table import PHONE
from tools.pace import until_heard
from tools.working import work

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAME = "santiago_de_cuba"
PASSWORD = "two sugars please"


@pytest.fixture(params=["desktop", "phone"])
def screen(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The options of a browser."""
    return dict(PHONE) if request.param == "phone" else {}


def test_a_guest_plays_and_gets_an_account(
    live: str,
    browser: Browser,
    mailbox: Mailbox,  # noqa: F811
    complaints: list[str],
    screen: dict[str, Any],
) -> None:
    context = browser.new_context(**screen)
    page = context.new_page()
    listen(page, complaints)
    page.goto(live)
    page.get_by_role("button", name=re.compile("Play against bots ?: Santiago")).click()
    page.wait_for_url(re.compile(r"/tables/\d+/"))
    guest = User.objects.get(is_guest=True)
    table = Table.objects.get()
    expect(page.locator(".seat", has_text=guest.username).first).to_be_attached()
    play_a_move(page, table, guest)
    expect(page.locator(".hint.guest")).to_be_hidden()
    page.goto(live + reverse("my_games"))
    expect(page.locator(".hint.guest")).to_be_visible()
    inspect(page)
    page.locator(".hint.guest").get_by_role("button", name="Hide").click()
    expect(page.locator(".hint.guest")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator(".hint.guest")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Create an account").click()
    inspect(page)
    page.get_by_label("Your name here").fill("Zora")
    page.get_by_label("Email address").fill("zora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, again").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    inspect(page)
    found = re.search(r"http\S+/confirm-email/\S+", mailbox.text())
    assert found
    page.goto(found[0])
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#messages")).to_contain_text("zora@example.org is confirmed.")
    page.goto(f"{live}/my-games/")
    expect(page.locator(".hint.guest")).to_have_count(0)
    expect(page.locator("main")).to_contain_text("Santiago de Cuba")
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == ("Zora", False)
    page.goto(f"{live}{table.get_absolute_url()}")
    expect(page.locator(".seat", has_text="Zora").first).to_be_attached()
    context.close()


def elsewhere(job: Callable[[], None]) -> None:
    """Do something in a thread of its own, where playwright has no event loop."""

    def run() -> None:
        try:
            job()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()


def play_a_move(page: Page, table: Table, user: User) -> None:
    """Wait for the guest's turn, and give an answer by the page alone."""
    seat = table.seats.get(user=user)
    elsewhere(lambda: tasks.bots_play(table.pk))  # as the worker does, if one begins
    expect(page.locator(".ask.mine")).to_have_count(1)
    answers = table_load(table.pk).seats[seat.place].answers
    button = page.locator(".ask button.answer").first
    button.evaluate("(button) => button.click()")
    box = page.locator("[data-confirmed]")
    expect(page.locator(".ask.mine[data-question]")).to_have_count(1)

    def is_played() -> bool:
        if box.is_visible():
            box.click()
        return table_load(table.pk).seats[seat.place].answers > answers

    until_heard(page, is_played)


def test_inviting_by_name_with_the_keyboard(
    live: str, page: Page, browser: Browser, complaints: list[str]
) -> None:
    ana, ben, berta = people_make("Ana", "Ben", "Berta")
    friends.befriend(user=ana, other=ben)
    friends.befriend(user=ben, other=ana)
    table = table_open(host=ana, terms=Terms(GAME, 2, 3, private=True))
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    field = page.get_by_role("combobox", name="User name or email address")
    names, held = re.compile(r"/people/\?q=be$"), list[Route]()
    page.route(names, lambda route: held.append(route), times=1)  # playwright marks its handlers
    with page.expect_request(names):
        field.press_sequentially("be")
    seats = page.locator(".seats")
    seat_take(table_id=table.pk, user=berta, token=table.token)
    expect(seats).to_contain_text("Berta")  # the field is a new one before the names are there
    held.pop().continue_()
    options = page.get_by_role("option")
    expect(options).to_have_text(["Ben", "Berta"])
    seat_leave(table_id=table.pk, user=berta)
    expect(seats).not_to_contain_text("Berta")
    expect(options).to_have_text(["Ben", "Berta"])
    expect(options.first).to_have_attribute("dir", "auto")  # whichever way a name is read
    inspect(page)
    field.press("Escape")
    expect(options).to_have_count(0)
    field.press("ArrowDown")
    expect(options).to_have_count(2)
    field.press("ArrowDown")
    expect(options.first).to_have_attribute("aria-selected", "true")
    field.press("Enter")
    expect(field).to_have_value("Ben")
    field.press("Enter")
    expect(page.locator("#invite-title ~ ul")).to_contain_text("Ben")
    his = browser.new_context()
    sign_in(his, live, ben)
    theirs = his.new_page()
    theirs.goto(f"{live}/my-games/")
    theirs.get_by_role("link", name="Sit down").click()  # where they are asked for a colour
    theirs.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seats")).to_contain_text("Ben")
    his.close()


def test_inviting_by_mail_and_by_link(
    live: str,
    page: Page,
    browser: Browser,
    mailbox: Mailbox,  # noqa: F811
    complaints: list[str],
) -> None:
    (ana,) = people_make("Ana")
    table = table_open(host=ana, terms=Terms(GAME, 2, 4, private=True))
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    page.get_by_label("User name or email address").fill("zoe@example.org")
    page.get_by_role("button", name="Invite", exact=True).click()
    expect(page.locator("#invite-title ~ ul")).to_contain_text("zoe@example.org")
    page.get_by_text("Show it as a QR code").click()
    expect(page.get_by_role("img", name="QR code of the link to this table")).to_be_visible()
    inspect(page)
    link = page.get_by_label("Or send this link to a friend").input_value()
    elsewhere(work)
    letter = re.search(r"http\S+/join/\S+", mailbox.text())
    silence = re.search(r"http\S+/silence/\S+", mailbox.text())
    assert letter and silence
    for address in (letter[0], link):
        context = browser.new_context()
        stranger = context.new_page()
        listen(stranger, complaints)
        stranger.goto(address.replace("http://testserver", live))
        inspect(stranger)
        stranger.get_by_role("button", name="Sit down as a guest").click()
        expect(stranger.locator(".seats")).to_contain_text("Guest-")
        context.close()
    assert table.seats.filter(user__is_guest=True).count() == 2
    page.goto(silence[0])
    page.get_by_role("button", name="Never again").click()
    expect(page.locator("main")).to_contain_text("Nobody can have an invitation sent")
    inspect(page)


def test_the_same_again(live: str, page: Page, browser: Browser, complaints: list[str]) -> None:
    ana, ben = people_make("Ana", "Ben")
    table = table_open(host=ana, terms=Terms(GAME, 2, 2, **days_per_move(3)))
    seat_take(table_id=table.pk, user=ben)
    games.seat_resign(table_id=table.pk, user_id=ben.pk)
    sign_in(page.context, live, ana)
    page.goto(f"{live}{table.get_absolute_url()}")
    page.get_by_role("link", name="Rematch").click()
    inspect(page)
    page.get_by_role("button", name="Start the rematch").click()
    page.wait_for_url(re.compile("/lobby/tables/"))
    his = browser.new_context()
    sign_in(his, live, ben)
    theirs = his.new_page()
    theirs.goto(f"{live}{table.get_absolute_url()}")
    theirs.get_by_role("link", name="Rematch").click()
    theirs.get_by_role("button", name="Sit down").click()
    for one in (page, theirs):
        one.wait_for_url(re.compile(r"live|/tables/\d+/$"))
        expect(one.locator(".seat", has_text="Ben").first).to_be_attached()
    new = Table.objects.get(rematch_of=table)
    first = [seat.user_id for seat in table.seats.order_by("place")]
    assert [seat.user_id for seat in new.seats.order_by("place")] == first[::-1]
    his.close()


def test_a_change_is_shown_and_agreed_to(
    live: str, page: Page, browser: Browser, complaints: list[str]
) -> None:
    ana, ben = people_make("Ana", "Ben")
    table = table_open(host=ana, terms=Terms(GAME, 2, 3, **days_per_move(3)))
    seat_take(table_id=table.pk, user=ben)
    his = browser.new_context(**PHONE)
    sign_in(his, live, ben)
    theirs = his.new_page()
    listen(theirs, complaints)
    theirs.goto(f"{live}/lobby/tables/{table.pk}/")
    sign_in(page.context, live, ana)
    page.goto(f"{live}/lobby/tables/{table.pk}/")
    page.get_by_role("link", name="Change", exact=True).click()
    inspect(page)
    page.locator("#fold-pace summary").click()
    page.get_by_label("7 days for each answer").check()
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator("main")).to_contain_text("The game begins when these people have agreed")
    expect(theirs.locator(".changes")).to_contain_text("3 days")
    inspect(theirs)
    theirs.get_by_role("button", name="I agree").click()
    expect(page.get_by_role("button", name="Begin now")).to_be_visible()
    page.get_by_text("Remove somebody").click()
    page.get_by_role("link", name="Remove Ben").click()
    inspect(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".seats")).not_to_contain_text("Ben")
    his.close()


@pytest.mark.sample
def test_friends(live: str, page: Page, browser: Browser, complaints: list[str]) -> None:
    ana, ben = people_make("Ana", "Ben")
    sign_in(page.context, live, ana)
    page.goto(f"{live}/accounts/friends/")
    page.get_by_label("User name").fill("Ben")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator("main")).to_contain_text("Your requests")
    his = browser.new_context()
    sign_in(his, live, ben)
    theirs = his.new_page()
    theirs.goto(f"{live}/accounts/friends/")
    inspect(theirs)
    theirs.get_by_role("button", name=re.compile("Agree ?: Ana")).click()
    page.reload()
    expect(page.locator("#friends-title + ul")).to_contain_text("Ben")
    inspect(page)
    his.close()
