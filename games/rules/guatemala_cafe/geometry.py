"""The plantation board as a graph: cells, edges, sites and harbours in play (clause 1.6).

Sets of cells and of edges are bits of one integer: joining, cutting and spreading them are
single operations, whatever their size.
"""

from __future__ import annotations

import dataclasses

from games.rules.guatemala_cafe.components import (
    PRINTED,
    WORKER_PRICE,
    Closed,
    Harbour,
    Point,
    Side,
    Site,
)


def cell_name(row: int, col: int) -> str:
    """The name of a cell: "9,5"."""
    return f"{row},{col}"


def sides_of_cell(row: int, col: int) -> dict[str, str]:
    """The edges around a cell, by side."""
    return {
        "N": f"h{col},{row}",
        "E": f"v{col + 1},{row}",
        "S": f"h{col},{row + 1}",
        "W": f"v{col},{row}",
    }


def ends_of_edge(edge: str) -> tuple[Point, Point]:
    """The two crossings (x, y) that an edge joins."""
    x, y = (int(number) for number in edge[1:].split(","))
    return ((x, y), (x, y + 1)) if edge[0] == "v" else ((x, y), (x + 1, y))


@dataclasses.dataclass(frozen=True, eq=False)  # there is one of each
class Board:
    """One side of the plantation board for one number of players: what is open, and what touches.

    Dictionaries go by name: cell "9,5", edge "v5,9", site "B1", harbour "HB", crossing "5,9".
    """

    side: Side
    sites: dict[str, Site]
    harbours: dict[str, Harbour]
    edges: tuple[str, ...]  # open for roads
    region: dict[str, str]  # of each cell
    cell_bit: dict[str, int]
    site_bit: dict[str, int]  # the bit of the cell under each open site
    edge_bit: dict[str, int]
    land: int  # the cells that workers may stand on
    worker_land: tuple[int, ...]  # by money 0, 1, 2, 3 and more: the land one can pay for
    east_edge: int  # the cells of the last column
    west_edge: int
    every_cell: int
    entrances: dict[str, tuple[str, ...]]  # of each site: the edges that count as its entrance
    joined: dict[str, tuple[str, ...]]  # of each edge: the open edges that share a crossing with it
    coast: dict[str, str]  # edge that ends at a harbour: the harbour
    crossings: dict[str, int]  # inner crossings: the bits of their edges

    def spread(self, cells: int) -> int:
        """The cells orthogonally next to one of these."""
        cols = self.side.cols
        north_south = cells << cols | cells >> cols
        east_west = (cells & ~self.east_edge) << 1 | (cells & ~self.west_edge) >> 1
        return (north_south | east_west) & self.every_cell


def open_edges(side: Side, closed: Closed) -> tuple[str, ...]:
    """1.6: the edges of the printed paths in play, or every edge between two cells."""
    if side.road_mode == "preset":
        return tuple(
            edge for path in side.paths if path.id not in closed.paths for edge in path.edges
        )
    upright = (f"v{x},{y}" for x in range(1, side.cols) for y in range(side.rows))
    level = (f"h{x},{y}" for x in range(side.cols) for y in range(1, side.rows))
    return (*upright, *level)


def land_by_money(region: dict[str, str], cell_bit: dict[str, int], land: int) -> tuple[int, ...]:
    """1.2: the land on which a worker costs no more than 0, 1, 2, 3."""
    return tuple(
        land & sum(bit for cell, bit in cell_bit.items() if WORKER_PRICE[region[cell]] <= money)
        for money in range(max(WORKER_PRICE.values()) + 1)
    )


def edges_by_crossing(edges: tuple[str, ...]) -> dict[Point, list[str]]:
    """For each crossing the open edges that end there."""
    meeting: dict[Point, list[str]] = {}
    for edge in edges:
        for end in ends_of_edge(edge):
            meeting.setdefault(end, []).append(edge)
    return meeting


def join_edges(edges: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """For each edge the others that share a crossing with it."""
    meeting = edges_by_crossing(edges)
    return {
        edge: tuple(other for end in ends_of_edge(edge) for other in meeting[end] if other != edge)
        for edge in edges
    }


def regions(side: Side) -> dict[str, str]:
    """The region of each cell."""
    return {
        cell_name(row, col): PRINTED.region_legend[letter]
        for row, letters in enumerate(side.region_of_cell)
        for col, letter in enumerate(letters)
    }


def entrance_edges(site: Site, edges: dict[str, int]) -> tuple[str, ...]:
    """1.6: the entrance sides of a site that are edges; a side on the outer border is none."""
    around = sides_of_cell(*site.cell)
    return tuple(around[name] for name in site.entrances if around[name] in edges)


def inner_crossings(side: Side, edge_bit: dict[str, int]) -> dict[str, int]:
    """The crossings that are not on the outer border, each with the bits of its open edges."""
    return {
        f"{x},{y}": sum(edge_bit[edge] for edge in edges)
        for (x, y), edges in sorted(edges_by_crossing(tuple(edge_bit)).items(), key=by_row)
        if 0 < x < side.cols and 0 < y < side.rows
    }


def by_row(crossing: tuple[Point, list[str]]) -> Point:
    """Sorts crossings row by row."""
    (x, y), _ = crossing
    return y, x


def unfold(side: Side, players: int) -> Board:
    """The board that this number of players uses."""
    closed = side.closed_with_3_players if players == 3 else Closed()
    region = regions(side)
    cell_bit = {cell: 1 << index for index, cell in enumerate(region)}
    edges = open_edges(side, closed)
    edge_bit = {edge: 1 << index for index, edge in enumerate(edges)}
    sites = {site.id: site for site in side.hut_sites if site.id not in closed.hut_sites}
    harbours = {spot.id: spot for spot in side.harbours if spot.id not in closed.harbours}
    every_cell = sum(cell_bit.values())
    land = every_cell & ~sum(cell_bit[cell_name(*site.cell)] for site in side.hut_sites)
    meeting = edges_by_crossing(edges)
    return Board(
        side=side,
        sites=sites,
        harbours=harbours,
        edges=edges,
        region=region,
        cell_bit=cell_bit,
        site_bit={site.id: cell_bit[cell_name(*site.cell)] for site in sites.values()},
        edge_bit=edge_bit,
        land=land,
        worker_land=land_by_money(region, cell_bit, land),
        east_edge=sum(cell_bit[cell_name(row, side.cols - 1)] for row in range(side.rows)),
        west_edge=sum(cell_bit[cell_name(row, 0)] for row in range(side.rows)),
        every_cell=every_cell,
        entrances={site.id: entrance_edges(site, edge_bit) for site in sites.values()},
        joined=join_edges(edges),
        coast={edge: spot.id for spot in harbours.values() for edge in meeting[spot.vertex]},
        crossings=inner_crossings(side, edge_bit),
    )


BOARDS = {
    2: unfold(PRINTED.plantation_2, 2),
    3: unfold(PRINTED.plantation_3_4, 3),
    4: unfold(PRINTED.plantation_3_4, 4),
}
