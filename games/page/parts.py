"""A drawing is a set of parts, each drawn once for all who see the same.

A part has a name, a macro that draws it, and exactly the values it is drawn from. A template says
`{{ part("house", house.id, house=house) }}` where the part stands; the macro `house(house)` in the
game's `parts.html` draws one element. A part that was drawn with the same values before, at any
table, is used again. Parts may be nested: the outer one has a hole for each, so it changes only
with its own values.

A browser tells by hashes what it has, and is sent only what differs: see docs/topics/parts.md.
"""

from __future__ import annotations

import functools
import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.utils import timezone, translation
from markupsafe import Markup

from games.telling.cache import Cache

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

    __slots__ = ("_all", "hash", "hole", "html", "inside", "name")

    def __init__(self, name: str, html: str, inside: tuple[Part, ...]) -> None:
        opening = _OPENING.match(html)
        if opening is None or not _NAME.fullmatch(name):
            raise ValueError(f"no part: name {name!r}, begins with {html[:60]!r}")
        start, rest = opening[0], html[opening.end() :]
        digest = hashlib.blake2b(f"{name} {html}".encode(), digest_size=HASH_BYTES).digest()
        self.name, self.inside, self.hole = name, inside, hole(name)
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
        if not inside:
            return self
        held = Part.__new__(Part)
        held.name, held.html, held.hash, held.hole = self.name, self.html, self.hash, self.hole
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
_parts: Cache[Part] = Cache(KEPT, "parts")


class PartApart(msgspec.Struct, frozen=True):
    """A part to be drawn for a hole: its values are none of those of the part around it."""

    kind: str
    values: Mapping[str, Any]
    key: object = ""


def together(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values with those that are apart among them, for a macro that draws everything."""
    return {name: _among(value) for name, value in values.items()}


def _among(value: object) -> object:
    if type(value) is PartApart:
        return together(value.values)
    return [_among(one) for one in value] if type(value) is list else value


class Drawn(NamedTuple):
    """A part as it was drawn for a page, of what; and the same with holes, of what it holds."""

    apart: PartApart
    part: Part
    outer_values: Mapping[str, Any]
    outer: Part


class Lately:
    """What the pages of one table were drawn from lately, in one language and time zone.

    By name, and for each the latest first: viewers see different things under one name.
    """

    MOST = 6  # of one name: the viewers of a full table, and a spectator

    def __init__(self) -> None:
        self.drawn: dict[str, list[Drawn]] = {}
        self.count, self.most = 0, 0  # of all, and how many there may be until some are forgotten

    def of(self, name: str) -> Sequence[Drawn]:
        """What was drawn under a name, the latest first."""
        return self.drawn.get(name, ())

    def put(self, name: str, drawn: Drawn) -> None:
        """Note what was drawn under a name."""
        before = self.drawn.setdefault(name, [])
        before.insert(0, drawn)
        if len(before) > self.MOST:
            before.pop()
        else:
            self.count += 1

    def keep(self, roots: Iterable[Part]) -> None:
        """Forget what is in none of these roots, when that may be more than half."""
        if self.count <= self.most:
            return
        shown = {hash_ for root in roots for hash_ in root.all}
        kept = {
            name: left
            for name, before in self.drawn.items()
            if (left := [drawn for drawn in before if drawn.part.hash in shown])
        }
        self.drawn, self.count = kept, sum(map(len, kept.values()))
        self.most = 2 * self.count


class Pen:
    """Draws the parts of one game in the active language and time zone.

    With what was drawn `lately` at the same table it asks for no part whose values are the same.
    """

    def __init__(
        self, game: str, macros: Macros, words: Any = None, lately: Lately | None = None
    ) -> None:
        self.game, self.macros, self.words = game, macros, words
        self.lately = Lately() if lately is None else lately
        self.language = translation.get_language() or ""
        self.zone = str(timezone.get_current_timezone())  # its name for zoneinfo
        self.inside: list[Part] = []

    def draw(self, kind: str, key: object, values: Mapping[str, Any], *, name: str = "") -> Part:
        """The part of a kind with these values. `key` distinguishes it from others of its kind.

        Values that are `PartApart`, by themselves or in a list, are drawn too: the macro is given
        their holes.
        """
        return self._drawn(PartApart(kind, values, key), name or named(kind, key)).part

    def _drawn(self, apart: PartApart, name: str) -> Drawn:
        lately = self.lately.of(name)
        for last in lately:
            if last.apart == apart:
                return last
        inside: list[Part] = []
        apart, outer_values = self._with_holes(apart, inside)
        for last in lately:
            if last.outer_values == outer_values and last.apart.kind == apart.kind:
                outer = last.outer
                break
        else:
            outer = self._ask(apart.kind, name, outer_values)
        drawn = Drawn(apart, outer.holding(*inside), outer_values, outer)
        self.lately.put(name, drawn)
        return drawn

    def _with_holes(
        self, apart: PartApart, inside: list[Part]
    ) -> tuple[PartApart, Mapping[str, Any]]:
        """Draw what is apart among the values; return the values with holes instead.

        And the same as it was, but of what was drawn before where that is equal: what is kept for
        long is kept once, or the search for garbage would cost a fifth of all work.
        """
        values, holes, before = apart.values, dict[str, Any](), dict[str, Any]()
        for name, value in values.items():
            if type(value) is PartApart:
                drawn = self._drawn(value, named(value.kind, value.key))
                inside.append(drawn.part)
                holes[name], before[name] = drawn.part.hole, drawn.apart
            elif type(value) is list and value and type(value[0]) is PartApart:
                each = [self._drawn(one, named(one.kind, one.key)) for one in value]
                inside += [drawn.part for drawn in each]
                holes[name] = [drawn.part.hole for drawn in each]
                before[name] = [drawn.apart for drawn in each]
        if not holes:
            return apart, values
        return PartApart(apart.kind, {**values, **before}, apart.key), {**values, **holes}

    def _ask(self, kind: str, name: str, values: Mapping[str, Any]) -> Part:
        key = _json.encode((self.game, self.language, kind, name, values))
        part = _parts.get(key)
        if part is None:
            part = self._make(kind, name, values)
            _parts.put(key, part)
        return part

    def draws(self, kind: str) -> bool:
        """Whether there is a macro for parts of a kind."""
        try:
            return bool(self.macros(kind))
        except AttributeError:
            return False

    def _make(self, kind: str, name: str, values: Mapping[str, Any]) -> Part:
        outer, self.inside = self.inside, []
        using = _pen.set(self)
        try:
            html = str.__str__(self.macros(kind)(**values)).strip()
            return Part(name, html, tuple(self.inside))
        finally:
            _pen.reset(using)
            self.inside = outer


_pen: ContextVar[Pen] = ContextVar("pen")


def pen() -> Pen:
    """The pen that is drawing. Raises LookupError if none is."""
    return _pen.get()


def pen_in_use() -> Pen | None:
    """The pen that is drawing, if one is."""
    return _pen.get(None)


def part(kind: str, key: object = "", /, **values: Any) -> Markup:
    """For templates: where a part stands. It needs no key if it is the only one of its kind."""
    drawing = _pen.get()
    drawn = drawing.draw(kind, key, values)
    drawing.inside.append(drawn)
    return drawn.hole


def hole(kind: str, key: object = "") -> Markup:
    """For templates: where `Part.holding` will put a part that is drawn separately."""
    return Markup(f"<!--{named(kind, key)}-->")  # noqa: S704 - a name, by the author of the template
