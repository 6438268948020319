"""The hillside of Guatemala Café as shapes: the plantation board, and places for what is in hand.

It is drawn once for each number of players and each language.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import render_to_string

from games.boards.guatemala_cafe_tips import name_of_place, words
from games.rules.guatemala_cafe.components import WORKER_PRICE
from games.rules.guatemala_cafe.drawing import Drawing, EdgeSpot, drawing
from games.rules.guatemala_cafe.naming import COLUMNS
from games.wording import capital

CELL = 60  # units to a cell
REGION_INSET = 8  # from a region's side to the frame in it

Box = dict[str, Any]


@functools.cache
def hillside(players: int, language: str) -> str:
    """The plantation board without pieces."""
    plan = drawing(players, 70)
    return render_to_string(
        "games/guatemala_cafe/_hillside.svg",
        {
            "wording": words(language),
            "regions": [region(plan, name) for name in ("yellow", "green", "grey")],
            "columns": [
                {"name": name, "x": n * CELL + CELL // 2} for n, name in enumerate(COLUMNS)
            ],
            "rows": [{"name": n + 1, "y": n * CELL + CELL // 2 + 7} for n in range(plan.rows)],
            "grid": grid(plan),
            "free": players == 2,
            "open_paths": way(edge for edge in plan.edges if edge.path and edge.open),
            "closed_paths": way(edge for edge in plan.edges if edge.path and not edge.open),
            "sites": [site(spot) for spot in plan.sites],
            "harbours": [
                harbour(spot) | {"name": capital(name_of_place(f"harbour:{spot.id}", language))}
                for spot in plan.harbours
            ],
        },
    )


def region(plan: Drawing, name: str) -> Box:
    """One region as a path of rows, the middle of its left side, and its price.

    `top` and `high` are those of the rows that are mostly of it: its frame, to be clicked.
    """
    cells = [cell for cell in plan.cells if cell.region == name]
    left = [cell.y for cell in cells if cell.x == 0]
    d = "".join(
        f"M{first * CELL} {row * CELL}h{long * CELL}v{CELL}h-{long * CELL}Z"
        for row in range(plan.rows)
        for first, long in runs(sorted(cell.x for cell in cells if cell.y == row))
    )
    mostly = [
        row for row in range(plan.rows) if 2 * sum(cell.y == row for cell in cells) > plan.columns
    ]
    middle = (min(left) + max(left) + 1) / 2 * CELL
    return {
        "name": name,
        "d": d,
        "y": f"{middle:g}",
        "price": WORKER_PRICE[name],
        "top": mostly[0] * CELL + REGION_INSET,
        "high": len(mostly) * CELL - 2 * REGION_INSET,
    }


def runs(numbers: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Where numbers follow one another: the first and how many, for each run."""
    for number in numbers:
        if number - 1 not in numbers:
            long = next(n for n in range(1, len(numbers) + 1) if number + n not in numbers)
            yield number, long


def grid(plan: Drawing) -> str:
    """The lines between cells."""
    wide, high = plan.columns * CELL, plan.rows * CELL
    upright = "".join(f"M{x * CELL} 0v{high}" for x in range(1, plan.columns))
    return upright + "".join(f"M0 {y * CELL}h{wide}" for y in range(1, plan.rows))


def way(edges: Iterable[EdgeSpot]) -> str:
    """Edges as one path."""
    return "".join(
        f"M{edge.x1 * CELL} {edge.y1 * CELL}L{edge.x2 * CELL} {edge.y2 * CELL}" for edge in edges
    )


def site(spot: Any) -> Box:
    """A hut site by its middle, with a doormat at each entrance."""
    x, y = spot.x * CELL + CELL // 2, spot.y * CELL + CELL // 2
    mats = []
    for edge in spot.entrances:
        across = edge.y1 == edge.y2
        mat_x = (edge.x1 + edge.x2) / 2 * CELL - x
        mat_y = (edge.y1 + edge.y2) / 2 * CELL - y
        inwards = -8 if (mat_y if across else mat_x) > 0 else 8
        mats.append(
            f"M{mat_x - 12:g} {mat_y:g}h24l-5 {inwards}h-14Z"
            if across
            else f"M{mat_x:g} {mat_y - 12:g}v24l{inwards}-5v-14Z"
        )
    return {"id": spot.id, "x": x, "y": y, "price": spot.price, "open": spot.open,
            "mats": "".join(mats)}  # fmt: skip


def harbour(spot: Any) -> Box:
    """A harbour by its crossing on the coast; piers by how far they are from it."""
    y = spot.y * CELL
    piers = [{"price": pier.price, "y": round(pier.y * CELL) - y} for pier in spot.piers]
    return {"id": spot.id, "x": spot.x * CELL, "y": y, "open": spot.open, "piers": piers}


@functools.cache
def places(players: int, kind: str, about: str) -> str:
    """Where the piece in hand may be put, drawn."""
    found = places_of(players, kind, about)
    return render_to_string("games/guatemala_cafe/_places.svg", {"places": found})


def places_of(players: int, kind: str, about: str) -> list[Box]:
    """Where the piece in hand may be put, as rectangles: cells, edges or crossings.

    `about` is the region or the crossing that was picked for it before, if any.
    """
    plan = drawing(players, 70)
    if kind == "worker":
        inner = CELL - 14
        return [
            place("cell", cell.id, (cell.x + 0.5) * CELL, (cell.y + 0.5) * CELL, inner, inner)
            for cell in plan.cells
            if about in ("", cell.region)
        ]
    if kind != "road":
        return []
    if players == 2 and not about:
        crossings = [
            place("crossing", spot.id, spot.x * CELL, spot.y * CELL, 10, 10)
            for spot in plan.crossings
        ]
        return [*crossings, *(edge_place(edge) for edge in plan.edges if is_at_rim(edge, plan))]
    x, _, y = about.partition(",")
    ends = (int(x), int(y)) if about else None
    return [
        edge_place(edge)
        for edge in plan.edges
        if edge.open and (ends is None or ends in ((edge.x1, edge.y1), (edge.x2, edge.y2)))
    ]


def is_at_rim(edge: EdgeSpot, plan: Drawing) -> bool:
    """Whether an edge ends at the outer border of the board."""
    return any(
        x in (0, plan.columns) or y in (0, plan.rows)
        for x, y in ((edge.x1, edge.y1), (edge.x2, edge.y2))
    )


def edge_place(edge: EdgeSpot) -> Box:
    """An edge, to be clicked: a narrow rectangle along it."""
    x, y = (edge.x1 + edge.x2) / 2 * CELL, (edge.y1 + edge.y2) / 2 * CELL
    across = edge.y1 == edge.y2
    return place("edge", edge.id, x, y, *((32, 10) if across else (10, 32)))


def place(kind: str, name: str, x: float, y: float, width: int, height: int) -> Box:
    """A rectangle around its middle, with its spot."""
    return {
        "kind": kind,
        "spot": f"{kind}:{name}",
        "x": round(x - width / 2),
        "y": round(y - height / 2),
        "width": width,
        "height": height,
    }
