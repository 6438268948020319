"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.santiago_de_cuba.bots import CLAIM, PESO, UNWANTED
from games.rules.santiago_de_cuba.components import LAST_SHIP
from games.rules.santiago_de_cuba.ending import results
from games.rules.santiago_de_cuba.state import State


def prospects(state: State) -> list[float]:
    """Points, and what goods, pesos and buildings may still bring of them."""
    if state.ending is not None:
        return [float(result[0]) for result in results(state)]
    rest = (LAST_SHIP - state.ship) / LAST_SHIP
    found = [
        player.points + PESO * player.pesos + UNWANTED * sum(player.goods.values())
        for player in state.players
    ]
    for owner in state.owners.values():
        found[owner] += 2 * CLAIM * rest
    return found
