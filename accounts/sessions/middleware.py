"""Who makes a request, whether they may, and the language and time zone of the answer."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.decisions import latest_suspension, token_for
from accounts.people.tokens import bearer_of, token_read
from config.middleware import Middleware
from config.web.buckets import api_requests
from config.web.clients import asking_client
from config.web.refusal import Refused, TooMany, answer
from games.telling.reading import zoned

API = "/api/"


class BadToken(Refused):
    """The token is unknown or was revoked."""

    code, status, text = "bad_token", 401, _("This token is not valid.")


class Suspended(Refused):
    """The user is suspended."""

    code, status = "suspended", 403
    text = _("You are suspended until {until}. The reason: {reason}")


class TokenMiddleware(Middleware):
    """API requests with a personal token act for its user, whatever cookies they carry.

    Comes after authentication. A bad token is refused rather than treated as a visitor's request.
    No cookie is involved, so no other site can forge such a request and CSRF checks are off.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        header = request.headers.get("Authorization", "")
        secret = bearer_of(header) if request.path.startswith(API) else None
        if secret is not None:
            token = token_read(secret)
            if token is None:
                return answer(BadToken())
            request.user = token.user
            request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        return self.get_response(request)


class ApiLimitMiddleware(Middleware):
    """Limits the rate of API requests by user, for visitors by IP address."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(API):
            try:
                api_requests.admit(asking_client(request))
            except TooMany as refused:
                return answer(refused)
        return self.get_response(request)


class SuspensionMiddleware(Middleware):
    """Signs suspended users out and tells them why and until when, on whatever page."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not (isinstance(user, User) and user.is_suspended):
            return self.get_response(request)
        if request.path.startswith(API):
            return answer(Suspended(suspension_of(user)))
        logout(request)
        return suspended_page(request, user)


class NotKeptMiddleware(Middleware):
    """Nothing that a signed-in user is shown is kept by a browser or a proxy.

    Unless the answer itself says for how long: pictures that are asked for again each time.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            add_never_cache_headers(response)
        return response


def suspension_of(user: User) -> str:
    """Why and until when a user is suspended, in words."""
    assert user.suspended_until is not None
    until = zoned(user.suspended_until, user.zone)
    return str(Suspended.text).format(until=until, reason=user.suspended_because)


def suspended_page(request: HttpRequest, user: User) -> HttpResponse:
    """The page that a suspended user sees."""
    request.user = AnonymousUser()
    decision = latest_suspension(user)
    facts = {"person": user, "token": token_for(decision) if decision else ""}
    return render(request, "accounts/suspended.html", facts, status=403)


class PreferencesMiddleware(Middleware):
    """Activates the user's language and time zone; visitors keep what `LocaleMiddleware` found.

    Comes after authentication. The language is not reset here: `LocaleMiddleware` still has to name
    it in the response header, and sets it again for each request.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated:
            with timezone.override(settings.TIME_ZONE):
                return self.get_response(request)
        if user.language in dict(settings.LANGUAGES):
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(user.zone):
            return self.get_response(request)
