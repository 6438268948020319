"""The last round, the end of the game and its ranking (6)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Outcome, Seat
from games.rules.core.ranking import rank
from games.rules.port_royal.components import LAST_ROUND_AT
from games.rules.port_royal.state import State


def note_influence(state: State, seat: Seat, fx: Effects) -> None:
    """6: the first to reach 12 influence makes this round the last."""
    if not state.last_round and state.influence(seat) >= LAST_ROUND_AT:
        state.last_round = True
        fx.emit("last_round", seat=seat)


def end_game(state: State, fx: Effects) -> None:
    """6: after the last round; everybody's result is logged, best first."""
    state.phase = "over"
    state.takes = 0
    seats = range(len(state.players))
    for seat in sorted(seats, key=lambda seat: result(state, seat), reverse=True):
        influence, coins = result(state, seat)
        fx.emit("scored", seat=seat, influence=influence, coins=coins)


def result(state: State, seat: Seat) -> tuple[int, int]:
    """6: influence, then coins to break ties."""
    return state.influence(seat), len(state.players[seat].coins)


def outcome(state: State) -> Outcome | None:
    """6: the ranking, or None while the game goes on."""
    if state.phase != "over":
        return None
    sources = [state.sources(seat) for seat in range(len(state.players))]
    return rank("twelve_influence", results(state), sources)


def results(state: State) -> list[tuple[int, ...]]:
    """6: what every seat counts if the game ends now."""
    return [result(state, seat) for seat in range(len(state.players))]
