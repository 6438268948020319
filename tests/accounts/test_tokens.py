"""Personal tokens: made once, stored hashed, worthless when revoked."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from accounts.models import Token, User
from accounts.people.tokens import token_make, token_read, token_revoke
from config.web.limits import TOKENS
from config.web.refusal import TooMany
from tests.games.sockets import heard
from tests.people import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("Ana", "ana@example.org")


def me(secret: str) -> tuple[int, str]:
    answer = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {secret}"})
    return answer.status_code, answer.json().get("name") or answer.json()["error"]


def test_a_token_acts_for_its_user_until_it_is_revoked(ana: User) -> None:
    secret = token_make(user=ana, name="my  bot\n")
    token = Token.objects.get()
    assert token.name == "my bot"
    assert secret not in str(token.__dict__) and len(token.digest) == 64
    assert me(secret) == (200, "Ana")
    token.refresh_from_db()
    assert token.used_at is not None
    token_revoke(user=User.objects.create_user("Ben"), token_id=token.pk)
    assert me(secret) == (200, "Ana"), "another's is left alone"
    token_revoke(user=ana, token_id=token.pk)
    assert me(secret) == (401, "bad_token")


@pytest.mark.parametrize(
    "secret", ["", "x", "sobremesa_", "sobremesa_" + "a" * 43, "a" * 100_000, "é"]
)
def test_what_is_no_token(ana: User, secret: str) -> None:
    token_make(user=ana, name="genuine")
    assert me(secret) == (401, "bad_token")


def test_a_bad_token_is_not_saved_by_a_session(ana: User) -> None:
    client = client_of(ana)
    answer = client.get("/api/v1/me", headers={"Authorization": "Bearer nonsense"})
    assert answer.status_code == 401


def test_a_token_counts_for_the_api_only(ana: User) -> None:
    headers = {"Authorization": f"Bearer {token_make(user=ana, name='x')}"}
    assert Client().get("/accounts/settings/", headers=headers).status_code == 302


def test_somebody_inactive_has_no_tokens(ana: User) -> None:
    secret = token_make(user=ana, name="x")
    User.objects.update(is_active=False)
    assert token_read(secret) is None


def test_there_is_an_end_to_tokens(ana: User) -> None:
    for _ in range(TOKENS.number):
        token_make(user=ana, name="x")
    with pytest.raises(TooMany):
        token_make(user=ana, name="x")


def test_the_command(ana: User) -> None:
    out = StringIO()
    call_command("create_token", "ana", stdout=out)
    assert me(out.getvalue().strip()) == (200, "Ana")
    with pytest.raises(CommandError):
        call_command("create_token", "nobody-here")


def test_the_page(ana: User) -> None:
    assert Client().get("/accounts/tokens/").status_code == 302
    client = client_of(ana)
    page = client.post("/accounts/tokens/", {"name": "<b>bot</b>"}, follow=True).text
    token = Token.objects.get()
    assert "&lt;b&gt;bot" in page and "<b>bot" not in page
    secret = page.split("sobremesa_")[1].split("<")[0]
    assert me("sobremesa_" + secret) == (200, "Ana")
    assert "sobremesa_" not in client.get("/accounts/tokens/").text, "shown once"
    client.post(f"/accounts/tokens/{token.pk}/revoke/")
    assert not Token.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_socket_takes_a_token(live: str, begin) -> None:
    playing = begin(private=True)
    user = playing.user_at(0)
    secret = token_make(user=user, name="socket")
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{playing.id}/?since=0"
    headers = {"Authorization": f"Bearer {secret}"}
    with connect(address, additional_headers=headers) as socket:
        assert heard(socket)["question"]["key"] == "bid"
        playing.play(0, 1)
        assert heard(socket)["number"] == 2
    token_revoke(user=user, token_id=user.tokens.get().pk)
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers=headers)
    with pytest.raises(InvalidStatus):
        connect(address, origin="https://elsewhere.example")
