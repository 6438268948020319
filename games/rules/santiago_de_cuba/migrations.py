"""How a stored state of Santiago de Cuba is brought up to date, one version at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules.core.interface import Document


def points_have_sources(state: Document) -> Document:
    """Version 1 did not count where points came from."""
    return {
        **state,
        "players": [
            {**player, "sources": {"earlier": player["points"]}} for player in state["players"]
        ],
    }


MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {1: points_have_sources}
