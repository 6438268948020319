"""Computer players of Guatemala Café: they decide from what their seat may see."""

from __future__ import annotations

import functools
import random

from games.rules.core.interface import Decision, Move, Seat
from games.rules.core.levels import LEVELS, Level
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FEE,
    FIELD_INDEX,
    FREE_STEPS,
    INCOME,
    ITEMS,
    LINES,
    PIECES,
)
from games.rules.guatemala_cafe.moves import (
    BLOCK,
    DECLINE,
    Announce,
    FieldMove,
    MoveBuyer,
    PickCrossing,
    PickRegion,
    PlaceHut,
    PlaceRoad,
    PlaceSack,
    PlaceShip,
    PlaceWorker,
)
from games.rules.guatemala_cafe.routes import missing_roads
from games.rules.guatemala_cafe.view import View

PLANTATIONS = 3  # as many as one player can look after
WORTH_BLOCKING = 4  # points by which a scoring must hurt before a sack is spent on it
ENOUGH = 1.5  # an item worth less than this can wait
WIN = 50.0
SEARCHING = {
    **LEVELS,
    "expert": Level(200, widening=1.0),
    "master": Level(3_200, widening=1.0),
}
"""More work than is usual, and few answers at a time below the first question: there are many."""


class Planner:
    """What things are worth to one seat, from what it sees; worked out when first needed."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        self.me = view.players[seat]

    @functools.cached_property
    def routes(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """For each colour with an own hut: the roads it lacks, and its nearest harbour."""
        board, roads, huts = self.view.board, self.view.roads, self.me.huts
        return {
            colour: missing_roads(board, huts[colour].site, roads)
            for colour in COLOURS
            if colour in huts
        }

    def margin(self, colour: str) -> int:
        """By how many points a scoring would help this seat more than the best of the others."""
        gains = [result.points for result in self.view.preview[colour]]
        mine = gains.pop(self.seat)
        return mine - max(gains)

    def worth_of_money(self, amount: int) -> float:
        """Money counts most for those who have little."""
        return amount * (0.8 if self.me.money < 6 else 0.3 if self.me.money < 14 else 0.1)

    def worth_of_scoring(self, colour: str) -> float:
        """The margin, the income, and whether the game would end well."""
        totals = [
            player.points + result.points
            for player, result in zip(self.view.players, self.view.preview[colour], strict=True)
        ]
        worth = self.margin(colour) + self.worth_of_money(INCOME)
        if max(totals) >= self.view.options.track_length - len(self.view.track):
            best = max(total for seat, total in enumerate(totals) if seat != self.seat)
            worth += WIN if totals[self.seat] > best else -WIN
        return worth

    def worth_of_piece(self, piece: str) -> float:
        """What placing a piece of the cultivation board would bring, roughly in points."""
        colour = PIECES[piece].colour
        match PIECES[piece].kind:
            case "worker" if colour in self.me.huts:
                return 2.0 * (1 + self.view.preview[colour][self.seat].ships)
            case "worker" if colour is not None and self.me.workers[colour]:
                return 0.2
            case "hut" if colour is not None:
                return self.worth_of_hut(colour)
            case "ship" if colour in self.routes:
                way, _ = self.routes[colour]
                return len(self.me.workers[colour]) * (1.2 if not way else 1.5 / (1 + len(way)))
            case "road":
                return max(self.worth_of_roads.values(), default=0.0)
        return 0.0

    def worth_of_hut(self, colour: str) -> float:
        """The first huts make the game possible; each takes money away from its workers."""
        if colour in self.me.huts or len(self.me.huts) >= PLANTATIONS or self.me.money < 5:
            return 0.0
        return 6.0 - 1.5 * len(self.me.huts) + len(self.me.workers[colour])

    @functools.cached_property
    def worth_of_roads(self) -> dict[str, float]:
        """A road is worth more the fewer are still missing after it, and the more ships wait."""
        worths = {}
        for colour, (way, harbour) in self.routes.items():
            ships = sum(
                PIECES[ship].colour == colour for ship in self.view.harbours.get(harbour, ())
            )
            worth = (1 + ships) * (1 + len(self.me.workers[colour])) / (1 + len(way))
            worths[colour] = worth if way else 0.0
        return worths

    @functools.cached_property
    def wanted_edges(self) -> dict[str, float]:
        """The edges that own huts lack, with what a road there is worth."""
        worths = self.worth_of_roads
        return {
            edge: worths[colour] + (0.001 if edge == way[0] else 0)
            for colour, (way, _) in self.routes.items()
            for edge in way
        }

    def worth_of_line(self, space: int, money: int) -> float:
        """The better of the best scoring and the best three items of a line."""
        worths, scoring = [], 0.0
        for index in LINES[space]:
            piece = self.view.grid[index]
            if not piece:
                continue
            colour = PIECES[piece].colour
            if PIECES[piece].kind == "sack" and colour is not None:
                scoring = max(scoring, self.worth_of_scoring(colour))
            elif money >= 2 or PIECES[piece].kind == "road":
                worths.append(self.worth_of_piece(piece))
        return max(scoring, sum(sorted(worths)[-ITEMS:]))


def plan_ahead(view: View, decision: Decision, chance: random.Random) -> Move:
    """Few plantations with many workers, roads and ships for them, scorings when they pay."""
    planner = Planner(view, decision.seat)
    match decision.key:
        case "move":
            return max(decision.moves, key=lambda move: worth_of_space(planner, move))
        case "action" | "build" | "build_instead":
            return choose_action(planner, decision)
        case "blockade":
            return choose_answer(planner, decision)
        case "replace":
            return max(decision.moves, key=lambda move: worth_of_sack(planner, move))
    return min(decision.moves, key=lambda move: cost_of_place(planner, move))


def worth_of_space(planner: Planner, move: Move) -> float:
    """What the line of this space is worth, less the fee."""
    assert isinstance(move, MoveBuyer)
    fee = FEE if move.steps > FREE_STEPS else 0
    worth = planner.worth_of_line(move.to, planner.me.money - fee)
    return worth - planner.worth_of_money(fee)


def choose_action(planner: Planner, decision: Decision) -> Move:
    """The best scoring, or the best item; after the first item only what is worth it."""
    items: dict[Move, float] = {}
    scorings: dict[Move, float] = {}
    others: list[Move] = []
    for move in decision.moves:
        if isinstance(move, Announce):
            scorings[move] = planner.worth_of_scoring(move.colour)
        elif isinstance(move, FieldMove):
            piece = planner.view.grid[FIELD_INDEX[move.field]]
            items[move] = planner.worth_of_piece(piece)
        else:
            others.append(move)
    build = sum(sorted(items.values())[-ITEMS:])
    if scorings and (not items or max(scorings.values()) > build):
        return max(scorings, key=lambda move: scorings[move])
    best = max(items, key=lambda move: items[move])
    return others[0] if others and items[best] < ENOUGH else best


def choose_answer(planner: Planner, decision: Decision) -> Move:
    """Block a scoring that would help another seat much more."""
    announced = planner.view.announced
    if BLOCK not in decision.moves or announced is None:
        return DECLINE
    colour = PIECES[planner.view.grid[FIELD_INDEX[announced]]].colour
    assert colour is not None
    return BLOCK if planner.margin(colour) <= -WORTH_BLOCKING else DECLINE


def worth_of_sack(planner: Planner, move: Move) -> float:
    """Lay out the colour whose scoring would help this seat most."""
    assert isinstance(move, PlaceSack)
    return planner.margin(move.colour)


def cost_of_place(planner: Planner, move: Move) -> float:
    """How good a place is: the lowest wins."""
    view = planner.view
    match move:
        case PlaceWorker(cell, cost):
            bit = view.board.cell_bit[cell]
            space = (view.board.spread(bit) & view.board.land).bit_count()
            return cost - space / 10
        case PickRegion(cost=cost):
            return cost
        case PlaceHut(site, cost):
            way, _ = missing_roads(view.board, site, view.roads)
            return cost + len(way) * 0.5
        case PlaceShip(harbour, cost):
            return cost + 3 * distance_of_harbour(planner, harbour)
        case PlaceRoad(edge):
            return -planner.wanted_edges.get(edge, 0.0)
        case PickCrossing(crossing):
            bits = view.board.crossings[crossing]
            return -sum(
                worth
                for edge, worth in planner.wanted_edges.items()
                if view.board.edge_bit[edge] & bits
            )
    return 0.0


def distance_of_harbour(planner: Planner, harbour: str) -> float:
    """How many roads the hut of the ship's colour lacks to this harbour, if it is its nearest."""
    holding = planner.view.holding
    assert holding is not None
    colour = PIECES[planner.view.grid[FIELD_INDEX[holding]]].colour
    if colour not in planner.routes:
        return 1.0
    way, nearest = planner.routes[colour]
    connected = planner.view.preview[colour][planner.seat].harbours
    return 0.0 if harbour in connected else len(way) if harbour == nearest and way else 2.0
