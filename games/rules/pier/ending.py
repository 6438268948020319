"""The end of Pier and its ranking."""

from __future__ import annotations

from games.rules.core.interface import Outcome
from games.rules.core.ranking import rank
from games.rules.pier.state import State


def is_over(state: State) -> bool:
    """PI-5: the row is empty, and the last crate has been confirmed."""
    return not state.row and state.taker is None


def outcome(state: State) -> Outcome | None:
    """PI-5: most points; equal sums share the place."""
    if not is_over(state):
        return None
    sources = [{"crates": sum(p.crates), "coins": p.coins} for p in state.players]
    return rank("pier_empty", results(state), sources)


def results(state: State) -> list[tuple[int, ...]]:
    """PI-5: what every seat counts if the game ends now."""
    return [(player.score,) for player in state.players]
