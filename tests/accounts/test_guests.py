"""Guests: what they may do, how they become accounts, and when they are forgotten."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.chat.talking import message_say
from accounts.models import User
from accounts.models.users import languages
from accounts.moderation.reporting import report_make
from accounts.names.allowed import LONGEST, OF_GUESTS, check_name
from accounts.people import friends
from accounts.people.rights import AccountNeeded
from accounts.people.tokens import token_make
from accounts.signing_in.guests import names
from accounts.signing_in.guests.services import (
    ATTEMPTS,
    IDLE,
    account_settle,
    guest_make,
    guests_forget,
)
from config.web import buckets as limits
from games.changing import services as games
from games.models import Seat, Table
from lobby.tables import services
from lobby.terms.opening import Terms
from tests.accounts.mailbox import Mailbox
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "santiago_de_cuba"
PASSWORD = "two sugars please"
WISH = {
    "username": "Zora",
    "email": "zora@example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def play(client: Client) -> Table:
    client.post(reverse("play_bots"), {"game": GAME})
    return Table.objects.latest("pk")


def link_in(mailbox: Mailbox) -> str:
    found = re.search(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", mailbox.text())
    assert found
    return found[1]


@pytest.mark.parametrize("language", OF_GUESTS)
def test_every_name_of_a_guest_is_one_no_account_can_have(language: str) -> None:
    first = OF_GUESTS[language]
    for word in names.WORDS[language]:
        name = f"{first}-{word}-{99_999}"
        assert len(name) <= LONGEST
        dotted = f"{'.'.join(first)}.{word}"
        for imitation in (name, name.lower(), name.replace("-", ""), dotted, f"{first}-x"):
            with pytest.raises(ValidationError) as refused:
                check_name(imitation)
            assert refused.value.code == "reserved"


@pytest.mark.parametrize("name", ["Gaston", "gastone-r", "Gasteiger", "gusti"])
def test_names_of_people_that_begin_like_one_are_theirs(name: str) -> None:
    check_name(name)


def test_a_guest_is_named_in_the_language_in_which_they_come() -> None:
    assert set(OF_GUESTS) == {code for code, _ in languages()}
    for language, first in {**OF_GUESTS, "": "Guest", "fr": "Guest"}.items():
        _, word, number = guest_make(language=language).username.split("-")
        assert word in names.WORDS[language if language in OF_GUESTS else "en"]
        assert len(number) == 2
        assert User.objects.latest("pk").username.startswith(f"{first}-")
    client = Client(headers={"accept-language": "de"})
    play(client)
    assert User.objects.latest("pk").username.startswith("Gast-")


def test_a_name_is_longer_where_short_ones_are_taken() -> None:
    lengths = [len(names.guest_name("en", attempt).split("-")[2]) for attempt in range(ATTEMPTS)]
    assert lengths == [2] * 5 + [3] * 5 + [4] * 5 + [5] * 5


def test_a_name_that_is_taken_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["Guest-Fern-100", "guest-fern-100", "Guest-Fern-101"])
    monkeypatch.setattr("accounts.signing_in.guests.services.guest_name", lambda *_: next(drawn))
    assert [guest_make().username, guest_make().username] == ["Guest-Fern-100", "Guest-Fern-101"]


def test_a_guest_has_no_rights_and_no_address() -> None:
    guest = guest_make()
    for wrong in ({"is_staff": True}, {"is_superuser": True}, {"email": "a@example.org"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=guest.pk).update(**wrong)


def test_what_takes_an_account_is_refused() -> None:
    guest = guest_make()
    (ana,) = people_make("Ana")
    table = services.table_open(host=ana, terms=Terms(GAME, 2, 4, guests=True))
    services.seat_take(table_id=table.pk, user=guest)
    acts: list[Any] = [
        lambda: message_say(table=table, user=guest, text="hello"),
        lambda: report_make(reporter=guest, text="He won.", about=ana),
        lambda: token_make(user=guest, name="mine"),
        lambda: friends.befriend(user=guest, other=ana),
        lambda: services.table_open(host=guest, terms=Terms(GAME, 2, 4)),
        lambda: services.table_open(host=guest, terms=Terms(GAME, 3, 3, bots=1, private=True)),
    ]
    for act in acts:
        with pytest.raises(AccountNeeded):
            act()
    with pytest.raises(friends.NoFriend):
        friends.befriend(user=ana, other=guest)


@pytest.mark.parametrize(
    "page",
    [
        "account_email",
        "account_change_password",
        "mfa_index",
        "tokens",
        "programs",
        "friends",
        "usersessions_list",
    ],
)
def test_pages_of_accounts_lead_to_the_one_step(page: str) -> None:
    answer = client_of(guest_make()).get(reverse(page))
    assert answer.headers["location"] == reverse("become")


@pytest.mark.parametrize("name", ["device_add", "hook_change", "hook_try", "notices_feeds"])
def test_nothing_is_sent_to_an_address_that_a_guest_has_chosen(name: str) -> None:
    guest = guest_make()
    client = client_of(guest)
    answer = client.post(reverse(name), {"url": "https://example.org/"})
    assert answer.headers["location"] == reverse("become")
    assert not hasattr(guest, "hook") and not guest.devices.exists()
    page = client.get(reverse("notices"))
    assert page.status_code == 200 and reverse(name) not in page.text


def test_every_page_of_a_guest_offers_the_account_in_one_step(client: Client) -> None:
    table = play(client)
    for address in ("/", "/lobby/", "/my-games/", table.get_absolute_url()):
        assert f'href="{reverse("become")}"' in client.get(address).text, address
    assert reverse("become") not in Client().get("/").text


def test_open_tables_take_guests_only_if_their_host_wants_that() -> None:
    guest, (ana,) = guest_make(), people_make("Ana")
    closed = services.table_open(host=ana, terms=Terms(GAME, 2, 4))
    welcome = services.table_open(host=ana, terms=Terms(GAME, 2, 4, guests=True))
    with pytest.raises(AccountNeeded):
        services.seat_take(table_id=closed.pk, user=guest)
    services.seat_take(table_id=closed.pk, user=guest, token=closed.token)
    services.seat_take(table_id=welcome.pk, user=guest)
    page = Client().get(reverse("waiting_room", args=[closed.pk])).text
    assert "Sit down as a guest" not in page
    assert "Sit down as a guest" in Client().get(reverse("private_link", args=[closed.token])).text


def test_a_visitor_sits_down_by_the_link_as_a_guest() -> None:
    (ana,) = people_make("Ana")
    table = services.table_open(host=ana, terms=Terms(GAME, 2, 4, private=True))
    link, visitor = reverse("private_link", args=[table.token]), Client()
    assert "login" in visitor.post(link).headers["location"], "only who wants to is a guest"
    assert not User.objects.filter(is_guest=True).exists()
    visitor.post(link, {"guest": "1"})
    assert table.seats.filter(user__is_guest=True).exists()
    assert visitor.get(reverse("waiting_room", args=[table.pk])).status_code == 200


def test_a_guest_never_becomes_the_host() -> None:
    guest, (ana, ben) = guest_make(), people_make("Ana", "Ben")
    table = services.table_open(host=ana, terms=Terms(GAME, 2, 4))
    services.seat_take(table_id=table.pk, user=guest, token=table.token)
    services.seat_take(table_id=table.pk, user=ben)
    services.seat_leave(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert table.host == ben
    assert [seat.user for seat in table.seats.order_by("place")] == [ben, guest]
    services.seat_leave(table_id=table.pk, user=ben)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED and guest.notices.get().kind == "closed"


def test_guests_are_limited_by_address(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr(limits.guests, "levels", {})
    monkeypatch.setattr(limits.guests, "clock", lambda: clock[0])
    settings.GUESTS_AT_ONCE, settings.GUESTS_AN_HOUR = 2, 60
    play(client)
    play(client)  # the same guest; a table counts like a guest
    for visitor in (client, Client()):
        answer = visitor.post(reverse("play_bots"), {"game": GAME}, follow=True)
        assert "Many guests have come" in answer.text
    assert (User.objects.count(), Table.objects.count()) == (1, 2)
    clock[0] = 61.0
    play(Client())
    assert (User.objects.count(), Table.objects.count()) == (2, 3)


def test_a_guest_becomes_an_account_once_the_address_is_confirmed(
    mailbox: Mailbox, client: Client
) -> None:
    table = play(client)
    answer = client.post(reverse("become"), WISH)
    assert answer.headers["location"] == reverse("become")
    zora = User.objects.get()
    assert (zora.username, zora.is_guest, zora.email) == ("Zora", True, "")
    assert "Check your email" in client.get(reverse("become")).text, "still signed in"
    with pytest.raises(AccountNeeded):
        services.table_open(host=zora, terms=Terms(GAME, 2, 4))
    Client().post(link_in(mailbox))
    zora.refresh_from_db()
    assert (zora.is_guest, zora.email) == (False, "zora@example.org")
    address = EmailAddress.objects.get()
    assert address.primary and address.verified
    assert Seat.objects.get(table=table, user=zora).place in (0, 1)
    assert client.get("/my-games/").status_code == 200, "and still"
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "Zora", "password": PASSWORD})
    assert "Santiago" in elsewhere.get("/my-games/").text


def test_a_mistyped_address_can_be_mended(mailbox: Mailbox, client: Client) -> None:
    play(client)
    client.post(reverse("become"), {**WISH, "email": "zara@example.org"})
    mailbox.letters.clear()
    client.post(reverse("account_email"), {"email": "zora@example.org", "action_add": ""})
    client.post(link_in(mailbox))
    assert User.objects.get().email == "zora@example.org"
    assert not User.objects.get().is_guest


def test_without_confirmation_it_is_an_account_at_once(
    mailbox: Mailbox, client: Client, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    play(client)
    answer = client.post(reverse("become"), WISH, follow=True)
    zora = User.objects.get()
    assert (zora.is_guest, zora.email) == (False, "zora@example.org")
    assert "Your tables have come with you" in answer.text


def test_an_address_of_somebody_else_is_not_given_away(mailbox: Mailbox, client: Client) -> None:
    (ana,) = people_make("Ana")
    EmailAddress.objects.create(user=ana, email=ana.email, verified=True, primary=True)
    play(client)
    answer = client.post(reverse("become"), {**WISH, "email": ana.email})
    assert answer.headers["location"] == reverse("become")
    assert "Check your email" in client.get(reverse("become")).text
    zora = User.objects.get(username="Zora")
    assert zora.is_guest and not EmailAddress.objects.filter(user=zora).exists()
    assert mailbox.letters[0]["To"] == ana.email and "confirm-email" not in mailbox.text()


@pytest.mark.parametrize(
    ("field", "value"),
    [("username", "Ana"), ("username", "Guest-Fern-100"), ("email", "x"), ("password2", "other")],
)
def test_errors_name_the_field(client: Client, field: str, value: str) -> None:
    people_make("Ana")
    play(client)
    answer = client.post(reverse("become"), {**WISH, field: value})
    assert answer.status_code == 422
    assert f'id="id_{field}_error"' in answer.text
    assert User.objects.filter(is_guest=True, username__startswith="Guest-").exists()


def test_guests_who_stay_away_are_forgotten_and_their_finished_tables_stay(client: Client) -> None:
    table = play(client)
    guest, now = User.objects.get(), timezone.now()
    games.seat_resign(table_id=table.pk, user_id=guest.pk)
    begun = play(client)
    assert guests_forget(now + IDLE - timedelta(hours=1)) == 0
    client.get("/")
    assert guests_forget(now + IDLE + timedelta(hours=1)) == 1
    assert not User.objects.exists()
    for one in (table, begun):
        one.refresh_from_db()
    assert table.status == Table.Status.FINISHED and table.seats.count() == 2
    assert begun.seats.filter(user=None).count() == 2


def test_a_visit_counts_and_an_account_stays() -> None:
    guest, settled, now = guest_make(), guest_make(), timezone.now()
    account_settle(settled)
    User.objects.update(last_login=now - IDLE - timedelta(days=1))
    client = Client()
    client.force_login(guest)
    User.objects.update(last_login=now - IDLE - timedelta(days=1))
    client.get("/lobby/")
    assert guests_forget(now) == 0
    assert User.objects.count() == 2
