"""How a viewer stands in a game that goes on, as far as they may know."""

from __future__ import annotations

from typing import Any, NamedTuple

POINTS = ("points", "influence", "score")
"""What views call that which wins; the first that a player has, or has among their holdings."""


class Stand(NamedTuple):
    """The points of a seat, and its place among so many; 0 if others' points are hidden."""

    points: int
    rank: int
    players: int


def stand_of(view: Any, place: int | None) -> Stand | None:
    """How the seat stands by this view; None for a spectator, or if the view does not say."""
    players = (view or {}).get("players") or []
    if place is None or place >= len(players):
        return None
    all_points = [points_of(player) for player in players]
    mine = all_points[place]
    if mine is None:
        return None
    better = [points is None or points > mine for points in all_points]
    rank = 0 if None in all_points else 1 + sum(better)
    return Stand(mine, rank, len(players))


def points_of(player: Any) -> int | None:
    """What a view tells of the points of a player."""
    told = ({**(player.get("holdings") or {}), **player}.get(name) for name in POINTS)
    return next((points for points in told if isinstance(points, int)), None)
