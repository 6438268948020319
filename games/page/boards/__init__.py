"""Boards: what the page needs to draw a game besides its view."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, NamedTuple, TypeAlias

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


class BoardSection(msgspec.Struct, frozen=True):
    """A part of the description of a board: a heading, and lines of a list under it.

    A line is a sentence or a short phrase: "Dockyard: free, Ana's pawn is there". `now` marks what
    is current: the round, the phase, the station of the car.
    """

    key: str  # its name among the sections
    title: str
    lines: list[str]
    now: bool = False


class Sitting(msgspec.Struct, frozen=True):
    """A seat as a board may be drawn from it."""

    place: int
    key: str  # the place as text
    name: str
    colour: str
    mine: bool  # the viewer's own


class Board:
    """The drawing of a game. A game that needs more than this has a class of its own.

    What depends on `mine` of a seat is drawn for each viewer, so it should be little.
    """

    regions: ClassVar[Mapping[str, str]] = {}
    """By the key of a question (`Decision.key`) the region of the board that it is about, marked
    with `{{ region("market") }}` in the template. The page brings it forward."""
    colours: ClassVar[Sequence[str]] = COLOURS
    """Colours of the seats in order of places, of the five that tokens.css knows."""
    colours_chosen: ClassVar[bool] = False
    """True if everybody chooses one of these before the game."""
    art: ClassVar[Values] = {}
    """Values for `art.svg`, the same for all tables and languages; its `signs` show by name what
    persons, houses and cards do, with figures taken from the game's components."""
    resources: ClassVar[Mapping[str, Icon]] = {}
    """A drawing for each resource of `Rules.gains` that has one; the others are named."""

    def __init_subclass__(cls) -> None:
        """Refuse names that no board has: a misspelt one would never be asked for."""
        unknown = {name for name in vars(cls) if name[0] != "_"} - vars(Board).keys()
        if unknown:
            raise TypeError(f"{cls.__name__}: no board has {', '.join(sorted(unknown))}")

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """The values of the game's macro `board`, by name; a `PartApart` if it changes often."""
        return {"view": view}

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> Sequence[Values | None]:
        """The values of its macro `belongings` for each seat, by name; None for one without."""
        return [
            player and {"own": player, "key": seat.key, "colour": seat.colour}
            for seat, player in zip(seats, players_of(view, seats), strict=True)
        ]

    def points(self, view: Values, seats: Sequence[Sitting]) -> Sequence[int | None]:
        """The points of each seat as far as the viewer may know them; None where not."""
        players = [player or {} for player in players_of(view, seats)]
        shown = [player.get("score", player.get("points")) for player in players]
        return [points if isinstance(points, int) else None for points in shown]

    def colours_of(self, view: Values | None, chosen: Sequence[str]) -> list[str]:
        """The colour of each seat: as chosen, where that is "" the first left; "" for none yet."""
        left = (colour for colour in self.colours if colour not in chosen)
        return [colour or next(left, "") for colour in chosen]

    def icon_of(self, move: Values) -> Icon | None:
        """Return the drawing of what an answer is about, such as a house; None for none.

        An event of the log is asked about likewise: its name is its `kind`.
        """
        return None

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        """The board in words, in the order one would tell it.

        For screen readers, and for whoever likes to read it.
        """
        return []

    @property
    def has_description(self) -> bool:
        """True if it can be told in words."""
        return type(self).description is not Board.description


def players_of(view: Values, seats: Sequence[Sitting]) -> list[Values | None]:
    """Return the part of the view about the player at each seat; None for a seat without."""
    players = view.get("players") or []
    return [players[seat.place] if seat.place < len(players) else None for seat in seats]


@functools.cache
def board_of(game: str) -> Board:
    """The `BOARD` of the module that is named after a game, or the plain one."""
    name = f"games.page.boards.{game}"
    if not find_spec(name):
        return Board()
    board: Board = import_module(name).BOARD
    return board
