"""A table of Santiago de Cuba in a position of the test's choice, played through the door.

The board is always the same (`contract.LAYOUT`):

    road    0 harbour, 1 Martinez, 2 Maria, 3 Alonso, 4 José, 5 Pedro, 6 El Zorro, 7 Miguel,
            8 Conchita, 9 Pablo
    white   customs, harbour office, church          (Pedro, Alonso)
    blue    cigar factory, black market, bank        (Miguel, Pablo)
    yellow  distillery, café, trading office         (José, Martinez)
    red     newspaper, casino, sawmill               (Conchita, Maria)

Seat 0 is to drive from the harbour; ship 1 wants 2 sugar, 3 citrus, 1 tobacco and 1 rum.
"""

from __future__ import annotations

from typing import Any, Self

from games.rules.core.interface import Seat
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import GOODS, PIECES, QUARTER
from games.rules.santiago_de_cuba.moves import Drive, LeaveOut
from games.rules.santiago_de_cuba.state import Options, State
from tests.rules.played_table import PlayedTable
from tests.rules.santiago_de_cuba.contract import LAYOUT


class Table(PlayedTable[State]):
    """A started game whose state a test may rearrange, as long as it stays a legal one."""

    rules, people = rules, ("Ann", "Bo", "Cy", "Di")

    def __init__(self, players: int = 2, seed: str = "table", **options: Any) -> None:
        chosen = {"layout": LAYOUT, "start_player": "seat_1", **options}
        super().__init__(players, Options(**chosen), seed)
        self.play(self.moves()[0]).demand(sugar=2, citrus=3, tobacco=1, rum=1)

    # Rearranging

    def hold(self, seat: Seat, *, pesos: int = 0, points: int = 0, **goods: int) -> Self:
        """Let a seat hold exactly this; the stock gives and takes the goods."""
        player = self.player(seat)
        player.pesos, player.points, player.sources = pesos, points, {"earlier": points}
        for good in GOODS:
            self.state.stock[good] += player.goods[good] - goods.get(good, 0)
            player.goods[good] = goods.get(good, 0)
        return self.checked()

    def stock(self, **left: int) -> Self:
        """Leave so many pieces of a good in the stock; the last seat takes all the others."""
        for good, count in left.items():
            for player in self.state.players[:-1]:
                assert player.goods[good] == 0, "say first who holds what"
            self.state.stock[good] = count  # type: ignore[index]
            self.state.players[-1].goods[good] = PIECES - count  # type: ignore[index]
        return self.checked()

    def demand(self, **dice: int) -> Self:
        """Put four dice on the ship."""
        for good, face in dice.items():
            self.state.rolled[good] = face  # type: ignore[index]
        self.state.demand = dict(dice)  # type: ignore[arg-type]
        return self.checked()

    def ship(self, number: int, value: int = 2) -> Self:
        """Let the ship of this number lie in the harbour at this value."""
        self.state.ship, self.state.value = number, value
        return self.checked()

    def car(self, stop: str) -> Self:
        """Put the car in front of somebody."""
        self.state.car = self.state.road.index(stop)  # type: ignore[arg-type]
        return self.checked()

    def pawn(self, seat: Seat, building: str | None) -> Self:
        """Put a pawn on a building or off the board."""
        self.player(seat).pawn = building  # type: ignore[assignment]
        return self.checked()

    def own(self, seat: Seat, *buildings: str) -> Self:
        """Put a seat's markers on buildings."""
        for building in buildings:
            self.state.owners[building] = seat  # type: ignore[index]
        return self.checked()

    def sleep(self, *cubans: str) -> Self:
        """Turn Cubans face down."""
        self.state.face_down = list(cubans)  # type: ignore[arg-type]
        return self.checked()

    def move_building(self, building: str, flower: str) -> Self:
        """Let a building change places with the first one under a flower."""
        spaces = self.state.buildings
        here = spaces.index(building)  # type: ignore[arg-type]
        there = QUARTER[flower].start  # type: ignore[index]
        spaces[here], spaces[there] = spaces[there], spaces[here]
        return self.checked()

    # Playing

    def drive(self, seat: Seat, stop: str) -> Self:
        """Drive to a stop by the shortest way."""
        return self.play(self.way(seat, stop), seat)

    def way(self, seat: Seat, stop: str) -> Drive:
        """The shortest drive to a stop that is offered."""
        return next(drive for drive in self.offers(Drive, seat) if drive.stop == stop)

    def stops(self, seat: Seat = 0) -> list[str]:
        """Where a seat could drive to."""
        return [drive.stop for drive in self.offers(Drive, seat)]

    def leave_out(self, seat: Seat) -> Self:
        """Set the demand of a new ship in any legal way."""
        return self.play(self.offers(LeaveOut, seat)[0], seat)

    def goods(self, seat: Seat) -> dict[str, int]:
        """What a seat holds, without the zeros."""
        return {good: count for good, count in self.player(seat).goods.items() if count}
