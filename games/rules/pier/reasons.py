"""Why a move a player might look for is not offered."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.core.interface import Decision, Unavailable
from games.rules.pier.moves import Bid
from games.rules.pier.state import State


def unavailable(state: State, decision: Decision) -> Sequence[Unavailable]:
    """PI-2: a bid of one coin more than the player has."""
    if decision.key != "bid":
        return []
    coins = state.players[decision.seat].coins
    return [Unavailable(Bid(coins + 1), "coins", {"coins": coins})]
