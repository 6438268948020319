"""Every answer a player can give (3.12). Equal moves are made once and shared."""

from __future__ import annotations

import functools
from typing import Final, Literal

from games.rules.core.interface import Move
from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    GOODS,
    PIECES,
    REGULAR,
    Building,
    Cuban,
    Gift,
    Good,
    Regular,
    Stop,
)


class LeaveOut(Move, frozen=True):
    """Put the other four dice on the ship."""

    points_at = "die:{move.good}"

    good: Regular


class Drive(Move, frozen=True):
    """Drive the car to a stop. The first station is free, so it goes `pesos` + 1 stations."""

    points_at = "station:{move.station}"

    stop: Stop
    station: int
    pesos: int

    @property
    def steps(self) -> int:
        """How many stations the car goes on."""
        return self.pesos + 1

    @property
    def phrase(self) -> str:
        return "move.Drive" if self.pesos else "move.Drive.free"


class GoRound(Move, frozen=True):
    """Drive this many whole laps, each for ten pesos, before going to a stop (O-1)."""

    number_field = "laps"

    laps: int


class TakeGood(Move, frozen=True):
    """Take one good from Pablo."""

    points_at = "stock:{move.good}"

    good: Good


class Decline(Move, frozen=True):
    """Take nothing from Pablo, or do nothing at Alonso's."""


class Claim(Move, frozen=True):
    """Put a marker on a building that belongs to nobody."""

    points_at = "building:{move.building}"

    building: Building


class Give(Move, frozen=True):
    """Hand something over to the active player at El Zorro."""

    gift: Gift


class Place(Move, frozen=True):
    """Move the pawn to a building."""

    points_at = "building:{move.building}"

    building: Building


class Skip(Move, frozen=True):
    """Leave the building unused."""


class Collect(Move, frozen=True):
    """Use a building that leaves nothing to choose: bank, church, sawmill, newspaper."""

    points_at = "building:{move.building}"

    building: Literal["bank", "church", "sawmill", "newspaper"]

    @property
    def phrase(self) -> str:
        return f"move.Collect.{self.building}"


class Process(Move, frozen=True):
    """Exchange sugar for rum in the distillery, or tobacco for cigars in the factory."""

    number_field = "amount"
    points_at = "building:{move.building}"

    building: Literal["distillery", "cigar_factory"]
    amount: int

    @property
    def phrase(self) -> str:
        return f"move.Process.{self.building}"


class Swap(Move, frozen=True):
    """Swap one good for another on the black market."""

    points_at = "building:black_market"

    give: Regular
    take: Regular


class Treat(Move, frozen=True):
    """Give a cigar, a rum or one of each in the café."""

    points_at = "building:cafe"

    cigar: bool
    rum: bool

    @property
    def phrase(self) -> str:
        if self.cigar and self.rum:
            return "move.Treat.both"
        return "move.Treat.cigar" if self.cigar else "move.Treat.rum"


class Clear(Move, frozen=True):
    """Have customs turn a die to 0."""

    points_at = "die:{move.good}"

    good: Regular


class BuyPoints(Move, frozen=True):
    """Change three pesos into a point in the casino, `count` times."""

    number_field = "count"
    points_at = "building:casino"

    count: int


class SellPoints(Move, frozen=True):
    """Change a point into three pesos in the casino, `count` times."""

    number_field = "count"
    points_at = "building:casino"

    count: int


class ShiftValue(Move, frozen=True):
    """Move the value marker one flag."""

    points_at = "value:{move.direction}"

    direction: Literal["up", "down"]

    @property
    def phrase(self) -> str:
        return f"move.ShiftValue.{self.direction}"


class Sell(Move, frozen=True):
    """Deliver one good through the trading office."""

    points_at = "die:{move.good}"

    good: Regular


class Silence(Move, frozen=True):
    """Take the newspaper's peso and turn a Cuban face down."""

    points_at = "station:{move.station}"

    cuban: Cuban
    station: int


class Deliver(Move, frozen=True):
    """Deliver goods of one kind."""

    number_field = "amount"
    points_at = "die:{move.good}"

    good: Regular
    amount: int


class DeliverWood(Move, frozen=True):
    """Deliver wood in place of the good of one die."""

    number_field = "amount"
    points_at = "die:{move.good}"

    good: Regular
    amount: int


class Pass(Move, frozen=True):
    """Stay out of the rest of this delivery round."""


@functools.cache
def drive_move(stop: Stop, station: int, pesos: int) -> Drive:
    """The shared move of this drive."""
    return Drive(stop, station, pesos)


@functools.cache
def rounds(most: int) -> tuple[GoRound, ...]:
    """The shared moves that go round 1 to `most` times."""
    return tuple(GoRound(laps) for laps in range(1, most + 1))


@functools.cache
def silence_move(cuban: Cuban, station: int) -> Silence:
    """The shared move that turns this Cuban face down."""
    return Silence(cuban, station)


DECLINE: Final = Decline()
SKIP: Final = Skip()
PASS: Final = Pass()
LEAVE_OUT: Final = {good: LeaveOut(good) for good in REGULAR}
TAKE_GOOD: Final = {good: TakeGood(good) for good in GOODS}
CLAIM: Final = {building: Claim(building) for building in BUILDINGS}
PLACE: Final = {building: Place(building) for building in BUILDINGS}
GIVE_PESO: Final = Give("peso")
GIVE_POINT: Final = Give("point")
GIVE_GOOD: Final = {good: Give(good) for good in REGULAR}
COLLECT_BANK: Final = Collect("bank")
COLLECT_CHURCH: Final = Collect("church")
COLLECT_SAWMILL: Final = Collect("sawmill")
COLLECT_NEWSPAPER: Final = Collect("newspaper")
DISTIL: Final = tuple(Process("distillery", amount) for amount in range(1, PIECES + 1))
ROLL_CIGARS: Final = tuple(Process("cigar_factory", amount) for amount in range(1, PIECES + 1))
SWAP: Final = {give: {take: Swap(give, take) for take in REGULAR} for give in REGULAR}
TREAT_BOTH: Final = Treat(cigar=True, rum=True)
TREAT_CIGAR: Final = Treat(cigar=True, rum=False)
TREAT_RUM: Final = Treat(cigar=False, rum=True)
CLEAR: Final = {good: Clear(good) for good in REGULAR}
RAISE_VALUE: Final = ShiftValue("up")
LOWER_VALUE: Final = ShiftValue("down")
SELL: Final = {good: Sell(good) for good in REGULAR}
DELIVER: Final = {
    good: tuple(Deliver(good, amount) for amount in range(1, PIECES + 1)) for good in REGULAR
}
DELIVER_WOOD: Final = {
    good: tuple(DeliverWood(good, amount) for amount in range(1, PIECES + 1)) for good in REGULAR
}


@functools.cache
def purchases(most: int) -> tuple[BuyPoints, ...]:
    """The shared moves that buy 1 to `most` points."""
    return tuple(BuyPoints(count) for count in range(1, most + 1))


@functools.cache
def sales(most: int) -> tuple[SellPoints, ...]:
    """The shared moves that sell 1 to `most` points."""
    return tuple(SellPoints(count) for count in range(1, most + 1))


MOVES: Final[tuple[type[Move], ...]] = (
    LeaveOut,
    Drive,
    GoRound,
    TakeGood,
    Decline,
    Claim,
    Give,
    Place,
    Skip,
    Collect,
    Process,
    Swap,
    Treat,
    Clear,
    BuyPoints,
    SellPoints,
    ShiftValue,
    Sell,
    Silence,
    Deliver,
    DeliverWood,
    Pass,
)
