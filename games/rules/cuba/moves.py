"""Every answer a player of Cuba can give."""

from __future__ import annotations

from games.rules.core.interface import Move
from games.rules.cuba.components import CROSS
from games.rules.cuba.law_cards import GROUP_OF

TOUCHED = {
    here: tuple(f"field:{field}" for field in fields if field != here)
    for here, fields in CROSS.items()
}
"""By field: the others in its row and column, as spots (W-2)."""


class NameColour(Move, frozen=True):
    """Ask for a colour."""

    points_at = "colour:{move.colour}"

    colour: str


class ChooseMaterials(Move, frozen=True):
    """Begin with these two building materials."""

    first: str
    second: str


class ChooseProducts(Move, frozen=True):
    """Begin with these two products."""

    first: str
    second: str


class ConfirmBills(Move, frozen=True):
    """The bills have been seen."""


class SetAside(Move, frozen=True):
    """Keep this character, face down, for parliament."""

    points_at = "card:{move.character}"

    character: str


class PlayCard(Move, frozen=True):
    """Play a character."""

    points_at = "card:{move.character}"

    character: str


class PlayIdly(PlayCard, frozen=True):
    """Play a character that can do nothing now (A-1)."""

    @property
    def phrase(self) -> str:
        return f"move.PlayIdly.{self.character}"


class MoveFigure(Move, frozen=True):
    """Worker: the figure goes to another field."""

    points_at = "field:{move.field}"

    field: str

    @property
    def touches(self) -> tuple[str, ...]:
        return TOUCHED[self.field]


class KeepFigure(Move, frozen=True):
    """Worker: the figure stays on its field."""

    points_at = "field:{move.field}"

    field: str

    @property
    def touches(self) -> tuple[str, ...]:
        return TOUCHED[self.field]


class Harvest(Move, frozen=True):
    """Worker: use a product field."""

    points_at = "field:{move.field}"

    field: str


class Irrigate(Move, frozen=True):
    """Worker: use one more product field for one water."""

    points_at = "field:{move.field}"

    field: str


class Buy(Move, frozen=True):
    """Tradeswoman: buy the cheapest unit on the market."""

    points_at = "buy:{move.good}"

    good: str
    price: int


class BuyFromSupply(Move, frozen=True):
    """Tradeswoman: none is left on the market, buy from the supply."""

    points_at = "buy:{move.good}"

    good: str
    price: int


class Sell(Move, frozen=True):
    """Tradeswoman: sell a unit to the dearest free slot of the market."""

    points_at = "sell:{move.good}"

    good: str
    price: int


class SellToSupply(Move, frozen=True):
    """Tradeswoman: the market is full, sell to the supply."""

    points_at = "sell:{move.good}"

    good: str
    price: int


class TakeMaterial(Move, frozen=True):
    """Tradeswoman: a free building material."""

    points_at = "supply:{move.good}"

    good: str


class TakeCheapest(Move, frozen=True):
    """Tradeswoman: a free unit of the cheapest product."""

    points_at = "free:{move.good}"

    good: str


class Build(Move, frozen=True):
    """Architect: choose a building."""

    points_at = "tile:{move.building}"

    building: str


class PlaceBuilding(Move, frozen=True):
    """Architect: choose its field, and pay."""

    points_at = "field:{move.field}"

    field: str


class TakePoints(Move, frozen=True):
    """Architect or mayor: points instead of building or loading."""

    points_at = "points"

    points: int


class Use(Move, frozen=True):
    """Foreman: use a building."""

    points_at = "building:{move.building}"

    building: str


class UseAlone(Use, frozen=True):
    """Foreman: use this building only, outside the figure's row and column (F-2)."""


class HandIn(Move, frozen=True):
    """Foreman: hand in this many units."""

    number_field = "count"

    count: int


class SellHere(Move, frozen=True):
    """Foreman: sell a unit in the building."""

    points_at = "owned:{move.good}"

    good: str
    price: int


class StoreUnit(Move, frozen=True):
    """Foreman: move one unit to the warehouse."""

    points_at = "owned:{move.good}"

    good: str


class StoreAll(Move, frozen=True):
    """Foreman: move everything that can be moved to the warehouse."""

    points_at = "warehouse"


class ForbidBill(Move, frozen=True):
    """Foreman: the church forbids this bill."""

    law: str

    @property
    def spot(self) -> str:
        return f"bill:{GROUP_OF[self.law]}"


class Load(Move, frozen=True):
    """Load a unit on a space printed with its kind; spaces count from 1."""

    points_at = "space:{move.pier}:{move.space}"

    pier: int
    good: str
    space: int


class Export(Move, frozen=True):
    """Export house: this unit goes on a ship."""

    points_at = "owned:{move.good}"

    good: str


class PlaceExport(Move, frozen=True):
    """Export house: it goes on this space, whatever is printed there."""

    points_at = "space:{move.pier}:{move.space}"

    pier: int
    space: int


class Finish(Move, frozen=True):
    """No more units in this loading, sale or storing."""


class EndTurn(Move, frozen=True):
    """Nothing more with this character."""


class Bid(Move, frozen=True):
    """Buy this many votes, in secret."""

    number_field = "pesos"

    pesos: int

    @property
    def phrase(self) -> str:
        return "move.Bid" if self.pesos else "move.Bid.none"


class PassLaw(Move, frozen=True):
    """Turn this bill into an act."""

    law: str

    @property
    def spot(self) -> str:
        return f"bill:{GROUP_OF[self.law]}"


class PayDues(Move, frozen=True):
    """Pay tax and duty: none, tax, duty or both."""

    dues: str

    @property
    def phrase(self) -> str:
        return f"move.PayDues.{self.dues}"


class Keep(Move, frozen=True):
    """Cold store: these products are saved from spoiling."""

    citrus: int
    tobacco: int
    sugar: int
