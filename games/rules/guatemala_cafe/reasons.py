"""Why a move that a player might look for is not offered (3.2 to 3.6), from what the seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.rules.core.interface import Decision, Move, Unavailable
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FEE,
    FREE_STEPS,
    LINES,
    PIECES,
    REGIONS,
    WORKER_PRICE,
)
from games.rules.guatemala_cafe.geometry import cell_name
from games.rules.guatemala_cafe.moves import (
    ANNOUNCE,
    BLOCK,
    BUYER_MOVES,
    END_BUILD,
    PLACE_SACK,
    MoveBuyer,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
    take,
)
from games.rules.guatemala_cafe.places import Room
from games.rules.guatemala_cafe.state import State

ENOUGH = 99  # more money than any place costs


class Reasons:
    """What one question leaves out, each with the reason."""

    def __init__(self, state: State, decision: Decision) -> None:
        self.state = state
        self.decision = decision
        self.player = state.players[decision.seat]
        self.money = self.player.money
        self.room = Room(state, decision.seat)
        self.board = state.board

    def found(self) -> Iterator[Unavailable]:
        """All of them, in the order of the boards."""
        match self.decision.key:
            case "move":
                return self.of_buyer()
            case "action" | "build" | "build_instead":
                return self.of_line()
            case "blockade" | "replace":
                return self.of_sacks()
        return self.of_places()

    def of_places(self) -> Iterator[Unavailable]:
        """3.3: where the piece in hand cannot go."""
        match self.decision.key:
            case "region":
                return self.of_regions()
            case "place_worker":
                return self.of_cells()
            case "place_hut":
                return self.of_sites()
            case "place_ship":
                return self.of_harbours()
        return self.of_edges()

    def costs(self, move: Move, price: int) -> Unavailable:
        """The place is free, but too expensive."""
        return Unavailable(move, "price", {"price": price, "money": self.money})

    def of_buyer(self) -> Iterator[Unavailable]:
        """3.2: steps that cannot be paid, or lead to a line that cannot be used."""
        for move in BUYER_MOVES[self.state.buyer]:
            if move in self.decision.moves:
                continue
            if not is_paid(move):
                yield Unavailable(move, "line_useless")
            elif self.money < FEE:
                yield self.costs(move, FEE)
            else:
                yield Unavailable(move, "line_useless_after_fee", {"fee": FEE})

    def of_line(self) -> Iterator[Unavailable]:
        """3.3, 3.4: pieces of the line that have no place, sacks while building; stopping."""
        for index in LINES[self.state.buyer]:
            piece = self.state.grid[index]
            if not piece:
                continue
            colour = PIECES[piece].colour
            if PIECES[piece].kind != "sack":
                if not self.room.has_place_for(piece, self.money):
                    why, args = self.no_place_for(piece)
                    yield Unavailable(take(index, piece), why, args)
            elif self.state.phase == "build" and colour is not None:
                yield Unavailable(ANNOUNCE[index, colour], "building")
        if END_BUILD not in self.decision.moves:
            yield Unavailable(END_BUILD, "one_piece")

    def no_place_for(self, piece: str) -> tuple[str, dict[str, Any]]:
        """Why the seat cannot place this piece of the cultivation board."""
        colour = PIECES[piece].colour
        match PIECES[piece].kind:
            case "worker" if colour is not None:
                joins = bool(self.room.plots(colour)[0])
                none = "no_cell_joins" if joins else "no_cell"
                prices = [p for p in WORKER_PRICE.values() if self.room.for_worker(colour, p)]
            case "hut" if colour is not None:
                if colour in self.player.huts:
                    return "hut_built", {"colour": colour}
                none = "no_site_joins" if self.room.plots(colour)[0] else "no_site"
                offers = self.room.for_hut(colour, ENOUGH)
                prices = [move.cost for move in offers if isinstance(move, PlaceHut)]
            case "ship":
                none = "harbours_full"
                free = self.room.for_ship(ENOUGH)
                prices = [move.cost for move in free if isinstance(move, PlaceShip)]
            case _:
                return "no_edge", {}
        if not prices:
            return none, {}
        return "cheapest", {"price": min(prices), "money": self.money}

    def of_sacks(self) -> Iterator[Unavailable]:
        """3.5, 3.6: what takes a sack that the seat does not hold."""
        if self.decision.key == "blockade":
            colour = self.decision.args["colour"]
            if not self.player.sacks[colour]:
                yield Unavailable(BLOCK, "no_sack", {"colour": colour})
            return
        for colour in COLOURS:
            if not self.player.sacks[colour]:
                yield Unavailable(PLACE_SACK[colour], "no_sack", {"colour": colour})

    def of_regions(self) -> Iterator[Unavailable]:
        """3.3: regions in which a first worker cannot be paid, or has no cell."""
        offered = {move.region for move in self.decision.moves if isinstance(move, PickRegion)}
        for region in REGIONS:
            if region not in offered:
                move = PickRegion(region, WORKER_PRICE[region])
                dear = move.cost > self.money
                yield self.costs(move, move.cost) if dear else Unavailable(move, "no_cell")

    def of_cells(self) -> Iterator[Unavailable]:
        """3.3: cells next to one's plantation; for a first worker, sites and others' neighbours."""
        offered = {move.cell for move in self.decision.moves if isinstance(move, PlaceWorker)}
        own, foreign = self.room.plots(self.decision.args["colour"])
        near = self.board.spread(own) & ~own if own else self.board.every_cell
        regions = set(REGIONS) if own else {self.board.region[cell] for cell in offered}
        sites = {cell_name(*site.cell) for site in self.board.side.hut_sites}
        for cell, bit in self.board.cell_bit.items():
            region = self.board.region[cell]
            if cell in offered or not bit & near or region not in regions:
                continue
            move = PlaceWorker(cell, WORKER_PRICE[region])
            if bit & (self.room.taken() | self.room.built()):
                if own:
                    yield Unavailable(move, "taken")
            elif cell in sites:
                yield Unavailable(move, "site_only")
            elif bit & self.board.spread(foreign):
                yield Unavailable(move, "foreign")
            else:
                yield self.costs(move, move.cost)

    def of_sites(self) -> Iterator[Unavailable]:
        """3.3: hut sites, with the first thing that is in the way."""
        offered = {move.site for move in self.decision.moves if isinstance(move, PlaceHut)}
        own, foreign = self.room.plots(self.decision.args["colour"])
        for site in self.board.side.hut_sites:
            bit, move = self.board.site_bit.get(site.id, 0), PlaceHut(site.id, site.price)
            if site.id in offered:
                continue
            if not bit:
                yield Unavailable(move, "closed")
            elif bit & self.room.built():
                yield Unavailable(move, "taken")
            elif own and not bit & self.board.spread(own):
                yield Unavailable(move, "apart")
            elif bit & self.board.spread(foreign):
                yield Unavailable(move, "foreign")
            else:
                yield self.costs(move, site.price)

    def of_harbours(self) -> Iterator[Unavailable]:
        """3.3: harbours that are closed, full or too dear."""
        offered = {move.harbour for move in self.decision.moves if isinstance(move, PlaceShip)}
        for harbour in self.board.side.harbours:
            if harbour.id in offered:
                continue
            ships = len(self.state.harbours.get(harbour.id, ()))
            if harbour.id not in self.board.harbours:
                yield Unavailable(PlaceShip(harbour.id, harbour.piers[0]), "closed")
            elif ships == len(harbour.piers):
                yield Unavailable(PlaceShip(harbour.id, harbour.piers[-1]), "harbour_full")
            else:
                price = harbour.piers[ships]
                yield self.costs(PlaceShip(harbour.id, price), price)

    def of_edges(self) -> Iterator[Unavailable]:
        """3.3: edges with a road, and those of a closed path."""
        if self.board.side.road_mode == "preset":
            for path in self.board.side.paths:
                for edge in path.edges:
                    if edge not in self.board.edge_bit:
                        yield Unavailable(PlaceRoad(edge), "closed")
                    elif edge in self.state.roads:
                        yield Unavailable(PlaceRoad(edge), "road_there")
        elif self.state.crossing is not None:
            bits = self.board.crossings[self.state.crossing]
            for edge, bit in self.board.edge_bit.items():
                if bit & bits and edge in self.state.roads:
                    yield Unavailable(PlaceRoad(edge), "road_there")


def is_paid(move: MoveBuyer) -> bool:
    """Whether these steps cost the fee."""
    return move.steps > FREE_STEPS


def unavailable(state: State, decision: Decision) -> tuple[Unavailable, ...]:
    """The moves that the seat might look for, each with why it is not among the answers."""
    return tuple(Reasons(state, decision).found())
