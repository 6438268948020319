"""Players of Pier that need nobody."""

from __future__ import annotations

import random

from games.rules.core.interface import Decision, Move
from games.rules.pier.moves import Bid, Take
from games.rules.pier.view import View


def bid_a_fair_share(view: View, decision: Decision, chance: random.Random) -> Move:
    """Bid about what the best crate is worth above the others; take the best."""
    if decision.key == "take":
        return Take(max(view.row))
    if decision.key == "bid":
        worth = max(view.row) - sum(view.row) // len(view.row)
        affordable = [move for move in decision.moves if isinstance(move, Bid)]
        return min(affordable, key=lambda bid: abs(bid.coins - min(worth, 2)))
    return decision.moves[0]
