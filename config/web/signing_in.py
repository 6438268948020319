"""How a request of the API proves who it comes from: a personal token, or the page's session.

The middleware (`accounts.sessions.middleware`) has already found out who it is; here it is only
required, and described for the OpenAPI document.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja.security import HttpBearer, SessionAuth


class PersonalToken(HttpBearer):
    """`Authorization: Bearer …`, made on the profile page or by `manage.py create_token`."""

    openapi_description = "A personal token."

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """The user that the middleware has found for the token."""
        return request.user if request.user.is_authenticated else None


class PageSession(SessionAuth):
    """The cookie of a signed-in user, with the token against forged requests."""

    def __call__(self, request: HttpRequest) -> Any:
        """The user; None for a visitor, rather than an error about forgery."""
        if not request.user.is_authenticated:
            return None
        return super().__call__(request)


signed_in = [PersonalToken(), PageSession()]
