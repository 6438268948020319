"""`/metrics`: the figures, for whoever knows the token or asks from this machine itself.

A request that a proxy passes on never counts as one from this machine, wherever the proxy runs. In
production a proxy that does not say for whom it asks cannot serve the site at all (pages would be
sent to https for ever); without HTTPS, where it could, there is only the token.
"""

from __future__ import annotations

import hmac
import ipaddress
import threading
from collections.abc import Iterable, Mapping
from socketserver import ThreadingMixIn
from typing import Any
from urllib.parse import urlsplit
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from config.middleware import Middleware

PATH = "/metrics"
OF_PROXIES = (
    "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST",
    "HTTP_X_FORWARDED_PROTO", "HTTP_X_REAL_IP", "HTTP_X_REQUEST_ID",
)  # fmt: skip
"""Any of these shows that somebody passes a request on."""


class MetricsMiddleware(Middleware):
    """Answers before host names and https are checked: Prometheus asks each process by itself."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path_info != PATH:
            return self.get_response(request)
        if not may_read(request.META):
            return HttpResponse(status=404)
        return HttpResponse(generate_latest(), content_type=CONTENT_TYPE_LATEST)


def may_read(environ: Mapping[str, Any]) -> bool:
    """Whether a request, in WSGI's words, comes from this machine or brings the token."""
    return has_token(environ.get("HTTP_AUTHORIZATION", "")) or is_from_here(environ)


def has_token(header: str) -> bool:
    """Whether a header carries the token, compared in constant time; never if none is set."""
    kind, _, token = header.partition(" ")
    given, known = token.strip().encode(), settings.METRICS_TOKEN.encode()
    return bool(known) and kind.lower() == "bearer" and hmac.compare_digest(given, known)


def is_from_here(environ: Mapping[str, Any]) -> bool:
    """Whether a request was sent to this process by one on the same machine, and by no proxy."""
    if not (settings.LOCAL or settings.SECURE_SSL_REDIRECT):
        return False
    if any(name in environ for name in OF_PROXIES):
        return False
    host = urlsplit(f"//{environ.get('HTTP_HOST', '')}").hostname or ""
    return is_loopback(environ.get("REMOTE_ADDR", "")) and (
        host == "localhost" or is_loopback(host)
    )


def is_loopback(address: str) -> bool:
    """Whether an address is one by which a machine reaches itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


# --- A process without pages ----------------------------------------------------------------------


class Server(ThreadingMixIn, WSGIServer):
    """Answers each request in a thread, none of which keeps the process from ending."""

    daemon_threads = True


class Quiet(WSGIRequestHandler):
    """Writes no line for each request."""

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - its name there
        """Say nothing."""


def figures(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """The WSGI application of a process without pages: `/metrics`, and nothing else."""
    if environ.get("PATH_INFO") != PATH or not may_read(environ):
        start_response("404 Not Found", [("Content-Length", "0")])
        return [b""]
    answer = generate_latest()
    length = str(len(answer))
    start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST), ("Content-Length", length)])
    return [answer]


def serve(port: int) -> Server:
    """Answer at a port, in a thread that ends with the process. Raises OSError."""
    server = make_server("0.0.0.0", port, figures, server_class=Server, handler_class=Quiet)  # noqa: S104 - the token guards it
    threading.Thread(target=server.serve_forever, name="figures", daemon=True).start()
    return server
