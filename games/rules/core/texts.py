"""Sentences from facts: the texts of a game, filled in for one reader in one language.

A game's `texts` maps keys to English patterns. The keys:

    game.title, game.blurb              its name; one sentence about it
    option.NAME, option.NAME.help       a field of Options; option.NAME.VALUE for each choice
    prompt.KEY                          the question of a decision, filled with its args
    move.KIND (or `Move.phrase`)        a move, filled with its fields and its question's args
    event.NAME                          a log line, filled with the public facts
    event.NAME.known                    the same for a reader who also knows the private facts, or
                                        with facts that entries of older versions lack
    ending.REASON                       why the game ended
    why.NAME                            why a move is not offered (`Unavailable`), with its args
    amount.KIND                         what the number of such a move counts (`Move.number_field`)
    gain.NAME                           a resource that answers change (`Rules.gains`)
    note.NAME                           what an answer leads to (`Rules.note`)
    source.NAME                         where points came from (`Rules.sources`)
    tiebreak.NAME                       what decides between equal scores (`Rules.tiebreaks`)
    CLASS.VALUE                         a word: good.rum, building.bank

Placeholders are `{name}` or `{name:CLASS}`. CLASS `seat` gives the player's name; any other class
looks the value up as a word. Lists are joined with commas; a mapping of word to number becomes
"2 rum, 1 sugar", one of seat to number "Ana 9, Ben 0". A `Plural` chooses its form by one number.
A word with two forms ("cigar", "cigars") takes its number from the mapping or from
`{good:good:{amount}}`; without one it is plural. A `Name` is the same in every language. The words
of a mapping come in the order of the texts, because a stored mapping loses its own; those with 0
are left out unless the placeholder says so: `{dice:good:0}`. `{amount*value}` and `{sold*3}` are
products of facts.
"""

from __future__ import annotations

import functools
import math
import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec


class Plural(msgspec.Struct, frozen=True):
    """A text in two forms; the fact named `by` says which."""

    one: str
    many: str
    by: str = "count"


class Name(str):
    """A text that is the same in every language, such as the name of a place on a board."""

    __slots__ = ()


Text: TypeAlias = str | Plural
MANY = 2  # a number that takes the plural, in English and in German


def N_(text: str) -> str:  # noqa: N802 - the name that gettext tools look for
    """Mark a text for translation without translating it."""
    return text


def NP_(one: str, many: str, by: str = "count") -> Plural:  # noqa: N802 - as `N_`
    """Mark a text with two forms for translation."""
    return Plural(one, many, by)


def plain(text: str) -> str:
    """The text itself: the language of the source needs no translation."""
    return text


def plain_plural(one: str, many: str, number: int) -> str:
    """English: singular for 1, plural for all other numbers."""
    return one if number == 1 else many


def fact(name: str, facts: Mapping[str, Any]) -> Any:
    """The fact of this name, or a product of facts and numbers. Raises KeyError."""
    if "*" not in name:
        return facts[name]
    factors = name.split("*")
    return math.prod(int(part) if part.isdecimal() else facts[part] for part in factors)


@functools.lru_cache(maxsize=4_000)
def _pieces(pattern: str) -> tuple[tuple[str, str | None, str], ...]:
    """A pattern, parsed once: literal text, then the placeholder after it and its class."""
    found = string.Formatter().parse(pattern)
    return tuple((literal, name, spec or "") for literal, name, spec, _ in found)


@functools.lru_cache(maxsize=100)
def _order_of(keys: tuple[str, ...]) -> dict[str, int]:
    """The places of a game's texts, kept once for all its tables: there are hundreds."""
    return {key: place for place, key in enumerate(keys)}


class Wording(string.Formatter):
    """The texts of one game for one reader: who sits where, and in which language."""

    def __init__(
        self,
        texts: Mapping[str, Text],
        seats: Sequence[str],
        translate: Callable[[str], str] = plain,
        translate_plural: Callable[[str, str, int], str] = plain_plural,
    ) -> None:
        self.texts = texts
        self.seats = seats
        self.translate = translate
        self.translate_plural = translate_plural

    def say(self, key: str, facts: Mapping[str, Any] | None = None) -> str:
        """The text under `key` with the facts filled in. Raises KeyError for what is missing."""
        facts = facts or {}
        text = self.texts[key]
        if isinstance(text, Plural):
            pattern = self.translate_plural(text.one, text.many, fact(text.by, facts))
        else:
            pattern = text if isinstance(text, Name) else self.translate(text)
        return "".join(
            literal if name is None else literal + self._fill(name, spec, facts)
            for literal, name, spec in _pieces(pattern)
        )

    def _fill(self, name: str, spec: str, facts: Mapping[str, Any]) -> str:
        if "{" in spec:  # the number of a word is a fact as well
            spec = self.vformat(spec, (), facts)
        return self.format_field(fact(name, facts), spec)

    def event(self, facts: Mapping[str, Any]) -> str:
        """A log line: the fuller text where this reader knows the private facts."""
        key = f"event.{facts['event']}"
        if f"{key}.known" in self.texts:
            try:
                return self.say(f"{key}.known", facts)
            except KeyError:  # this reader does not know them
                return self.say(key, facts)
        return self.say(key, facts)

    def format_field(self, value: object, spec: str) -> str:
        """One placeholder; `spec` is the class of word it holds."""
        if not spec:
            return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        kind, _, number = spec.partition(":")
        if isinstance(value, Mapping) and kind == "seat":
            return ", ".join(f"{self.word(kind, seat)} {n}" for seat, n in value.items())
        if isinstance(value, Mapping):
            counted = sorted(
                value.items(), key=lambda pair: self._order.get(f"{kind}.{pair[0]}", 0)
            )
            zeros = number == "0"
            return ", ".join(f"{n} {self.word(kind, item, n)}" for item, n in counted if n or zeros)
        if isinstance(value, (list, tuple)):
            return ", ".join(self.word(kind, item) for item in value)
        return self.word(kind, value, int(number) if number else MANY)

    @functools.cached_property
    def _order(self) -> dict[str, int]:
        return _order_of(tuple(self.texts))

    def word(self, kind: str, value: Any, count: int = MANY) -> str:
        """One word of a class, in the form for so many of it, or a player's name."""
        if kind == "seat":
            name: str = self.seats[value]
            return name
        return self.say(f"{kind}.{value}", {"count": count})
