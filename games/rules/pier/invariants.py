"""What always holds on a table of Pier."""

from __future__ import annotations

from games.rules.pier.components import CRATES
from games.rules.pier.state import State


def check(state: State) -> None:
    """Every crate is somewhere, and nobody owes coins. Raises AssertionError."""
    held = [crate for player in state.players for crate in player.crates]
    assert sorted([*state.deck, *state.row, *held]) == list(CRATES)
    assert all(player.coins >= 0 for player in state.players)
