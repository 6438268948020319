"""The language and time zone in which somebody reads."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import TypeAlias

from django.conf import settings
from django.utils import timezone, translation
from django.utils.formats import date_format

LANGUAGES = dict(settings.LANGUAGES)

Reading: TypeAlias = tuple[str, zoneinfo.ZoneInfo]
"""A language and a time zone. Readers with the same ones can share what is drawn."""


@contextmanager
def reading_in(language: str, zone: zoneinfo.ZoneInfo) -> Iterator[None]:
    """Activate a language and a time zone."""
    with translation.override(language), timezone.override(zone):
        yield


def reading_as(user: object, language: str = "") -> AbstractContextManager[None]:
    """Activate a user's language and time zone; see `reading_of`."""
    return reading_in(*reading_of(user, language))


def reading_of(user: object, language: str = "") -> Reading:
    """How a user reads. `language` is for visitors; one that the site lacks is ignored."""
    chosen = getattr(user, "language", "") or language
    known = chosen if chosen in LANGUAGES else settings.LANGUAGE_CODE
    return known, zone_of(user)


def zoned(at: datetime, zone: zoneinfo.ZoneInfo | None = None) -> str:
    """A time in the active language and in this zone, else in the active one; it names the zone."""
    with timezone.override(zone or timezone.get_current_timezone()):
        local = date_format(timezone.localtime(at), "DATETIME_FORMAT")
        return f"{local} ({timezone.get_current_timezone_name()})"


def zone_of(user: object) -> zoneinfo.ZoneInfo:
    """A user's time zone; the site's if they chose none or it no longer exists."""
    return zone_chosen(getattr(user, "time_zone", ""))


def zone_chosen(name: str) -> zoneinfo.ZoneInfo:
    """The time zone of this name; the site's if it is empty or no longer exists."""
    try:
        return zoneinfo.ZoneInfo(name or settings.TIME_ZONE)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo(settings.TIME_ZONE)
