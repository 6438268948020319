"""Where a seat may put a hut, a worker, a ship or a road (clause 3.3)."""

from __future__ import annotations

import functools
import operator

from games.rules.core.interface import Move, Seat
from games.rules.guatemala_cafe.components import PIECES, REGIONS, WORKER_PRICE
from games.rules.guatemala_cafe.geometry import BOARDS, Board
from games.rules.guatemala_cafe.moves import (
    PickCrossing,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
)
from games.rules.guatemala_cafe.state import Player, State


class Offers:
    """All placing moves on one board, each made once, with the bit of its place.

    With two players a road is laid at one of every other crossing, so that no edge is offered
    twice; `rim` has the edges between a crossing that is left out and the outer border.
    """

    def __init__(self, board: Board) -> None:
        self.workers = [
            (board.cell_bit[cell], PlaceWorker(cell, WORKER_PRICE[region]))
            for cell, region in board.region.items()
            if board.cell_bit[cell] & board.land
        ]
        self.huts = [
            (board.site_bit[name], site.price, PlaceHut(name, site.price))
            for name, site in board.sites.items()
        ]
        self.ships = [
            (name, [(price, PlaceShip(name, price)) for price in harbour.piers])
            for name, harbour in board.harbours.items()
        ]
        self.roads = [(board.edge_bit[edge], PlaceRoad(edge)) for edge in board.edges]
        self.regions = [
            (
                sum(bit for cell, bit in board.cell_bit.items() if board.region[cell] == region),
                PickRegion(region, WORKER_PRICE[region]),
            )
            for region in REGIONS
        ]
        self.crossings = [
            (bits, PickCrossing(name)) for name, bits in board.crossings.items() if is_dark(name)
        ]
        reached = functools.reduce(operator.or_, [bits for bits, _ in self.crossings], 0)
        self.rim = [(bit, move) for bit, move in self.roads if not bit & reached]


def is_dark(crossing: str) -> bool:
    """Whether a crossing would be dark on a chessboard: each edge has one dark end."""
    x, _, y = crossing.partition(",")
    return (int(x) + int(y)) % 2 == 0


OFFERS = {players: Offers(board) for players, board in BOARDS.items()}


class Room:
    """The room that one seat has on the plantation board, worked out once per question."""

    __slots__ = ("_plots", "_taken", "board", "offers", "seat", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.board = BOARDS[len(state.players)]
        self.offers = OFFERS[len(state.players)]
        self._taken: int | None = None
        self._plots: dict[str, tuple[int, int]] = {}

    def taken(self) -> int:
        """The cells with a worker."""
        if self._taken is None:
            bit = self.board.cell_bit
            self._taken = sum(
                bit[cell]
                for player in self.state.players
                for cells in player.workers.values()
                for cell in cells
            )
        return self._taken

    def plot(self, player: Player, colour: str) -> int:
        """The cells of a player's plantation of this colour, the hut's included."""
        bit = self.board.cell_bit
        cells = sum([bit[cell] for cell in player.workers[colour]])
        hut = player.huts.get(colour)
        return cells | self.board.site_bit[hut.site] if hut else cells

    def plots(self, colour: str) -> tuple[int, int]:
        """The seat's own plantation of this colour, and all foreign ones together."""
        if colour not in self._plots:
            own = foreign = 0
            for seat, player in enumerate(self.state.players):
                if seat == self.seat:
                    own = self.plot(player, colour)
                else:
                    foreign |= self.plot(player, colour)
            self._plots[colour] = own, foreign
        return self._plots[colour]

    def for_worker(self, colour: str, money: int) -> int:
        """Take_worker 1 to 4: the cells where a worker of this colour may stand for this money."""
        own, foreign = self.plots(colour)
        area = self.board.worker_land
        cells = area[money if money < len(area) else -1] & ~self.taken()
        if foreign:
            cells &= ~self.board.spread(foreign)
        return cells & self.board.spread(own) if own else cells

    def for_hut(self, colour: str, money: int) -> list[Move]:
        """Take_hut 1 to 5: the sites where a hut of this colour may be built for this money."""
        if colour in self.state.players[self.seat].huts:
            return []
        own, foreign = self.plots(colour)
        near = self.board.spread(own) if own else self.board.every_cell
        cells = near & ~self.board.spread(foreign) & ~self.built()
        return [move for bit, price, move in self.offers.huts if bit & cells and price <= money]

    def built(self) -> int:
        """The cells with a hut."""
        site_bit = self.board.site_bit
        return sum(
            site_bit[hut.site] for player in self.state.players for hut in player.huts.values()
        )

    def for_ship(self, money: int) -> list[Move]:
        """Take_ship: the harbours whose cheapest free pier can be paid."""
        moves: list[Move] = []
        for harbour, piers in self.offers.ships:
            ships = len(self.state.harbours[harbour])
            if ships < len(piers) and piers[ships][0] <= money:
                moves.append(piers[ships][1])
        return moves

    def for_road(self) -> int:
        """Take_road: the open edges without a road."""
        bit = self.board.edge_bit
        return (1 << len(bit)) - 1 & ~sum([bit[edge] for edge in self.state.roads])

    def has_place_for(self, piece: str, money: int) -> bool:
        """Whether the seat could place this piece of the cultivation board for this money."""
        colour = PIECES[piece].colour
        match PIECES[piece].kind:
            case "worker":
                return colour is not None and bool(self.for_worker(colour, money))
            case "hut":
                return colour is not None and bool(self.for_hut(colour, money))
            case "ship":
                return bool(self.for_ship(money))
            case "road":
                return len(self.state.roads) < len(self.board.edges)
        return False

    def places_for(self, piece: str, money: int) -> list[Move]:
        """The moves that place this piece, or that pick a region or crossing first."""
        colour = PIECES[piece].colour
        match PIECES[piece].kind:
            case "worker" if colour is not None:
                cells = self.for_worker(colour, money)
                if not self.plots(colour)[0]:  # the first may stand anywhere
                    regions = [offer for offer in self.offers.regions if offer[0] & cells]
                    if self.state.region is None and len(regions) > 1:
                        return [move for _, move in regions]
                    cells &= next(
                        bits for bits, move in regions if self.state.region in (None, move.region)
                    )
                return [move for bit, move in self.offers.workers if bit & cells]
            case "hut" if colour is not None:
                return self.for_hut(colour, money)
            case "ship":
                return self.for_ship(money)
        edges = self.for_road()
        if self.board.side.road_mode == "preset":
            return [move for bit, move in self.offers.roads if bit & edges]
        if self.state.crossing is None:
            anywhere = (*self.offers.crossings, *self.offers.rim)
            return [move for bits, move in anywhere if bits & edges]
        edges &= self.board.crossings[self.state.crossing]
        return [move for bit, move in self.offers.roads if bit & edges]
