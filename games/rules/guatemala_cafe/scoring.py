"""Clause 6.1: what a colour is worth to each player. Uses only what lies open."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from games.rules.core.interface import Seat
from games.rules.guatemala_cafe.components import PIECES
from games.rules.guatemala_cafe.geometry import Board


class Planter(Protocol):
    """What a seat owns on the plantation board, in a state or in a view."""

    @property
    def huts(self) -> Mapping[str, Any]: ...

    @property
    def workers(self) -> Mapping[str, Collection[str]]: ...


class Plantations(Protocol):
    """The plantation board, in a state or in a view."""

    @property
    def board(self) -> Board: ...

    @property
    def players(self) -> Sequence[Planter]: ...

    @property
    def roads(self) -> Collection[str]: ...

    @property
    def harbours(self) -> Mapping[str, Sequence[str]]: ...


class Result(msgspec.Struct, frozen=True):
    """What one colour is worth to one seat; `site` is empty without a hut."""

    seat: Seat
    site: str
    workers: int
    harbours: tuple[str, ...]  # connected with the hut
    ships: int  # of the colour, in these harbours
    points: int


def score(table: Plantations, colour: str) -> tuple[Result, ...]:
    """6.1: the result of every seat if this colour were scored now."""
    results = []
    for seat, player in enumerate(table.players):
        workers = len(player.workers[colour])
        hut = player.huts.get(colour)
        if hut is None:
            results.append(Result(seat, "", workers, (), 0, 0))
            continue
        harbours = connected_harbours(table.board, hut.site, table.roads)
        ships = sum(
            PIECES[ship].colour == colour
            for harbour in harbours
            for ship in table.harbours[harbour]
        )
        results.append(Result(seat, hut.site, workers, harbours, ships, workers * (1 + ships)))
    return tuple(results)


def connected_harbours(board: Board, site: str, roads: Collection[str]) -> tuple[str, ...]:
    """6.1: the open harbours joined to the entrance of this site by roads without a gap."""
    found = {edge for edge in board.entrances[site] if edge in roads}
    following = list(found)
    while following:
        for edge in board.joined[following.pop()]:
            if edge in roads and edge not in found:
                found.add(edge)
                following.append(edge)
    reached = {board.coast[edge] for edge in found if edge in board.coast}
    return tuple(harbour for harbour in board.harbours if harbour in reached)
