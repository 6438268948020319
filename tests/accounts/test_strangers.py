"""What others may have sent to an address, and learn of it without its owner."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail.silence import digest_of, silence
from accounts.models import Letter, User
from tests.accounts.test_confirming import letters, new
from tests.people import people_make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_counted")]


def test_who_wants_no_mail_gets_none_about_an_account_that_is_not_there() -> None:
    silence(digest_of("quiet@example.org"))
    for name in ("account_reset_password", "account_request_login_code"):
        for address in ("quiet@example.org", "loud@example.org"):
            Client().post(reverse(name), {"email": address})
    assert not letters("quiet@example.org") and len(letters("loud@example.org")) == 2


@pytest.mark.parametrize("name", ["account_reset_password", "account_request_login_code"])
def test_an_address_gets_so_many_mails_in_a_day_and_no_more(
    ana: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks, and however slowly."""
    began = timezone.now().timestamp()
    for minute in range(0, 24 * 60, 20):
        monkeypatch.setattr("time.time", lambda minute=minute: began + minute * 60)
        Client(REMOTE_ADDR=f"192.0.2.{minute // 20}").post(reverse(name), {"email": ana.email})
    assert Letter.objects.filter(address=ana.email).count() == 20


def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The passwords that are hashed from now on."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(hasher: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(hasher, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return hashed


FORMS = {
    "signing up": ("account_signup", lambda who: new("Eva", f"{who}@example.org")),
    "by address": (
        "account_login", lambda who: {"login": f"{who}@example.org", "password": "a guess"},
    ),
    "by name": ("account_login", lambda who: {"login": who, "password": "a guess"}),
    "a reset": ("account_reset_password", lambda who: {"email": f"{who}@example.org"}),
    "a code": ("account_request_login_code", lambda who: {"email": f"{who}@example.org"}),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_as_many_passwords_are_hashed_whoever_has_an_account(
    ana: User, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes most of the time of an answer."""
    (ben,) = people_make("Ben")
    ben.set_unusable_password()
    ben.save()
    name, fields = FORMS[form]
    hashed = hashes(monkeypatch)
    counts = []
    for who in ("ana", "ben", "nobody"):
        hashed.clear()
        Client().post(reverse(name), fields(who))
        counts.append(len(hashed))
    assert counts == [int(form in ("signing up", "by address", "by name"))] * 3
