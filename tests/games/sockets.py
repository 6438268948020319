"""Sockets as browsers open them, for tests."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.test import Client
from websockets.sync.client import ClientConnection, connect

PATIENCE = 5.0  # seconds until a test gives up waiting for a message


def cookie_of(user: Any) -> str:
    """The session cookie of a user who is signed in."""
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


def watch(
    live: str, table_id: int, user: Any = None, *, origin: str | None = None, query: str = ""
) -> ClientConnection:
    """Open the socket of a table. Raises InvalidStatus where the server refuses."""
    headers = {} if user is None else {"Cookie": cookie_of(user)}
    address = f"{live.replace('http', 'ws', 1)}/ws/tables/{table_id}/{query}"
    return connect(address, origin=origin or live, additional_headers=headers)


def heard(socket: ClientConnection) -> Any:
    """The next update."""
    return json.loads(socket.recv(timeout=PATIENCE))


def silent(socket: ClientConnection, seconds: float = 0.4) -> bool:
    """Whether nothing comes for a while."""
    try:
        socket.recv(timeout=seconds)
    except TimeoutError:
        return True
    return False
