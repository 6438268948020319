"""A drawing is a set of parts, each drawn once for all who see the same.

A part has a name, a macro that draws it, and exactly the values it is drawn from. A template says
`{{ part("house", house.id, house=house) }}` where the part stands; the macro `house(house)` in the
game's `parts.html` draws one element. A part that was drawn with the same values before, at any
table, is used again. Parts may be nested: the outer one has a hole for each, so it changes only
with its own values.

A browser tells by hashes what it has, and is sent only what differs: see docs/parts.md.
"""

from __future__ import annotations

import functools
import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Any

import msgspec
from django.utils import timezone, translation
from markupsafe import Markup

from games.telling.cache import LRUCache

KEPT = 30_000  # parts: some 1.6 kB each
HASH_BYTES = 6  # a page shows some hundred hashes: two are alike on one page in 10**10
HASH_LENGTH = 8  # characters of one hash

_NAME = re.compile(r"[\w:.-]+")
_OPENING = re.compile(r"<[A-Za-z][\w:-]*")
_HOLE = re.compile(r"<!--([^<>]+)-->")

Macros = Callable[[str], Callable[..., str]]
"""The macro that draws parts of a kind. Raises AttributeError where there is none."""


class Part:
    """An element as drawn, with a hole for each part inside it."""

    __slots__ = ("_all", "hash", "html", "inside", "name")

    def __init__(self, name: str, html: str, inside: tuple[Part, ...]) -> None:
        opening = _OPENING.match(html)
        if opening is None or not _NAME.fullmatch(name):
            raise ValueError(f"no part: name {name!r}, begins with {html[:60]!r}")
        start, rest = opening[0], html[opening.end() :]
        digest = hashlib.blake2b(f"{name} {html}".encode(), digest_size=HASH_BYTES).digest()
        self.name, self.inside = name, inside
        self.hash = urlsafe_b64encode(digest).decode()
        self.html = f'{start} data-part="{name}" data-hash="{self.hash}"{rest}'
        self._all: dict[str, Part] | None = None

    @property
    def all(self) -> dict[str, Part]:
        """Itself and all parts inside it by hash, the outer before the inner."""
        if self._all is None:
            found = {self.hash: self}
            for part in self.inside:
                if part.inside:
                    found |= part.all
                else:
                    found[part.hash] = part
            self._all = found
        return self._all

    def holding(self, *inside: Part) -> Part:
        """The same element with these parts in its empty holes."""
        held = Part.__new__(Part)
        held.name, held.html, held.hash = self.name, self.html, self.hash
        held.inside, held._all = (*self.inside, *inside), None
        return held

    def whole(self) -> str:
        """The element with everything inside it, as a page shows it."""
        inside = {part.name: part for part in self.inside}
        return _HOLE.sub(lambda hole: inside[hole[1]].whole(), self.html) if inside else self.html


Hashes = Collection[str]
Shown = tuple[Hashes, ...]
"""The hashes that a browser has, for each root or for all together; empty if it has nothing."""


@functools.lru_cache(maxsize=500)
def hashes_in(told: str) -> Hashes:
    """The hashes in the string that a page has sent; one shared set for equal pages."""
    starts = range(0, len(told), HASH_LENGTH)
    return frozenset(told[start : start + HASH_LENGTH] for start in starts)


def shown_of(roots: Sequence[Part]) -> Shown:
    """The hashes that a browser has after it was given these roots."""
    return tuple(root.all for root in roots)


def changed(roots: Sequence[Part], shown: Shown) -> dict[str, str]:
    """The elements, by name, of all parts that are not shown yet; the outer come first."""
    had_of_each = shown if len(shown) == len(roots) else (shown or ((),))[:1] * len(roots)
    return {
        part.name: part.html
        for root, had in zip(roots, had_of_each, strict=True)
        if had is not root.all
        for hash_, part in root.all.items()
        if hash_ not in had
    }


def plainly(value: object) -> str:
    """Encode a value that JSON does not know for a cache key: markup, as its text; a moment."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"a part cannot be drawn from a {type(value).__name__}")


def named(kind: str, key: object) -> str:
    """Return the name of a part; it needs no key if it is the only one of its kind."""
    return kind if key == "" else f"{kind}:{key}"


_json = msgspec.json.Encoder(enc_hook=plainly)
_parts: LRUCache[Part] = LRUCache(KEPT, "parts")
_telling_times: set[tuple[str, str]] = set()
"""Kinds of parts that show times, by game: they are drawn for each time zone."""


class Pen:
    """Draws the parts of one game in the active language and time zone."""

    def __init__(self, game: str, macros: Macros, words: Any = None) -> None:
        self.game, self.macros, self.words = game, macros, words
        self.language = translation.get_language() or ""
        self.zone = timezone.get_current_timezone_name()
        self.kind = ""  # of the part that is being drawn
        self.inside: list[Part] = []

    def draw(self, kind: str, key: object, values: Mapping[str, Any], *, name: str = "") -> Part:
        """The part of a kind with these values. `key` distinguishes it from others of its kind."""
        name = name or named(kind, key)
        told = (self.game, self.language, kind, name, values)
        zone = self.zone if (self.game, kind) in _telling_times else ""
        key = _json.encode((*told, zone))
        part = _parts.get(key)
        if part is None:
            part = self._make(kind, name, values)
            if not zone and (self.game, kind) in _telling_times:  # drawing it has shown that
                key = _json.encode((*told, self.zone))
            _parts.put(key, part)
        return part

    def draws(self, kind: str) -> bool:
        """Whether there is a macro for parts of a kind."""
        try:
            return bool(self.macros(kind))
        except AttributeError:
            return False

    def key_of(self, kind: str, values: object) -> bytes:
        """A key for parts of a kind that are kept together: equal for equal values and readers."""
        return _json.encode((self.game, self.language, self.zone, kind, values))

    def _make(self, kind: str, name: str, values: Mapping[str, Any]) -> Part:
        outer = self.kind, self.inside
        self.kind, self.inside = kind, []
        using = _pen.set(self)
        try:
            html = str.__str__(self.macros(kind)(**values)).strip()
            return Part(name, html, tuple(self.inside))
        finally:
            _pen.reset(using)
            self.kind, self.inside = outer


_pen: ContextVar[Pen] = ContextVar("pen")


def pen() -> Pen:
    """The pen that is drawing. Raises LookupError if none is."""
    return _pen.get()


def pen_in_use() -> Pen | None:
    """The pen that is drawing, if one is."""
    return _pen.get(None)


def time_is_told() -> None:
    """Note that the part being drawn, if any, shows a time."""
    if drawing := _pen.get(None):
        _telling_times.add((drawing.game, drawing.kind))


def part(kind: str, key: object = "", /, **values: Any) -> Markup:
    """For templates: where a part stands. It needs no key if it is the only one of its kind."""
    drawing = _pen.get()
    drawn = drawing.draw(kind, key, values)
    drawing.inside.append(drawn)
    return Markup(f"<!--{drawn.name}-->")  # noqa: S704 - a name, by the author of the template


def hole(kind: str, key: object = "") -> Markup:
    """For templates: where `Part.holding` will put a part that is drawn separately."""
    return Markup(f"<!--{named(kind, key)}-->")  # noqa: S704 - a name, by the author of the template
