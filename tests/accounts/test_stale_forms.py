"""Forms of a page that was open since before its reader signed in or out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Report, User, address_confirm
from tests.people import people_make

pytestmark = pytest.mark.django_db

SITE = "http://localhost"
FOREIGN = "https://evil.example.org"
PASSWORD = "a long enough pass"


def token_on(client: Client, address: str) -> str:
    """The token of the forms on a page."""
    page = client.get(address, headers={"host": "localhost"}).text
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found[1]


def send(client: Client, address: str, origin: str = SITE, **fields: Any) -> HttpResponse:
    return client.post(address, fields, headers={"origin": origin, "host": "localhost"})


@pytest.fixture
def club() -> tuple[User, User]:
    ana, ben = people_make("Ana", "Ben", password=PASSWORD)
    address_confirm(ana)
    return ana, ben


def reporting(club: tuple[User, User]) -> tuple[Client, str, str]:
    """A browser, where it reports somebody, and the token from before it signed out and in."""
    client, address = Client(enforce_csrf_checks=True), reverse("report", args=["Ben"])
    client.force_login(club[0])
    old = token_on(client, address)
    send(client, reverse("account_logout"), csrfmiddlewaretoken=old)
    signing_in = reverse("account_login")
    filled = {"csrfmiddlewaretoken": token_on(client, signing_in), "login": "Ana"}
    assert send(client, signing_in, password=PASSWORD, **filled).status_code == 302
    return client, address, old


def test_what_was_typed_is_kept_and_can_be_sent(club: tuple[User, User]) -> None:
    client, address, old = reporting(club)
    answer = send(client, address, csrfmiddlewaretoken=old, text="He was <rude>.")
    page = answer.content.decode()
    assert answer.status_code == 403 and not Report.objects.exists()
    assert "That page was out of date" in page
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    assert fields["text"] == "He was &lt;rude&gt;."
    fields["text"] = "He was <rude>."
    assert send(client, address, **fields).status_code == 302
    assert Report.objects.get().text == "He was <rude>."


def test_what_another_site_sends_is_not_offered(club: tuple[User, User]) -> None:
    client, address, old = reporting(club)
    answer = send(client, address, FOREIGN, csrfmiddlewaretoken=old, text="He was rude.")
    page = answer.content.decode()
    assert answer.status_code == 403 and "You do not have access to this" in page
    assert "He was rude." not in page


def test_a_password_is_not_written_into_a_page(club: tuple[User, User]) -> None:
    client = Client(enforce_csrf_checks=True)
    answer = send(client, reverse("account_login"), login="Ana", password=PASSWORD)
    page = answer.content.decode()
    assert answer.status_code == 403 and "Fill it in again" in page
    assert PASSWORD not in page


def test_who_is_signed_in_already_goes_on(club: tuple[User, User]) -> None:
    client, _address, old = reporting(club)
    there = f"{reverse('account_login')}?next=/lobby/"
    answer = send(client, there, csrfmiddlewaretoken=old, login="Ana", password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, there)
    assert client.get(there, headers={"host": "localhost"})["Location"] == "/lobby/"
