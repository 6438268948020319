"""What the board of Pier is drawn from. The example to copy, with `templates/games/pier/`."""

from __future__ import annotations

from typing import Any

from games.page.boards.pier.description import description

__all__ = ["description", "facts"]

Values = dict[str, Any]

REGIONS = {"take": "row"}
"""What comes forward while a question is asked, by its key. The template marks it by this name."""


def facts(view: Values, seats: list[Values]) -> Values:
    """The values of the macro `board`. They are the same for all viewers, who share the drawing."""
    taker = None if view["taker"] is None else seats[view["taker"]]
    return {
        "row": view["row"],
        "deck": view["deck"],
        "taker": taker and {"colour": taker["colour"], "name": taker["name"]},
    }
