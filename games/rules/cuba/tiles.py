"""The 25 buildings (C-13 to C-15): what each costs and does.

To change a building, change its line in BUILDINGS. `buildings.py` carries the effects out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from games.rules.cuba.components import GOODS, PRODUCTS

UNLIMITED = 99


class Store(msgspec.Struct, frozen=True):
    """Move any number of products and goods from the courtyard to the warehouse."""


class Exchange(msgspec.Struct, frozen=True):
    """Hand in one or more of a kind for the same number of another."""

    give: str
    get: str


class HandInForPoints(msgspec.Struct, frozen=True):
    """Hand in one up to `most` of a kind for `points` each."""

    give: str
    points: int
    most: int = UNLIMITED


class GainPoints(msgspec.Struct, frozen=True):
    """Points, for nothing."""

    points: int


class GainPesos(msgspec.Struct, frozen=True):
    """Pesos from the bank."""

    pesos: int


class GainMaterial(msgspec.Struct, frozen=True):
    """Building material from the supply."""

    get: str
    count: int


class SellAtPrice(msgspec.Struct, frozen=True):
    """Sell one up to `most` units of these kinds, in any mix, to the supply at a fixed price."""

    kinds: tuple[str, ...]
    price: int
    most: int = UNLIMITED


class Customs(msgspec.Struct, frozen=True):
    """One peso for every unit lying on the ships at the piers, up to `most`."""

    most: int


class TakeVoteTile(msgspec.Struct, frozen=True):
    """More votes in this round's parliament."""


class PlaceVeto(msgspec.Struct, frozen=True):
    """Forbid one of the open bills, and gain points."""

    points: int


class LoadShip(msgspec.Struct, frozen=True):
    """Load one ship as the mayor does."""


class LoadAnything(msgspec.Struct, frozen=True):
    """Load up to `most` units on free spaces of one ship, whatever is printed there."""

    most: int


class ColdStore(msgspec.Struct, frozen=True):
    """Permanent: at the end of the round, up to `most` products are saved from spoiling."""

    most: int


class Crane(msgspec.Struct, frozen=True):
    """Permanent: points for every loading of at least `units` units."""

    units: int
    points: int


Effect: TypeAlias = (
    Store
    | Exchange
    | HandInForPoints
    | GainPoints
    | GainPesos
    | GainMaterial
    | SellAtPrice
    | Customs
    | TakeVoteTile
    | PlaceVeto
    | LoadShip
    | LoadAnything
    | ColdStore
    | Crane
)
PERMANENT = (ColdStore, Crane)


class Tile(msgspec.Struct, frozen=True):
    """One building: its number in RULES.md, its cost in building materials, its effect."""

    number: str
    cost: Mapping[str, int]
    effect: Effect

    @property
    def permanent(self) -> bool:
        """Whether it works all the time, so that the foreman cannot use it."""
        return isinstance(self.effect, PERMANENT)


def _cost(wood: int = 0, stone: int = 0, water: int = 0) -> dict[str, int]:
    costs = {"wood": wood, "stone": stone, "water": water}
    return {kind: count for kind, count in costs.items() if count}


BUILDINGS = {
    "rum_distillery": Tile("G01", _cost(wood=2, stone=1), Exchange("sugar", "rum")),
    "rum_distillery_2": Tile("G02", _cost(wood=2, stone=1), Exchange("sugar", "rum")),
    "cigar_factory": Tile("G03", _cost(wood=1, stone=2), Exchange("tobacco", "cigars")),
    "cigar_factory_2": Tile("G04", _cost(wood=1, stone=2), Exchange("tobacco", "cigars")),
    "cement_works": Tile("G05", _cost(stone=2, water=1), HandInForPoints("stone", 2, most=2)),
    "inn": Tile("G06", _cost(wood=1, stone=1), GainPoints(1)),
    "hotel": Tile("G07", _cost(wood=2, stone=2), GainPoints(2)),
    "grand_hotel": Tile("G08", _cost(wood=2, stone=3, water=1), GainPoints(3)),
    "rum_bar": Tile("G09", _cost(wood=2, stone=1), HandInForPoints("rum", 2)),
    "cigar_lounge": Tile("G10", _cost(wood=1, stone=2), HandInForPoints("cigars", 2)),
    "savings_bank": Tile("G11", _cost(wood=1, stone=1), GainPesos(3)),
    "bank": Tile("G12", _cost(wood=2, stone=2), GainPesos(5)),
    "shop": Tile("G13", _cost(wood=1, stone=1), SellAtPrice(GOODS, 6)),
    "market_hall": Tile("G14", _cost(wood=2), SellAtPrice(PRODUCTS, 3, most=3)),
    "customs_house": Tile("G15", _cost(wood=2, stone=1), Customs(most=5)),
    "dam": Tile("G16", _cost(wood=1, stone=2), GainMaterial("water", 3)),
    "golf_course": Tile(
        "G17", _cost(wood=1, stone=1, water=1), HandInForPoints("water", 1, most=4)
    ),
    "sawmill": Tile("G18", _cost(stone=2), GainMaterial("wood", 2)),
    "brickworks": Tile("G19", _cost(wood=2), GainMaterial("stone", 2)),
    "cold_store": Tile("G20", _cost(wood=1, stone=1), ColdStore(most=3)),
    "town_hall": Tile("G21", _cost(wood=1, stone=2), TakeVoteTile()),
    "church": Tile("G22", _cost(wood=1, stone=1), PlaceVeto(points=1)),
    "trading_house": Tile("G23", _cost(wood=2, stone=2), LoadShip()),
    "export_house": Tile("G24", _cost(wood=3, stone=3), LoadAnything(most=2)),
    "crane": Tile("G25", _cost(wood=1, stone=1), Crane(units=2, points=1)),
}
WAREHOUSE = Tile("G00", {}, Store())  # printed on every plantation, never built (C-7)
EFFECTS = {"warehouse": WAREHOUSE.effect, **{name: t.effect for name, t in BUILDINGS.items()}}
