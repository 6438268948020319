"""Who asks, whether they may, and in which language and time zone they read the answer."""

from __future__ import annotations

import math
from collections.abc import Callable

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.tokens import bearer_of, token_read
from config.web.limits import api_requests
from config.web.refusal import Refused, answer

GetResponse = Callable[[HttpRequest], HttpResponse]

API = "/api/"


class BadToken(Refused):
    """No token of ours, or one that was revoked."""

    code, status, text = "bad_token", 401, _("This token is not valid.")


class Suspended(Refused):
    """Kept out for a while."""

    code, status = "suspended", 403
    text = _("You are suspended until {until}. The reason: {reason}")


class TooOften(Refused):
    """A program asks more than it may."""

    code, status = "too_many", 429
    text = _("Too many requests. Please wait a moment.")


class TokenMiddleware:
    """Requests of the API with a personal token come from its user, whatever cookies they bring.

    Comes after authentication. A token that is no good is refused, rather than taken for a
    visitor's request. No cookie is involved, so there is nothing that could be forged.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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


class ApiLimitMiddleware:
    """Slows programs that ask the API too often: by user, visitors by address."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = request.path.startswith(API)
        if asked and (seconds := self.wait(request)):
            refused = TooOften()
            refused.retry_after = math.ceil(seconds)
            return answer(refused)
        return self.get_response(request)

    def wait(self, request: HttpRequest) -> float:
        """Seconds that the client has to wait; 0.0 if the request may go on."""
        return api_requests.wait(client_of(request), settings.API_RATE, settings.API_BURST)


def client_of(request: HttpRequest) -> str:
    """A user's number, or a visitor's address; visitors whose address is unknown are one."""
    if request.user.pk is not None:
        return str(request.user.pk)
    try:
        address: str = get_adapter().get_client_ip(request)
    except PermissionDenied:
        return "somewhere"
    return address


class SuspensionMiddleware:
    """Who is suspended is signed out and told why and until when, whatever they ask for."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not (isinstance(user, User) and user.is_suspended):
            return self.get_response(request)
        if request.path.startswith(API):
            return answer(Suspended(suspension_of(user)))
        logout(request)
        return suspended_page(request, user)


def suspension_of(user: User) -> str:
    """Why and until when somebody is suspended, in a sentence."""
    until = timezone.localtime(user.suspended_until, user.zone).strftime("%Y-%m-%d %H:%M")
    return str(Suspended.text).format(until=until, reason=user.suspended_because)


def suspended_page(request: HttpRequest, user: User) -> HttpResponse:
    """What somebody sees who is suspended."""
    request.user = AnonymousUser()
    facts = {"person": user}
    return render(request, "accounts/suspended.html", facts, status=403)


class PreferencesMiddleware:
    """Activates the user's language and time zone; visitors keep what `LocaleMiddleware` found.

    Comes after authentication. The language is not reset here, because `LocaleMiddleware` names it
    in the answer's header and begins each request anew.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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
