"""The log of who came in, who did not, and what was changed about it."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from accounts.models import User
from config.web.limits import FEEDS
from tests.accounts.test_feeds import addresses
from tests.accounts.test_second_factor import PASSWORD, ana, code_for
from tests.config.sight.conftest import Written, written
from tests.config.sight.figures import Figures
from tests.games.sockets import cookie_of, heard

__all__ = ["ana", "written"]
pytestmark = pytest.mark.django_db

TYPED = "hunter2 hunter2 hunter2"


def told(written: Written) -> list[tuple[str, str, Any]]:
    lines = [
        line for line in written.records if line["logger"] == "accounts.signing_in.doorkeeping"
    ]
    assert all(line["request"] for line in lines), "by which the log of the proxy names an address"
    return [(line["level"], line["message"], line.get("user")) for line in lines]


def test_coming_and_going_is_written_down_without_what_was_typed(
    ana: User, written: Written
) -> None:
    client, login = Client(), "/accounts/login/"
    client.post(login, {"login": "ANA", "password": TYPED})
    client.post(login, {"login": "ana@example.org", "password": TYPED})
    client.post(login, {"login": TYPED, "password": PASSWORD})
    client.post(login, {"login": "Ana", "password": PASSWORD})
    change = {"oldpassword": PASSWORD, "password1": TYPED, "password2": TYPED}
    client.post("/accounts/password/change/", change)
    secret = generate_totp_secret()
    TOTP.activate(ana, secret)
    client.post("/accounts/logout/")
    client.post(login, {"login": "Ana", "password": TYPED})
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    client.post("/accounts/2fa/authenticate/", {"code": code_for(secret)})
    assert told(written) == [
        ("WARNING", "Not signed in", ana.pk),
        ("WARNING", "Not signed in", ana.pk),
        ("WARNING", "Not signed in", None),
        ("INFO", "Signed in by password", ana.pk),
        ("INFO", "The password was changed", ana.pk),
        ("INFO", "Signed out", ana.pk),
        ("WARNING", "Not signed in: the second factor", ana.pk),
        ("INFO", "Signed in by password, mfa", ana.pk),
    ]
    for typed in (TYPED, PASSWORD, "ANA", "ana@example.org", client.cookies["sessionid"].value):
        assert typed not in written.text


def test_refused_access_is_written_down(ana: User, written: Written) -> None:
    client = Client()
    client.force_login(ana)
    assert client.get("/admin/accounts/staffentry/").status_code == 302, "to sign in as staff"
    assert (
        client.post("/api/v1/tables/1/start", headers={"authorization": "Bearer x"}).status_code
        == 401
    )
    assert client.get("/api/v1/tables/1").status_code == 404
    found = [(line["level"], line["user"]) for line in written.records if "user" in line]
    assert ("WARNING", ana.pk) in found
    assert [
        line["message"].split(":")[0] for line in written.records if line["level"] == "WARNING"
    ] == [
        "Unauthorized",
        "Not Found",
    ]


@pytest.mark.django_db(transaction=True)
def test_sockets_and_their_moves_that_are_refused(
    live: str, begin: Any, people: Any, written: Written
) -> None:
    playing, hidden, dario = begin(), begin(private=True), people[3]
    headers = {"Cookie": cookie_of(dario)}
    tables = f"{live.replace('http', 'ws', 1)}/ws/tables"
    with connect(f"{tables}/{playing.id}/", origin=live, additional_headers=headers) as socket:
        heard(socket)
        socket.send('{"type": "move", "ref": 1, "question": "0000000000000000", "move": {}}')
        assert heard(socket)["status"] == 403
    refused = connect(f"{tables}/{hidden.id}/", origin=live, additional_headers=headers)
    with refused as socket, pytest.raises(ConnectionClosed):
        socket.recv()
    names = ("logger", "message", "user", "table")
    assert {tuple(line.get(name) for name in names) for line in written.records} >= {
        ("games.watching.visits", "Refused: not_your_seat", dario.pk, playing.id),
        ("config.socket.connection", "A socket is refused: 4404", dario.pk, hidden.id),
    }


def test_who_comes_in_and_who_does_not_is_counted(ana: User) -> None:
    client, login = Client(), "/accounts/login/"

    def counted() -> list[float]:
        told = Figures(Client().get("/metrics", headers={"host": "localhost"}).content.decode())
        outcomes = ("let in", "refused")
        signs = [told("sobremesa_sign_ins_total", outcome=outcome) for outcome in outcomes]
        return [*signs, told("sobremesa_turned_away_total", what="feeds")]

    before = counted()
    TOTP.activate(ana, secret := generate_totp_secret())
    client.post(login, {"login": "Ana", "password": TYPED})
    client.post(login, {"login": "Ana", "password": PASSWORD})
    client.post("/accounts/2fa/authenticate/", {"code": "000000"})
    client.post("/accounts/2fa/authenticate/", {"code": code_for(secret)})
    path, at_once = addresses(ana)["tables"], FEEDS.at_once + 2
    answers = [client.get(path).status_code for _ in range(at_once)]
    after = [now - then for now, then in zip(counted(), before, strict=True)]
    assert after == [1, 2, answers.count(429)]
    assert answers.count(429)
