"""Small games whose best play is known, to see whether a search finds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.rules.core.effects import Effects, Rng
from games.rules.core.interface import Decision, Move, Outcome, Rules, Seat, Viewer
from games.rules.core.ranking import rank


class Pick(Move, frozen=True):
    """A number."""

    number: int


class Options(msgspec.Struct, frozen=True):
    """Nothing to choose."""


class Heap(msgspec.Struct):
    """Matches; whoever takes the last one wins alone."""

    players: int
    left: int
    turn: Seat = 0
    winner: Seat | None = None


class Matches(Rules[Heap]):
    """Each takes one to three matches in turn; the last one wins."""

    slug = "matches"
    players = range(2, 4)
    options_type = Options
    state_type = Heap
    move_types = (Pick,)
    endings = ("taken",)
    texts = {}

    def setup(self, players: int, options: Any, fx: Effects) -> Heap:
        return Heap(players, 10)

    def pending(self, state: Heap) -> Sequence[Decision]:
        if not state.left:
            return []
        moves = [Pick(number) for number in range(1, min(3, state.left) + 1)]
        return [Decision(state.turn, "take", moves, auto=False)]

    def apply(self, state: Heap, seat: Seat, move: Any, fx: Effects) -> None:
        state.left -= move.number
        fx.emit("took", seat=seat, number=move.number)
        if not state.left:
            state.winner = seat
        state.turn = (seat + 1) % state.players

    def view(self, state: Heap, viewer: Viewer) -> Heap:
        return msgspec.structs.replace(state)

    def determine(self, view: Heap, rng: Rng) -> Heap:
        return msgspec.structs.replace(view)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.winner is None:
            return None
        scores = [(int(seat == state.winner),) for seat in range(state.players)]
        return rank("taken", scores)


class Sealed(msgspec.Struct):
    """What each has called; nobody sees it before all have."""

    called: list[int | None]
    worth: list[int] | None = None


class Calls(Rules[Sealed]):
    """All call a number at the same time.

    Seat 0 scores its own number, times ten; each other seat scores only if it guesses that number.
    """

    slug = "calls"
    players = range(2, 4)
    options_type = Options
    state_type = Sealed
    move_types = (Pick,)
    endings = ("called",)
    texts = {}

    def setup(self, players: int, options: Any, fx: Effects) -> Sealed:
        return Sealed([None] * players)

    def pending(self, state: Sealed) -> Sequence[Decision]:
        moves = [Pick(number) for number in range(4)]
        return [
            Decision(seat, "call", moves) for seat, call in enumerate(state.called) if call is None
        ]

    def apply(self, state: Sealed, seat: Seat, move: Any, fx: Effects) -> None:
        state.called[seat] = move.number
        fx.emit("called", seat=seat, private={seat: {"number": move.number}})
        if None not in state.called:
            first, *others = state.called
            assert first is not None
            state.worth = [10 * first, *(4 * int(call == first) for call in others)]

    def view(self, state: Sealed, viewer: Viewer) -> Sealed:
        """Whether they have called, as -1; a view must not show more."""
        seen = [
            call if seat == viewer or call is None or state.worth else -1
            for seat, call in enumerate(state.called)
        ]
        return Sealed(seen, state.worth)

    def determine(self, view: Sealed, rng: Rng) -> Sealed:
        return Sealed([rng.below(4) if call == -1 else call for call in view.called], view.worth)

    def outcome(self, state: Sealed) -> Outcome | None:
        return rank("called", [(worth,) for worth in state.worth]) if state.worth else None


class Endless(Matches):
    """A game that never ends: matches are put back."""

    slug = "endless"

    def apply(self, state: Heap, seat: Seat, move: Any, fx: Effects) -> None:
        state.turn = (seat + 1) % state.players

    def results(self, state: Heap) -> Sequence[tuple[int, ...]]:
        return [(0,)] * state.players


class Closed(Matches):
    """A game that cannot draw what is hidden."""

    slug = "closed"

    def determine(self, view: Heap, rng: Rng) -> Heap:
        raise NotImplementedError("closed")
