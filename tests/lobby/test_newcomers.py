"""Somebody new follows a private link: the table is not lost on the way to an account."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import User
from games.changing import services as games
from games.models import Seat, Table
from lobby.tables import services
from tests.accounts.mailbox import Mailbox
from tests.lobby.conftest import Opener, names
from tests.people import client_of

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORD = "two sugars please"
NEW = {
    "username": "Zoë",
    "email": "zoe@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}
SIGN_IN = {"login": "Zoë", "password": PASSWORD}


def link_to(table: Table) -> str:
    return reverse("private_link", args=[table.token])


def confirm_link(mailbox: Mailbox) -> str:
    found = re.search(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", mailbox.text())
    assert found
    return found[1]


def ways_on(page: str, name: str) -> list[str]:
    """The addresses of a page's links to an entrance."""
    return re.findall(rf'href="({re.escape(reverse(name))}[^"]*)"', page)


def test_every_entrance_of_an_open_table_leads_back_to_it(client: Client, opened: Opener) -> None:
    link = link_to(opened(private=True))
    page = client.get(link).text
    for name in ("account_login", "account_signup"):
        ways = ways_on(page, name)
        assert len(ways) == 2, "in the header or its menu, and in the room"
        assert set(ways) == {f"{reverse(name)}?next={link}"}
    signup = client.get(ways_on(page, "account_signup")[0])
    assert f'name="next" value="{link}"' in signup.text


def test_a_visitor_does_not_sit_where_a_bot_does(client: Client, opened: Opener) -> None:
    table = opened(bots=1)
    Table.objects.update(host=None)
    listed = client.get(reverse("lobby")).text
    assert "You sit here" not in listed and ">Join</a>" in listed
    page = client.get(reverse("waiting_room", args=[table.pk])).text
    assert "Sign in to join" in page
    assert "Leave" not in page and "Cancel table" not in page and table.token not in page


@pytest.mark.parametrize("browsers", ["one", "three"])
def test_the_link_survives_sign_up_and_confirmation(
    mailbox: Mailbox,
    opened: Opener,
    browsers: str,
) -> None:
    table = opened(private=True)
    link = link_to(table)
    first = Client()
    second, third = (first, first) if browsers == "one" else (Client(), Client())
    first.post(reverse("account_signup"), NEW | {"next": link})
    confirmed = second.post(confirm_link(mailbox))
    if browsers == "one":  # who confirms there is signed in
        assert confirmed.headers["location"] == link
    else:  # elsewhere nothing but the name is known
        assert confirmed.headers["location"] == f"{reverse('account_login')}?next={link}"
        arrived = third.post(reverse("account_login"), SIGN_IN)
        assert arrived.headers["location"] == link
    assert "Sit down" in third.get(link).text
    third.post(link)
    assert names(table) == ["Ana", "Zoë"]
    again = Client()
    again.post(reverse("account_logout"))
    assert again.post(reverse("account_login"), SIGN_IN).headers["location"] == "/", "once"


def test_who_signs_up_without_a_link_arrives_at_the_front(
    mailbox: Mailbox,
    client: Client,
) -> None:
    client.post(reverse("account_signup"), NEW)
    confirmed = client.post(confirm_link(mailbox))
    assert confirmed.headers["location"] == "/" and SESSION_KEY in client.session
    assert Client().post(reverse("account_login"), SIGN_IN).headers["location"] == "/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/x",
        "javascript:alert(1)",
        "x" * 5000,
        "/\x00",
        "/\\e",
    ],
)
def test_nobody_is_sent_elsewhere(
    mailbox: Mailbox,
    client: Client,
    elsewhere: str,
) -> None:
    client.post(reverse("account_signup"), NEW | {"next": elsewhere})
    assert User.objects.get().arrival == ""
    assert client.post(confirm_link(mailbox)).headers["location"] == "/"
    assert SESSION_KEY in client.session


def test_in_the_demo_one_is_there_at_once(
    mailbox: Mailbox,
    client: Client,
    opened: Opener,
    settings: Settings,
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    link = link_to(opened(private=True))
    answer = client.post(reverse("account_signup"), NEW | {"next": link})
    assert answer.headers["location"] == link and SESSION_KEY in client.session
    assert User.objects.get(username="Zoë").arrival == ""


# --- Too late -----------------------------------------------------------------------------------


def begun(opened: Opener, ben: User, **said: Any) -> Table:
    table = opened(private=True, seats_max=2, **said)
    services.seat_take(table_id=table.pk, user=ben, token=table.token)
    return Table.objects.get(pk=table.pk)


def test_a_private_link_says_that_the_table_has_begun(
    client: Client, opened: Opener, ana: User, ben: User, carla: User
) -> None:
    table = begun(opened, ben)
    link = link_to(table)
    for stranger in (client, client_of(carla)):
        page = stranger.get(link)
        assert page.status_code == 200
        assert "This game has begun" in page.text and "Santiago de Cuba" in page.text
        assert not any(hidden in page.text for hidden in ("Ana", "Ben", f"/tables/{table.pk}/"))
    posted = client_of(carla).post(link, follow=True)
    assert "This game has begun" in posted.text and Seat.objects.filter(user=carla).count() == 0
    assert client_of(ben).get(link).headers["location"] == table.get_absolute_url()
    part = client.get(link, {"part": "room"})
    assert part.status_code == 200 and "This game has begun" in part.text
    assert "<html" not in part.text


def test_a_private_link_says_that_the_table_is_over(
    client: Client, opened: Opener, ben: User
) -> None:
    table = begun(opened, ben)
    games.table_close(table_id=table.pk, reason="moderator")
    assert "This table is over" in client.get(link_to(table)).text
    assert client_of(ben).get(link_to(table)).headers["location"] == table.get_absolute_url()
    assert client_of(ben).get(table.get_absolute_url()).status_code == 200


def test_a_private_link_of_a_cleared_table(client: Client, opened: Opener, ana: User) -> None:
    table = opened(private=True)
    services.table_close(table_id=table.pk, user=ana)
    assert "This table was cancelled" in client.get(link_to(table)).text


def test_the_link_of_a_public_table_shows_the_game(
    client: Client, opened: Opener, ben: User
) -> None:
    table = opened(seats_max=2)
    services.seat_take(table_id=table.pk, user=ben)
    answer = client.get(link_to(table))
    assert answer.headers["location"] == table.get_absolute_url()
    assert client.get(answer.headers["location"]).status_code == 200


def test_a_guest_who_comes_late_is_told_so(
    opened: Opener, ana: User, ben: User, carla: User
) -> None:
    table = opened(private=True, seats_max=2)
    services.invitation_send(table_id=table.pk, user=ana, name="Carla")
    services.seat_take(table_id=table.pk, user=ben, token=table.token)
    room = reverse("waiting_room", args=[table.pk])
    page = client_of(carla).get(room)
    assert page.status_code == 200 and "This game has begun" in page.text
    assert "You are invited" not in client_of(carla).get(reverse("my_games")).text
    assert Client().get(room).status_code == 404, "a stranger without a link learns nothing"
