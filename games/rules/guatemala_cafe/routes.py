"""The shortest way to lay roads from a hut site to a harbour: what a plan costs."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from games.rules.guatemala_cafe.geometry import Board


def missing_roads(board: Board, site: str, roads: Collection[str]) -> tuple[tuple[str, ...], str]:
    """The fewest edges still without a road between a site and any harbour, and that harbour.

    A breadth-first search in which edges with a road are free.
    """
    ways: deque[tuple[str, tuple[str, ...]]] = deque()
    for edge in board.entrances[site]:
        step(ways, edge, (), roads)
    seen: set[str] = set()
    while ways:
        edge, way = ways.popleft()
        if edge in seen:
            continue
        seen.add(edge)
        if edge in board.coast:
            return way, board.coast[edge]
        for following in board.joined[edge]:
            if following not in seen:
                step(ways, following, way, roads)
    return (), ""


def step(
    ways: deque[tuple[str, tuple[str, ...]]],
    edge: str,
    way: tuple[str, ...],
    roads: Collection[str],
) -> None:
    """Go on along this edge: first in line if a road lies there, else last."""
    if edge in roads:
        ways.appendleft((edge, way))
    else:
        ways.append((edge, (*way, edge)))
