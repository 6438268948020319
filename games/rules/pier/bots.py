"""Computer players of Pier."""

from __future__ import annotations

import random

from games.rules.core.interface import Decision, Move
from games.rules.pier.moves import Bid, Take
from games.rules.pier.view import View

CHEAP = 2  # coins that a whole row is surely worth


def outlast(view: View, decision: Decision, chance: random.Random) -> Move:
    """Let the others spend their coins, then outbid them for the rest; take the best crate."""
    if decision.key == "take":
        return Take(max(view.row))
    if decision.key == "bid":
        others = [p.coins for seat, p in enumerate(view.players) if seat != decision.seat]
        enough = Bid(max(others) + 1)
        return enough if enough in decision.moves and enough.coins <= CHEAP else Bid(0)
    return decision.moves[0]
