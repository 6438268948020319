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

`seats` are mappings with `place`, `key` (the same as text), `name`, `colour`, and `mine` for the
viewer's own. What depends on `mine` is drawn for each viewer, so it should be little.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeAlias

COLOURS = ("yellow", "blue", "green", "red", "purple")

Values = dict[str, Any]
Sign: TypeAlias = tuple[tuple[str, str], ...]
"""Icons from left to right, each with the figure on it or beside it; "" is none."""


@functools.cache
def board_of(game: str) -> ModuleType | None:
    """The module of a game, if it has one."""
    name = f"games.page.boards.{game}"
    return import_module(name) if find_spec(name) else None


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
