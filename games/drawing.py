"""The compiled templates of tables: Jinja2 with what boards need: words, spots, tokens, times.

They live in `templates/games/` and are strict: what is not defined is an error. A game's own are in
a folder named after it; `parts.html` there holds the macros of its parts (see `games.parts`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.template import engines
from django.templatetags.static import static
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, npgettext, pgettext
from jinja2 import Environment, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from games.boards import art_values_of
from games.parts import Pen, part, pen
from games.rules.core.interface import Rules
from games.wording import SiteWording

ENGINE = "tables"  # its name among the settings' TEMPLATES

SHAPES = {  # the second sign of a player's colour: a path around 0,0 with a radius of 10
    "yellow": "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z",
    "blue": "M-8.800-8.800H8.800V8.800H-8.800Z",
    "green": "M0-10.500 10.400 8.200H-10.400Z",
    "red": "M0-11.500 11.500 0 0 11.500-11.500 0Z",
    "purple": "M-5-9.800H5L10.500 0 5 9.800H-5L-10.500 0Z",
}
WIDE_LETTER = 0.6  # of the font size: how wide a bold letter is on average, in a wide font
LARGEST_FONT = 22.0


class TableEnvironment(Environment):
    """`thing.name` is the key of a mapping before it is an attribute, as boards draw plain values."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What a template calls `obj.attribute`."""
        if type(obj) is dict:
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)


