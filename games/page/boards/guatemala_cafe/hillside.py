"""The hillside of Guatemala Café as shapes: the plantation board, places on it, and what grows."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.rules.guatemala_cafe.components import WORKER_PRICE
from games.rules.guatemala_cafe.drawing import Drawing, EdgeSpot, HarbourSpot, SiteSpot, drawing
from games.rules.guatemala_cafe.geometry import BOARDS, ends_of_edge
from games.rules.guatemala_cafe.naming import COLUMNS

WIDE, HIGH = 60, 70  # units to a cell
INSET = 5  # from a cell's side to the bed in it
REGION_INSET = 8  # from a region's side to the frame in it
BERTH = 90  # from the coast to the middle of a ship at its pier
SIGN = 18  # from a corner to the middle of the owner's sign there
ON_WALL = 14  # how far below the middle of its cell the wall of a hut has this sign
RAISED = 4  # how far above it the hut stands, for its roof to be seen

Box = dict[str, Any]


@functools.cache
def hillside_of(players: int) -> Box:
    """The plantation board without pieces."""
    plan = drawing(players, 70)
    return {
        "regions": [region(plan, name) for name in ("yellow", "green", "grey")],
        "columns": [{"name": name, "x": n * WIDE + WIDE // 2} for n, name in enumerate(COLUMNS)],
        "rows": [{"name": n + 1, "y": n * HIGH + HIGH // 2 + 9} for n in range(plan.rows)],
        "grid": grid(plan),
        "free": players == 2,
        "open_paths": way(edge for edge in plan.edges if edge.path and edge.open),
        "closed_paths": way(edge for edge in plan.edges if edge.path and not edge.open),
        "sites": [site(spot) for spot in plan.sites],
        "harbours": [harbour(spot) for spot in plan.harbours],
    }


def region(plan: Drawing, name: str) -> Box:
    """One region as a path of rows, the middle of its left side, and its price.

    `top` and `high` are of the rows that mostly belong to it: its frame, to be clicked.
    """
    cells = [cell for cell in plan.cells if cell.region == name]
    left = [cell.y for cell in cells if cell.x == 0]
    d = "".join(
        f"M{first * WIDE} {row * HIGH}h{long * WIDE}v{HIGH}h-{long * WIDE}Z"
        for row in range(plan.rows)
        for first, long in runs(sorted(cell.x for cell in cells if cell.y == row))
    )
    mostly = [
        row for row in range(plan.rows) if 2 * sum(cell.y == row for cell in cells) > plan.columns
    ]
    middle = (min(left) + max(left) + 1) / 2 * HIGH
    return {
        "name": name,
        "d": d,
        "y": f"{middle:g}",
        "price": WORKER_PRICE[name],
        "top": mostly[0] * HIGH + REGION_INSET,
        "high": len(mostly) * HIGH - 2 * REGION_INSET,
    }


def runs(numbers: Sequence[int]) -> Iterable[tuple[int, int]]:
    """The runs of consecutive numbers: the first and how many, for each."""
    for number in numbers:
        if number - 1 not in numbers:
            long = next(n for n in range(1, len(numbers) + 1) if number + n not in numbers)
            yield number, long


def grid(plan: Drawing) -> str:
    """The lines between cells."""
    wide, high = plan.columns * WIDE, plan.rows * HIGH
    upright = "".join(f"M{x * WIDE} 0v{high}" for x in range(1, plan.columns))
    return upright + "".join(f"M0 {y * HIGH}h{wide}" for y in range(1, plan.rows))


def way(edges: Iterable[EdgeSpot]) -> str:
    """Edges as one path."""
    return "".join(
        f"M{edge.x1 * WIDE} {edge.y1 * HIGH}L{edge.x2 * WIDE} {edge.y2 * HIGH}" for edge in edges
    )


def site(spot: SiteSpot) -> Box:
    """A hut site by its middle, with a doormat at each entrance."""
    x, y = spot.x * WIDE + WIDE // 2, spot.y * HIGH + HIGH // 2
    mats = []
    for edge in spot.entrances:
        across = edge.y1 == edge.y2
        mat_x = (edge.x1 + edge.x2) / 2 * WIDE - x
        mat_y = (edge.y1 + edge.y2) / 2 * HIGH - y
        inwards = -9 if (mat_y if across else mat_x) > 0 else 9
        mats.append(
            f"M{mat_x - 16:g} {mat_y:g}h32l-6 {inwards}h-20Z"
            if across
            else f"M{mat_x:g} {mat_y - 16:g}v32l{inwards}-6v-20Z"
        )
    return {"id": spot.id, "x": x, "y": y, "price": spot.price, "open": spot.open,
            "mats": "".join(mats)}  # fmt: skip


def harbour(spot: HarbourSpot) -> Box:
    """A harbour by its crossing on the coast; piers, side by side, by how far they are from it."""
    piers = [
        {"price": pier.price, "x": beside(nth), "y": BERTH} for nth, pier in enumerate(spot.piers)
    ]
    return {"id": spot.id, "x": spot.x * WIDE, "y": spot.y * HIGH, "open": spot.open,
            "piers": piers}  # fmt: skip


def beside(nth: int) -> int:
    """How far a harbour's `nth` pier is to the right of it: the first is to the left."""
    return (nth - 1) * WIDE


@functools.cache
def places_of(players: int) -> list[Box]:
    """Where workers and roads may come to lie, as rectangles: cells, crossings and edges.

    They are always drawn, but invisible until a question lights them. With two players the
    edges within the board are drawn only around the crossing that was picked: see `edges_at`.
    """
    plan = drawing(players, 70)
    free = players == 2
    return [
        *(
            place("cell", cell.id, (cell.x + 0.5) * WIDE, (cell.y + 0.5) * HIGH, (WIDE, HIGH), 6)
            for cell in plan.cells
        ),
        *(
            place("crossing", spot.id, spot.x * WIDE, spot.y * HIGH, (WIDE, HIGH), 17)
            for spot in plan.crossings
            if free
        ),
        *(
            edge_place(edge)
            for edge in plan.edges
            if (is_at_rim(edge, plan) if free else edge.open)
        ),
    ]


