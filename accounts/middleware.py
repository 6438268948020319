"""Each page in the language and time zone of the one who reads it."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

GetResponse = Callable[[HttpRequest], HttpResponse]


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
