"""Texts and times as the one who reads them likes them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import timezone, translation

LANGUAGES = dict(settings.LANGUAGES)


@contextmanager
def reading_as(user: Any, language: str = "") -> Iterator[None]:
    """Activate a user's language and time zone. `language` is for visitors, if it is ours."""
    chosen, zone = reading_of(user, language)
    with translation.override(chosen), timezone.override(zone):
        yield


def reading_of(user: Any, language: str = "") -> tuple[str, zoneinfo.ZoneInfo]:
    """The language and time zone in which a user reads: who reads alike, sees alike."""
    chosen = getattr(user, "language", "") or language
    known = chosen if chosen in LANGUAGES else settings.LANGUAGE_CODE
    return known, zone_of(user)


def zone_of(user: Any) -> zoneinfo.ZoneInfo:
    """A user's time zone; the site's where they chose none or it no longer exists."""
    try:
        return zoneinfo.ZoneInfo(getattr(user, "time_zone", "") or settings.TIME_ZONE)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return zoneinfo.ZoneInfo(settings.TIME_ZONE)
