"""Requests that do not come to their end, as a client sends them that wants to hold a server."""

from __future__ import annotations

import socket

from tools.patience import PATIENCE

TOKEN = b"a" * 32
HALF_HEADER = b"POST /accounts/login/ HTTP/1.1\r\nHost: %b\r\nCookie: csrftoken="
HALF_BODY = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: %b\r\nX-Forwarded-Proto: https\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n"
    b"Referer: https://%b/\r\n"
    b"Cookie: csrftoken=" + TOKEN + b"; __Host-csrftoken=" + TOKEN + b"\r\n\r\nl"
)
"""With a cookie against forgery, so that the server looks for its token in the form."""


def half_header(host: str) -> bytes:
    """A request whose headers do not end."""
    return HALF_HEADER.replace(b"%b", host.encode())


def half_body(host: str) -> bytes:
    """A form whose body does not end."""
    return HALF_BODY.replace(b"%b", host.encode())


def held(port: int, sent: bytes, count: int) -> list[socket.socket]:
    """Connections that have sent only this, and stay open."""
    connections = []
    for _ in range(count):
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        connection.sendall(sent)
        connections.append(connection)
    return connections
