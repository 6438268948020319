"""How a stored state of Port Royal is brought up to date, one version at a time."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.core.interface import Document


def keep_first_edition(state: Document) -> Document:
    """Version 1 had no editions: its contracts are worth one point each, to the end of the game."""
    return {**state, "edition": 1}


def edition_is_an_option(state: Document) -> Document:
    """Version 2 had the edition beside the options, as nobody could choose it."""
    options = {**state["options"], "edition": state["edition"]}
    rest = {name: value for name, value in state.items() if name != "edition"}
    return {**rest, "options": options}


MIGRATIONS: dict[int, Callable[[Document], Document]] = {
    1: keep_first_edition,
    2: edition_is_an_option,
}
