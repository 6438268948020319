"""Moving the pawn into the quarter of the visited Cuban (3.5)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Decision, Seat
from games.rules.santiago_de_cuba.components import FLOWER_OF, QUARTER, Building, Cuban, Flower
from games.rules.santiago_de_cuba.moves import PLACE, Place
from games.rules.santiago_de_cuba.state import State, Via
from games.rules.santiago_de_cuba.turns import end_turn


def flower_here(state: State) -> Flower:
    """The flower of the Cuban at the car."""
    cuban: Cuban = state.road[state.car]  # type: ignore[assignment]  # not in the harbour
    return FLOWER_OF[cuban]


def targets(state: State) -> list[Building]:
    """3.5: the buildings under this flower without any pawn, the seat's own included."""
    pawns = [player.pawn for player in state.players]
    return [
        building
        for building in state.buildings[QUARTER[flower_here(state)]]
        if building not in pawns
    ]


def go_to_pawn(state: State, fx: Effects) -> None:
    """3.5: the pawn must move if it can; if all candidates hold pawns it stays where it is."""
    if targets(state):
        state.phase = "place"
    else:
        stay(state, "all_occupied", fx)
        go_to_building(state, "all_occupied", fx)


def ask_place(state: State) -> list[Decision]:
    """3.5: which building the pawn moves to."""
    moves = [PLACE[building] for building in targets(state)]
    return [Decision(state.active, "place", moves, {"flower": flower_here(state)})]


def place(state: State, seat: Seat, move: Place, fx: Effects) -> None:
    """3.5: the pawn moves; the building may then be used."""
    player = state.players[seat]
    fx.emit(
        "pawn_moved",
        seat=seat,
        origin=player.pawn,
        building=move.building,
        flower=flower_here(state),
    )
    player.pawn = move.building
    state.entered = True
    go_to_building(state, "pawn", fx)


def stay(state: State, reason: str, fx: Effects) -> None:
    """3.5: the pawn stays where it is, on the board or off it."""
    building = state.players[state.active].pawn
    event = "pawn_stayed" if building else "pawn_stayed.off"
    fx.emit(event, seat=state.active, building=building, reason=reason)


def go_to_building(state: State, via: Via, fx: Effects) -> None:
    """3.6: the building under the pawn may be used, if the pawn is on one."""
    if state.players[state.active].pawn is None:
        end_turn(state, fx)
    else:
        state.via = via
        state.phase = "use"
