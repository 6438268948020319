"""Driving the car round the road (3.3)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.santiago_de_cuba import moves
from games.rules.santiago_de_cuba.components import HARBOUR, STATIONS
from games.rules.santiago_de_cuba.cubans import visit
from games.rules.santiago_de_cuba.delivery import begin_delivery
from games.rules.santiago_de_cuba.moves import Drive
from games.rules.santiago_de_cuba.pawns import stay
from games.rules.santiago_de_cuba.ships import raise_value, roll_demand
from games.rules.santiago_de_cuba.state import State


def ask_drive(state: State) -> list[Decision]:
    """3.3: the first station is free, each further one costs a peso; one lap at most (O-1)."""
    seat = state.active
    reach = state.players[seat].pesos + 1
    if reach > STATIONS and state.options.max_steps == "one_lap":
        reach = STATIONS
    road, first = state.road, state.car + 1
    drives = [
        moves.drive(road[(first + pesos) % STATIONS], (first + pesos) % STATIONS, pesos)
        for pesos in range(reach)
    ]
    return [Decision(seat, "drive", drives, {}, not state.options.screens)]


def drive(state: State, seat: Seat, move: Drive, fx: Effects) -> None:
    """3.3: pay in full, then drive station by station, then land."""
    start = state.car
    end = start + move.steps
    state.players[seat].pesos -= move.pesos
    state.car = move.station
    fx.emit(
        "car_moved" if move.pesos else "car_moved.free",
        seat=seat,
        origin=start,
        station=move.station,
        stop=move.stop,
        steps=move.steps,
        pesos=move.pesos,
        passed=[station % STATIONS for station in range(start + 1, end)],
    )
    for station in range(start, end):
        if station % STATIONS == HARBOUR:
            if station > start:
                raise_value(state, "harbour_pass", fx)
                if state.ending is not None:
                    return
        elif state.face_down:
            wake(state, station % STATIONS, fx)
    land(state, fx)


def wake(state: State, station: int, fx: Effects) -> None:
    """3.3.1: a Cuban who lies face down is turned up again as the car leaves him."""
    cuban = state.road[station]
    if cuban in state.face_down:
        state.face_down.remove(cuban)
        fx.emit("cuban_reactivated", cuban=cuban)


def land(state: State, fx: Effects) -> None:
    """3.3: the last station is a Cuban or the harbour, where all may deliver."""
    if state.car != HARBOUR:
        visit(state, fx)
        return
    stay(state, "harbour", fx)
    if state.demand:
        begin_delivery(state, fx)
    else:  # O-1: a ship came during this drive
        state.delivery_waits = True
        roll_demand(state, fx)
