"""How a stored state of Pier is brought up to date, one version at a time."""

from __future__ import annotations

from games.rules.core.interface import Document


def money_becomes_coins(state: Document) -> Document:
    """Version 1 called a player's coins money."""
    players = [{**player, "coins": player["money"]} for player in state["players"]]
    for player in players:
        del player["money"]
    return {**state, "players": players}


MIGRATIONS = {1: money_becomes_coins}
