"""What one viewer may see: everything except, with screens, what others hold (section 4)."""

from __future__ import annotations

import functools

import msgspec

from games.rules.core.interface import Seat, Viewer
from games.rules.santiago_de_cuba.components import (
    FLOWER_OF,
    GOODS,
    GOODS_PER_POINT,
    QUARTER,
    REGULAR,
    SOURCES,
    Building,
    Flower,
    Good,
    Regular,
    Source,
    Stop,
)
from games.rules.santiago_de_cuba.ending import outcome
from games.rules.santiago_de_cuba.state import Ending, Options, Phase, Player, State


class StationView(msgspec.Struct, frozen=True):
    """One station of the road and who stands there."""

    id: str  # the spot, "station:3"
    number: int
    stop: Stop
    flower: Flower | None  # None in the harbour and with El Zorro
    face_up: bool


class BuildingView(msgspec.Struct, frozen=True):
    """One building and whose marker and pawn are on it."""

    id: str  # the spot, "building:bank"
    building: Building
    owner: Seat | None
    pawn: Seat | None


class QuarterView(msgspec.Struct, frozen=True):
    """The three buildings under one flower."""

    flower: Flower
    buildings: list[BuildingView]


class DieView(msgspec.Struct, frozen=True):
    """One demand die."""

    id: str  # the spot, "die:rum"
    good: Regular
    face: int
    place: str  # "ship", "aside" (left out) or "rolled" (nobody has chosen yet)


class Holdings(msgspec.Struct, frozen=True):
    """What a player holds; with screens nobody else may see it."""

    pesos: int
    points: int
    goods: dict[Good, int]
    sources: dict[Source, int]  # the points by source


class PlayerView(msgspec.Struct, frozen=True):
    """One seat."""

    seat: Seat
    pawn: Building | None
    markers_left: int
    holdings: Holdings | None  # None where a screen hides them
    score: int | None = None  # after the end, goods included
    points_for_goods: int | None = None
    rank: int | None = None


class Piece(msgspec.Struct, frozen=True):
    """A piece that moves: its lasting id, and the place where it lies."""

    id: str  # "car", "pawn:0", "ship", "value"
    at: str  # "station:3", "building:bank", "seat:0", "berth:1", "flag:2"


class View(msgspec.Struct, frozen=True):
    """The table, as the viewer sees it."""

    options: Options
    phase: Phase
    turn: int
    start: Seat
    active: Seat
    road: list[StationView]
    car: int
    laps: int  # whole laps chosen by the viewer, who has yet to say where to stop
    entered: bool  # the pawn has moved this turn
    quarters: list[QuarterView]
    ship: int
    value: int
    departed: bool  # the ship in the harbour waits for its demand
    dice: list[DieView]
    stock: dict[Good, int]
    players: list[PlayerView]
    pieces: list[Piece]
    givers: list[Seat]  # who still owes El Zorro something
    deliverer: Seat | None  # whose turn it is in the delivery round
    passed: list[Seat]  # out of this delivery round
    delivery_waits: bool  # for the demand of a ship that came during the drive
    ending: Ending | None


def look(state: State, viewer: Viewer, *, opened: bool = False) -> View:
    """Built from nothing: what is not named here stays hidden. `opened` is for looking back."""
    pawns = {player.pawn: seat for seat, player in enumerate(state.players) if player.pawn}
    return View(
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        start=state.start,
        active=state.active,
        road=[
            station_view(number, stop, face_up=stop not in state.face_down)
            for number, stop in enumerate(state.road)
        ],
        car=state.car,
        laps=state.laps if opened or viewer == state.active else 0,
        entered=state.entered,
        quarters=[
            QuarterView(
                flower,
                [
                    building_view(it, state.owners.get(it), pawns.get(it))
                    for it in state.buildings[spaces]
                ],
            )
            for flower, spaces in QUARTER.items()
        ],
        ship=state.ship,
        value=state.value,
        departed=not state.demand,
        dice=[die_view(state, good) for good in REGULAR],
        stock={good: state.stock[good] for good in GOODS},
        players=player_views(state, viewer, opened=opened),
        pieces=pieces(state),
        givers=list(state.givers),
        deliverer=state.deliverer if state.phase == "deliver" else None,
        passed=list(state.passed),
        delivery_waits=state.delivery_waits,
        ending=state.ending,
    )


@functools.cache  # there are few, and views are built for every move of a search
def station_view(number: int, stop: Stop, *, face_up: bool) -> StationView:
    """A station, with the flower to which its Cuban leads."""
    flower = None if stop == "harbour" else FLOWER_OF.get(stop)
    return StationView(f"station:{number}", number, stop, flower, face_up)


@functools.cache
def building_view(building: Building, owner: Seat | None, pawn: Seat | None) -> BuildingView:
    """A building with its owner and visitor."""
    return BuildingView(f"building:{building}", building, owner, pawn)


def die_view(state: State, good: Regular) -> DieView:
    """A die: on the ship, beside the board, or just rolled."""
    if not state.demand:
        place = "rolled" if state.phase == "demand" else "aside"
        return DieView(f"die:{good}", good, state.rolled[good], place)
    if good in state.demand:
        return DieView(f"die:{good}", good, state.demand[good], "ship")
    return DieView(f"die:{good}", good, state.rolled[good], "aside")


def player_views(state: State, viewer: Viewer, *, opened: bool) -> list[PlayerView]:
    """4.2: everybody sees all holdings with open information, and after the end."""
    open_to_all = opened or state.ending is not None or not state.options.screens
    final = outcome(state)
    standings = final.standings if final else None
    views = []
    for seat, player in enumerate(state.players):
        shown = open_to_all or seat == viewer
        views.append(
            PlayerView(
                seat=seat,
                pawn=player.pawn,
                markers_left=state.markers_left(seat),
                holdings=holdings_of(player) if shown else None,
                score=standings[seat].score if standings else None,
                points_for_goods=sum(player.goods.values()) // GOODS_PER_POINT
                if standings
                else None,
                rank=standings[seat].rank if standings else None,
            )
        )
    return views


def holdings_of(player: Player) -> Holdings:
    """What a player holds, goods in the order of the board."""
    return Holdings(
        pesos=player.pesos,
        points=player.points,
        goods={good: player.goods[good] for good in GOODS},
        sources={name: player.sources[name] for name in SOURCES if name in player.sources},
    )


def pieces(state: State) -> list[Piece]:
    """Everything that moves on the board."""
    pawns = [
        Piece(f"pawn:{seat}", f"building:{player.pawn}" if player.pawn else f"seat:{seat}")
        for seat, player in enumerate(state.players)
    ]
    flag = "flag:flag" if state.ending == "flag" else f"flag:{state.value}"
    return [
        Piece("car", f"station:{state.car}"),
        Piece("ship", f"berth:{state.ship}"),
        Piece("value", flag),
        *pawns,
    ]
