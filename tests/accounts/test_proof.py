"""A session alone makes nothing that outlasts it: a fresh proof is asked for, and mails tell."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import URLPattern, get_resolver, resolve, reverse

from accounts.mail.letters import letters_send
from accounts.models import Feed, Hook, Token, User
from accounts.signing_in.proof import ASKED_AT_ONCE, MAKES
from tests.accounts.conftest import PASSWORD
from tests.people import client_of, grown_old, people_make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_counted")]

MADE: dict[str, dict[str, str]] = {
    "account_email": {"action_add": "", "email": "eve@example.org"},
    "hook_change": {"url": "https://eve.example/"},
    "notices_feeds": {},
    "programs": {"name": "Rook"},
    "tokens": {"name": "bot", "end": "", "action_send": ""},
    "export": {},
}
"""What an unattended browser could be made to do, and mails that tell of it."""
NEED_NONE = {
    "account_change_password": "asks for the old one itself",
    "account_confirm_email": "the link is the proof",
    "account_login": "is one", "account_logout": "ends something",
    "account_reauthenticate": "is one", "account_request_login_code": "leads to one",
    "account_reset_password": "sends a mail to its owner",
    "account_reset_password_done": "shows words", "account_inactive": "shows words",
    "account_reset_password_from_key": "the link is the proof",
    "account_reset_password_from_key_done": "shows words", "account_signup": "begins an account",
    "account_confirm_login_code": "is one", "account_email_verification_sent": "shows words",
    "appearance": "changes looks", "archive": "makes what is taken home with one",
    "awaited": "shows words", "become": "begins an account",
    "befriend": "goes with a click", "block": "goes with a click",
    "device_add": "ends with the session", "device_remove": "ends something",
    "device_renew": "the secret of the one before is the proof",
    "feed_deadlines": "its secret is the proof",
    "feed_tables": "its secret is the proof", "friends": "shows friends",
    "hook_try": "makes nothing", "None": "shows words, or leads to another",
    "mails_again": "changes a wish", "mfa_authenticate": "is one", "mfa_index": "shows words",
    "mfa_list_webauthn": "shows words", "mfa_login_webauthn": "is one",
    "mfa_reauthenticate": "is one", "mfa_reauthenticate_webauthn": "is one",
    "notices": "changes wishes", "notices_tables": "changes wishes",
    "own_time": "changes wishes", "profile": "shows words",
    "prove": "is one", "report": "tells moderators", "settings": "changes wishes",
    "silence": "the link is the proof", "socialaccount_login_cancelled": "shows words",
    "socialaccount_login_error": "shows words", "socialaccount_signup": "begins an account",
    "program_end": "ends something", "token_revoke": "ends something",
    "unfriend": "ends something",
    "unsubscribe": "the link is the proof", "usersessions_list": "ends something",
    "decision_read": "marks something",
    "decision": "its signed link is the proof, as whoever is suspended cannot sign in",
    "own_matters": "shows what came of reports and decisions, which mails tell as well",
}  # fmt: skip


def unattended(user: User) -> Client:
    """A browser in which somebody has signed in an hour ago."""
    client = client_of(user)
    grown_old(client)
    return client


def ask(client: Client, name: str) -> Any:
    form = MADE[name]
    return client.get(reverse(name)) if name == "export" else client.post(reverse(name), form)


def things_of(user: User) -> list[int]:
    """How many things there are that would outlast a session."""
    models = (Token, Hook, Feed)
    return [user.emailaddress_set.count(), *(model.objects.count() for model in models)]


def letters() -> list[tuple[str, str]]:
    """To whom letters have gone, and what they say."""
    letters_send()
    return [(letter.to[0], str(letter.body)) for letter in mail.outbox]


def test_every_page_of_an_account_needs_it_or_says_why_not() -> None:
    """From the addresses of the site: a new one is missed."""
    patterns = get_resolver().url_patterns
    below = [entry for entry in patterns if str(entry.pattern) == "accounts/"]
    names: set[str] = set()
    while below:
        entry = below.pop()
        if isinstance(entry, URLPattern):
            names.add(str(entry.name))
        else:
            below.extend(entry.url_patterns)
    needed = set(MAKES) | ASKED_AT_ONCE
    assert names - needed == set(NEED_NONE)
    assert needed - names == set()


@pytest.mark.parametrize("name", MADE)
def test_a_session_alone_makes_nothing_that_outlasts_it(ana: User, name: str) -> None:
    client = unattended(ana)
    before = things_of(ana)
    asks = ask(client, name)
    assert asks.status_code == 302 and asks.headers["location"].startswith("/accounts/reauth")
    client.post(asks.headers["location"], {"password": "a guess"})
    assert things_of(ana) == before and not letters()
    done = client.post(asks.headers["location"], {"password": PASSWORD})
    assert things_of(ana) != before or "attachment" in str(
        client.get(reverse("export")).headers.get("Content-Disposition")
    )
    assert resolve(asks.headers["location"].partition("?")[0]).view_name != name
    assert done.status_code in (200, 302)
    told = [
        text
        for to, text in letters()
        if to == ana.email and "Something was done in your account" in text
    ]
    assert told and "/accounts/sessions/" in told[0]


def test_whoever_has_just_signed_in_is_not_asked_again(ana: User) -> None:
    client = Client()
    client.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    assert "This is your new token" in ask(client, "tokens").text


def test_what_ends_something_needs_none(ana: User) -> None:
    fresh = client_of(ana)
    for name in ("hook_change", "notices_feeds", "tokens"):
        ask(fresh, name)
    client = unattended(ana)
    for name in ("hook_change", "notices_feeds"):
        client.post(reverse(name), {"end": ""})
    client.post(reverse("token_revoke", args=[Token.objects.get().pk]))
    assert things_of(ana) == [1, 0, 0, 0]


def test_an_address_cannot_be_taken_over_by_a_session_alone(ana: User) -> None:
    """With a link confirmed before, and buttons of both kinds at once."""
    ana.emailaddress_set.create(email="eve@example.org", verified=True)
    client = unattended(ana)
    for button in ("action_primary", "action_remove", "action_add"):
        form = {"email": "eve@example.org", button: ""}
        if button == "action_add":
            form |= {"email": "other@example.org", "action_send": ""}
        answer = client.post(reverse("account_email"), form)
        assert answer.headers["location"].startswith("/accounts/reauthenticate/"), button
    ana.refresh_from_db()
    assert ana.email == "ana@example.org" and ana.emailaddress_set.count() == 2


def test_both_addresses_are_told_of_one_that_goes(ana: User) -> None:
    ana.emailaddress_set.create(email="old@example.org", verified=True)
    client_of(ana).post(reverse("account_email"), {"email": "old@example.org", "action_remove": ""})
    told = {to for to, text in letters() if "old@example.org does not belong" in text}
    assert told == {"old@example.org", ana.email}


# --- Whoever has no password ----------------------------------------------------------------------


@pytest.fixture
def ben() -> User:
    (user,) = people_make("Ben")
    user.set_unusable_password()
    user.save()
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def code_in_mail() -> str:
    (code,) = re.findall(r"^([0-9A-Z]+-?[0-9A-Z]+)$", letters()[-1][1], re.MULTILINE)
    return str(code)


@pytest.mark.parametrize("name", [*MADE, "mfa_activate_totp"])
def test_whoever_has_no_password_gets_a_code(ben: User, name: str) -> None:
    client = unattended(ben)
    before = things_of(ben)
    asks = ask(client, name) if name in MADE else client.get(reverse(name))
    place = asks.headers["location"]
    assert place.startswith(reverse("prove"))
    assert "Send a code" in client.get(place).text and not letters()
    client.post(place, {"send": ""})
    wrong = client.post(place, {"code": "AAA-AAA"})
    assert "This is not the code" in wrong.text and things_of(ben) == before
    client.post(place, {"code": code_in_mail()})
    assert client.get(reverse("export")).status_code == 200, "the proof is given"
    assert name in ("export", "mfa_activate_totp") or things_of(ben) != before


def test_a_code_can_be_guessed_three_times(ben: User) -> None:
    client = unattended(ben)
    place = ask(client, "tokens").headers["location"]
    client.post(place, {"send": ""})
    for _ in range(3):
        client.post(place, {"code": "AAA-AAA"})
    client.post(place, {"code": code_in_mail()})
    assert not Token.objects.exists()


def test_nobody_is_sent_codes_without_end(ben: User) -> None:
    client = unattended(ben)
    for _ in range(5):
        answer = client.post(reverse("prove"), {"send": ""})
    assert answer.status_code == 429 and len(letters()) == 3


def test_a_proof_leads_nowhere_else(ben: User) -> None:
    client = unattended(ben)
    place = f"{reverse('prove')}?next=https://evil.example/"
    client.post(place, {"send": ""})
    answer = client.post(place, {"code": code_in_mail(), "next": "https://evil.example/"})
    assert answer.headers["location"] == reverse("settings")
