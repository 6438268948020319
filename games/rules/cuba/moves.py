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

    colour: str

    @property
    def spot(self) -> str:
        return f"colour:{self.colour}"


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

    character: str

    @property
    def spot(self) -> str:
        return f"card:{self.character}"


class PlayCard(Move, frozen=True):
    """Play a character."""

    character: str

    @property
    def spot(self) -> str:
        return f"card:{self.character}"


class PlayIdly(PlayCard, frozen=True):
    """Play a character that can do nothing now (A-1)."""

    @property
    def phrase(self) -> str:
        return f"move.PlayIdly.{self.character}"


class MoveFigure(Move, frozen=True):
    """Worker: the figure goes to another field."""

    field: str

    @property
    def spot(self) -> str:
        return f"field:{self.field}"

    @property
    def touches(self) -> tuple[str, ...]:
        return TOUCHED[self.field]


class KeepFigure(Move, frozen=True):
    """Worker: the figure stays on its field."""

    field: str

    @property
    def spot(self) -> str:
        return f"field:{self.field}"

    @property
    def touches(self) -> tuple[str, ...]:
        return TOUCHED[self.field]


class Harvest(Move, frozen=True):
    """Worker: use a product field."""

    field: str

    @property
    def spot(self) -> str:
        return f"field:{self.field}"


class Irrigate(Move, frozen=True):
    """Worker: use one more product field for one water."""

    field: str

    @property
    def spot(self) -> str:
        return f"field:{self.field}"


class Buy(Move, frozen=True):
    """Tradeswoman: buy the cheapest unit on the market."""

    good: str
    price: int

    @property
    def spot(self) -> str:
        return f"buy:{self.good}"


class BuyFromSupply(Move, frozen=True):
    """Tradeswoman: none is left on the market, buy from the supply."""

    good: str
    price: int

    @property
    def spot(self) -> str:
        return f"buy:{self.good}"


class Sell(Move, frozen=True):
    """Tradeswoman: sell a unit to the dearest free slot of the market."""

    good: str
    price: int

    @property
    def spot(self) -> str:
        return f"sell:{self.good}"


class SellToSupply(Move, frozen=True):
    """Tradeswoman: the market is full, sell to the supply."""

    good: str
    price: int

    @property
    def spot(self) -> str:
        return f"sell:{self.good}"


class TakeMaterial(Move, frozen=True):
    """Tradeswoman: a free building material."""

    good: str

    @property
    def spot(self) -> str:
        return f"supply:{self.good}"


class TakeCheapest(Move, frozen=True):
    """Tradeswoman: a free unit of the cheapest product."""

    good: str

    @property
    def spot(self) -> str:
        return f"free:{self.good}"


class Build(Move, frozen=True):
    """Architect: choose a building."""

    building: str

    @property
    def spot(self) -> str:
        return f"tile:{self.building}"


class PlaceBuilding(Move, frozen=True):
    """Architect: choose its field, and pay."""

    field: str

    @property
    def spot(self) -> str:
        return f"field:{self.field}"


class TakePoints(Move, frozen=True):
    """Architect or mayor: points instead of building or loading."""

    points: int

    @property
    def spot(self) -> str:
        return "points"


class Use(Move, frozen=True):
    """Foreman: use a building."""

    building: str

    @property
    def spot(self) -> str:
        return f"building:{self.building}"


class UseAlone(Use, frozen=True):
    """Foreman: use this building only, outside the figure's row and column (F-2)."""


class HandIn(Move, frozen=True):
    """Foreman: hand in this many units."""

    number_field = "count"

    count: int


class SellHere(Move, frozen=True):
    """Foreman: sell a unit in the building."""

    good: str
    price: int

    @property
    def spot(self) -> str:
        return f"owned:{self.good}"


class StoreUnit(Move, frozen=True):
    """Foreman: move one unit to the warehouse."""

    good: str

    @property
    def spot(self) -> str:
        return f"owned:{self.good}"


class StoreAll(Move, frozen=True):
    """Foreman: move everything that can be moved to the warehouse."""

    @property
    def spot(self) -> str:
        return "warehouse"


class ForbidBill(Move, frozen=True):
    """Foreman: the church forbids this bill."""

    law: str

    @property
    def spot(self) -> str:
        return f"bill:{GROUP_OF[self.law]}"


class Load(Move, frozen=True):
    """Load a unit on a space printed with its kind; spaces count from 1."""

    pier: int
    good: str
    space: int

    @property
    def spot(self) -> str:
        return f"space:{self.pier}:{self.space}"


class Export(Move, frozen=True):
    """Export house: this unit goes on a ship."""

    good: str

    @property
    def spot(self) -> str:
        return f"owned:{self.good}"


class PlaceExport(Move, frozen=True):
    """Export house: it goes on this space, whatever is printed there."""

    pier: int
    space: int

    @property
    def spot(self) -> str:
        return f"space:{self.pier}:{self.space}"


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
