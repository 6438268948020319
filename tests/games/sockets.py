"""Sockets as browsers open them, for tests."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.people import session_of
from tools.patience import PATIENCE


def cookie_of(user: Any) -> str:
    """The session cookie of a user who is signed in."""
    return f"{settings.SESSION_COOKIE_NAME}={session_of(user)}"


def watch(
    live: str, table_id: int, user: Any = None, *, origin: str | None = None, query: str = ""
) -> Any:
    """Open the socket of a table; a page says hello. InvalidStatus where the server refuses."""
    opening = open_socket(live, f"tables/{table_id}/{query}", user, origin=origin)
    return greeting(opening) if "html=1" in query else opening


@contextmanager
def greeting(opening: Any) -> Iterator[ClientConnection]:
    """A page's socket, which joins its table."""
    with opening as socket:
        with suppress(ConnectionClosed):  # refused at once
            socket.send(json.dumps({"type": "hello", "number": 0, "has": ""}))
        yield socket


def open_socket(
    live: str, path: str = "", user: Any = None, *, origin: str | None = None
) -> ClientConnection:
    """Open any socket of this site. Raises InvalidStatus where the server refuses."""
    headers = {} if user is None else {"Cookie": cookie_of(user)}
    address = f"{live.replace('http', 'ws', 1)}/ws/{path}"
    return connect(address, origin=origin or live, additional_headers=headers)


def heard_of(socket: ClientConnection, kind: str) -> Any:
    """The next message of one type; others are passed over."""
    while (message := heard(socket)).get("type", "update") != kind:
        pass
    return message


def closed_with(socket: ClientConnection) -> int:
    """The code with which the server closes, after whatever it still sends."""
    try:
        while True:
            socket.recv(timeout=PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006


def heard(socket: ClientConnection) -> Any:
    """The next message."""
    return json.loads(socket.recv(timeout=PATIENCE))


def silent(socket: ClientConnection, seconds: float = 0.4) -> bool:
    """Whether nothing comes for a while."""
    try:
        socket.recv(timeout=seconds)
    except TimeoutError:
        return True
    return False
