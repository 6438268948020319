"""What drawing a board needs besides the view: a module named after the game, if it needs one.

A module may have:

    facts(view, seats) -> dict      the values of the game's macro `board`, by name
    belongings(view, seats) -> list the values of its macro `belongings` for each seat, by name;
                                    None for a seat without. By default they are `own` (what the
                                    view says of the seat), `key` and `colour`
    standing(view) -> list          what the strip of players says of each seat's points; None where
                                    the viewer may not know. By default `score` or `points` of the
                                    view's players
    REGIONS                         from the key of a question (`Decision.key`) to the region of the
                                    board that it is about: one that a template has marked with
                                    `region(name)`. The page brings it forward
    COLOURS                         the seats' colours, where they are not the usual ones
    colours(view) -> list[str]      the same, where players choose them
    ART                             values for `art.svg`, the same for all tables and languages;
                                    its `signs` show by name what persons, houses and cards do,
                                    with figures taken from the game's components

    description(view, seats, words) -> list[Section]
                                    the board in words, in the order one would tell it: for screen
                                    readers, and for whoever likes to read it
    REGIONS                         by the key of a question the region of the board that it is
                                    about, marked with `{{ region("market") }}` in the template

A module `icons` beside it says what stands on the buttons of answers:

    RESOURCES                       a drawing for each resource of `Rules.gains`
    icon_of(move) -> Icon | None    the drawing of what an answer is about, such as a house

`seats` are mappings with `place`, `key` (the same as text), `name`, `colour`, and `mine` for the
viewer's own. What depends on `mine` is drawn for each viewer, so it should be little.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from games.rules.core.texts import Wording

COLOURS = ("yellow", "blue", "green", "red", "purple")

Values = dict[str, Any]
Sign: TypeAlias = tuple[tuple[str, str], ...]
"""Icons from left to right, each with the figure on it or beside it; "" is none."""


class Icon(NamedTuple):
    """A drawing of the page, for a button."""

    symbol: str  # its id
    box: str = "0 0 24 24"  # the viewBox around it
    look: str = ""  # a class that sets its colours


class Section(msgspec.Struct, frozen=True):
    """A part of the description of a board: a heading, and lines of a list under it.

    A line is a sentence or a short phrase: "Dockyard: free, Ana's pawn is there". `now` marks what
    is current: the round, the phase, the station of the car.
    """

    key: str  # its name among the sections
    title: str
    lines: list[str]
    now: bool = False


@functools.cache
def board_of(game: str) -> ModuleType | None:
    """The module of a game, if it has one."""
    name = f"games.page.boards.{game}"
    return import_module(name) if find_spec(name) else None


@functools.cache
def icons_module_of(game: str) -> ModuleType | None:
    """The module that says what stands on the buttons of a game, if it has one."""
    name = f"games.page.boards.{game}.icons"
    return import_module(name) if board_of(game) and find_spec(name) else None


def icon_of(game: str, move: Values) -> Icon | None:
    """The drawing of what an answer is about, if there is one."""
    found = getattr(icons_module_of(game), "icon_of", None)
    icon: Icon | None = found(move) if found else None
    return icon


def resource_icons(game: str) -> Mapping[str, Icon]:
    """A drawing for each resource that has one; the others are named."""
    icons: Mapping[str, Icon] = getattr(icons_module_of(game), "RESOURCES", {})
    return icons


def facts_of(game: str, view: Values, seats: list[Values]) -> Values:
    """The values a game's board is drawn from: by default the view itself."""
    facts = getattr(board_of(game), "facts", None)
    found: Values = facts(view, seats) if facts else {"view": view}
    return found


def belongings_of(game: str, view: Values, seats: list[Values]) -> list[Values | None]:
    """The values from which each seat's belongings are drawn."""
    own = getattr(board_of(game), "belongings", None)
    if own:
        return list(own(view, seats))
    players = view.get("players") or []
    return [
        {"own": players[seat["place"]], "key": seat["key"], "colour": seat["colour"]}
        if seat["place"] < len(players)
        else None
        for seat in seats
    ]


def points_of(game: str, view: Values, seats: list[Values]) -> list[int | None]:
    """The points of each seat as far as the viewer may know them; None where not."""
    own = getattr(board_of(game), "standing", None)
    if own:
        return list(own(view))
    players = view.get("players") or []
    told = [players[seat["place"]] if seat["place"] < len(players) else {} for seat in seats]
    shown = [player.get("score", player.get("points")) for player in told]
    return [points if isinstance(points, int) else None for points in shown]


def region_of(game: str, question: str) -> str:
    """The region of a game's board that a question is about, by its key; "" for none."""
    regions: Mapping[str, str] = getattr(board_of(game), "REGIONS", {})
    return regions.get(question, "")


def has_description(game: str) -> bool:
    """Whether the board of a game can be described in words."""
    return hasattr(board_of(game), "description")


def description_of(game: str, view: Values, seats: list[Values], words: Wording) -> list[Section]:
    """The board in words; empty for a game that has none."""
    if not has_description(game):
        return []
    return list(board_of(game).description(view, seats, words))  # type: ignore[union-attr]


def art_values_of(game: str) -> Values:
    """The constants from which a game's pieces are drawn."""
    values: Values = getattr(board_of(game), "ART", {})
    return values


def colours_of(game: str, view: Values | None, count: int) -> list[str]:
    """The colour of each seat, one of the five that tokens.css knows; "" for none yet."""
    board = board_of(game)
    chosen = getattr(board, "colours", None)
    if view is not None and chosen:
        return list(chosen(view))
    return list(getattr(board, "COLOURS", COLOURS)[:count])
