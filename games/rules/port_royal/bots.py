"""Computer players of Port Royal. They know what everybody at the table can see."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias

import msgspec

from games.rules.core.interface import Decision, Move
from games.rules.core.levels import LEVELS, Level
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
SEARCHING = {
    **LEVELS,
    "expert": Level(500, 10, 0.1),
    "master": Level(8_000, 10, 0.1, crowded=Level(horizon=25, rank=0.1, widening=0.5)),
}
"""Levels that look to the end of the turn: chance hides what an answer is worth beyond it.

With more players one's next turn is farther, and a master looks there.
"""
BY_FACE = {card.face: card for card in FACES}


class Plan(msgspec.Struct, frozen=True):
    """Cards to take, in this order, and what that is worth in coins."""

    worth: float
    cards: tuple[CardView, ...]


Gain: TypeAlias = tuple[float, int]
"""What a person gains and costs, in coins."""


class Weighed(NamedTuple):
    """A harbour as one seat sees it: what ships and persons would gain, the best first."""

    size: int
    colours: frozenset[str]
    trades: list[int]
    hires: list[Gain]


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
        self._hires = dict[str, Gain]()

    def income(self, size: int, ships: int) -> float:
        """3.7: what admirals, vice admirals and gunners bring on arrival, from so many cards."""
        roles = self.roles
        coins = 0
        if size >= FULL_HARBOUR:
            coins += 2 * roles.get("admiral", 0)
        elif size in VICE_HARBOUR:
            coins += roles.get("vice", 0)
        if "gunner" in roles:
            coins += roles["gunner"] * max(0, ships - 1)
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

    def hire(self, card: CardView) -> Gain:
        """What hiring a person gains and costs, in coins."""
        known = self._hires.get(card.face)
        if known is None:
            cost = self.price(card) + self.fee
            known = self._hires[card.face] = self.person(card) - cost, cost
        return known

    def best_takes(self, harbour: Sequence[CardView], takes: int, coins: float) -> Plan:
        """3.5: the best ships first, then the best persons that can be paid."""
        ships = sorted(ships_in(harbour), key=self.ship, reverse=True)
        persons = [(self.hire(card), card) for card in harbour if card.kind == "person"]
        persons = [one for one in persons if one[0][0] > 0]
        persons.sort(key=lambda one: one[0][0], reverse=True)
        trades = [self.ship(card) - self.fee for card in ships]
        worth, traded, hired = best_of(trades, [hire for hire, _ in persons], takes, coins)
        return Plan(worth, (*ships[:traded], *(persons[index][1] for index in hired)))

    def weigh(self, harbour: Sequence[CardView]) -> Weighed:
        """All that matters of a harbour to whoever stops with it."""
        hires = [self.hire(card) for card in harbour if card.kind == "person"]
        return Weighed(
            len(harbour),
            frozenset(card.colour for card in ships_in(harbour)),
            sorted((self.ship(card) - self.fee for card in ships_in(harbour)), reverse=True),
            sorted((hire for hire in hires if hire[0] > 0), key=itemgetter(0), reverse=True),
        )

    def stopping(self, weighed: Weighed) -> float:
        """What it is worth to stop with this harbour as the active player."""
        takes = TAKES[len(weighed.colours)] + self.roles.get("governor", 0)
        income = self.income(weighed.size, len(weighed.trades))
        worth, traded, hired = best_of(weighed.trades, weighed.hires, takes, self.me.coins + income)
        left = weighed.size - traded - len(hired)
        fees = min(left, len(self.view.players) - 1) * FEE_LIKELY
        return worth + income + fees

    def going_on(self, weighed: Weighed) -> float:
        """What it is worth to turn up one more card and then stop, on average."""
        here = self.stopping(weighed)
        unseen = unseen_cards(self.view)
        total = sum(unseen.values())
        if not total:
            return 0.0
        alike: dict[object, float] = {}
        worth = 0.0
        for face, copies in unseen.items():
            card = BY_FACE[face]
            likeness = self.likeness(card, weighed)
            there = alike.get(likeness)
            if there is None:
                there = alike[likeness] = self.after(weighed, card, here)
            worth += copies * there
        return worth / total

    def likeness(self, card: CardView, weighed: Weighed) -> object:
        """All that matters of a card that is turned up."""
        match card.kind:
            case "ship":
                return card.colour in weighed.colours, self.ship(card), self.repels(card)
            case "person":
                hire = self.hire(card)
                return hire if hire[0] > 0 else None
        return card.kind

    def repels(self, card: CardView) -> bool:
        """Whether a ship that is turned up may be repelled."""
        return not card.skull and self.me.swords >= card.swords

    def after(self, weighed: Weighed, card: CardView, here: float) -> float:
        """What stopping is worth after this card is turned up; `here` is its worth without it."""
        match card.kind:
            case "tax":
                return here - (self.me.coins // 2 if self.me.coins >= TAXED_FROM else 0)
            case "expedition":
                return here
            case "ship":
                if card.colour in weighed.colours:
                    return here if self.repels(card) else float(self.roles.get("jester", 0))
                there = self.stopping(self.add(weighed, card))
                return max(here, there) if self.repels(card) else there
        return self.stopping(self.add(weighed, card))

    def add(self, weighed: Weighed, card: CardView) -> Weighed:
        """A harbour with one card more: a ship or a person."""
        size, colours, trades, hires = weighed
        if card.kind == "ship":
            trades = [*trades, self.ship(card) - self.fee]
            trades.sort(reverse=True)
            return Weighed(size + 1, colours | {card.colour}, trades, hires)
        hire = self.hire(card)
        if hire[0] > 0:
            better = [other for other in hires if other[0] >= hire[0]]
            hires = [*better, hire, *hires[len(better) :]]
        return Weighed(size + 1, colours, trades, hires)

    def outlook(self, harbour: Sequence[CardView]) -> float:
        """The better of stopping and going on."""
        weighed = self.weigh(harbour)
        return max(self.stopping(weighed), self.going_on(weighed))

    def forgoing(self, forgo: Forgo, seat: int) -> float:
        """What one step on the track of a contract is worth."""
        contract = next(c for c in self.view.contracts if c.name == forgo.contract)
        steps = CONTRACTS[forgo.contract].track + 1 - contract.steps[seat]
        return (contract.spaces[len(contract.done)] + self.point) / steps


def best_of(
    trades: Sequence[int], hires: Sequence[Gain], takes: int, coins: float
) -> tuple[float, int, list[int]]:
    """3.5: the worth of the best trades and hires, how many ships that is, and which persons.

    Both are sorted, the best first. Ships come first, as their coins pay the persons.
    """
    best: tuple[float, int, list[int]] = 0.0, 0, []
    gained = 0
    for traded in range(min(takes, len(trades)) + 1):
        if traded:
            gained += trades[traded - 1]
        purse, left, worth, hired = coins + gained, takes - traded, 0.0, list[int]()
        for index, (gain, cost) in enumerate(hires if left else ()):
            if cost <= purse:
                purse -= cost
                worth += gain
                hired.append(index)
                if len(hired) == left:
                    break
        if worth + gained > best[0]:
            best = worth + gained, traded, hired
    return best


def ships_in(harbour: Sequence[CardView]) -> Iterator[CardView]:
    """The ships among these cards."""
    return (card for card in harbour if card.kind == "ship")


def unseen_cards(view: View) -> dict[str, int]:
    """Every face that is not on the table: it may be in the pile, or be a coin."""
    unseen = dict(BASE_COPIES if view.expansion == "none" else COPIES)
    if len(view.players) < 5:
        del unseen[FACES[FIFTH_PLAYERS_EXPEDITION].face]
    for face, copies in view.discarded.items():
        unseen[face] -= copies
    seen = [*view.harbour, *view.expeditions, *([view.ship] if view.ship else [])]
    for player in view.players:
        seen += [*player.persons, *player.expeditions, *player.pack]
    for card in seen:
        unseen[card.face] -= 1
    return {face: copies for face, copies in unseen.items() if copies > 0}


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
            weighed = judge.weigh(view.harbour)
            on = judge.going_on(weighed) > judge.stopping(weighed)
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
