"""A computer player of Cuba: it weighs each answer by what it sees."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from games.rules.core.interface import Decision, Move, Seat
from games.rules.core.levels import LEVELS, Level
from games.rules.cuba import moves as m
from games.rules.cuba.components import (
    BUILDING_POINTS,
    CROSS,
    FIELDS,
    GOODS,
    MATERIALS,
    MERCHANDISE,
    PRODUCTS,
    ROUNDS,
    VOTES,
)
from games.rules.cuba.law_cards import LAW, Duty, Restriction, Subsidy, Tax
from games.rules.cuba.tiles import (
    BUILDINGS,
    EFFECTS,
    ColdStore,
    Crane,
    Customs,
    Effect,
    Exchange,
    GainMaterial,
    GainPesos,
    GainPoints,
    HandInForPoints,
    LoadAnything,
    LoadShip,
    PlaceVeto,
    SellAtPrice,
    Store,
    TakeVoteTile,
)
from games.rules.cuba.view import PlayerView, ShipView, View

# Rough worths in points, found by letting the bot play against variants of itself.
PESO = 0.35
WORTH = {
    "wood": 0.8,
    "stone": 0.8,
    "water": 0.5,
    **dict.fromkeys(PRODUCTS, 1.0),
    **dict.fromkeys(GOODS, 2.2),
}
VOTE = 0.35  # for each vote of the character kept for parliament
USES = 0.7  # how often a building is used in a round
LAW_SHIFT = 1.5  # points that the winner of the vote may hope for
SEARCHING = {**LEVELS, "master": Level(3_200, horizon=75)}
"""A master looks further than a round, at whose end most points are made."""


def play_greedily(view: View, decision: Decision, chance: random.Random) -> Move:
    """The answer that looks best; of equals, one at random."""
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
        self.me = view.players[seat]
        self.pesos = self.me.pesos or 0
        self.owned = {
            kind: self.me.courtyard.get(kind, 0) + self.me.warehouse.get(kind, 0)
            for kind in (*MATERIALS, *MERCHANDISE)
        }
        self.printed = {field.field: field.kind for field in self.me.fields}
        self.built = {field.field: field.building for field in self.me.fields if field.building}
        self.rounds_left = ROUNDS - view.round
        self.others = [player for other, player in enumerate(view.players) if other != seat]

    def score(self, move: Move) -> float:
        """What the answer is worth to this seat, in points."""
        weigh = WEIGH.get(type(move))
        return weigh(self, move) if weigh else 0.0

    # The characters

    def card(self, move: m.PlayCard) -> float:
        """What playing this character now brings, less its votes in parliament."""
        worths: dict[str, Callable[[], float]] = {
            "worker": lambda: max(self.figure(field) for field in FIELDS),
            "tradeswoman": self.trading,
            "architect": self.building,
            "foreman": self.directing,
            "mayor": self.loading,
        }
        return worths[move.character]() - VOTE * VOTES[move.character]

    def keep_for_parliament(self, move: m.SetAside) -> float:
        """While nothing is built spare the foreman, later the tradeswoman."""
        spared = "foreman" if not self.built else "tradeswoman"
        return float(move.character == spared)

    def figure(self, field: str) -> float:
        """What the worker brings with the figure there, and the foreman after it."""
        cross = [other for other in CROSS[field] if other not in self.built]
        kinds = [self.printed[other] for other in cross]
        materials = sum(WORTH[kind] for kind in kinds if kind in MATERIALS)
        products = sum(kind in PRODUCTS for kind in kinds)
        buildings = sum(
            self.use_worth(EFFECTS[self.built[other]])
            for other in CROSS[field]
            if other in self.built
        )
        return materials + min(products, 2) + 0.4 * buildings

    def trading(self) -> float:
        """The free gains, or what selling is worth."""
        free = [0.0]
        if not self.view.markers["material"]:
            free.append(WORTH["wood"])
        if not self.view.markers["cheapest"]:
            free.append(WORTH["sugar"])
        sales = [
            PESO * track.selling - self.kept_worth(track.good)
            for track in self.view.market
            if self.owned[track.good]
        ]
        return max(*free, *sales) if sales else max(free)

    def building(self) -> float:
        """The best building that can be paid, or the points."""
        affordable = [
            self.tile_worth(tile.building)
            for tile in self.view.tiles
            if all(self.owned[kind] >= count for kind, count in tile.cost.items())
        ]
        return max([*affordable, (2.0, 1.0, 0.0)[self.view.markers["architect"]]])

    def directing(self) -> float:
        """What the buildings in the cross bring, or the best single one."""
        uses = {field: self.use_worth(EFFECTS[building]) for field, building in self.built.items()}
        uses["A1"] = self.use_worth(EFFECTS["warehouse"])
        cross = sum(worth for field, worth in uses.items() if field in CROSS[self.me.figure.field])
        return max(cross, *uses.values())

    def loading(self) -> float:
        """The best ship, or the points for not loading."""
        points = (4.0, 2.0, 0.0)[self.view.markers["mayor"]]
        return max([points, *(self.ship_worth(ship) for ship in self.view.ships if ship.pier)])

    # Buildings and goods

    def tile_worth(self, building: str) -> float:
        """Points at the end and from its uses until then, less what it costs."""
        tile = BUILDINGS[building]
        uses = USES * self.rounds_left * self.expected_use(tile.effect)
        cost = sum(WORTH[kind] * count for kind, count in tile.cost.items())
        return BUILDING_POINTS + uses - 0.6 * cost

    def expected_use(self, effect: Effect) -> float:
        """What one use brings on average, whatever lies in the courtyard just now."""
        match effect:
            case Exchange():
                doubled = any(EFFECTS[building] == effect for building in self.built.values())
                return 0.4 if doubled else 2.2
            case HandInForPoints():
                return {"rum": 1.6, "cigars": 1.6, "stone": 2.0, "water": 1.2}[effect.give]
            case SellAtPrice():
                return 1.8
            case LoadShip():
                return 3.0
            case LoadAnything():
                return 3.5
            case Customs():
                return 1.4
            case TakeVoteTile():
                return 1.2
            case ColdStore():
                return 1.5
            case Crane():
                return 0.8
        return self.use_worth(effect)

    def use_worth(self, effect: Effect) -> float:
        """What using it now brings."""
        match effect:
            case Exchange():
                units = min(self.owned[effect.give], self.view.supply[effect.get])
                return units * (WORTH[effect.get] - self.kept_worth(effect.give))
            case HandInForPoints():
                units = min(self.owned[effect.give], effect.most)
                return units * (effect.points - 0.5 * WORTH[effect.give])
            case SellAtPrice():
                units = sum(self.owned[kind] for kind in effect.kinds)
                return min(units, effect.most) * PESO * effect.price * 0.6
            case LoadShip() | LoadAnything():
                return max(self.ship_worth(ship) for ship in self.view.ships if ship.pier)
            case Store():
                return 0.6 * sum(self.me.courtyard.get(kind, 0) for kind in PRODUCTS)
        return self.present_worth(effect)

    def present_worth(self, effect: Effect) -> float:
        """What a building that asks for nothing brings."""
        match effect:
            case GainPoints() | PlaceVeto():
                return effect.points
            case GainPesos():
                return PESO * effect.pesos
            case GainMaterial():
                return WORTH[effect.get] * effect.count
            case Customs():
                aboard = sum(len(list(filter(None, s.spaces))) for s in self.view.ships)
                return PESO * min(aboard, effect.most)
            case TakeVoteTile():
                return LAW_SHIFT
        return 0.0

    def kept_worth(self, kind: str) -> float:
        """What a unit is worth if it is neither sold nor loaded: courtyards spoil."""
        if kind in PRODUCTS and not self.me.warehouse.get(kind):
            return 0.6
        return WORTH[kind] if self.rounds_left else 0.3

    def ship_worth(self, ship: ShipView) -> float:
        """The points for all that this seat could load there."""
        left = dict(self.owned)
        units = 0
        for printed, loaded in zip(ship.printed, ship.spaces, strict=True):
            if not loaded and left[printed]:
                left[printed] -= 1
                units += 1
        return units * (ship.pier - 0.2)

    # Single answers

    def site(self, move: m.PlaceBuilding) -> float:
        """Close to the other buildings, and not on the last field of a kind."""
        near = sum(field in self.built for field in CROSS[move.field])
        same = [f for f, kind in self.printed.items() if kind == self.printed[move.field]]
        return near + 0.5 * len([f for f in same if f not in self.built])

    def use(self, move: m.Use) -> float:
        """Buildings that make goods come first; one outside the cross ends the turn."""
        effect = EFFECTS[move.building]
        worth = self.use_worth(effect)
        field = next((f for f, b in self.built.items() if b == move.building), "A1")
        if worth <= 0:
            return -1.0
        if field in CROSS[self.me.figure.field]:
            return 50.0 + worth if isinstance(effect, Exchange) else 10.0 + worth
        return 20.0 if worth > self.cross_worth() else worth

    def cross_worth(self) -> float:
        """What the buildings in the figure's cross bring together."""
        return sum(
            self.use_worth(EFFECTS[building])
            for field, building in self.built.items()
            if field in CROSS[self.me.figure.field]
        )

    def load(self, move: m.Load) -> float:
        """The ship with most points, and everything on it."""
        ship = next(ship for ship in self.view.ships if ship.pier == move.pier)
        return self.ship_worth(ship) + 0.1 * self.me.courtyard.get(move.good, 0)

    def sale(self, move: m.Sell | m.SellToSupply) -> float:
        """The price, less what the unit is worth if kept."""
        return PESO * move.price - self.kept_worth(move.good)

    def price(self, move: m.SellHere) -> float:
        """The building's price, less what the unit is worth elsewhere."""
        return PESO * move.price - 0.6 * WORTH[move.good]

    def free_gain(self, move: m.TakeMaterial | m.TakeCheapest) -> float:
        """A free gain; of building materials the scarcest."""
        return WORTH[move.good] - 0.1 * self.owned[move.good]

    def bid(self, move: m.Bid) -> float:
        """As many votes as the gap to the best other seems to need, if that is not dear."""
        if not self.view.votes:
            return -move.pesos
        mine = self.view.votes[self.view.players.index(self.me)]
        best = max(
            votes
            for seat, votes in enumerate(self.view.votes)
            if self.view.players[seat] is not self.me
        )
        votes = mine + move.pesos
        wins = 1.0 if votes > best + 1 else 0.6 if votes > best else 0.3 if votes == best else 0.0
        return LAW_SHIFT * wins - PESO * move.pesos

    def law(self, move: m.PassLaw) -> float:
        """What the bill would give this seat more than the others."""
        return self.law_worth(move.law)

    def veto(self, move: m.ForbidBill) -> float:
        """Forbid the bill that would suit the others best."""
        return -self.law_worth(move.law)

    def law_worth(self, card: str) -> float:
        """The gain of this seat less the average gain of the others."""
        law = LAW[card]
        if isinstance(law, Restriction):
            return -0.2
        others = [self.gain(player, law) for player in self.others]
        return self.gain(self.me, law) - sum(others) / len(others)

    def gain(self, player: PlayerView, law: Any) -> float:
        """What a law would give a player, judged by what lies open."""
        match law:
            case Tax():
                pesos = 6 if player.pesos is None else player.pesos
                return 2 - PESO * law.pesos if pesos >= law.pesos else 0.0
            case Duty():
                able = all(owned(player, k) >= n for k, n in law.kinds.items())
                return 1.5 if able else 0.0
            case Subsidy():
                return min(counted(player, law.counts) // law.per, law.most)
        return 0.0

    def dues(self, move: m.PayDues) -> float:
        """Two points each and one for both, less what is paid; products would spoil anyway."""
        tax = 2 - PESO * self.view.tax * 0.8
        duty = 2 - sum(0.5 * n * self.kept_worth(k) for k, n in self.view.duty.items())
        return {"none": 0.0, "tax": tax, "duty": duty, "both": tax + duty + 1}[move.dues]


def owned(player: PlayerView, kind: str) -> int:
    """Pieces of a kind that a player has."""
    return player.courtyard.get(kind, 0) + player.warehouse.get(kind, 0)


def counted(player: PlayerView, what: str) -> int:
    """What a subsidy counts, as far as it lies open."""
    unbuilt = [field.kind for field in player.fields if not field.building]
    match what:
        case "buildings":
            return sum(bool(field.building) for field in player.fields)
        case "material_fields":
            return sum(kind in MATERIALS for kind in unbuilt)
        case "product_fields":
            return sum(kind in PRODUCTS for kind in unbuilt)
        case "water":
            return owned(player, "water")
        case "votes":
            return VOTES.get(player.fifth, 0)
    return 6 if player.pesos is None else player.pesos


Weigh: TypeAlias = Callable[[Mind, Any], float]

WEIGH: dict[type[Move], Weigh] = {
    m.ChooseMaterials: lambda _mind, move: float({move.first, move.second} == {"wood", "stone"}),
    m.ChooseProducts: lambda _mind, move: float("sugar" in (move.first, move.second)),
    m.SetAside: Mind.keep_for_parliament,
    m.PlayCard: Mind.card,
    m.PlayIdly: Mind.card,
    m.MoveFigure: lambda mind, move: mind.figure(move.field),
    m.KeepFigure: lambda mind, move: mind.figure(move.field),
    m.Harvest: lambda _mind, _move: 1.0,
    m.Irrigate: lambda _mind, _move: WORTH["sugar"] - WORTH["water"],
    m.Buy: lambda _mind, _move: -1.0,
    m.BuyFromSupply: lambda _mind, _move: -1.0,
    m.Sell: Mind.sale,
    m.SellToSupply: Mind.sale,
    m.TakeMaterial: Mind.free_gain,
    m.TakeCheapest: Mind.free_gain,
    m.Build: lambda mind, move: mind.tile_worth(move.building),
    m.PlaceBuilding: Mind.site,
    m.TakePoints: lambda _mind, move: float(move.points),
    m.Use: Mind.use,
    m.UseAlone: Mind.use,
    m.HandIn: lambda _mind, move: float(move.count),
    m.SellHere: Mind.price,
    m.StoreAll: lambda _mind, _move: 2.0,
    m.StoreUnit: lambda _mind, _move: 1.0,
    m.ForbidBill: Mind.veto,
    m.Load: Mind.load,
    m.Export: lambda mind, move: float(mind.me.courtyard.get(move.good, 0)),
    m.PlaceExport: lambda _mind, move: float(move.pier),
    m.Bid: Mind.bid,
    m.PassLaw: Mind.law,
    m.PayDues: Mind.dues,
}
