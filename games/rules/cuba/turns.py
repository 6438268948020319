"""Phase II: who plays a character next, and who begins the next round (A-1 to A-3)."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.core.interface import Seat
from games.rules.cuba.components import CARDS_PLAYED, MARKERS, VOTES
from games.rules.cuba.parliament import begin_parliament
from games.rules.cuba.state import State
from games.rules.cuba.stock import score


def end_task(state: State, fx: Effects) -> None:
    """The task on top is done; after the last one the turn is over."""
    state.agenda.pop()
    if not state.agenda:
        end_turn(state, fx)


def end_turn(state: State, fx: Effects) -> None:
    """A-1, A-2: the next player clockwise; after four characters each, phase III."""
    state.current = (state.current + 1) % len(state.players)
    if len(state.players[state.current].played) == CARDS_PLAYED:
        find_start_player(state, fx)
        begin_parliament(state, fx)


def find_start_player(state: State, fx: Effects) -> None:
    """A-3: most votes on the fourth character; of equals, the first after the start player."""
    fourth = [VOTES[player.played[-1]] for player in state.players]
    clockwise, most = state.from_start(), max(fourth)
    clockwise.append(clockwise.pop(0))  # the start player comes last
    before, state.start = state.start, next(seat for seat in clockwise if fourth[seat] == most)
    decided = "start_votes" if fourth.count(most) == 1 else "start_tie"
    fx.emit(
        "start_player",
        seat=state.start,
        votes=most,
        fourth=fourth,
        before=before,
        decided=decided,
    )


def take_points(state: State, seat: Seat, character: str, points: int, fx: Effects) -> None:
    """AR-3, M-3: points instead of building or loading, and a marker if there is one left."""
    score(state.players[seat], character, points)
    left = state.markers[character] < MARKERS[character]
    state.markers[character] += left
    marker = state.markers[character] if left else 0
    fx.emit("took_points", seat=seat, points=points, character=character, marker=marker)
    end_task(state, fx)
