"""The shortest way to lay roads from a hut site to a harbour: what a plan costs."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Collection

from games.rules.guatemala_cafe.geometry import Board


def missing_roads(board: Board, site: str, roads: Collection[str]) -> tuple[tuple[str, ...], str]:
    """The fewest edges still without a road between a site and any harbour, and that harbour."""
    return find_way(board, site, frozenset(roads))


@functools.lru_cache(maxsize=20_000)  # a search asks the same again and again
def find_way(board: Board, site: str, roads: frozenset[str]) -> tuple[tuple[str, ...], str]:
    """`missing_roads` by a breadth-first search in which edges with a road are free."""
    ways: deque[tuple[str, tuple[str, ...]]] = deque()
    seen: set[str] = set()
    joined, coast = board.joined, board.coast
    way: tuple[str, ...] = ()
    following = board.entrances[site]
    while True:
        for other in following:
            if other in seen:
                continue
            if other in roads:
                ways.appendleft((other, way))  # first in line, as it costs nothing
            else:
                ways.append((other, (*way, other)))
                seen.add(other)  # nobody comes here later by a shorter way
        while ways:
            edge, way = ways.popleft()
            if edge not in roads:
                break
            if edge not in seen:
                seen.add(edge)
                break
        else:
            return (), ""
        if edge in coast:
            return way, coast[edge]
        following = joined[edge]
