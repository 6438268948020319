"""The pages of one's own account and of the chat, as `test_pages` inspects all others."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.chat import talking
from accounts.models import Decision, User
from accounts.people.programs import program_make
from lobby.tables.services import table_open
from lobby.terms.opening import Terms
from tests.browser.at_table import sign_in
from tests.browser.test_pages import inspect
from tests.people import people_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def ana(page: Page, live: str) -> User:
    """Signed in, with a warning unread, an address that is refused, a program and a table open."""
    user, _ = people_make("Ana", "Ben", password="two sugars please")
    program_make(owner=user, first="Rook", language="en")
    table = table_open(host=user, terms=Terms("port_royal", 2, 3))
    talking.message_say(table=table, user=user, text="who comes? " * 20)
    Decision.objects.create(user=user, text="Please be kind. " * 10)
    User.objects.update(
        warned=True, refused_address="ana@example.org", refused_because="550 no such user"
    )
    sign_in(page.context, live, user)
    return user


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/programs/",
        "/accounts/delete/",
        "/accounts/settings/",
        "/accounts/people/Ben/",
        "/accounts/people/Ben/report/",
        "/tables/{table}/chat/",
        "/lobby/tables/{table}/",
    ],
)
@pytest.mark.sample
def test_pages_of_people(
    page: Page,
    live: str,
    ana: User,
    complaints: list[str],
    path: str,
) -> None:
    page.goto(live + path.format(table=ana.hosted.get().pk))
    if page.query_selector("#chat"):
        expect(page.locator("#said li").first).to_be_visible()
    inspect(page)


def test_what_somebody_suspended_sees(page: Page, live: str, ana: User) -> None:
    User.objects.update(
        suspended_until=timezone.now() + timedelta(days=3), suspended_because="Rude. " * 40
    )
    answer = page.goto(f"{live}/lobby/")
    assert answer is not None and answer.status == 403
    assert page.get_by_role("heading", level=1).inner_text() == "Your account is suspended"
    inspect(page)
