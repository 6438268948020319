"""Addresses that name a language, so that pages can be listed and shared in each.

`?language=de` shows a page in German to whoever has not chosen another language in their settings.
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from config.middleware import Middleware

PARAMETER = "language"
LISTED = frozenset(
    ("front", "help", "fair_play", "about", "contact", "imprint", "privacy", "game", "rules")
)
"""Pages that are the same for everybody: search engines list them in each language."""


class Alternates(NamedTuple):
    """The addresses of a page: its own, and those by language or, as "x-default", by reader."""

    canonical: str
    by_language: list[tuple[str, str]]


class AddressLanguageMiddleware(Middleware):
    """Activates the language that the address of a page names, if the site has it."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if language := language_named(request):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        return self.get_response(request)


def language_named(request: HttpRequest) -> str:
    """Return the language that an address names; empty if none that the site has."""
    language = request.GET.get(PARAMETER, "")
    return language if language in dict(settings.LANGUAGES) else ""


def alternates_of(request: HttpRequest) -> Alternates | None:
    """Return the addresses of a listed page; None for any other page."""
    match = request.resolver_match
    if match is None or match.view_name not in LISTED:
        return None
    plain = f"{settings.SITE_URL}{request.path}"
    named = {code: f"{plain}?{PARAMETER}={code}" for code, _ in settings.LANGUAGES}
    canonical = named.get(language_named(request), plain)
    return Alternates(canonical, [*named.items(), ("x-default", plain)])
