"""What templates of boards need: spots, words of the game, times, players' tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import gettext, pgettext

from games.wording import SiteWording

register = template.Library()

SHAPES = {  # the second sign of a player's colour: a path around 0,0 with a radius of 10
    "yellow": "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10Z",
    "blue": "M-8.800-8.800H8.800V8.800H-8.800Z",
    "green": "M0-10.500 10.400 8.200H-10.400Z",
    "red": "M0-11.500 11.500 0 0 11.500-11.500 0Z",
    "purple": "M-5-9.800H5L10.500 0 5 9.800H-5L-10.500 0Z",
}


WIDE_LETTER = 0.6  # of the font size: how wide a bold letter is on average, in a wide font


@register.simple_tag
def spot(name: str) -> SafeString:
    """The attributes of an element that a move's spot names: `<g {% spot "building:bank" %}>`.

    Which spots are legal comes with the question; `static/table/spots.js` lights them.
    """
    return format_html('data-spot="{}"', name)


@register.simple_tag
def piece(name: str, at: str) -> SafeString:
    """The attributes of a piece that glides: its lasting name and the spot where it lies."""
    return format_html('data-piece="{}" data-at="{}"', name, at)


@register.simple_tag
def tick(name: str) -> SafeString:
    """The attribute of a number that ticks over when it changes."""
    return format_html('data-tick="{}"', name)


@register.simple_tag(takes_context=True)
def word(context: Context, kind: str, value: Any, count: int = 2) -> str:
    """A word of the game in the reader's language: `{% word "good" "rum" %}`."""
    return wording_in(context).word(kind, value, count)


@register.simple_tag(takes_context=True)
def say(context: Context, key: str, **facts: Any) -> str:
    """A text of the game, filled in."""
    return wording_in(context).say(key, facts)


@register.simple_tag(takes_context=True)
def tip(context: Context, kind: str, value: Any) -> SafeString:
    """The attribute that explains an element: its name, and the game's help text if it has one."""
    wording = wording_in(context)
    name = wording.word(kind, value)
    key = f"help.{kind}.{value}"
    text = f"{name[:1].upper()}{name[1:]}"
    if key in wording.texts:
        text = f"{text}: {wording.say(key)}"
    return format_html('data-tip="{}"', text)


def wording_in(context: Context) -> SiteWording:
    """The wording of the table that is drawn."""
    wording: SiteWording = context["wording"]
    return wording


@register.filter
def get(mapping: Mapping[str, Any] | None, key: Any) -> Any:
    """A value of a mapping; None if it is not there."""
    return None if mapping is None else mapping.get(key)


@register.filter
def times(count: int | None) -> range:
    """For loops: so many times."""
    return range(count or 0)


@register.filter
def capital(text: str) -> str:
    """The text with a capital letter at its start, and the rest as it is."""
    return text[:1].upper() + text[1:]


@register.filter
def names_of(standings: Sequence[Mapping[str, Any]]) -> str:
    """The names of those with these standings as one phrase: "Ana, Ben and Carla"."""
    names = [str(standing["of"]["name"]) for standing in standings]
    return str(get_text_list(names, gettext("and")))


@register.filter
def size(text: str, room: float) -> str:
    """The largest font size, at most 22, at which a text fits into so many units."""
    return f"{min(22.0, room / max(len(text), 1) / WIDE_LETTER):.1f}"


@register.simple_tag
def when(at: datetime | None, form: str = "ago") -> SafeString:
    """A time: absolute as rendered and in the title; the browser makes it relative.

    `form` is "ago" (five minutes ago), "left" (in two days) or "plain" (as it is).
    """
    if at is None:
        return mark_safe("")
    local = timezone.localtime(at)
    text = date_format(local, "SHORT_DATETIME_FORMAT")
    return format_html(
        '<time datetime="{}" title="{}" data-time="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        f"{date_format(local, 'DATETIME_FORMAT')} ({timezone.get_current_timezone_name()})",
        form,
        text,
    )


@register.simple_tag
def token(seat: Mapping[str, Any], scale: str = "1") -> SafeString:
    """A player's sign, for use inside an SVG: colour, shape and letter."""
    colour = seat["colour"] or "none"
    return format_html(
        '<g class="token c-{}" transform="scale({})" aria-hidden="true"><path d="{}"/>'
        '<text y="{}">{}</text></g>',
        colour,
        scale,
        SHAPES.get(colour, SHAPES["yellow"]),
        "6.200" if colour == "green" else "4.500",
        colour_letter(colour),
    )


@register.filter
def colour_letter(colour: str) -> str:
    """The letter of a player's colour in the reader's language; no two are the same."""
    return {
        "yellow": pgettext("letter of a colour", "Y"),
        "blue": pgettext("letter of a colour", "B"),
        "green": pgettext("letter of a colour", "G"),
        "red": pgettext("letter of a colour", "R"),
        "purple": pgettext("letter of a colour", "P"),
    }.get(colour, "")


@register.filter
def colour_name(colour: str) -> str:
    """A player's colour in words."""
    return {
        "yellow": gettext("yellow"),
        "blue": gettext("blue"),
        "green": gettext("green"),
        "red": gettext("red"),
        "purple": gettext("purple"),
    }.get(colour, "")


@register.filter
def plain_fields(view: Any) -> list[tuple[str, Any]]:
    """Name and value of each field of a view, for boards that have no drawing."""
    return list(view.items()) if isinstance(view, Mapping) else []


@register.filter
def is_mapping(value: Any) -> bool:
    """Whether a value has fields of its own."""
    return isinstance(value, Mapping)


@register.filter
def is_list(value: Any) -> bool:
    """Whether a value is a list."""
    return isinstance(value, (list, tuple))
