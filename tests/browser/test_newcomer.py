"""An invited newcomer: the link in one browser, the mail in another, and there is the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.accounts.conftest import mailbox  # noqa: F401 - a fixture
from tests.accounts.mailbox import Mailbox
from tests.browser.test_pages import inspect
from tests.people import people_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "two sugars please"


def test_a_newcomer_ends_at_the_table(
    live: str,
    page: Page,
    browser: Browser,
    mailbox: Mailbox,  # noqa: F811
    complaints: list[str],
) -> None:
    (ana,) = people_make("Ana")
    table = table_open(host=ana, terms=Terms("port_royal", 3, 3, private=True))
    page.goto(f"{live}/join/{table.token}/")
    page.locator("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Your name here").fill("Zora")
    page.get_by_label("Email address").fill("zora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    assert mailbox.letters[0]["To"] == "zora@example.org"

    found = re.search(r"http\S+/confirm-email/\S+", mailbox.text())
    assert found
    elsewhere = browser.new_context()
    phone = elsewhere.new_page()
    phone.goto(found[0])
    phone.get_by_role("button", name="Confirm").click()
    phone.get_by_label("Name or email address").fill("Zora")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.locator("main").get_by_role("button", name="Sign in").click()
    phone.wait_for_url(f"{live}/join/{table.token}/")
    phone.get_by_role("button", name="Sit down").click()
    phone.wait_for_url(f"{live}/lobby/tables/{table.pk}/")
    expect(phone.locator("main")).to_contain_text("Zora")
    assert table.seats.filter(user__username="Zora").exists()
    elsewhere.close()


def test_a_link_that_comes_too_late(
    live: str,
    page: Page,
    complaints: list[str],
) -> None:
    (ana,) = people_make("Ana")
    table = table_open(host=ana, terms=Terms("port_royal", 2, 2, bots=1, private=True))
    page.goto(f"{live}/join/{table.token}/")
    expect(page.locator("main")).to_contain_text("This game has begun")
    inspect(page)
