"""What an answer changes at once, told with the offer."""

from __future__ import annotations

from games.rules.core.interface import Gains, Move, Seat
from games.rules.pier.moves import Take
from games.rules.pier.state import State


def gains_of(state: State, seat: Seat, move: Move) -> Gains:
    """A crate counts its points. What a bid costs shows when all are open."""
    return {seat: {"points": move.crate}} if isinstance(move, Take) else {}
