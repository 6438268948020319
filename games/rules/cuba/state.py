"""What lies on a table of Cuba, and what is still to be done in the turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from games.rules.core.interface import Seat
from games.rules.cuba.components import (
    CHARACTERS,
    CROSS,
    KINDS,
    LAYOUTS,
    MARKERS,
    MERCHANDISE,
    START_PESOS,
    WAREHOUSE_FIELD,
)

Stock: TypeAlias = dict[str, int]  # pieces by kind

EDITION = 2
"""The edition of the rules that new tables play by; a table keeps the one it began with.

In edition 1 a single building (F-2) and a character without effect (A-1) were chosen by the same
move as any other. Its tables keep these moves, so that their logs can be replayed.
"""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses (SU-2)."""

    plantation_side: Literal["identical", "individual"] = "identical"
    hidden_fifth_card: bool = False
    pier3: Literal["always_leaves", "until_full"] = "always_leaves"
    drought_irrigation: Literal["allowed", "forbidden"] = "allowed"
    hidden_money: bool = False


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of a seat: answers given in advance (P1-2, E-2)."""

    confirm_bills: bool = False
    keep_first: Literal["ask", "tobacco", "sugar", "citrus"] = "ask"


class PlaceFigure(msgspec.Struct, tag=True):
    """Worker: the figure may move (W-1)."""


class Harvesting(msgspec.Struct, tag=True):
    """Worker: uses product fields, `free` more of them without water (W-4, W-5)."""

    free: int
    used: list[str] = []


class Trading(msgspec.Struct, tag=True):
    """Tradeswoman: a series of trades, or before it one of the free gains (TR-1 to TR-5)."""

    trades: int = 0  # so far


class Planning(msgspec.Struct, tag=True):
    """Architect: which building, or points (AR-1, AR-3)."""


class Siting(msgspec.Struct, tag=True):
    """Architect: on which field (AR-1)."""

    building: str


class Directing(msgspec.Struct, tag=True):
    """Foreman: uses buildings one after the other, or a single one `alone` (F-1, F-2)."""

    used: list[str] = []
    alone: bool = False


class HandingIn(msgspec.Struct, tag=True):
    """Foreman: how many units go into this building."""

    building: str


class Selling(msgspec.Struct, tag=True):
    """Foreman: units are sold in this building."""

    building: str
    sold: Stock = {}


class Storing(msgspec.Struct, tag=True):
    """Foreman: units move to the warehouse (G00)."""

    stored: Stock = {}


class Vetoing(msgspec.Struct, tag=True):
    """Foreman: the church forbids a bill (G22)."""


class Loading(msgspec.Struct, tag=True):
    """Mayor or trading house: loads one ship (M-2). Pier 0 is none yet."""

    instead: bool  # the mayor may take points instead
    pier: int = 0
    loaded: Stock = {}


class Exporting(msgspec.Struct, tag=True):
    """Export house: `good` waits for a space (G24). Pier 0 is none yet."""

    pier: int = 0
    good: str = ""
    loaded: Stock = {}


Task: TypeAlias = (
    PlaceFigure
    | Harvesting
    | Trading
    | Planning
    | Siting
    | Directing
    | HandingIn
    | Selling
    | Storing
    | Vetoing
    | Loading
    | Exporting
)


def copy_tasks(agenda: Sequence[Task]) -> list[Task]:
    """The same tasks, with lists and stocks of their own."""
    copied: list[Task] = []
    for task in agenda:
        parts = {name: getattr(task, name) for name in task.__struct_fields__}
        kept = {name: part.copy() for name, part in parts.items() if isinstance(part, list | dict)}
        copied.append(replace(task, **kept))
    return copied


class Ship(msgspec.Struct):
    """A ship at a pier: its card, and what lies on each of its five spaces ("" is free)."""

    card: int
    spaces: list[str] = msgspec.field(default_factory=lambda: [""] * 5)

    @property
    def full(self) -> bool:
        """Whether no space is free."""
        return "" not in self.spaces


class Player(msgspec.Struct):
    """What one seat owns. The last fields are answers, sealed until all have given theirs."""

    colour: str = ""
    pesos: int = START_PESOS
    sources: Stock = {}  # points by source, one of SOURCES
    figure: str = WAREHOUSE_FIELD
    courtyard: Stock = msgspec.field(default_factory=lambda: dict.fromkeys(KINDS, 0))
    warehouse: Stock = msgspec.field(default_factory=lambda: dict.fromkeys(MERCHANDISE, 0))
    buildings: dict[str, str] = {}  # by field
    played: list[str] = []  # this round's characters, in order
    fifth: str = ""  # the character set aside for parliament
    wish: str = ""  # the colour named
    materials: list[str] = []  # the building materials chosen to begin with
    products: list[str] = []  # the products chosen to begin with
    confirmed: bool = False
    bid: int | None = None
    dues: str = ""

    @property
    def points(self) -> int:
        """All points so far."""
        return sum(self.sources.values())

    @property
    def hand(self) -> list[str]:
        """The characters that can still be played this round."""
        return [c for c in CHARACTERS if c not in self.played and c != self.fifth]

    def owned(self, kind: str) -> int:
        """Pieces of this kind in courtyard and warehouse."""
        return self.courtyard[kind] + self.warehouse.get(kind, 0)


class State(msgspec.Struct):
    """The whole table, hidden things included."""

    options: Options
    players: list[Player]
    supply: Stock
    bank: int
    market: Stock
    tiles: list[str]  # buildings nobody has built yet
    ship_deck: list[int]  # hidden; the last card is the next one drawn
    law_decks: dict[str, list[str]]  # hidden; as the ships
    piers: list[Ship | None] = msgspec.field(default_factory=lambda: [None, None, None])
    sea: int = 0  # the ship card at sea
    departed: list[int] = []
    bills: dict[str, str] = {}  # law cards by group
    acts: dict[str, str] = {}  # "" is none
    discarded: list[str] = []
    markers: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(MARKERS, 0))
    vote_tile: Seat | None = None
    veto: str = ""  # the group whose bill is forbidden
    edition: int = EDITION
    round: int = 0
    phase: str = "prepare"
    start: Seat = 0
    current: Seat = 0  # whose turn it is, or who won the vote
    agenda: list[Task] = []  # the rest of the turn; the last task is next
    bidders: list[Seat] = []
    second_bid: bool = False
    votes: list[int] = []  # in parliament, by seat
    passed: list[str] = []  # groups picked so far

    def layout(self, player: Player) -> dict[str, str]:
        """What is printed on the fields of a player's plantation (SU-3)."""
        identical = self.options.plantation_side == "identical" or not player.colour
        return LAYOUTS["identical" if identical else player.colour]

    def in_force(self, act: str) -> bool:
        """Whether this act of group IV is in force."""
        return self.acts["other"] == act

    def from_start(self) -> list[Seat]:
        """All seats clockwise, the start player first."""
        seats = range(len(self.players))
        return [*seats[self.start :], *seats[: self.start]]


def cross(player: Player) -> tuple[str, ...]:
    """W-2: the fields in the figure's row and column, its own included."""
    return CROSS[player.figure]
