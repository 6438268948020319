"""How a stored state of Guatemala Café is brought up to date, one version at a time."""

from __future__ import annotations

from games.rules.core.interface import Document
from games.rules.guatemala_cafe.components import EARLIER


def points_have_sources(state: Document) -> Document:
    """Version 1 did not count points by source, nor ask for the region of a first worker."""
    players = [
        {**player, "scored": {EARLIER: player["points"]} if player["points"] else {}}
        for player in state["players"]
    ]
    return {**state, "players": players}


MIGRATIONS = {1: points_have_sources}
