"""What the board of Santiago de Cuba is drawn from.

Where things stand is up to the style sheet (`static/games/santiago_de_cuba/board.css`): everything
has a class that says which of its kind it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.page.boards import Board, BoardSection, Icon, Sitting, Values
from games.page.boards.santiago_de_cuba.description import description
from games.page.boards.santiago_de_cuba.icons import RESOURCES, icon_of
from games.page.boards.santiago_de_cuba.signs import SIGNS
from games.page.parts import PartApart
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


def quarter(index: int, view: Values, players: list[Values]) -> PartApart:
    """A quarter of the town. Who owns its houses, and whose pawn is in them, is drawn apart."""
    told = view["quarters"][index]
    values = {
        "index": index,
        "flower": told["flower"],
        "houses": [{"id": one["id"], "building": one["building"]} for one in told["buildings"]],
        "guests": [guests(building, players) for building in told["buildings"]],
    }
    return PartApart("quarter", values, index)


def guests(building: Values, players: list[Values]) -> PartApart:
    """Return the owner and the visitor of a building, as players instead of as seats."""
    owner, pawn = building["owner"], building["pawn"]
    values = {
        "id": building["id"],
        "owner": None if owner is None else players[owner],
        "pawn": None if pawn is None else players[pawn],
    }
    return PartApart("guests", values, building["building"])


def worth(key: str, player: Values, points: int | None) -> Iterator[PartApart]:
    """Yield what a seat has besides goods, or its screen."""
    holdings = player["holdings"]
    if holdings:
        yield PartApart("points", {"key": key, "count": points}, key)
        yield PartApart("pesos", {"key": key, "count": holdings["pesos"]}, key)
    else:
        yield PartApart("screen", {}, key)
    yield PartApart("markers", {"key": key, "count": player["markers_left"]}, key)
    if player["pawn"] is None:
        yield PartApart("waiting", {"key": key}, key)


def held(key: str, holdings: Values | None) -> list[PartApart]:
    """Return the goods of a seat, as far as they are seen."""
    return [
        PartApart("held", {"key": key, "good": good, "count": count}, f"{good}:{key}")
        for good, count in (holdings["goods"].items() if holdings else ())
    ]


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
        deck = [die for die in view["dice"] if die["place"] in ("ship", "rolled")]
        aside = [die for die in view["dice"] if die["place"] == "aside" and not departed]
        horizon = {"ship": view["ship"], "over": view["ending"] is not None}
        asks = view["phase"] == "drive"
        return {
            "horizon": PartApart("horizon", horizon),
            "deck": PartApart("deck", {"dice": deck}),
            "stock": [
                PartApart("pile", {"index": index, "good": good, "count": count}, good)
                for index, (good, count) in enumerate(view["stock"].items())
            ],
            "value": PartApart("value", {"now": value.removeprefix("flag:")}),
            "quarters": [quarter(index, view, players) for index in range(len(view["quarters"]))],
            "road": PartApart("road", {"stations": view["road"]}),
            "fares": PartApart("fares", {"pesos": fares(car) if asks else []}),
            "aside": PartApart("aside", {"dice": aside}),
            "car": PartApart("car", {"station": car, "back": car in HEADING_LEFT}),
        }

    def belongings(self, view: Values, seats: Sequence[Sitting]) -> list[Values]:
        """List the holdings of each seat, as far as the view tells them."""
        points = self.points(view, seats)
        return [
            {
                "worth": list(worth(seat.key, player, player_points)),
                "goods": held(seat.key, player["holdings"]),
                "for_goods": player["points_for_goods"],
            }
            for seat, player, player_points in zip(seats, view["players"], points, strict=True)
        ]

    def points(self, view: Values, seats: Sequence[Sitting]) -> list[int | None]:
        """The points as far as screens show them; after the end those for goods too."""
        return [
            player["score"]
            if player["score"] is not None
            else player["holdings"] and player["holdings"]["points"]
            for player in view["players"]
        ]

    def description(
        self, view: Values, seats: Sequence[Sitting], words: Wording
    ) -> list[BoardSection]:
        return description(view, seats, words)

    def icon_of(self, move: Values) -> Icon | None:
        return icon_of(move)


BOARD = SantiagoDeCubaBoard()
