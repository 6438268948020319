"""What the board of Guatemala Café says where one points at it, in the active language."""

from __future__ import annotations

import functools

from games.rules.registry import GAMES
from games.wording import capital
from games.wording import SiteWording


@functools.cache
def words(language: str) -> SiteWording:
    """The words of the game; the language is the active one."""
    return SiteWording(GAMES["guatemala_cafe"], [])


@functools.cache
def tip(kind: str, colour: str | None, place: str, language: str) -> str:
    """What a piece is, where it is, and what it is good for."""
    wording = words(language)
    name = capital(wording.word("piece", kind))
    shade = f" ({wording.word('colour', colour)})" if colour else ""
    return f"{name}{shade}, {name_of_place(place, language)}: {wording.say(f'help.piece.{kind}')}"


def name_of_place(place: str, language: str) -> str:
    """What a place of a piece is called; `place` is that of a `PieceView`."""
    kind, name, *price = place.split(":")
    return words(language).say(f"place.{kind}", {"id": name, "price": "".join(price)})


@functools.cache
def empty_tip(place: str, for_sack: bool, language: str) -> str:
    """What may come to lie on an empty field."""
    helped = words(language).say("help.place.sack_field" if for_sack else "help.place.field")
    return f"{name_of_place(place, language)}: {helped}"
