"""Clause 3.7: the end of a turn."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.guatemala_cafe.components import FIELD_INDEX, FIELDS, ROADS, SACK_FIELDS
from games.rules.guatemala_cafe.ending import end_game
from games.rules.guatemala_cafe.state import State

SACK_INDICES = tuple(FIELD_INDEX[field] for field in SACK_FIELDS)


def end_turn(state: State, fx: Effects) -> None:
    """3.7: roads go onto emptied fields; without sacks the game ends; else the next player."""
    refill_fields(state, fx)
    state.taken = 0
    if not any(state.grid[index] for index in SACK_INDICES):
        end_game(state, "no_sacks", fx)
        return
    state.active = (state.active + 1) % len(state.players)
    state.phase = "move"
    fx.emit("turn_ended", next_player=state.active)


def refill_fields(state: State, fx: Effects) -> None:
    """3.7, step 1: one road onto each emptied field, in their order, while there are any."""
    if not state.emptied:
        return
    filled = state.emptied[: state.supply]
    for index in filled:
        state.grid[index] = f"r{ROADS + 1 - state.supply}"
        state.supply -= 1
    fx.emit(
        "fields_refilled" if filled else "supply_empty",
        fields=[FIELDS[index] for index in filled],
        unfilled=[FIELDS[index] for index in state.emptied[len(filled) :]],
        count=len(filled),
        supply=state.supply,
    )
    state.emptied = []
