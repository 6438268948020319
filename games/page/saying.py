"""What the templates of tables say: texts of the site, words of the game, times.

Each in the reader's language and zone, which are the active ones; what is said again is kept.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import (
    get_language,
    gettext,
    ngettext,
    npgettext,
    override,
    pgettext,
)
from markupsafe import Markup, escape

from games.page.parts import Part, Pen, pen, pen_in_use
from games.page.results import PageStanding
from games.telling.wording import SiteWording

# --- Texts ---------------------------------------------------------------------------------------
# All are %-patterns, as with Jinja2's i18n extension; the values filled in are escaped.


@functools.lru_cache(maxsize=4_000)
def _translation(language: str, context: str | None, text: str) -> Markup:
    with override(language):
        return Markup(gettext(text) if context is None else pgettext(context, text))  # noqa: S704 - ours


@functools.lru_cache(maxsize=4_000)
def _translation_alone(language: str, context: str | None, text: str) -> Markup:
    return _translation(language, context, text) % {}


@functools.lru_cache(maxsize=4_000)
def _plural(language: str, one: str, many: str, number: int) -> Markup:
    with override(language):
        return Markup(ngettext(one, many, number))  # noqa: S704 - ours


_of_page: ContextVar[str] = ContextVar("language of a page")


@contextlib.contextmanager
def one_language() -> Iterator[None]:
    """Draw a whole page in the language that is active now, without asking again at each text."""
    before = _of_page.set(get_language() or "")
    try:
        yield
    finally:
        _of_page.reset(before)


def language() -> str:
    """The reader's language."""
    if using := pen_in_use():
        return using.language
    return _of_page.get("") or get_language() or ""


def _filled(context: str | None, text: str, values: Mapping[str, object]) -> Markup:
    if not values:
        return _translation_alone(language(), context, text)
    return _translation(language(), context, text) % values


def translated(text: str, /, **values: object) -> Markup:
    """A text of the site in the reader's language."""
    return _filled(None, text, values)


def translated_in(context: str, text: str, /, **values: object) -> Markup:
    """The same for a text that means something else in another context."""
    return _filled(context, text, values)


def translated_plural(one: str, many: str, number: int, /, **values: object) -> Markup:
    """A text in the form for a number."""
    return _plural(language(), one, many, number) % {"num": number, **values}


def translated_plural_in(
    context: str, one: str, many: str, number: int, /, **values: object
) -> Markup:
    """The same in a context."""
    return Markup(npgettext(context, one, many, number)) % {"num": number, **values}  # noqa: S704 - ours


# --- Words and times -----------------------------------------------------------------------------


def word(kind: str, value: object, count: int = 2) -> str:
    """A word of the game in the reader's language."""
    return _word(pen().words, kind, value, count)


@functools.lru_cache(maxsize=4_000, typed=True)
def _word(words: SiteWording, kind: str, value: object, count: int) -> str:
    return str(words.word(kind, value, count))


def say(key: str, **facts: object) -> str:
    """A text of the game, filled in."""
    return str(pen().words.say(key, facts))


def when(at: datetime | None, form: str = "ago") -> Markup:
    """Draw a time: absolute as rendered and in the title; the browser makes it relative.

    `form` is "ago" (five minutes ago), "left" (in two days) or "plain" (as it is). Parts have no
    times in them, but holes for `time_part`: they are kept for readers of all time zones.
    """
    if at is None:
        return Markup()
    return _time(at, form, language(), str(timezone.get_current_timezone()))


def time_part(pen: Pen, name: str, at: datetime | None, form: str = "ago") -> list[Part]:
    """A time as a part of its own, for a hole of this name; none where there is no time.

    Most are new with every move, so they are made without a macro and kept nowhere.
    """
    return [] if at is None else [Part(name, _time(at, form, pen.language, pen.zone), ())]


@functools.lru_cache(maxsize=4_000)
def _time(at: datetime, form: str, language: str, zone: str) -> Markup:
    """Draw a time in words of a language, as it is in a time zone."""
    local = at.astimezone(ZoneInfo(zone))
    long, short = _date(local.replace(second=0, microsecond=0, tzinfo=None), language)
    told = local.isoformat(timespec="seconds")
    title = f"{long} ({escape(zone)})"
    drawn = f'<time datetime="{told}" title="{title}" data-time="{escape(form)}">{short}</time>'
    return Markup(drawn)  # noqa: S704 - escaped


@functools.lru_cache(maxsize=4_000)
def _date(minute: datetime, language: str) -> tuple[Markup, Markup]:
    """A local time, without seconds, in words of a language: long and short."""
    long, short = "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"
    with override(language):
        return escape(date_format(minute, long)), escape(date_format(minute, short))


def names_of(standings: Sequence[PageStanding]) -> str:
    """The names in these standings as one phrase: "Ana, Ben and Carla"."""
    names = [standing.of.name for standing in standings]
    return str(get_text_list(names, gettext("and")))


def words() -> dict[str, str]:
    """The texts of the page's scripts, in the reader's language."""
    return {
        "oneMore": gettext("{text}, or another answer"),
        "several": gettext("{text}, or {count} other answers"),
        "unreachable": gettext(
            "The server cannot be reached. Your answer may have arrived: look again."
        ),
        "outdated": gettext("The question has changed in the meantime. Please look again."),
        "failed": gettext("Something went wrong. Please check whether your answer counts."),
        "notThisNumber": gettext("Not this number"),
        "lost": gettext("The connection broke before there was an answer. Please look again."),
        "here": gettext("is here now"),
        "takenBack": gettext("(taken back)"),
    }
