"""The compiled templates of lists of tables: with all that the tags of `lobby` say of a table."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.utils import timezone
from django.utils.formats import date_format
from jinja2 import Environment

from accounts.templatetags.look import stamp
from games.page import drawing
from games.page.saying import language
from games.telling.reading import zoned
from games.templatetags.guide import first_lesson, first_lessons
from lobby.templatetags import tables


def environment(**options: Any) -> Environment:
    """The environment for Django's Jinja2 backend: that of tables, with the words of lists."""
    made = drawing.environment(**options)
    made.globals |= {
        "emblem": tables.emblem,
        "miniature": tables.miniature,
        "first_lesson": first_lesson,
        "first_lessons": first_lessons,
    }
    made.filters |= tables.register.filters
    made.filters |= {
        "ago": at_home(tables.ago),
        "day": at_home(day),
        "naturaltime": naturaltime,
        "stamp": at_home(stamp),
        "zoned": zoned,
    }
    return made


def at_home(say: Callable[[datetime], str]) -> Callable[[datetime], str]:
    """Return what says a time, given it in the reader's zone, as Django's templates do."""

    @functools.wraps(say)
    def said(at: datetime) -> str:
        return say(timezone.localtime(at))

    return said


def day(at: datetime) -> str:
    """The day of a time."""
    return _day(language(), at.date())


@functools.lru_cache(maxsize=1_000)
def _day(_language: str, day: date) -> str:
    return date_format(day, "DATE_FORMAT")  # in the active language
