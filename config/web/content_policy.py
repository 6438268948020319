"""The Content-Security-Policy: only files of this site, no inline scripts or styles."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config.middleware import Middleware

POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
}
DOORS = {"google": "https://accounts.google.com", "github": "https://github.com"}
"""Where a form that signs in with another site leads to."""


class ContentPolicyMiddleware(Middleware):
    """Adds the header to every response that has none of its own."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", policy(request))
        return response


def policy(request: HttpRequest) -> str:
    """The header's value; sockets of the same host are named, as Safari before 15.4 needs it."""
    scheme = "wss" if request.is_secure() else "ws"
    connect = f"'self' {scheme}://{request.get_host()}"
    own = {"connect-src": connect, "form-action": " ".join(["'self'", *doors()])}
    return "; ".join(f"{name} {value}" for name, value in (POLICY | own).items())


def doors() -> list[str]:
    """The other sites with which one can sign in: redirects of forms are held to the policy."""
    found = []
    for name, provider in settings.SIGN_IN_WITH.items():
        server = urlsplit(provider["APPS"][0].get("settings", {}).get("server_url", ""))
        found.append(DOORS.get(name) or f"{server.scheme}://{server.netloc}")
    return found
