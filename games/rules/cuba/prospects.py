"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.cuba.bots import PESO, USES, WORTH
from games.rules.cuba.components import ROUNDS
from games.rules.cuba.ending import results
from games.rules.cuba.state import State


def prospects(state: State) -> list[float]:
    """Points, and what pesos, pieces and buildings may still bring of them."""
    found = [float(result[0]) for result in results(state)]
    if state.phase == "over":
        return found
    uses = USES * (ROUNDS - state.round)
    for seat, player in enumerate(state.players):
        pieces = sum(worth * player.owned(kind) for kind, worth in WORTH.items())
        found[seat] += PESO * player.pesos + pieces + uses * len(player.buildings)
    return found
