"""What lies on a table of Port Royal."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.rules.core.interface import Seat
from games.rules.port_royal.components import (
    CARDS,
    CONTRACT_INFLUENCE,
    CREW,
    LATEST_EDITION,
    TAKES,
    Card,
)

Phase: TypeAlias = Literal["discover", "repel", "trade", "over"]
Fate: TypeAlias = Literal[
    "harbour", "ship", "taken", "repelled", "kept", "cleared", "lost", "row", "tax"
]
"""What became of a card that was turned up: it lies in the harbour; it is the ship to repel or let
in; it was taken, repelled, repelled and kept, cleared away at the end of the turn, or lost when two
ships of a colour met; it went to the row of expeditions; it was a tax increase."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses (5)."""

    expansion: Literal["none", "cards", "contracts"] = "none"
    edition: Literal[1, 2] = LATEST_EDITION


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of a seat (9.23): when it takes nothing in others' turns."""

    others: Literal["ask", "above_2", "above_4", "above_6", "always"] = "ask"


class Player(msgspec.Struct):
    """What one seat owns. Coins are cards face down, the oldest first; nobody may see them."""

    coins: list[int] = []
    persons: list[int] = []
    expeditions: list[int] = []
    cubes: int = 0  # free ones
    pack: list[int] = []  # ships repelled and kept for Pack of Pirates

    @property
    def swords(self) -> int:
        """Sailors one each, pirates two each."""
        return sum([CARDS[card].swords for card in self.persons])

    def count(self, role: str) -> int:
        """How many persons of this role, whatever their price or colour."""
        return len([1 for card in self.persons if CARDS[card].role == role])

    def has(self, name: str) -> bool:
        """Whether a person of this name, colour included, is in the display."""
        return any(CARDS[card].name == name for card in self.persons)

    def price(self, card: Card) -> int:
        """What hiring costs: one less for each mademoiselle, never below 0 (3.7)."""
        return max(0, card.cost - self.count("mademoiselle"))

    def crew(self) -> list[int]:
        """How many of each of CREW."""
        roles = [CARDS[card].role for card in self.persons]
        return [roles.count(role) for role in CREW]


class Contract(msgspec.Struct):
    """An open contract: who fulfilled it, in order, and how far each seat is on its track."""

    name: str
    done: list[Seat]
    steps: list[int]  # by seat; above 0 the seat has a cube here


class Turned(msgspec.Struct):
    """A card turned up in this turn; its index in the list is its number less one."""

    card: int
    fate: Fate
    by: Seat | None = None  # who took it


class Turn(msgspec.Struct):
    """One turn of an active player, for everybody to look back on."""

    number: int
    active: Seat
    cards: list[Turned] = []
    bust: bool = False


class GiveCoin(msgspec.Struct, tag=True, frozen=True):
    """Before a ship is traded: who gets the coin it gives away."""

    ship: int
    forgo: bool


class ChooseCrew(msgspec.Struct, tag=True, frozen=True):
    """Before an expedition is fulfilled: who goes."""

    expedition: int


class State(msgspec.Struct):
    """The whole table, hidden things included."""

    options: Options
    players: list[Player]
    start: Seat
    draw: list[int]  # hidden; the last card is the next one
    discard: list[int]  # open; the last card is on top
    row: list[int]  # expeditions that nobody has fulfilled
    turn: Turn
    harbour: list[int] = []
    phase: Phase = "discover"
    acting: Seat = 0  # whose part of trade & hire it is; the active seat before
    takes: int = 0  # cards that the acting seat may still take
    ship: int | None = None  # just turned up, to be repelled or not
    task: GiveCoin | ChooseCrew | None = None  # to be answered first
    contracts: list[Contract] = []
    last_round: bool = False
    reshuffles: int = 0  # in this turn
    extra_tax_used: bool = False  # since the latest reshuffle of this turn
    last_turn: Turn | None = None

    def colours(self) -> set[str]:
        """The colours of the ships in the harbour."""
        return {CARDS[card].colour for card in self.harbour if CARDS[card].kind == "ship"}

    def ships(self) -> int:
        """How many ships lie in the harbour."""
        return len([1 for card in self.harbour if CARDS[card].kind == "ship"])

    def takes_of(self, seat: Seat) -> int:
        """3.5: how many cards this seat may take from the harbour as it lies now."""
        base = TAKES[len(self.colours())] if seat == self.turn.active else 1
        return base + self.players[seat].count("governor")

    def fee(self) -> int:
        """What the acting seat pays the active one for each card."""
        return 0 if self.acting == self.turn.active else 1

    def influence(self, seat: Seat) -> int:
        """The points of persons, expeditions and contracts."""
        player = self.players[seat]
        points = sum([CARDS[card].influence for card in player.persons])
        points += sum([CARDS[card].influence for card in player.expeditions])
        if self.contracts:
            points += self.contract_influence(seat)
        return points

    def contract_influence(self, seat: Seat) -> int:
        """1.6: what the contracts of this seat are worth, in the edition that the table plays."""
        return sum(CONTRACT_INFLUENCE[self.options.edition][: self.fulfilled(seat)])

    def sources(self, seat: Seat) -> dict[str, int]:
        """Where the points come from."""
        player = self.players[seat]
        return {
            "persons": sum([CARDS[card].influence for card in player.persons]),
            "expeditions": sum([CARDS[card].influence for card in player.expeditions]),
            "contracts": self.contract_influence(seat) if self.contracts else 0,
        }

    def fulfilled(self, seat: Seat) -> int:
        """How many contracts this seat has fulfilled."""
        return len([1 for contract in self.contracts if seat in contract.done])

    def contract(self, name: str) -> Contract | None:
        """The contract of this name, if it lies open."""
        for contract in self.contracts:
            if contract.name == name:
                return contract
        return None

    def seats_from(self, first: Seat) -> list[Seat]:
        """Every seat once, clockwise."""
        players = len(self.players)
        return [seat % players for seat in range(first, first + players)]

    def number_of(self, card: int) -> int:
        """The number of a card of the harbour among the cards turned up in this turn."""
        for number, turned in enumerate(self.turn.cards, start=1):
            if turned.card == card and turned.fate == "harbour":
                return number
        raise AssertionError(f"card {card} is not in the harbour")

    def mark(self, card: int, fate: Fate, by: Seat | None = None) -> int:
        """Note what became of a card turned up in this turn; returns its number (7)."""
        for number, turned in enumerate(self.turn.cards, start=1):
            if turned.card == card and turned.fate in ("harbour", "ship"):
                turned.fate, turned.by = fate, by
                return number
        raise AssertionError(f"card {card} was not turned up")