@functools.cache
def edges_at(players: int, crossing: str) -> list[Box]:
    """The edges at a crossing that are not in `places_of`."""
    if players != 2 or not crossing:
        return []
    plan = drawing(players, 70)
    x, _, y = crossing.partition(",")
    picked = (int(x), int(y))
    return [
        edge_place(edge)
        for edge in plan.edges
        if picked in ((edge.x1, edge.y1), (edge.x2, edge.y2)) and not is_at_rim(edge, plan)
    ]


def is_at_rim(edge: EdgeSpot, plan: Drawing) -> bool:
    """Whether an edge ends at the outer border of the board."""
    return any(
        x in (0, plan.columns) or y in (0, plan.rows)
        for x, y in ((edge.x1, edge.y1), (edge.x2, edge.y2))
    )


def edge_place(edge: EdgeSpot) -> Box:
    """An edge, to be clicked: a narrow rectangle along it."""
    x, y = (edge.x1 + edge.x2) / 2 * WIDE, (edge.y1 + edge.y2) / 2 * HIGH
    across = edge.y1 == edge.y2
    return place("edge", edge.id, x, y, (WIDE, 34) if across else (34, HIGH), 7)


def place(kind: str, name: str, x: float, y: float, size: tuple[int, int], inset: int) -> Box:
    """A rectangle around its middle, to be touched, with its spot; `shown` is what is lit of it."""
    return {
        "kind": kind,
        "spot": f"{kind}:{name}",
        "touched": rectangle(x, y, size, 0),
        "shown": rectangle(x, y, size, inset),
    }


def rectangle(x: float, y: float, size: tuple[int, int], inset: int) -> Box:
    """A rectangle around its middle, smaller by so much on each side."""
    width, height = size[0] - 2 * inset, size[1] - 2 * inset
    return {"x": round(x - width / 2), "y": round(y - height / 2),
            "width": width, "height": height}  # fmt: skip


def cells_of(players: int, hut: Box | None, workers: Iterable[str]) -> set[tuple[int, int]]:
    """The cells of a plantation, by row and column."""
    cells = {(int(row), int(col)) for row, col in (cell.split(",") for cell in workers)}
    return cells | {BOARDS[players].sites[hut["site"]].cell} if hut else cells


def owner_corner(players: int, hut: Box | None, workers: Iterable[str]) -> str:
    """Where the owner's sign is: on the wall of the hut, else in the leftmost cell on top."""
    row, col = min(cells_of(players, hut, () if hut else workers))
    if hut:
        return f"{col * WIDE + WIDE // 2} {row * HIGH + HIGH // 2 + ON_WALL}"
    return f"{col * WIDE + SIGN} {row * HIGH + SIGN}"


def bed_of(players: int, hut: Box | None, workers: Iterable[str]) -> str:
    """A plantation as a path: its cells, joined where they touch.

    It is made of rectangles: runs in a row, runs in a column, and single cells.
    """
    cells = cells_of(players, hut, workers)
    rects, lying = [], set[tuple[int, int]]()
    for row in sorted({row for row, _ in cells}):
        for col, long in runs(sorted(c for r, c in cells if r == row)):
            if long > 1:
                rects.append((col, row, long, 1))
                lying |= {(row, col + n) for n in range(long)}
    for col in sorted({col for _, col in cells}):
        for row, long in runs(sorted(r for r, c in cells if c == col)):
            if long > 1 or (row, col) not in lying:
                rects.append((col, row, 1, long))
    return "".join(
        f"M{x * WIDE + INSET} {y * HIGH + INSET}h{wide * WIDE - 2 * INSET}"
        f"v{high * HIGH - 2 * INSET}h-{wide * WIDE - 2 * INSET}Z"
        for x, y, wide, high in rects
    )


def along_edges(players: int, roads: Mapping[str, str]) -> list[tuple[str, str]]:
    """Roads with their edges, in the order in which they lie on one another at crossings."""
    return [(edge.id, roads[edge.id]) for edge in drawing(players, 70).edges if edge.id in roads]


def price_of_hut(players: int, site: str) -> int:
    """What a hut on an open site costs."""
    return BOARDS[players].sites[site].price


def price_at(players: int, harbour: str, nth: int) -> int:
    """The price of a harbour's `nth` pier, which names it among them."""
    spots = drawing(players, 70).harbours
    return next(spot.piers[nth].price for spot in spots if spot.id == harbour)


def placed(players: int, at: str) -> Box:
    """The middle of a piece that is at a place such as "cell:9,5", "edge:v5,9" or "pier:HB:2"."""
    kind, name, *price = at.split(":")
    x: float
    y: float
    if kind == "edge":
        (x1, y1), (x2, y2) = ends_of_edge(name)
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
    elif kind == "pier":
        spot = next(spot for spot in drawing(players, 70).harbours if spot.id == name)
        nth = [pier.price for pier in spot.piers].index(int(price[0]))
        return {"x": str(spot.x * WIDE + beside(nth)), "y": str(spot.y * HIGH + BERTH)}
    else:
        row, col = BOARDS[players].sites[name].cell if kind == "site" else name.split(",")
        x, y = int(col) + 0.5, int(row) + 0.5 - (RAISED / HIGH if kind == "site" else 0)
    return {"x": f"{x * WIDE:g}", "y": f"{y * HIGH:g}"}
