"""A sign-up that went wrong can be put right, and tells nobody who has an account."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail.letters import letters_send
from accounts.models import Letter, User
from accounts.signing_in.newcomers import newcomers_forget
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_counted")]

SENT = "/accounts/confirm-email/"


def new(name: str = "Zora", email: str = "zora@exmaple.org") -> dict[str, str]:
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return {"username": name, "email": email, "next": "/lobby/", **passwords}


def letters(to: str) -> list[str]:
    """What was sent to an address."""
    letters_send()
    return [str(letter.body) for letter in mail.outbox if letter.to == [to]]


def link_in(text: str) -> str:
    (found,) = re.findall(r"https?://[^/\s]+(/accounts/confirm-email/\S+)", text)
    return str(found)


def is_in(client: Client) -> bool:
    return SESSION_KEY in client.session


def test_an_address_is_corrected_before_it_is_confirmed(client: Client) -> None:
    client.post(reverse("account_signup"), new())
    old = link_in(letters("zora@exmaple.org")[0])
    page = client.get(SENT).text
    assert "zora@exmaple.org" in page and "Use this address" in page
    page = client.post(SENT, {"email": "Zora@Example.org"}, follow=True).text
    assert "We have sent an email to zora@example.org" in page
    zora = User.objects.get()
    assert (zora.username, zora.email) == ("Zora", "zora@example.org")
    client.post(old)
    assert not zora.emailaddress_set.filter(verified=True).exists(), "the old link is worthless"
    answer = client.post(link_in(letters("zora@example.org")[0]))
    assert is_in(client) and answer.headers["location"] == "/lobby/"
    zora.refresh_from_db()
    assert zora.confirm_by is None and zora.email == "zora@example.org"


def test_who_confirms_elsewhere_is_not_signed_in(client: Client) -> None:
    client.post(reverse("account_signup"), new())
    other = Client()
    other.post(link_in(letters("zora@exmaple.org")[0]))
    assert not is_in(other)
    assert User.objects.get().emailaddress_set.get().verified


def test_whoever_signs_in_unconfirmed_comes_to_the_same_page() -> None:
    Client().post(reverse("account_signup"), new())
    client = Client()
    page = client.post(
        reverse("account_login"), {"login": "Zora", "password": PASSWORD}, follow=True
    )
    assert "zora@exmaple.org" in page.text and not is_in(client)
    client.post(SENT, {"email": "zora@example.org"})
    client.post(link_in(letters("zora@example.org")[0]))
    assert is_in(client)


def test_a_mail_is_sent_again_and_a_refusal_is_told(client: Client) -> None:
    client.post(reverse("account_signup"), new())
    Letter.objects.update(next_at=None, problem="550 no such user")
    assert "the address was refused" in client.get(SENT).text
    cache.clear()
    client.post(SENT, {"again": ""})
    assert len(letters("zora@exmaple.org")) == 1, "the first was refused for good"


def test_without_a_sign_up_there_is_nothing_to_correct(client: Client) -> None:
    page = client.get(SENT)
    assert page.status_code == 200 and "Use this address" not in page.text
    client.post(SENT, {"email": "victim@example.org"})
    assert not letters("victim@example.org")


def test_an_address_that_makes_no_sense(client: Client) -> None:
    client.post(reverse("account_signup"), new())
    answer = client.post(SENT, {"email": "nowhere"})
    assert answer.status_code == 422 and User.objects.get().email == "zora@exmaple.org"


def test_correcting_does_not_tell_who_has_an_account(ana: User) -> None:
    """Neither from a known address to one's own, nor the other way round."""
    pages = []
    for first, then in ((ana.email, "a@example.org"), ("b@example.org", "c@example.org")):
        client, name = Client(), f"Zora{len(pages)}"
        client.post(reverse("account_signup"), new(name, first))
        page = client.post(SENT, {"email": then}, follow=True).text
        (text,) = letters(then)
        client.post(link_in(text))
        assert is_in(client) and User.objects.get(username=name).check_password(PASSWORD)
        pages.append(re.sub(r'value="[^"]{24,}"|\w+@example.org|nonce="[^"]+"', "", page))
    assert pages[0] == pages[1]
    client = Client()
    client.post(reverse("account_signup"), new("Eva", "eva@example.org"))
    page = client.post(SENT, {"email": ana.email}, follow=True).text
    assert "We have sent an email to ana@example.org" in page
    assert "already has an account" in letters(ana.email)[-1]
    client.post(link_in(letters("eva@example.org")[0]))
    assert User.objects.get(username="Eva").email == "eva@example.org"


def test_unconfirmed_accounts_go_and_their_names_with_them(client: Client, ana: User) -> None:
    client.post(reverse("account_signup"), new())
    now = timezone.now()
    assert newcomers_forget(now + timedelta(days=6)) == 0
    assert newcomers_forget(now + timedelta(days=8)) == 1
    assert list(User.objects.all()) == [ana]
    client.post(reverse("account_signup"), new(email="other@example.org"))
    client.post(link_in(letters("other@example.org")[0]))
    assert newcomers_forget(now + timedelta(days=30)) == 0, "it is confirmed"


def test_a_reset_by_mail_confirms_the_address(client: Client) -> None:
    client.post(reverse("account_signup"), new())
    cache.clear()
    other = Client()
    other.post(reverse("account_reset_password"), {"email": "zora@exmaple.org"})
    text = letters("zora@exmaple.org")[-1]
    (link,) = re.findall(r"https?://[^/\s]+(/\S+/key/\S+)", text)
    form = other.get(link, follow=True)
    fresh = "three sugars please"
    other.post(form.redirect_chain[-1][0], {"password1": fresh, "password2": fresh})
    other.post(reverse("account_login"), {"login": "Zora", "password": fresh})
    assert is_in(other)
