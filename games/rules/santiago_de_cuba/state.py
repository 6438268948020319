"""What lies on a table of Santiago de Cuba."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.rules.core.interface import Seat
from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    CUBANS,
    LOWEST_VALUE,
    MARKERS,
    START_PESOS,
    START_POINTS,
    Building,
    Cuban,
    Good,
    Regular,
    Source,
    Stop,
)

Phase: TypeAlias = Literal[
    "demand", "drive", "pablo", "alonso", "gift", "place", "use", "deliver", "over"
]
Via: TypeAlias = Literal["pawn", "zorro", "alonso", "all_occupied"]
Ending: TypeAlias = Literal["demand_met", "flag"]


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board given beforehand: stations 1 to 9, then the building spaces by flower.

    The flowers come in the order of `components.FLOWERS`, three buildings each.
    """

    road: tuple[Cuban, ...]
    buildings: tuple[Building, ...]

    def __post_init__(self) -> None:
        if sorted(self.road) != sorted(CUBANS):
            raise ValueError("a layout names each of the nine Cubans once")
        if sorted(self.buildings) != sorted(BUILDINGS):
            raise ValueError("a layout names each of the twelve buildings once")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses (section 5)."""

    info: Literal["public", "screens"] = "public"
    screens_log: Literal["strict", "open_transactions"] = "strict"
    auto_pass: Literal["standard", "on", "off"] = "standard"  # noqa: S105 - on with open holdings
    zorro_order: Literal["simultaneous", "clockwise"] = "simultaneous"
    owner_bonus: Literal["end_of_turn", "on_entry"] = "end_of_turn"
    max_steps: Literal["one_lap", "unlimited"] = "one_lap"
    zero_ship: Literal["forbid", "depart"] = "forbid"
    pablo_wood: bool = False
    start_player: Literal["random", "seat_1", "seat_2", "seat_3", "seat_4"] = "random"
    layout: Layout | None = None  # not in the lobby: for tests, tournaments and rematches

    @property
    def screens(self) -> bool:
        """Whether holdings are hidden."""
        return self.info == "screens"

    @property
    def hides_transactions(self) -> bool:
        """Whether gifts and the casino are told only to those concerned (4.3)."""
        return self.info == "screens" and self.screens_log == "strict"

    @property
    def passes_for_me(self) -> bool:
        """Whether a seat that can only pass or skip is spared the question."""
        if self.auto_pass == "standard":  # noqa: S105 - no password
            return self.info == "public"
        return self.auto_pass == "on"  # noqa: S105 - no password


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The standing orders of a seat (3.11): what it gives El Zorro, when it does not deliver."""

    zorro: Literal["ask", "peso", "point"] = "ask"
    deliveries: Literal["ask", "below_3", "below_4", "always"] = "ask"  # in others' turns


class Player(msgspec.Struct):
    """What one seat owns. Its markers lie in `State.owners`."""

    goods: dict[Good, int]
    pesos: int = START_PESOS
    points: int = START_POINTS
    pawn: Building | None = None
    sources: dict[Source, int] = msgspec.field(default_factory=lambda: {"start": START_POINTS})
    """The points by source; they add up to `points`."""

    def score(self, source: Source, points: int) -> None:
        """Gain points from somewhere, or lose them."""
        self.points += points
        self.sources[source] = self.sources.get(source, 0) + points


class State(msgspec.Struct):
    """The whole table. With screens the players' goods, pesos and points are the only secrets."""

    options: Options
    players: list[Player]
    road: list[Stop]  # by station; the harbour is station 0
    buildings: list[Building]  # by space; see `components.QUARTER`
    stock: dict[Good, int]
    start: Seat
    active: Seat  # whose turn it is; before the first turn, who sets the first demand
    turn: int = 0
    phase: Phase = "demand"
    car: int = 0
    laps: int = 0  # whole laps to go before the stop that is chosen next
    ship: int = 1
    value: int = LOWEST_VALUE
    rolled: dict[Regular, int] = {}  # the dice as last rolled
    demand: dict[Regular, int] = {}  # the four dice on the ship; empty until they are chosen
    face_down: list[Cuban] = []
    owners: dict[Building, Seat] = {}
    via: Via = "pawn"  # how the building to be used was reached
    entered: bool = False  # whether the pawn moved this turn
    givers: list[Seat] = []  # who still owes El Zorro something, clockwise
    deliverer: Seat = 0  # whose turn it is in the delivery round
    passed: list[Seat] = []  # out of this delivery round
    delivery_waits: bool = False  # for the demand of a ship that came during the drive (O-1)
    ending: Ending | None = None  # why the seventh ship left

    def markers_left(self, seat: Seat) -> int:
        """How many buildings the seat may still claim."""
        return MARKERS - sum(owner == seat for owner in self.owners.values())

    def pawn_on(self, building: Building) -> Seat | None:
        """Whose pawn stands on the building."""
        for seat, player in enumerate(self.players):
            if player.pawn == building:
                return seat
        return None
