"""Driving the car round the road (3.3)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Move, Seat
from games.rules.santiago_de_cuba import moves
from games.rules.santiago_de_cuba.components import HARBOUR, STATIONS
from games.rules.santiago_de_cuba.cubans import visit
from games.rules.santiago_de_cuba.delivery import begin_delivery
from games.rules.santiago_de_cuba.moves import Drive, GoRound
from games.rules.santiago_de_cuba.pawns import stay
from games.rules.santiago_de_cuba.ships import raise_value, roll_demand
from games.rules.santiago_de_cuba.state import State


def ask_drive(state: State) -> list[Decision]:
    """3.3: the first station is free, each further one costs a peso; one lap at most.

    Without that limit (O-1) whoever can pay more than a lap says how many laps first.
    """
    seat = state.active
    pesos = state.players[seat].pesos
    drives = within_a_lap(state, pesos)
    if state.laps:
        return [Decision(seat, "drive_far", drives, {"laps": state.laps}, auto=False)]
    if state.options.max_steps == "unlimited":
        drives += moves.rounds(pesos // STATIONS)
    return [Decision(seat, "drive", drives, auto=not state.options.screens)]


def within_a_lap(state: State, pesos: int) -> list[Move]:
    """3.3: a drive to each station that can be paid, after the laps that were chosen (O-1)."""
    road, first, before = state.road, state.car + 1, STATIONS * state.laps
    return [
        moves.drive_move(
            road[(first + steps) % STATIONS], (first + steps) % STATIONS, before + steps
        )
        for steps in range(min(pesos + 1 - before, STATIONS))
    ]


def go_round(state: State, seat: Seat, move: GoRound, fx: Effects) -> None:
    """O-1: choose the whole laps. Nothing happens yet: the stop is chosen next."""
    state.laps = move.laps


def drive(state: State, seat: Seat, move: Drive, fx: Effects) -> None:
    """3.3: pay in full, then drive station by station, then land."""
    start = state.car
    end = start + move.steps
    state.players[seat].pesos -= move.pesos
    state.car = move.station
    state.laps = 0
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
