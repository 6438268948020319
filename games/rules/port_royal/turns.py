"""How a turn begins and ends (3.9)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.port_royal.ending import end_game
from games.rules.port_royal.state import State, Turn


def begin_turn(state: State, seat: Seat, fx: Effects) -> None:
    """3.9: the next seat discovers, with everything of the turn at its beginning."""
    number = state.turn.number + 1
    state.turn = Turn(number, seat)
    state.acting = seat
    state.phase = "discover"
    state.takes = 0
    state.reshuffles = 0
    state.extra_tax_used = False
    fx.emit("turn", number=number, seat=seat)


def end_turn(state: State, fx: Effects) -> None:
    """3.9: on clockwise; after the last seat of the last round the game is over."""
    state.last_turn = state.turn
    following = (state.turn.active + 1) % len(state.players)
    if state.last_round and following == state.start:
        end_game(state, fx)
    else:
        begin_turn(state, following, fx)


def clear_harbour(state: State, fx: Effects) -> None:
    """3.5: what nobody took goes to the discard pile."""
    if state.harbour:
        for card in state.harbour:
            state.mark(card, "cleared")
        fx.emit("cleared", cards=list(state.harbour))
        state.discard += state.harbour
        state.harbour = []
