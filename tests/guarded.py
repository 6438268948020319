"""No request connects to anything but Postgres: what would is refused, and fails its test.

Postgres is not asked through Python's sockets but by libpq, which this does not see.
"""

from __future__ import annotations

import contextvars
import sys
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

OUTWARD = ("socket.connect", "socket.getaddrinfo", "socket.sendto")
"""What Python tells of before it does it (PEP 578)."""

met: list[str] = []
"""What was refused since this was cleared."""
_serving: contextvars.ContextVar[str] = contextvars.ContextVar("serving", default="")


class Outward(RuntimeError):
    """A request has asked another server."""


def hear(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse what a request asks of others."""
    if event not in OUTWARD or not (path := _serving.get()):
        return
    met.append(f"{path}: {event} {arguments[1:] if event == 'socket.connect' else arguments[:2]}")
    raise Outward(met[-1])


class GuardMiddleware:
    """The outermost: from here on a request is being answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = _serving.set(request.path)
        try:
            return self.get_response(request)
        finally:
            _serving.reset(before)


def apply(middleware: list[str]) -> None:
    """Guard all requests of this process."""
    middleware.insert(0, f"{__name__}.{GuardMiddleware.__name__}")
    sys.addaudithook(hear)
