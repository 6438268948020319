"""Every answer a player of Guatemala Café can give. Equal moves are made once and shared."""

from __future__ import annotations

import functools

from games.rules.core.interface import Move
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELDS,
    FREE_STEPS,
    PIECES,
    SPACES,
)


class MoveBuyer(Move, frozen=True):
    """3.2: move the buyer this many steps, to this space; the fourth step costs."""

    points_at = "space:{move.to}"

    steps: int
    to: int

    @property
    def phrase(self) -> str:
        return "move.MoveBuyer" if self.steps <= FREE_STEPS else "move.MoveBuyer.paid"


class FieldMove(Move, frozen=True):
    """A move that points at a field of the cultivation board."""

    points_at = "field:{move.field}"

    field: str


class TakeWorker(FieldMove, frozen=True):
    """3.3: take this worker, to place it next."""

    colour: str


class TakeHut(FieldMove, frozen=True):
    """3.3: take this hut, to build it next."""

    colour: str


class TakeShip(FieldMove, frozen=True):
    """3.3: take this ship, to send it to a harbour next."""

    colour: str


class TakeRoad(FieldMove, frozen=True):
    """3.3: take this road, to lay it next."""


class Announce(FieldMove, frozen=True):
    """3.4: announce the scoring of this sack."""

    colour: str


class PickRegion(Move, frozen=True):
    """3.3: put a first worker into this region, where it costs so much; the cell is asked next."""

    points_at = "region:{move.region}"

    region: str
    cost: int


class PlaceWorker(Move, frozen=True):
    """3.3: put the worker on this cell, for this price."""

    points_at = "cell:{move.cell}"

    cell: str
    cost: int


class PlaceHut(Move, frozen=True):
    """3.3: build the hut on this site, for this price."""

    points_at = "site:{move.site}"

    site: str
    cost: int


class PlaceShip(Move, frozen=True):
    """3.3: send the ship to the cheapest free pier of this harbour, whose price is `cost`."""

    points_at = "harbour:{move.harbour}"

    harbour: str
    cost: int


class PickCrossing(Move, frozen=True):
    """3.3, two players: lay the road at this crossing; in which direction is asked next."""

    points_at = "crossing:{move.crossing}"

    crossing: str


class PlaceRoad(Move, frozen=True):
    """3.3: lay the road on this edge."""

    points_at = "edge:{move.edge}"

    edge: str


class EndBuild(Move, frozen=True):
    """3.3: build no more in this turn."""


class Block(Move, frozen=True):
    """3.5: block the announced scoring with a sack of its colour."""


class Decline(Move, frozen=True):
    """3.5: let the announced scoring happen."""


class PlaceSack(Move, frozen=True):
    """3.6: put a sack of this colour on the field of the scored one."""

    points_at = "sack:{move.colour}"

    colour: str


END_BUILD = EndBuild()
BLOCK = Block()
DECLINE = Decline()
BUYER_MOVES = tuple(
    tuple(MoveBuyer(steps, (space + steps) % SPACES) for steps in range(1, FREE_STEPS + 2))
    for space in range(SPACES)
)
PLACE_SACK = {colour: PlaceSack(colour) for colour in COLOURS}
ANNOUNCE = {
    (index, colour): Announce(field, colour)
    for index, field in enumerate(FIELDS)
    for colour in COLOURS
}
_TAKES = {"worker": TakeWorker, "hut": TakeHut, "ship": TakeShip}


@functools.cache
def take(index: int, piece: str) -> Move:
    """The move that takes this piece from the field with this index."""
    described = PIECES[piece]
    if described.colour is None:
        return TakeRoad(FIELDS[index])
    return _TAKES[described.kind](FIELDS[index], described.colour)
