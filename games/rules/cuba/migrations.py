"""How a stored state of Cuba is brought up to date, one version at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules.core.interface import Document


def points_have_sources(state: Document) -> Document:
    """Version 1 stored points without sources, and of a series of trades only that it had begun.

    Its tables go on in edition 1.
    """
    players = [
        {
            **{name: value for name, value in player.items() if name != "points"},
            "sources": {"earlier": player["points"]} if player["points"] else {},
        }
        for player in state["players"]
    ]
    agenda = [
        {"type": "Trading", "trades": int(task["begun"])} if task["type"] == "Trading" else task
        for task in state["agenda"]
    ]
    return {**state, "players": players, "agenda": agenda, "edition": 1}


MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {1: points_have_sources}
