"""The frame of a turn: who is next, and what happens at the end (3.2, 3.10)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.santiago_de_cuba.ships import roll_demand
from games.rules.santiago_de_cuba.state import State


def end_turn(state: State, fx: Effects) -> None:
    """3.10: owner bonus, then the demand of a ship that came in this turn, then the next seat."""
    pay_owner(state, fx)
    if state.demand:
        pass_turn(state, fx)
    else:
        roll_demand(state, fx)


def pay_owner(state: State, fx: Effects) -> None:
    """3.10.1: the owner of the building under the active seat's pawn gets a point."""
    building = state.players[state.active].pawn
    if building is None or (state.options.owner_bonus == "on_entry" and not state.entered):
        return
    owner = state.owners.get(building)
    if owner is not None and owner != state.active:
        state.players[owner].score("owners", 1)
        fx.emit("owner_bonus", owner=owner, visitor=state.active, building=building, points=1)


def pass_turn(state: State, fx: Effects) -> None:
    """3.10.3: the next seat clockwise; before the first turn that is the start seat."""
    if state.turn:
        fx.emit("turn_ended", seat=state.active)
    state.active = (state.active + 1) % len(state.players)
    state.turn += 1
    state.entered = False
    state.phase = "drive"
    fx.emit("turn_started", seat=state.active, turn=state.turn)
