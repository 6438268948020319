"""Where requests and sockets come from: limits by address count by what is read here."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

from config.middleware import Middleware
from config.web.asgi import Scope

SUBNET = 64  # bits of an IPv6 address; whoever has one address has all that begin like it
UNKNOWN = "unknown"
"""The client of everybody whose address cannot be told: they share one limit."""

_client: ContextVar[str] = ContextVar("client", default="")

Address = IPv4Address | IPv6Address


def asking_client(request: HttpRequest) -> str:
    """Return the id of a request's user; for visitors their client."""
    return client_of(request) if request.user.pk is None else str(request.user.pk)


def client_of(request: HttpRequest) -> str:
    """Return the IPv4 address that a request comes from, or the /64 of the IPv6 one."""
    return client_at(address_of(request))


def client_of_socket(scope: Scope) -> str:
    """Return the same of the handshake of a socket."""
    peer, _port = scope.get("client") or ("", 0)
    return client_at(address_behind(header(scope, b"x-forwarded-for") or "", peer))


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header of a handshake; None if it is not there."""
    value = dict(scope.get("headers", ())).get(name)
    return None if value is None else value.decode("latin-1")


class ClientMiddleware(Middleware):
    """Lets services know which client the request at hand comes from."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = _client.set(client_of(request))
        try:
            return self.get_response(request)
        finally:
            _client.reset(before)


def asking(user_id: int | None) -> str:
    """Return the client of the request at hand, or the id of the user who makes it."""
    return current_client() if user_id is None else str(user_id)


def current_client() -> str:
    """Return the client of the request at hand; empty where there is none, as in the worker."""
    return _client.get()


def client_at(address: Address | None) -> str:
    """Return an IPv4 address as it is, and the /64 of an IPv6 one."""
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Network((int(address), SUBNET), strict=False))


def address_of(request: HttpRequest) -> Address | None:
    """Return the whole address that a request comes from; None if it cannot be told."""
    forwarded = request.headers.get("X-Forwarded-For", "")
    return address_behind(forwarded, request.META.get("REMOTE_ADDR", ""))


def address_behind(forwarded: str, peer: str) -> Address | None:
    """Return the address that the outermost of our proxies saw; without proxies the peer's.

    `forwarded` is the value of X-Forwarded-For. Each proxy appends what it sees, so the entries
    before those of our own proxies may be invented.
    """
    entries = [entry for entry in forwarded.split(",") if entry.strip()]
    trusted = entries[-settings.TRUSTED_PROXIES :] if settings.TRUSTED_PROXIES else []
    return parsed(trusted[0] if trusted else peer)


def parsed(written: str) -> Address | None:
    """Return the address in a text, which may have a port; None if there is none."""
    domain, port = split_domain_port(written.strip())
    try:
        address = ip_address((domain if port else written).strip(" []"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
