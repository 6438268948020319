"""Texts and times as the one who reads them likes them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import timezone, translation


@contextmanager
def reading_as(user: Any, language: str = "") -> Iterator[None]:
    """Activate a user's language and time zone. `language` is for visitors, if it is ours."""
    chosen = getattr(user, "language", "") or language
    if chosen not in dict(settings.LANGUAGES):
        chosen = settings.LANGUAGE_CODE
    name = getattr(user, "time_zone", "") or settings.TIME_ZONE
    with translation.override(chosen), timezone.override(zoneinfo.ZoneInfo(name)):
        yield
