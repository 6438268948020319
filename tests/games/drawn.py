"""Boards as a viewer gets them, drawn of a state alone."""

from __future__ import annotations

from typing import Any

from games.page.boards import belongings_of, colours_of, facts_of
from games.page.drawing import pen_for
from games.page.parts import Part
from games.rules.core.codec import encode
from games.rules.core.interface import Rules, Viewer

NAMES = ("Ana", "Ben", "Carla", "Dario", "Emilia")


def parts(rules: Rules[Any], state: Any, viewer: Viewer = None) -> list[Part]:
    """The board, and what each player has, as this viewer gets them."""
    game, view = rules.slug, encode(rules.view(state, viewer))
    seats = [
        {"place": place, "key": str(place), "name": name, "colour": colour, "mine": place == viewer}
        for place, (name, colour) in enumerate(
            zip(NAMES, colours_of(game, view, len(view["players"])), strict=False)
        )
    ]
    pen = pen_for(game, rules)
    belongings = zip(seats, belongings_of(game, view, seats), strict=True)
    return [
        pen.draw("board", "", facts_of(game, view, seats)),
        *(pen.draw("belongings", seat["key"], own or {}) for seat, own in belongings),
    ]


def draw(rules: Rules[Any], state: Any, viewer: Viewer = None) -> str:
    """The same as one document."""
    return "\n".join(part.whole() for part in parts(rules, state, viewer))
