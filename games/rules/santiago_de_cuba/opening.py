"""Setting up the table (section 2)."""

from __future__ import annotations

import msgspec

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.santiago_de_cuba.components import (
    BUILDINGS,
    CUBANS,
    GOODS,
    PIECES,
    QUARTER,
    START_GOODS,
    Building,
    Stop,
)
from games.rules.santiago_de_cuba.ships import roll_demand
from games.rules.santiago_de_cuba.state import Options, Player, State


def set_up(players: int, options: Options, fx: Effects) -> State:
    """Section 2: the same for every number of players."""
    road, buildings = lay_out(options, fx)
    start = start_seat(players, options, fx)
    state = State(
        options=options,
        players=[
            Player({good: int(good in START_GOODS) for good in GOODS}) for _ in range(players)
        ],
        road=road,
        buildings=buildings,
        stock={good: PIECES - players * (good in START_GOODS) for good in GOODS},
        start=start,
        active=(start - 1) % players,  # 2.7: the seat to the right sets the first demand
    )
    log_opening(state, fx)
    roll_demand(state, fx)
    return state


def lay_out(options: Options, fx: Effects) -> tuple[list[Stop], list[Building]]:
    """2.1: the road with the harbour at station 0, and the buildings by space."""
    if options.layout is not None:
        return ["harbour", *options.layout.road], list(options.layout.buildings)
    cubans: list[Stop] = list(CUBANS)
    buildings = list(BUILDINGS)
    fx.shuffle(cubans)
    fx.shuffle(buildings)
    return ["harbour", *cubans], buildings


def start_seat(players: int, options: Options, fx: Effects) -> Seat:
    """2.6: drawn by lot, or the seat that the option names."""
    if options.start_player == "random":
        return fx.pick(range(players))
    return seat_named(options.start_player)


def seat_named(name: str) -> Seat:
    """The seat of a value of `start_player` such as "seat_2"."""
    return int(name.removeprefix("seat_")) - 1


def has_start_seat(players: int, options: Options) -> bool:
    """Whether the table has the seat that the option names."""
    return options.start_player == "random" or seat_named(options.start_player) < players


def log_opening(state: State, fx: Effects) -> None:
    """Log the seats, the options, the board and what everybody begins with."""
    seats = list(range(len(state.players)))
    fx.emit("game_started", seats=seats, options=msgspec.to_builtins(state.options))
    first = state.players[0]
    fx.emit(
        "setup_done",
        road=list(state.road[1:]),
        buildings={flower: state.buildings[spaces] for flower, spaces in QUARTER.items()},
        seat=state.start,
        goods=dict(first.goods),
        pesos=first.pesos,
        points=first.points,
    )