def environment(**options: Any) -> Environment:
    """The environment for Django's Jinja2 backend."""
    made = TableEnvironment(
        **{**options, "undefined": StrictUndefined},
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.install_gettext_callables(  # type: ignore[attr-defined] - by the extension
        gettext, ngettext, newstyle=True, pgettext=pgettext, npgettext=npgettext
    )
    made.globals |= {
        "part": part, "word": word, "say": say, "tip": tip, "spot": spot, "piece": piece,
        "tick": tick, "token": token, "when": when, "url": url, "profile_of": profile_of,
        "static": static, "colour_letter": colour_letter, "colour_name": colour_name,
        "names_of": names_of,
    }  # fmt: skip
    made.filters |= {"capital": capital, "size": size}
    return made


@functools.cache
def tables() -> Environment:
    """The environment of the running site."""
    found: Environment = engines[ENGINE].env  # type: ignore[attr-defined]
    return found


def has_template(name: str) -> bool:
    """Whether there is a template of this name, below `templates/games/`."""
    try:
        tables().get_template(name)
    except TemplateNotFound:
        return False
    return True


def render(name: str, values: Mapping[str, Any], *, missing: str) -> Markup:
    """A template drawn with these values; `missing` where there is none of this name."""
    return Markup(tables().get_template(name).render(values) if has_template(name) else missing)


@functools.cache
def _log() -> Any:
    return tables().get_template("log.html").module


def line(facts: Mapping[str, Any]) -> str:
    """A line of the log."""
    return str.__str__(_log().line(**facts)).strip()


@functools.cache
def _macros(game: str) -> tuple[Any, ...]:
    """The modules in which the macros of a game's parts are looked up, its own first.

    A game's own, and the templates they import, know the constants of the game's `ART` too.
    """
    name, art = f"{game}/parts.html", art_values_of(game)
    own = [tables().get_template(name, globals=art).module] if has_template(name) else []
    return (*own, *(tables().get_template(name).module for name in ("parts.html", "panel.html")))


def macros_of(game: str) -> Callable[[str], Callable[..., str]]:
    """How the parts of a game are drawn, by kind. Raises AttributeError."""
    modules = _macros(game)

    def macro(kind: str) -> Callable[..., str]:
        for module in modules:
            if (found := getattr(module, kind, None)) is not None:
                return found  # type: ignore[no-any-return]
        raise AttributeError(f"no macro {kind!r} draws a part of {game}")

    return macro


@functools.cache
def _words(rules: Rules[Any]) -> SiteWording:
    """The words of a game. Parts know no names of players but those they are given."""
    return SiteWording(rules, [])


def pen_for(game: str, rules: Rules[Any]) -> Pen:
    """What draws a table of a game for readers of the active language and time zone."""
    return Pen(game, macros_of(game), _words(rules))


# --- Attributes of elements ----------------------------------------------------------------------


def spot(name: str) -> SafeString:
    """Of an element that a move's spot names: `<g {{ spot("building:bank") }}>`.

    Which spots are legal comes with the question; `static/table/spots.js` lights them.
    """
    return format_html('data-spot="{}"', name)


def piece(name: str, at: str) -> SafeString:
    """Of a piece that glides: its lasting name and the spot where it lies."""
    return format_html('data-piece="{}" data-at="{}"', name, at)


def tick(name: str) -> SafeString:
    """Of a number that ticks over when it changes."""
    return format_html('data-tick="{}"', name)


def tip(kind: str, value: Any) -> SafeString:
    """That explains an element: its name, and the game's help text if it has one."""
    words = pen().words
    text, key = capital(words.word(kind, value)), f"help.{kind}.{value}"
    if key in words.texts:
        text = f"{text}: {words.say(key)}"
    return format_html('data-tip="{}"', text)


# --- Words and times -----------------------------------------------------------------------------


def word(kind: str, value: Any, count: int = 2) -> str:
    """A word of the game in the reader's language: `{{ word("good", "rum") }}`."""
    return str(pen().words.word(kind, value, count))


def say(key: str, **facts: Any) -> str:
    """A text of the game, filled in."""
    return str(pen().words.say(key, facts))


def when(at: datetime | None, form: str = "ago") -> SafeString:
    """A time: absolute as rendered and in the title; the browser makes it relative.

    `form` is "ago" (five minutes ago), "left" (in two days) or "plain" (as it is).
    """
    if at is None:
        return SafeString()
    pen().tell_time()
    local = timezone.localtime(at)
    return format_html(
        '<time datetime="{}" title="{}" data-time="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        f"{date_format(local, 'DATETIME_FORMAT')} ({timezone.get_current_timezone_name()})",
        form,
        date_format(local, "SHORT_DATETIME_FORMAT"),
    )


def names_of(standings: Sequence[Mapping[str, Any]]) -> str:
    """The names of those with these standings as one phrase: "Ana, Ben and Carla"."""
    names = [str(standing["of"]["name"]) for standing in standings]
    return str(get_text_list(names, gettext("and")))


def capital(text: str) -> str:
    """The text with a capital letter at its start, and the rest as it is."""
    return text[:1].upper() + text[1:]


def size(text: str, room: float) -> str:
    """The largest font size, at most 22, at which a text fits into so many units."""
    return f"{min(LARGEST_FONT, room / max(len(text), 1) / WIDE_LETTER):.1f}"


# --- Seats ---------------------------------------------------------------------------------------


def token(seat: Mapping[str, Any], scale: str = "1") -> Markup:
    """A player's sign, for use inside an SVG: colour, shape and letter."""
    colour = seat["colour"] or "none"
    return Markup(
        '<g class="token c-{}" transform="scale({})" aria-hidden="true"><path d="{}"/>'
        '<text y="{}">{}</text></g>'
    ).format(
        colour,
        scale,
        SHAPES.get(colour, SHAPES["yellow"]),
        "6.200" if colour == "green" else "4.500",
        colour_letter(colour),
    )


def colour_letter(colour: str) -> str:
    """The letter of a player's colour in the reader's language; no two are the same."""
    return {
        "yellow": pgettext("letter of a colour", "Y"),
        "blue": pgettext("letter of a colour", "B"),
        "green": pgettext("letter of a colour", "G"),
        "red": pgettext("letter of a colour", "R"),
        "purple": pgettext("letter of a colour", "P"),
    }.get(colour, "")


def colour_name(colour: str) -> str:
    """A player's colour in words."""
    return {
        "yellow": gettext("yellow"),
        "blue": gettext("blue"),
        "green": gettext("green"),
        "red": gettext("red"),
        "purple": gettext("purple"),
    }.get(colour, "")


# --- Addresses -----------------------------------------------------------------------------------


@functools.lru_cache(maxsize=10_000)
def url(name: str, *arguments: Any) -> str:
    """The address of a page of the site."""
    return reverse(name, args=arguments)


def profile_of(user: str | None) -> str:
    """The page of a user; "" where there is none."""
    try:
        return url("profile", user) if user else ""
    except NoReverseMatch:
        return ""
