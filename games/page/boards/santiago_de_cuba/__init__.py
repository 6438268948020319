"""What the board of Santiago de Cuba is drawn from.

Where things stand is up to the style sheet (`static/games/santiago_de_cuba/board.css`): everything
has a class that says which of its kind it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.page.boards import Board, Icon, Section, Sitting, Values
from games.page.boards.santiago_de_cuba.description import description
from games.page.boards.santiago_de_cuba.icons import RESOURCES, icon_of
from games.page.boards.santiago_de_cuba.signs import SIGNS
from games.rules.core.texts import Wording
from games.rules.santiago_de_cuba.components import (
    HIGHEST_VALUE,
    LAST_SHIP,
    LOWEST_VALUE,
    STATIONS,
)

CUBANS_AT = (
    *((0, 0), (0, -122), (100, -8), (100, -8)),
    *((0, 124), (0, 124), (0, 124)),
    *((-100, -8), (-100, -8), (0, -122)),
)  # where a Cuban's portrait stands, from the star of the station


HEADING_LEFT = range(4, 9)  # stations on the far side of the road, where the car drives back


def fares(car: int) -> list[tuple[int, int]]:
    """The stations that are not a whole lap away, and how many pesos a drive to each costs."""
    return [((car + 1 + pesos) % STATIONS, pesos) for pesos in range(STATIONS - 1)]


def house(building: Values, players: list[Values]) -> Values:
    """A building with its owner and its visitor as players instead of as seats."""
    owner, pawn = building["owner"], building["pawn"]
    return {
        **building,
        "owner": None if owner is None else players[owner],
        "pawn": None if pawn is None else players[pawn],
    }


class SantiagoDeCubaBoard(Board):
    """The town, its road, and the ship."""

    regions = {
        "demand": "harbour",
        "deliver": "harbour",
        "pablo": "harbour",
        "alonso": "town",
        "place": "town",
        "use": "town",
    }
    colours = ("yellow", "blue", "green", "red")
    colours_chosen = True
    art = {
        "signs": SIGNS,
        "last_ship": LAST_SHIP,
        "cubans": CUBANS_AT,
        "flags": [*map(str, range(LOWEST_VALUE, HIGHEST_VALUE + 1)), "flag"],
    }
    resources = RESOURCES

    def facts(self, view: Values, seats: Sequence[Sitting]) -> Values:
        """The town and its harbour: all viewers see the same."""
        players = [{"key": seat.key, "name": seat.name, "colour": seat.colour} for seat in seats]
        car, departed = view["car"], view["departed"]
        value = next(piece["at"] for piece in view["pieces"] if piece["id"] == "value")
        return {
            "ship": view["ship"],
            "over": view["ending"] is not None,
            "deck": [die for die in view["dice"] if die["place"] in ("ship", "rolled")],
            "stock": view["stock"],
            "flag": value.removeprefix("flag:"),
            "quarters": [
                {
                    "flower": quarter["flower"],
                    "houses": [house(building, players) for building in quarter["buildings"]],
                }
                for quarter in view["quarters"]
            ],
            "road": view["road"],
            "aside": [die for die in view["dice"] if die["place"] == "aside" and not departed],
            "car": {"station": car, "back": car in HEADING_LEFT},
            "fares": fares(car) if view["phase"] == "drive" else [],
        }

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> list[Values]:
        """List the holdings of each seat, as far as the view tells them."""
        return [
            {
                "key": seat.key,
                "holdings": player["holdings"],
                "points": points,
                "markers": player["markers_left"],
                "waiting": player["pawn"] is None,
                "for_goods": player["points_for_goods"],
            }
            for seat, player, points in zip(
                seats, view["players"], self.points(view, seats), strict=True
            )
        ]

    def points(self, view: Values, seats: Sequence[Sitting]) -> list[int | None]:
        """The points as far as screens show them; after the end those for goods too."""
        return [
            player["score"]
            if player["score"] is not None
            else player["holdings"] and player["holdings"]["points"]
            for player in view["players"]
        ]

    def description(self, view: Values, seats: Sequence[Sitting], words: Wording) -> list[Section]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = SantiagoDeCubaBoard()
