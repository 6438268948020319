"""What drawing a board needs besides the view: one module per game, named after it, if at all.

A module may have:

    facts(view, seats) -> dict      values for the templates of the game
    COLOURS                         the seats' colours, where they are not the usual ones
    colours(view) -> list[str]      the same, where players choose them
    ART                             values for `_art.svg`, on every table and in every language
    SHARED = True                   the board depends on nothing but the view, the seats' names and
                                    colours, and the language: it is drawn once for all who see it
"""

from __future__ import annotations

import functools
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

COLOURS = ("yellow", "blue", "green", "red", "purple")


@functools.cache
def board_of(game: str) -> ModuleType | None:
    """The module of a game, if it has one."""
    name = f"games.boards.{game}"
    return import_module(name) if find_spec(name) else None


def facts_of(game: str, view: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """What a game's board adds to the values of its templates."""
    facts = getattr(board_of(game), "facts", None)
    found: dict[str, Any] = facts(view, seats) if facts else {}
    return found


def art_values_of(game: str) -> dict[str, Any]:
    """The constants of which the drawings of a game's pieces are made."""
    values: dict[str, Any] = getattr(board_of(game), "ART", {})
    return values


def colours_of(game: str, view: dict[str, Any] | None, count: int) -> list[str]:
    """The colour of each seat, one of the five that tokens.css knows; "" for none yet."""
    board = board_of(game)
    chosen = getattr(board, "colours", None)
    if view is not None and chosen:
        return list(chosen(view))
    return list(getattr(board, "COLOURS", COLOURS)[:count])


def is_shared(game: str) -> bool:
    """Whether viewers of the same view can be given the same drawing."""
    return bool(getattr(board_of(game), "SHARED", False))
