"""A computer player of Santiago de Cuba: it weighs each move by what it sees."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

from games.rules.core.interface import Decision, Move, Seat
from games.rules.santiago_de_cuba import moves as m
from games.rules.santiago_de_cuba.components import (
    BANK_PESOS,
    BUILDINGS,
    CAFE_POINTS,
    CASINO_PESOS,
    GOOD_OF,
    GOODS_PER_VISIT,
    HARBOUR,
    HIGHEST_VALUE,
    LAST_SHIP,
    LOWEST_VALUE,
    MARIA_POINTS,
    MARTINEZ_PESOS,
    REGULAR,
    STATIONS,
    TRADING_OFFICE_POINTS,
    Building,
    Flower,
    Gift,
    Good,
    Regular,
)
from games.rules.santiago_de_cuba.view import Holdings, View

# Rough worths in points, found by letting the bot play against variants of itself.
PESO = 0.4
CLAIM = 2.0  # an owner's marker earns a point now and then
WOOD = 0.9
UNWANTED = 0.8  # a good that the ship does not want may sell to the next one
SURE = 0.8  # share of the value that a wanted good counts for: others deliver too
RESERVE = 4  # pesos to keep when buying points
CAFE_GOODS: Final[tuple[Good, ...]] = ("cigar", "rum")
OTHERS = 0.5  # how much the gains of others count against a move
PATIENCE = 12  # turns that a ship may take; most leave after nine
HASTE = 0.1  # points for bringing a late ship nearer to leaving, for each turn it is late


def play_greedily(view: View, decision: Decision, chance: random.Random) -> Move:
    """The move that looks best; of equals, one at random."""
    mind = Mind(view, decision.seat)
    scores = [mind.score(move) for move in decision.moves]
    best = max(scores)
    return chance.choice(
        [move for move, score in zip(decision.moves, scores, strict=True) if score == best]
    )


class Mind:
    """What things are worth to one seat, from what it sees."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.seat = seat
        mine = view.players[seat].holdings
        assert mine is not None, "a seat sees its own holdings"
        self.mine = mine
        self.others = [
            player.holdings
            for player in view.players
            if player.seat != seat and player.holdings is not None
        ]
        self.demand = {die.good: die.face for die in view.dice if die.place == "ship"}
        self.wanted = sum(self.demand.values())
        self.last = view.ship == LAST_SHIP
        self.haste = HASTE * max(view.turn - PATIENCE * view.ship, 0)

    def score(self, move: Move) -> float:
        """What the move is worth to this seat, in points."""
        match move:
            case m.LeaveOut(good):
                return -self.interest(good)
            case m.Drive():
                return self.drive(move)
            case m.GoRound(laps):
                return laps * (self.raised_value() - PESO * STATIONS)
            case m.TakeGood(good):
                return self.worth(good)
            case m.Give(gift):
                return -self.price(gift)
            case m.Claim(building):
                return CLAIM + 0.3 * self.promise(building)
            case m.Place(building):
                return self.promise(building) - self.rent(building)
            case m.Deliver(good, amount):
                return amount * self.view.value + 0.01 * self.rivals(good)
            case m.DeliverWood(good, amount):
                return amount + 0.01 * self.rivals(good) - 0.5 * bool(self.mine.goods[good])
        return self.use(move)

    def price(self, gift: Gift) -> float:
        """What giving this away costs."""
        if gift == "peso":
            return PESO
        return 1.0 if gift == "point" else self.worth(gift, more=0)

    def worth(self, good: Good, more: int = 1) -> float:
        """What the next piece of a good is worth; with `more=0` the last one held."""
        if good == "wood":
            return WOOD
        if self.mine.goods[good] + more <= self.demand.get(good, 0):
            return max(SURE * self.view.value, UNWANTED)
        return 1 / 3 if self.last else UNWANTED

    def rivals(self, good: Regular) -> int:
        """How many pieces of a good the others are seen to hold."""
        return sum(other.goods[good] for other in self.others)

    def interest(self, good: Regular) -> float:
        """What a freshly rolled die would be worth on the ship."""
        face = next(die.face for die in self.view.dice if die.good == good)
        theirs = max((min(face, other.goods[good]) for other in self.others), default=0)
        return min(face, self.mine.goods[good]) - OTHERS * theirs - 0.1 * face

    def drive(self, move: m.Drive) -> float:
        """What awaits at the stop, less the fare, and what driving through the harbour does."""
        score = self.stop(move) - PESO * move.pesos
        if self.view.car + move.steps > STATIONS:
            score += self.raised_value()
        return score

    def stop(self, move: m.Drive) -> float:
        """What the harbour or a Cuban brings, with the best building he leads to."""
        station = self.view.road[move.station]
        if move.station == HARBOUR:
            return self.haste + self.delivery(self.mine) - OTHERS * self.best_other_delivery()
        if not station.face_up:
            return 0.0
        stop = station.stop
        mine = self.view.players[self.seat]
        if stop == "el_zorro":
            return (len(self.view.players) - 1) * PESO + (
                self.promise(mine.pawn) if mine.pawn else 0.0
            )
        if stop == "alonso":
            gain = CLAIM if mine.markers_left else self.best_of_own()
        elif stop == "pablo":
            gain = max(self.worth(good) for good in REGULAR)
        elif stop == "maria":
            gain = MARIA_POINTS
        elif stop == "martinez":
            gain = MARTINEZ_PESOS * PESO
        else:
            good = GOOD_OF[stop]
            pieces = min(GOODS_PER_VISIT, self.view.stock[good])
            gain = sum(self.worth(good, more) for more in range(1, pieces + 1))
        return gain + self.best_place(station.flower)

    def delivery(self, holdings: Holdings) -> float:
        """What somebody could deliver now, were nobody else to deliver."""
        left = {good: max(face - holdings.goods[good], 0) for good, face in self.demand.items()}
        regular = sum(self.demand.values()) - sum(left.values())
        wood = min(holdings.goods["wood"], max(left.values(), default=0))
        return regular * (self.view.value - 0.5) + wood * (1 - WOOD)

    def best_other_delivery(self) -> float:
        """What the richest of the others could deliver, as far as it can be seen."""
        return max((self.delivery(other) for other in self.others), default=0.0)

    def raised_value(self) -> float:
        """What one flag more is worth: it helps whoever has much to deliver, until the ship leaves.

        Bots that undo each other's flags would keep a ship in the harbour for ever, so a flag is
        worth more the longer the game lasts.
        """
        if self.view.value == HIGHEST_VALUE:
            return self.haste + OTHERS * self.best_other_delivery() - self.delivery(self.mine)
        goods = [
            sum(min(face, held.goods[good]) for good, face in self.demand.items())
            for held in (self.mine, *self.others)
        ]
        return self.haste + 0.5 * goods[0] - 0.5 * OTHERS * max(goods[1:], default=0)

    def best_place(self, flower: Flower | None) -> float:
        """The best building under a flower to which the pawn may go."""
        return max(
            (
                self.promise(it.building) - self.rent(it.building)
                for quarter in self.view.quarters
                if quarter.flower == flower
                for it in quarter.buildings
                if it.pawn is None
            ),
            default=0.0,
        )

    def best_of_own(self) -> float:
        """The best of this seat's own buildings."""
        return max(
            (
                self.promise(it.building)
                for quarter in self.view.quarters
                for it in quarter.buildings
                if it.owner == self.seat
            ),
            default=0.0,
        )

    def rent(self, building: Building) -> float:
        """What it costs if somebody else owns the building."""
        owners = {it.building: it.owner for q in self.view.quarters for it in q.buildings}
        return OTHERS if owners[building] not in (None, self.seat) else 0.0

    def promise(self, building: Building) -> float:
        """What using a building would probably bring now."""
        return PROMISES[building](self)

    def bank(self) -> float:
        """Two pesos."""
        return BANK_PESOS * PESO

    def church(self) -> float:
        """A point."""
        return 1.0

    def distillery(self) -> float:
        """Rum for all one's sugar."""
        amount = min(self.mine.goods["sugar"], self.view.stock["rum"])
        return self.gain_of_processing("sugar", "rum", amount)

    def cigar_factory(self) -> float:
        """Cigars for all one's tobacco."""
        amount = min(self.mine.goods["tobacco"], self.view.stock["cigar"])
        return self.gain_of_processing("tobacco", "cigar", amount)

    def sawmill(self) -> float:
        """A point and a peso for a wood."""
        return 1 + PESO - WOOD if self.mine.goods["wood"] else 0.0

    def cafe(self) -> float:
        """Points for goods that the ship does not pay more for."""
        return sum(max(self.for_guests(good), 0.0) for good in CAFE_GOODS if self.mine.goods[good])

    def casino(self) -> float:
        """Points for the pesos that can be spared."""
        return max(self.spare_pesos() // CASINO_PESOS, 0) * 0.4

    def harbour_office(self) -> float:
        """The value up or down, whichever is better."""
        up = self.raised_value()
        return up if self.view.value == LOWEST_VALUE else abs(up)

    def trading_office(self) -> float:
        """Two points for a good."""
        goods = self.mine.goods
        wanted = [good for good, face in self.demand.items() if face and goods[good]]
        return max((self.sold(good) for good in wanted), default=0.0)

    def customs(self) -> float:
        """The best die to clear, of a good that others hold most of."""
        return max((self.cleared(good) for good in self.demand), default=0.0)

    def newspaper(self) -> float:
        """A peso."""
        return PESO

    def for_guests(self, good: Good) -> float:
        """What the café pays more than the good is worth."""
        return CAFE_POINTS - self.worth(good, more=0)

    def sold(self, good: Good) -> float:
        """What the trading office pays more than the good is worth."""
        hurry = self.haste / self.wanted
        return TRADING_OFFICE_POINTS - self.worth(good, more=0) + hurry

    def spare_pesos(self) -> int:
        """Pesos that are not needed for driving."""
        return self.mine.pesos - (0 if self.last else RESERVE)

    def swapped(self, give: Good, take: Good) -> float:
        """What having one good in place of another brings."""
        return self.worth(take) - self.worth(give, more=0)

    def black_market(self) -> float:
        """The best swap there is."""
        return max(
            (
                self.swapped(give, take)
                for give in REGULAR
                if self.mine.goods[give]
                for take in REGULAR
                if take != give and self.view.stock[take]
            ),
            default=0.0,
        )

    def gain_of_processing(self, source: Regular, product: Regular, amount: int) -> float:
        """What turning this many pieces of one good into another brings."""
        gained = sum(self.worth(product, more) for more in range(1, amount + 1))
        return gained - sum(self.worth(source, -more) for more in range(amount))

    def cleared(self, good: Regular) -> float:
        """What it is worth that nobody can deliver this good any more."""
        face = self.demand[good]
        theirs = max((min(face, other.goods[good]) for other in self.others), default=0)
        hurry = self.haste * face / self.wanted if face else 0.0
        return self.view.value * (OTHERS * theirs - min(face, self.mine.goods[good])) + hurry

    def use(self, move: Move) -> float:
        """What one way of using a building brings; nothing for leaving it."""
        match move:
            case m.Collect(building):
                return self.promise(building) + 0.01
            case m.Process("distillery", amount):
                return self.gain_of_processing("sugar", "rum", amount)
            case m.Process("cigar_factory", amount):
                return self.gain_of_processing("tobacco", "cigar", amount)
            case m.Swap(give, take):
                return self.swapped(give, take)
            case m.Treat():
                return sum(self.for_guests(good) for good in CAFE_GOODS if getattr(move, good))
        return self.use_office(move)

    def use_office(self, move: Move) -> float:
        """The same for the casino and the offices."""
        match move:
            case m.BuyPoints(count):
                return count if CASINO_PESOS * count <= self.spare_pesos() else -1.0
            case m.SellPoints():
                return -1.0
            case m.ShiftValue(direction):
                return self.raised_value() if direction == "up" else -self.raised_value()
            case m.Clear(good):
                return self.cleared(good)
            case m.Sell(good):
                return self.sold(good)
            case m.Silence():
                return PESO
        return 0.0


PROMISES: Final[Mapping[Building, Callable[[Mind], float]]] = {
    building: getattr(Mind, building) for building in BUILDINGS
}
