"""Second factor and sessions: django-allauth's, in our look, under our policy."""

from __future__ import annotations

import base64
import hmac
import re
import struct
import time
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.mail.letters import letters_send
from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a long enough pass"


def code_for(secret: str) -> str:
    """The six digits of now (RFC 6238)."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), "sha1")
    start = digest[-1] & 15
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**6:06}"


@pytest.fixture
def ana() -> User:
    user = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


def sign_in(client: Client) -> str:
    answer = client.post("/accounts/login/", {"login": "Ana", "password": PASSWORD})
    return str(answer.headers.get("location", ""))


def is_in(client: Client) -> bool:
    return client.get("/accounts/settings/").status_code == 200


def test_a_second_factor_is_asked_for_once_it_is_there(
    ana: User, django_capture_on_commit_callbacks: Any
) -> None:
    client = Client()
    sign_in(client)
    assert client.get("/accounts/2fa/totp/activate/").status_code == 302, "the password first"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").text
    assert 'class="wordmark"' in page, "in our look"
    found = re.search(r'value="([A-Z2-7]{32})"', page)
    assert found
    secret = found[1]
    client.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    assert not ana.authenticator_set.exists()
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/accounts/2fa/totp/activate/", {"code": code_for(secret)})
    letters_send()
    told = [str(letter.body) for letter in mail.outbox if letter.to == ["ana@example.org"]]
    assert any("is asked for a code from your app" in body for body in told)
    assert {kept.type for kept in ana.authenticator_set.all()} == {"totp", "recovery_codes"}
    codes = re.findall(r"\b[0-9a-f]{8}\b", client.get("/accounts/2fa/recovery-codes/").text)
    assert len(codes) >= 10

    other = Client()
    assert "2fa/authenticate" in sign_in(other)
    assert not is_in(other), "the password is not enough"
    other.post("/accounts/2fa/authenticate/", {"code": "000000"})
    assert not is_in(other)
    other.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert is_in(other)

    third = Client()
    sign_in(third)
    third.post("/accounts/2fa/authenticate/", {"code": codes[0]})
    assert not is_in(third), "a recovery code is good for once"


def test_sessions_are_listed_and_ended(ana: User) -> None:
    here, there = Client(), Client(headers={"user-agent": "A phone"})
    sign_in(here)
    sign_in(there)
    assert is_in(there)
    page = here.get("/accounts/sessions/").text
    assert "A phone" in page and 'class="wordmark"' in page
    here.post("/accounts/sessions/")
    assert is_in(here) and not is_in(there)


@pytest.mark.parametrize(
    ("address", "form", "most"),
    [
        ("/accounts/login/", {"login": "Ana", "password": "wrong"}, 5),
        ("/accounts/password/reset/", {"email": "ana@example.org"}, 5),
        ("/accounts/signup/", {"username": ""}, 20),
        ("/accounts/2fa/webauthn/login/", {"credential": "{}"}, 10),
    ],
    ids=["sign-in", "reset", "sign-up", "passkey"],
)
def test_guessing_is_slowed(ana: User, address: str, form: dict[str, str], most: int) -> None:
    cache.clear()
    client = Client()
    answers = [client.post(address, form) for _ in range(most + 2)]
    limited = answers[-1].status_code == 429 or "Too many" in answers[-1].text
    assert limited and answers[0].status_code != 429
    cache.clear()


def test_nobody_is_flooded_with_codes(ana: User) -> None:
    for _ in range(6):
        answer = Client().post("/accounts/login/code/", {"email": ana.email})
    assert "Too many" in answer.text
    letters_send()
    assert len(mail.outbox) == 3
