"""The compiled templates of tables: Jinja2 with what boards need: words, spots, tokens, times.

They live in `templates/games/` and are strict: what is not defined is an error. A game's own are in
a folder named after it; `parts.html` there holds the macros of its parts (see `games.page.parts`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec
from django.conf import settings
from django.forms import BoundField
from django.template import engines
from django.template.loader import render_to_string
from django.templatetags.static import static as address_of_file
from django.urls import NoReverseMatch, reverse
from django.utils.html import json_script
from django.utils.translation import (
    get_language,
    get_language_info,
    gettext,
    override,
    pgettext,
)
from jinja2 import Environment, StrictUndefined, TemplateNotFound
from jinja2.environment import TemplateModule
from markupsafe import Markup, escape

from config.web.isolates import isolated
from games.faces import draw_face
from games.page.boards import board_of
from games.page.compiling import TableEnvironment
from games.page.forms import layout_of
from games.page.parts import Lately, Pen, hole, part, pen
from games.page.saying import (
    language,
    names_of,
    say,
    translated,
    translated_in,
    translated_plural,
    translated_plural_in,
    word,
)
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.telling.wording import SiteWording, capital

RULES = Path(__file__).parents[1] / "rules"
ENGINE = "tables"  # its name among the settings' TEMPLATES

SHAPES = {  # what tells players apart besides colour: a path around 0,0 with a radius of 10
    "yellow": "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z",
    "blue": "M-8.800-8.800H8.800V8.800H-8.800Z",
    "green": "M0-10.500 10.400 8.200H-10.400Z",
    "red": "M0-11.500 11.500 0 0 11.500-11.500 0Z",
    "purple": "M-5-9.800H5L10.500 0 5 9.800H-5L-10.500 0Z",
}
WIDE_LETTER = 0.6  # of the font size: how wide a bold letter is on average, in a wide font
LARGEST_FONT = 22.0
SOME_NUMBER = 9_876_543_210
"""Stands in addresses for that of a table."""


def environment(**options: Any) -> Environment:
    """The environment for Django's Jinja2 backend."""
    made = TableEnvironment(
        **{**options, "undefined": StrictUndefined},
        extensions=["jinja2.ext.i18n", "jinja2.ext.do"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.policies["ext.i18n.trimmed"] = True
    made.newstyle_gettext = True  # type: ignore[attr-defined]
    made.globals |= {
        "part": part, "hole": hole, "word": word, "say": say, "tip": tip, "help": help_of,
        "at_least": at_least,
        "spot": spot, "region": region, "piece": piece, "tick": tick, "shows": shows, "kept": kept,
        "token": token, "draw_face": draw_face, "url": url, "url_if_any": url_if_any,
        "profile_of": profile_of, "has_guide": has_guide,
        "static": static, "colour_letter": colour_letter, "colour_name": colour_name,
        "names_of": names_of, "language": language, "languages": languages,
        "json_script": json_script, "form_field": form_field, "_": translated,
        "gettext": translated, "ngettext": translated_plural, "pgettext": translated_in,
        "npgettext": translated_plural_in,
    }  # fmt: skip
    made.filters |= {"capital": capital, "isolated": isolated, "size": size}
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


def render(name: str, values: Mapping[str, object]) -> Markup:
    """A template drawn with these values. Raises TemplateNotFound."""
    return Markup(tables().get_template(name).render(values))  # noqa: S704 - our own


@functools.cache
def _log() -> Any:
    return tables().get_template("log.html").module


NUMBER, SENTENCE, TIME, FACE = map(hole, ("number", "sentence", "time", "face"))
"""The holes in the shape of a line of the log."""


def line(shape: msgspec.Struct) -> str:
    """Draw the shape of a line of the log from the fields of a struct."""
    facts = msgspec.structs.asdict(shape)
    return str.__str__(_log().line(NUMBER, SENTENCE, TIME, FACE, **facts)).strip()


@functools.cache
def _macros(game: str) -> tuple[TemplateModule, ...]:
    """The modules in which the macros of a game's parts are looked up, its own first.

    A game's own, and the templates they import, know the constants of the game's `Board.art` too.
    """
    is_own, art = re.compile(rf"{game}/(\w+_)?parts\.html"), board_of(game).art
    names = filter(is_own.fullmatch, tables().list_templates())
    own = [tables().get_template(name, globals=art).module for name in names]
    return (*own, *(tables().get_template(name).module for name in ("parts.html", "panel.html")))


def macros_of(game: str) -> Callable[[str], Callable[..., str]]:
    """How the parts of a game are drawn, by kind. Raises AttributeError."""
    modules = _macros(game)

    def macro(kind: str) -> Callable[..., str]:
        for module in modules:
            found: Callable[..., str] | None = getattr(module, kind, None)
            if found is not None:
                return found
        raise AttributeError(f"no macro {kind!r} draws a part of {game}")

    return macro


@functools.cache
def _words(rules: Rules[AnyState], language: str) -> SiteWording:
    """The words of a game. Parts know no names of players but those they are given."""
    with override(language):
        return SiteWording(rules, [])


def pen_for(game: str, rules: Rules[AnyState], lately: Lately | None = None) -> Pen:
    """The pen for a game, for readers of the active language and time zone."""
    return Pen(game, macros_of(game), _words(rules, get_language() or ""), lately)


@functools.lru_cache(maxsize=10_000)
def kept(macro: Callable[..., Markup], *values: object) -> Markup:
    """What a macro draws from these values, drawn once: for what is in no language and no part."""
    return macro(*values)


# --- Attributes of elements ----------------------------------------------------------------------


def spot(name: str) -> Markup:
    """Marks an element of the board that moves may name, such as a house.

    Which spots are legal comes with the question; `static/table/spots.js` lights them.
    """
    return Markup(f'data-spot="{escape(name)}"')  # noqa: S704 - escaped


def region(name: str) -> Markup:
    """Marks a large area of the board that questions are about, such as the market.

    Which question is about which is in `Board.regions`; `static/table/zoom.js`
    brings it forward.
    """
    return Markup(f'data-region="{escape(name)}"')  # noqa: S704 - escaped


def piece(name: str, at: str) -> Markup:
    """Marks a piece that glides when it moves: its constant name and the spot where it lies."""
    return Markup(f'data-piece="{escape(name)}" data-at="{escape(at)}"')  # noqa: S704 - escaped


def shows(name: str, face: object, how: str = "turn") -> Markup:
    """Marks a card that turns, or a die that is to `roll`, when it shows something else."""
    shown = f'data-face="{escape(name)}" data-shows="{escape(face)}" data-how="{escape(how)}"'
    return Markup(shown)  # noqa: S704 - escaped


def tick(name: str) -> Markup:
    """Marks a number that hops when it changes."""
    return Markup(f'data-tick="{escape(name)}"')  # noqa: S704 - escaped


def tip(kind: str, value: object) -> Markup:
    """Explains an element: its name, and the game's help text if it has one."""
    return _tip(pen().words, kind, value)


@functools.lru_cache(maxsize=4_000, typed=True)
def _tip(words: SiteWording, kind: str, value: object) -> Markup:
    text, key = capital(words.word(kind, value)), f"help.{kind}.{value}"
    if key not in words.texts:
        return Markup('data-tip="{}"').format(text)
    text = f"{text}: {words.say(key)}"
    return Markup('data-tip="{}" data-about="{}.{}"').format(text, kind, value)


def help_of(name: str, /, **facts: object) -> Markup:
    """Explains an element by one of the game's help texts, filled in."""
    return Markup('data-tip="{}" data-about="{}"').format(
        capital(say(f"help.{name}", **facts)), name
    )


def at_least(count: int) -> Markup:
    """Return an attribute by which a style sheet asks for at least so many: `[data-from~="4"]`."""
    return Markup('data-from="{}"').format(" ".join(map(str, range(1, count + 1))))


def size(text: str, room: float) -> str:
    """The largest font size, at most 22, at which a text fits into so many units."""
    return f"{min(LARGEST_FONT, room / max(len(text), 1) / WIDE_LETTER):.1f}"


# --- Seats ---------------------------------------------------------------------------------------


class Coloured(Protocol):
    """A seat with its colour."""

    @property
    def colour(self) -> str:
        """One of `games.page.boards.COLOURS`; "" for none yet."""


def token(seat: Coloured | Mapping[str, str], scale: str = "1") -> Markup:
    """A player's sign, for use inside an SVG: colour, shape and letter."""
    colour = (seat["colour"] if isinstance(seat, Mapping) else seat.colour) or "none"
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
    return _letter(language(), colour)


@functools.cache
def _letter(language: str, colour: str) -> str:
    with override(language):
        match colour:
            case "yellow":
                return pgettext("letter of a colour", "Y")
            case "blue":
                return pgettext("letter of a colour", "B")
            case "green":
                return pgettext("letter of a colour", "G")
            case "red":
                return pgettext("letter of a colour", "R")
            case "purple":
                return pgettext("letter of a colour", "P")
    return ""


def colour_name(colour: str) -> str:
    """A player's colour in words."""
    match colour:
        case "yellow":
            return gettext("yellow")
        case "blue":
            return gettext("blue")
        case "green":
            return gettext("green")
        case "red":
            return gettext("red")
        case "purple":
            return gettext("purple")
    return ""


# --- The page around the board -------------------------------------------------------------------


@functools.cache
def languages() -> list[tuple[str, str]]:
    """Code and own name of every language of the site."""
    codes = dict(settings.LANGUAGES)
    return [(code, capital(get_language_info(code)["name_local"])) for code in codes]


def form_field(field: BoundField) -> str:
    """A form field with label, help and errors, as on all pages."""
    return render_to_string("_field.html", {"field": field, "kind": layout_of(field)})


# --- Addresses -----------------------------------------------------------------------------------


@functools.cache
def has_guide(game: str) -> bool:
    """Whether a game has rules to read: a guide in English, at the least."""
    return (RULES / game / "guide" / "en" / "rules.md").is_file()


@functools.lru_cache(maxsize=1_000)
def static(path: str) -> str:
    """The address of a static file."""
    return address_of_file(path)


def url(name: str, *arguments: object) -> str:
    """The address of a page of the site. Those with one number are alike, and made from one."""
    if len(arguments) == 1 and type(arguments[0]) is int:
        return _url(name, SOME_NUMBER).replace(str(SOME_NUMBER), str(arguments[0]))
    return _url(name, *arguments)


@functools.lru_cache(maxsize=10_000)
def _url(name: str, *arguments: object) -> str:
    return reverse(name, args=arguments)


def profile_of(user: str | None) -> str:
    """The page of a user; "" where there is none."""
    return url_if_any("profile", user) if user else ""


def url_if_any(name: str, *arguments: object) -> str:
    """The address of a page of the site; "" where the site has no such page."""
    try:
        return url(name, *arguments)
    except NoReverseMatch:
        return ""
