"""Computer players of Port Royal. They know what everybody at the table can see."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from games.rules.core.interface import Decision, Move
from games.rules.port_royal.components import (
    BASE_COPIES,
    CONTRACTS,
    COPIES,
    FIFTH_PLAYERS_EXPEDITION,
    FULL_HARBOUR,
    LAST_ROUND_AT,
    TAKES,
    TAXED_FROM,
    VICE_HARBOUR,
)
from games.rules.port_royal.moves import Forgo, Fulfil, Gift, Hire, Pass, Reveal, Stop, Trade
from games.rules.port_royal.view import FACES, CardView, PlayerView, View

POINT = 3.0  # coins that one influence is worth early in the game
ABILITY = {  # coins that a person brings over a whole game
    "settler": 3.0,
    "captain": 3.0,
    "priest": 3.0,
    "jack": 3.5,
    "sailor": 2.0,
    "pirate": 3.5,
    "mademoiselle": 4.0,
    "jester": 2.0,
    "trader": 2.0,
    "admiral": 3.0,
    "governor": 6.0,
    "clerk": 2.0,
    "gunner": 4.0,
    "vice": 2.0,
}
FEE_LIKELY = 0.7  # how often one of the others takes a card and pays for it
BY_FACE = {card.face: card for card in FACES}


class Plan(msgspec.Struct, frozen=True):
    """Cards to take, in this order, and what that is worth in coins."""

    worth: float
    cards: tuple[CardView, ...]


class Judge:
    """What things are worth to one seat, from what is publicly known."""

    def __init__(self, view: View, seat: int) -> None:
        self.view = view
        self.me: PlayerView = view.players[seat]
        self.fee = 0 if seat == view.active else 1
        self.roles = self.me.roles
        best = max(player.influence for player in view.players)
        self.rest = max(0.0, 1 - best / LAST_ROUND_AT)  # share of the game still to come, roughly
        self.point = 50.0 if view.last_round else POINT + 1 - self.rest

    def income(self, harbour: Sequence[CardView]) -> float:
        """3.7: what admirals, vice admirals and gunners bring on arrival."""
        size, roles = len(harbour), self.roles
        coins = 0
        if size >= FULL_HARBOUR:
            coins += 2 * roles.get("admiral", 0)
        elif size in VICE_HARBOUR:
            coins += roles.get("vice", 0)
        if "gunner" in roles:
            coins += roles["gunner"] * max(0, len([c for c in harbour if c.kind == "ship"]) - 1)
        return coins

    def ship(self, card: CardView) -> int:
        """The coins of a ship, with those of traders."""
        return card.coins + self.roles.get(f"trader_{card.colour}", 0)

    def price(self, card: CardView) -> int:
        """The coins that a person costs, without the fee."""
        return max(0, card.cost - self.roles.get("mademoiselle", 0))

    def person(self, card: CardView) -> float:
        """The influence and the ability of a person, in coins."""
        return card.influence * self.point + ABILITY[card.role or card.name] * self.rest

    def best_takes(self, harbour: Sequence[CardView], takes: int, coins: float) -> Plan:
        """3.5: the best ships first, then the best persons that can be paid."""
        ships = sorted((c for c in harbour if c.kind == "ship"), key=self.ship, reverse=True)
        persons = [c for c in harbour if c.kind == "person"]
        persons.sort(key=lambda card: self.person(card) - self.price(card), reverse=True)
        best = Plan(0.0, ())
        for count in range(min(takes, len(ships)) + 1):
            gained = sum(self.ship(card) - self.fee for card in ships[:count])
            plan = self.hires(persons, takes - count, coins + gained)
            if plan.worth + gained > best.worth:
                best = Plan(plan.worth + gained, (*ships[:count], *plan.cards))
        return best

    def hires(self, persons: Sequence[CardView], takes: int, coins: float) -> Plan:
        """The best persons, in order of worth, that coins and takes allow."""
        worth, chosen = 0.0, list[CardView]()
        for card in persons:
            cost = self.price(card) + self.fee
            gain = self.person(card) - cost
            if len(chosen) < takes and cost <= coins and gain > 0:
                coins -= cost
                worth += gain
                chosen.append(card)
        return Plan(worth, tuple(chosen))

    def stopping(self, harbour: Sequence[CardView]) -> float:
        """What it is worth to stop with this harbour as the active player."""
        colours = len({card.colour for card in harbour if card.kind == "ship"})
        takes = TAKES[colours] + self.roles.get("governor", 0)
        income = self.income(harbour)
        plan = self.best_takes(harbour, takes, self.me.coins + income)
        left = len(harbour) - len(plan.cards)
        fees = min(left, len(self.view.players) - 1) * FEE_LIKELY
        return plan.worth + income + fees

    def going_on(self, harbour: Sequence[CardView]) -> float:
        """What it is worth to turn up one more card and then stop, on average."""
        here = self.stopping(harbour)
        unseen = unseen_cards(self.view)
        total = sum(unseen.values())
        if not total:
            return 0.0
        worth = sum(
            copies * self.after(harbour, BY_FACE[face], here) for face, copies in unseen.items()
        )
        return worth / total

    def after(self, harbour: Sequence[CardView], card: CardView, here: float) -> float:
        """What stopping is worth after this card is turned up; `here` is its worth without it."""
        if card.kind == "tax":
            return here - (self.me.coins // 2 if self.me.coins >= TAXED_FROM else 0)
        if card.kind == "expedition":
            return here
        repellable = card.kind == "ship" and not card.skull and self.me.swords >= card.swords
        if card.kind == "ship" and any(card.colour == other.colour for other in ships_in(harbour)):
            return here if repellable else float(self.roles.get("jester", 0))
        there = self.stopping([*harbour, card])
        return max(here, there) if repellable else there

    def outlook(self, harbour: Sequence[CardView]) -> float:
        """The better of stopping and going on."""
        return max(self.stopping(harbour), self.going_on(harbour))

    def forgoing(self, forgo: Forgo, seat: int) -> float:
        """What one step on the track of a contract is worth."""
        contract = next(c for c in self.view.contracts if c.name == forgo.contract)
        steps = CONTRACTS[forgo.contract].track + 1 - contract.steps[seat]
        return (contract.spaces[len(contract.done)] + self.point) / steps


def ships_in(harbour: Sequence[CardView]) -> Iterator[CardView]:
    """The ships among these cards."""
    return (card for card in harbour if card.kind == "ship")


def unseen_cards(view: View) -> Counter[str]:
    """Every face that is not on the table: it may be in the pile, or be a coin."""
    unseen = Counter(BASE_COPIES if view.expansion == "none" else COPIES)
    if len(view.players) < 5:
        del unseen[FACES[FIFTH_PLAYERS_EXPEDITION].face]
    unseen.subtract(view.discarded)
    seen = [*view.harbour, *view.expeditions, *([view.ship] if view.ship else [])]
    for player in view.players:
        seen += [*player.persons, *player.expeditions, *player.pack]
    unseen.subtract(card.face for card in seen)
    return +unseen


def stop_in_time(view: View, decision: Decision, chance: random.Random) -> Move:
    """Stops as soon as one more card is worth less than stopping now; takes the best."""
    judge = Judge(view, decision.seat)
    for move in decision.moves:
        if isinstance(move, Fulfil):
            return move
    match decision.key:
        case "discover_first" | "repel_or_bust":
            return decision.moves[0]  # turn up; repel
        case "discover":
            on = judge.going_on(view.harbour) > judge.stopping(view.harbour)
            return Reveal() if on else Stop()
        case "repel":
            assert view.ship is not None
            let_in = judge.outlook([*view.harbour, view.ship])
            return decision.moves[1 if let_in >= judge.outlook(view.harbour) else 0]
        case "gift":
            return min(decision.moves, key=lambda move: standing(view, move))
        case "crew":
            return decision.moves[0]  # with fewest jacks
    return best_take(judge, decision)


def standing(view: View, move: Move) -> tuple[int, int]:
    """How well the receiver of a gift is doing."""
    assert isinstance(move, Gift)
    player = view.players[move.seat]
    return player.influence, player.coins


def best_take(judge: Judge, decision: Decision) -> Move:
    """The first card of the best plan, forgoing its coins if a contract is worth more."""
    plan = judge.best_takes(judge.view.harbour, judge.view.takes, judge.me.coins)
    for move in decision.moves:
        if isinstance(move, Forgo) and judge.forgoing(move, decision.seat) > judge.ship(
            FACES[move.card]
        ):
            return move
    if not plan.cards:
        return Pass()
    first = plan.cards[0].id
    return next(
        move
        for move in decision.moves
        if isinstance(move, (Trade, Hire)) and f"card:{move.card}" == first
    )
