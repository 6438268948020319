"""Boards as a viewer gets them, drawn of a state alone."""

from __future__ import annotations

from typing import Any

from games.page.boards import BoardSection, Sitting, board_of
from games.page.drawing import pen_for
from games.page.parts import Part
from games.rules.core.codec import encode
from games.rules.core.interface import Rules, Viewer
from games.telling.wording import SiteWording

NAMES = ("Ana", "Ben", "Carla", "Dario", "Emilia")


def parts(rules: Rules[Any], state: Any, viewer: Viewer = None) -> list[Part]:
    """The board, and what each player has, as this viewer gets them."""
    game, view = rules.slug, encode(rules.view(state, viewer))
    seats = seats_of(game, view, viewer)
    pen = pen_for(game, rules)
    belongings = zip(seats, board_of(game).belongings(view, seats), strict=True)
    return [
        pen.draw("board", "", board_of(game).facts(view, seats)),
        *(pen.draw("belongings", seat.key, own or {}) for seat, own in belongings),
    ]


def seats_of(game: str, view: dict[str, Any], viewer: Viewer) -> list[Sitting]:
    """Who sits there, with their colours, as boards are told it."""
    colours = board_of(game).colours_of(view, [""] * len(view["players"]))
    return [
        Sitting(place, str(place), name, colour, place == viewer)
        for place, (name, colour) in enumerate(zip(NAMES, colours, strict=False))
    ]


def draw(rules: Rules[Any], state: Any, viewer: Viewer = None) -> str:
    """The same as one document."""
    return "\n".join(part.whole() for part in parts(rules, state, viewer))


def described(rules: Rules[Any], state: Any, viewer: Viewer = None) -> list[BoardSection]:
    """The board in words in the active language, as this viewer is told it."""
    game, view = rules.slug, encode(rules.view(state, viewer))
    words = SiteWording(rules, NAMES[: len(view["players"])])
    return board_of(game).description(view, seats_of(game, view, viewer), words)
