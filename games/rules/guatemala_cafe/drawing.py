"""Where things are, for whoever draws the boards. Units are cells; x to the right, y downwards.

Three sheets, each with its own origin: the plantation board (a cell's upper left corner is column,
row), the cultivation board (the same for its fields; the buyer's track runs around it) and the
victory-point track (rows of twenty, every other one from right to left).
"""

from __future__ import annotations

import functools

import msgspec

from games.rules.guatemala_cafe.components import (
    FIELDS,
    PRINTED,
    SACK_FIELDS,
    Closed,
    Harbour,
    Side,
    Site,
)
from games.rules.guatemala_cafe.geometry import (
    BOARDS,
    Board,
    ends_of_edge,
    open_edges,
    sides_of_cell,
)

TRACK_ROW = 20  # victory-point fields in a row


class CellSpot(msgspec.Struct, frozen=True):
    """A cell of the plantation board, by its upper left corner."""

    id: str
    x: int
    y: int
    region: str


class EdgeSpot(msgspec.Struct, frozen=True):
    """An edge that may carry a road; `path` is the printed path it belongs to, if any."""

    id: str
    x1: int
    y1: int
    x2: int
    y2: int
    path: str
    open: bool


class SiteSpot(msgspec.Struct, frozen=True):
    """A hut site, by the upper left corner of its cell; a closed one has a cover tile."""

    id: str
    x: int
    y: int
    region: str
    price: int
    entrances: tuple[EdgeSpot, ...]
    open: bool


class PierSpot(msgspec.Struct, frozen=True):
    """A pier, by the middle of the ship that lies there."""

    price: int
    x: float
    y: float


class HarbourSpot(msgspec.Struct, frozen=True):
    """A harbour, by its crossing on the coast; its piers stand below one another in the sea."""

    id: str
    x: int
    y: int
    piers: tuple[PierSpot, ...]
    open: bool


class CrossingSpot(msgspec.Struct, frozen=True):
    """An inner crossing of edges."""

    id: str
    x: int
    y: int


class FieldSpot(msgspec.Struct, frozen=True):
    """A field of the cultivation board, by its upper left corner."""

    id: str
    x: int
    y: int
    for_sack: bool


class SpaceSpot(msgspec.Struct, frozen=True):
    """A space of the buyer's track, by its middle, and the line it marks."""

    number: int
    x: float
    y: float
    line: str  # row, col
    line_number: int


class TrackSpot(msgspec.Struct, frozen=True):
    """A field of the victory-point track, by its middle."""

    number: int
    x: float
    y: float


class Drawing(msgspec.Struct, frozen=True):
    """Both boards and the track for one number of players and one length of the track."""

    columns: int
    rows: int
    cells: tuple[CellSpot, ...]
    sites: tuple[SiteSpot, ...]
    edges: tuple[EdgeSpot, ...]
    harbours: tuple[HarbourSpot, ...]
    crossings: tuple[CrossingSpot, ...]
    fields: tuple[FieldSpot, ...]
    spaces: tuple[SpaceSpot, ...]
    track: tuple[TrackSpot, ...]


@functools.cache
def drawing(players: int, track_length: int) -> Drawing:
    """Where everything is on the boards of this many players."""
    board = BOARDS[players]
    side = board.side
    edges = edge_spots(board)
    by_id = {edge.id: edge for edge in edges}
    return Drawing(
        columns=side.cols,
        rows=side.rows,
        cells=tuple(
            CellSpot(cell, int(cell.split(",")[1]), int(cell.split(",")[0]), region)
            for cell, region in board.region.items()
        ),
        sites=tuple(site_spot(board, site, by_id) for site in side.hut_sites),
        edges=edges,
        harbours=tuple(harbour_spot(side, harbour, board) for harbour in side.harbours),
        crossings=tuple(
            CrossingSpot(name, *(int(part) for part in name.split(","))) for name in board.crossings
        ),
        fields=tuple(
            FieldSpot(
                field, int(field.split(",")[1]), int(field.split(",")[0]), field in SACK_FIELDS
            )
            for field in FIELDS
        ),
        spaces=tuple(space_spot(number) for number in range(len(PRINTED.cultivation.buyer_track))),
        track=tuple(track_spot(number) for number in range(track_length + 1)),
    )


def edge_spots(board: Board) -> tuple[EdgeSpot, ...]:
    """All edges for roads, those closed with three players included."""
    path_of = {edge: path.id for path in board.side.paths for edge in path.edges}
    return tuple(
        EdgeSpot(edge, *start, *end, path_of.get(edge, ""), edge in board.edge_bit)
        for edge in open_edges(board.side, Closed())
        for start, end in (ends_of_edge(edge),)
    )


def site_spot(board: Board, site: Site, edges: dict[str, EdgeSpot]) -> SiteSpot:
    """One hut site with the edges at its entrances."""
    row, col = site.cell
    around = sides_of_cell(row, col)
    entrances = tuple(edges[around[name]] for name in site.entrances)
    return SiteSpot(site.id, col, row, site.region, site.price, entrances, site.id in board.sites)


def harbour_spot(side: Side, harbour: Harbour, board: Board) -> HarbourSpot:
    """One harbour; its cheapest pier is next to the coast."""
    x, y = harbour.vertex
    piers = tuple(
        PierSpot(price, x, side.rows + 0.75 + number) for number, price in enumerate(harbour.piers)
    )
    return HarbourSpot(harbour.id, x, y, piers, harbour.id in board.harbours)


def space_spot(number: int) -> SpaceSpot:
    """1.4: clockwise from the upper left: top, right, bottom, left."""
    kind, line = PRINTED.cultivation.buyer_track[number]
    rows, cols = PRINTED.cultivation.rows, PRINTED.cultivation.cols
    if kind == "col":
        return SpaceSpot(number, line + 0.5, -0.5 if number < cols else rows + 0.5, kind, line)
    return SpaceSpot(number, -0.5 if number > cols * 2 else cols + 0.5, line + 0.5, kind, line)


def track_spot(number: int) -> TrackSpot:
    """One field of the victory-point track."""
    row, step = divmod(number, TRACK_ROW)
    return TrackSpot(number, (step if row % 2 == 0 else TRACK_ROW - 1 - step) + 0.5, row + 0.5)
