"""People for tests, and the clients in which they are signed in."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.test import Client

from accounts.models import User


def people_make(*names: str, **fields: Any) -> list[User]:
    """Users of these names, each with an address; without a password if none is given."""
    make = User.objects.create_user
    return [make(name, f"{name.lower()}@example.org", **fields) for name in names]


def client_of(user: Any, **options: Any) -> Client:
    """A client in which somebody has just signed in; None is a visitor.

    The options are those of it.
    """
    client = Client(**options)
    if user is not None:
        client.force_login(user)
        session = client.session
        session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
    return client


def grown_old(client: Client) -> None:
    """Whoever is signed in has given no proof of it for a while."""
    session = client.session
    for record in session["account_authentication_methods"]:
        record["at"] -= 3600
    session.save()


def session_of(user: Any) -> str:
    """The session cookie's value of a user who has just signed in."""
    return client_of(user).cookies[settings.SESSION_COOKIE_NAME].value
