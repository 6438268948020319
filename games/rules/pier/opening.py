"""Setting up a table of Pier."""

from __future__ import annotations

from games.rules.core.effects import Effects
from games.rules.pier.components import CRATES, ROW_LENGTH
from games.rules.pier.state import Options, Player, State


def set_up(players: int, options: Options, fx: Effects) -> State:
    """PI-1: three crates in the row, the others in the deck."""
    deck = list(CRATES)
    fx.shuffle(deck)
    row = fx.draw(deck, ROW_LENGTH)
    fx.emit("opened", row=list(row))
    return State(options, [Player() for _ in range(players)], deck, row)
