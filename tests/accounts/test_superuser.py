"""`manage.py createsuperuser`: the account it makes can sign in at once."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.management.commands import createsuperuser
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "two sugars please"


class Terminal(StringIO):
    """What somebody types at a terminal."""

    def isatty(self) -> bool:
        return True


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> str:
    """What the command says to somebody who answers its questions so."""
    answers, said = iter(lines), StringIO()
    monkeypatch.setattr("builtins.input", lambda _question: next(answers))
    monkeypatch.setattr(createsuperuser.getpass, "getpass", lambda *_: PASSWORD)
    call_command("createsuperuser", stdin=Terminal(), stdout=said, stderr=said)
    return said.getvalue()


@pytest.mark.parametrize("name", ["Boss", "admin", "root", "postmaster"])
@pytest.mark.parametrize("by", ["name", "address"])
def test_who_was_made_by_the_command_signs_in(
    client: Client, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[Any], name: str, by: str
) -> None:
    typed(monkeypatch, name, "Boss@Example.org")
    login = {"name": name, "address": "boss@example.org"}[by]
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert SESSION_KEY in client.session and mailoutbox == []
    assert client.get("/admin/").status_code == 200


def test_who_is_called_admin_stays_so_and_nobody_else_is_made_one(admin_client: Client) -> None:
    """Django's own tests call the administrator of this client so."""
    user = User.objects.get(username="admin")
    address = f"/admin/accounts/user/{user.pk}/change/"
    form = admin_client.get(address).context["adminform"].form
    fields = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    sent = {name: value for name, value in fields.items() if value not in (None, False, [])}
    for name in ("last_login", "date_joined"):
        if moment := sent.pop(name, None):
            sent |= {f"{name}_0": f"{moment:%Y-%m-%d}", f"{name}_1": f"{moment:%H:%M:%S}"}
    assert admin_client.post(address, sent).status_code == 302
    refused = admin_client.post(address, {**sent, "username": "root"})
    assert "username" in refused.context["adminform"].form.errors


@pytest.mark.parametrize("name", ["login", "me", "Guest 7"])
def test_names_of_pages_and_guests_are_nobodys(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    said = typed(monkeypatch, name, "Boss", "boss@example.org")
    assert said.count("Error") == 1 and User.objects.get(is_superuser=True).username == "Boss"


def test_without_a_terminal(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    with pytest.raises(CommandError, match="email"):
        call_command("createsuperuser", "--noinput", "--username", "Boss", "--email", "")
    call_command("createsuperuser", "--noinput", "--username", "Boss", "--email", "b@example.org")
    client.post("/accounts/login/", {"login": "Boss", "password": PASSWORD})
    assert SESSION_KEY in client.session


def test_an_address_is_asked_for_until_it_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Ana", "ana@example.org")
    said = typed(monkeypatch, "Boss", "", "ANA@example.org", "boss@example.org")
    assert said.count("Error") == 2 and "belongs to another account" in said
    assert User.objects.get(is_superuser=True).email == "boss@example.org"
    with pytest.raises(CommandError, match="belongs to another account"):
        call_command(
            "createsuperuser", "--noinput", "--username", "B2", "--email", "ana@example.org"
        )
    assert User.objects.count() == 2
