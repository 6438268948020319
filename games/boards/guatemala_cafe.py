"""What the board of Guatemala Café shows besides the view: places, pieces and beds as shapes.

The hillside, the cultivation board and the point track are groups with their own origin, a cell of
them so many units wide; where the groups stand is the style sheet's business
(`static/games/guatemala_cafe/board.css`). What never changes is drawn once for each number of
players and each language. Places for pieces are drawn while such a piece is being placed.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.rules.guatemala_cafe.components import COLOURS as COFFEES
from games.rules.guatemala_cafe.components import PIECES, WORKER_PRICE
from games.rules.guatemala_cafe.drawing import Drawing, EdgeSpot, SpaceSpot, TrackSpot, drawing
from games.rules.guatemala_cafe.view import PieceView, View
from games.rules.registry import GAMES
from games.wording import SiteWording

COLOURS = ("yellow", "blue", "green", "red")
ART = {"coffees": COFFEES}

CELL = 60  # of the hillside
FIELD = 52  # of the cultivation board
STEP = 27.8  # of the point track
MARKED = 10  # every so many fields of the track have their number on them
INSET = 5  # from a cell's side to the bed in it

Box = dict[str, Any]


def facts(view: dict[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    """Everything the templates draw; lengths are in units of the drawing."""
    table = msgspec.convert(view, View)
    players, length = len(table.players), table.options.track_length
    language = get_language() or ""
    by_sheet: dict[str, list[PieceView]] = {"plantation": [], "cultivation": [], "track": []}
    for piece in table.pieces:
        by_sheet[piece.sheet].append(piece)
    colours = [seat["colour"] for seat in seats]
    mine = next((seat for seat in seats if seat["mine"]), None)
    return {
        "coffees": COFFEES,
        "hillside": hillside(players, language),
        "places": places(players, *places_wanted(table)),
        "beds": list(beds(table, seats)),
        "planted": [shape(piece, CELL, language) for piece in by_sheet["plantation"]],
        "fields": fields(table, by_sheet["cultivation"], language),
        "ring": ring(),
        "buyer": buyer(by_sheet["cultivation"][0], language),
        "band": band(table.drawing.spaces[table.buyer]),
        "track": track(length),
        "goal": goal(table),
        "scored": [shape(piece, STEP, language) for piece in by_sheet["track"]],
        "markers": markers(table, colours),
        "ledger": ledger(table, seats),
        "hand": hand(mine),
        "supply": table.supply,
        "bag": table.bag,
        "box": [PIECES[ship].colour for ship in table.box],
    }


def places_wanted(table: View) -> tuple[str, str]:
    """The kind of the piece that is being placed, and the crossing that was picked for it."""
    if table.holding is None:
        return "", ""
    index = next(i for i, spot in enumerate(table.drawing.fields) if spot.id == table.holding)
    return PIECES[table.grid[index]].kind, table.crossing or ""


@functools.cache
def words(language: str) -> SiteWording:
    """The words of the game; the language is the active one."""
    return SiteWording(GAMES["guatemala_cafe"], [])


@functools.cache
def hillside(players: int, language: str) -> str:
    """The plantation board without pieces."""
    plan = drawing(players, 70)
    return render_to_string(
        "games/guatemala_cafe/_hillside.svg",
        {
            "wording": words(language),
            "regions": [region(plan, name) for name in ("yellow", "green", "grey")],
            "columns": [{"name": n, "x": n * CELL + CELL // 2} for n in range(plan.columns)],
            "rows": [{"name": n, "y": n * CELL + CELL // 2 + 5} for n in range(plan.rows)],
            "grid": grid(plan),
            "free": players == 2,
            "open_paths": way(edge for edge in plan.edges if edge.path and edge.open),
            "closed_paths": way(edge for edge in plan.edges if edge.path and not edge.open),
            "sites": [site(spot) for spot in plan.sites],
            "harbours": [harbour(spot) for spot in plan.harbours],
        },
    )


def region(plan: Drawing, name: str) -> Box:
    """One region as a path of rows, the middle of its left side, and its price."""
    cells = [cell for cell in plan.cells if cell.region == name]
    left = [cell.y for cell in cells if cell.x == 0]
    d = "".join(
        f"M{first * CELL} {row * CELL}h{long * CELL}v{CELL}h-{long * CELL}Z"
        for row in range(plan.rows)
        for first, long in runs(sorted(cell.x for cell in cells if cell.y == row))
    )
    middle = (min(left) + max(left) + 1) / 2 * CELL
    return {"name": name, "d": d, "y": f"{middle:g}", "price": WORKER_PRICE[name]}


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
def places(players: int, kind: str, crossing: str) -> str:
    """Where the piece in hand may be put, drawn."""
    found = places_of(players, kind, crossing)
    return render_to_string("games/guatemala_cafe/_places.svg", {"places": found})


def places_of(players: int, kind: str, crossing: str) -> list[Box]:
    """Where the piece in hand may be put, as rectangles: cells, edges or crossings."""
    plan = drawing(players, 70)
    if kind == "worker":
        inner = CELL - 14
        return [
            place("cell", cell.id, (cell.x + 0.5) * CELL, (cell.y + 0.5) * CELL, inner, inner)
            for cell in plan.cells
        ]
    if kind != "road":
        return []
    if players == 2 and not crossing:
        return [
            place("crossing", spot.id, spot.x * CELL, spot.y * CELL, 10, 10)
            for spot in plan.crossings
        ]
    x, _, y = crossing.partition(",")
    ends = (int(x), int(y)) if crossing else None
    return [
        edge_place(edge)
        for edge in plan.edges
        if edge.open and (ends is None or ends in ((edge.x1, edge.y1), (edge.x2, edge.y2)))
    ]


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


def beds(table: View, seats: Sequence[Box]) -> Iterable[Box]:
    """Every plantation as one bed: the cells of one colour and player, joined where they touch."""
    for seat, player in enumerate(table.players):
        for coffee in COFFEES:
            cells = {
                tuple(int(part) for part in cell.split(",")) for cell in player.workers[coffee]
            }
            hut = player.huts.get(coffee)
            if hut is not None:
                cells.add(table.board.sites[hut.site].cell)
            if not cells:
                continue
            row, col = table.board.sites[hut.site].cell if hut else min(cells)
            yield {
                "seat": seats[seat],
                "coffee": coffee,
                "d": joined(cells),
                "x": col * CELL + 12,
                "y": row * CELL + 12,
            }


def joined(cells: set[Any]) -> str:
    """Cells as a path: each a square, with a bridge to its neighbours right and below."""
    size, gap = CELL - 2 * INSET, 2 * INSET
    parts = []
    for row, col in sorted(cells):
        x, y = col * CELL + INSET, row * CELL + INSET
        parts.append(f"M{x} {y}h{size}v{size}h-{size}Z")
        if (row, col + 1) in cells:
            parts.append(f"M{x + size - 6} {y}h{gap + 12}v{size}h-{gap + 12}Z")
        if (row + 1, col) in cells:
            parts.append(f"M{x} {y + size - 6}h{size}v{gap + 12}h-{size}Z")
    return "".join(parts)


@functools.cache
def tip(kind: str, colour: str | None, language: str) -> str:
    """What a piece is, and what it is good for."""
    wording = words(language)
    name = wording.word("piece", kind)
    shade = f" ({wording.word('colour', colour)})" if colour else ""
    return f"{name[:1].upper()}{name[1:]}{shade}: {wording.say(f'help.piece.{kind}')}"


def shape(piece: PieceView, unit: float, language: str) -> Box:
    """A piece by its middle, with the name of its drawing."""
    art = f"{piece.kind}-{piece.colour}" if piece.colour else piece.kind
    if piece.place.startswith("edge:h"):
        art = "road-level"
    elif piece.place.startswith("edge:v"):
        art = "road-upright"
    return {
        "id": piece.id,
        "at": piece.place,
        "art": art,
        "x": f"{piece.x * unit:g}",
        "y": f"{piece.y * unit:g}",
        "tip": tip(piece.kind, piece.colour, language),
    }


def fields(table: View, pieces: Sequence[PieceView], language: str) -> list[Box]:
    """The fields of the cultivation board, each with what lies on it."""
    lying = {piece.place: piece for piece in pieces}
    shown = []
    for spot in table.drawing.fields:
        name = f"field:{spot.id}"
        piece = lying.get(name)
        state = " for-sack" if spot.for_sack else ""
        if spot.id in (table.holding, table.announced):
            state += " in-hand"
        shown.append(
            {
                "spot": name,
                "x": spot.x * FIELD,
                "y": spot.y * FIELD,
                "state": state,
                "piece": piece and shape(piece, FIELD, language),
            }
        )
    return shown


@functools.cache
def ring() -> str:
    """The spaces around the cultivation board, each an arrow to its line."""
    spaces = [
        {
            "number": space.number,
            "x": round(space.x * FIELD),
            "y": round(space.y * FIELD),
            "turn": turn_of(space),
        }
        for space in drawing(2, 70).spaces
    ]
    return render_to_string("games/guatemala_cafe/_ring.svg", {"spaces": spaces})


def turn_of(space: SpaceSpot) -> int:
    """By how many degrees the arrow of a space is turned from pointing down."""
    if space.line == "col":
        return 0 if space.y < 0 else 180
    return 90 if space.x > 0 else 270


def buyer(piece: PieceView, language: str) -> Box:
    """The buyer on his space."""
    return shape(piece, FIELD, language)


def band(space: SpaceSpot) -> Box:
    """The line that the buyer marks, as a rectangle."""
    across = space.line == "row"
    start, long = space.line_number * FIELD, 9 * FIELD
    return {"x": 0 if across else start, "y": start if across else 0,
            "width": long if across else FIELD, "height": FIELD if across else long}  # fmt: skip


@functools.cache
def track(length: int) -> Box:
    """The fields of the point track as one path, and those with their number on them."""
    spots = drawing(2, length).track
    side = STEP - 2
    return {
        "d": "".join(
            f"M{spot.x * STEP - side / 2:.1f} {spot.y * STEP - side / 2:.1f}"
            f"h{side:.1f}v{side:.1f}h-{side:.1f}Z"
            for spot in spots
        ),
        "labels": [
            {"number": spot.number, "x": f"{spot.x * STEP:g}", "y": f"{spot.y * STEP + 5:g}"}
            for spot in spots
            if spot.number % MARKED == 0 or spot.number == length
        ],
        "height": round((spots[-1].y + 0.5) * STEP) + 20,
    }


def goal(table: View) -> Box | None:
    """The field whose points end the game; None before the first scoring."""
    if table.last_sack_field is None:
        return None
    spot = table.drawing.track[table.last_sack_field]
    return {"x": f"{spot.x * STEP - 13:g}", "y": f"{spot.y * STEP - 13:g}"}


def markers(table: View, colours: Sequence[str]) -> list[Box]:
    """The players' markers on the point track; those on one field stand a little apart."""
    spots: tuple[TrackSpot, ...] = table.drawing.track
    shown, stood = [], dict[int, int]()
    for seat, player in enumerate(table.players):
        spot = spots[min(player.points, len(spots) - 1)]
        nth = stood[spot.number] = stood.get(spot.number, -1) + 1
        shown.append(
            {
                "id": f"marker:{seat}",
                "at": f"track:{spot.number}",
                "colour": {"colour": colours[seat]},
                "x": f"{spot.x * STEP + (-6, 6, -6, 6)[nth]:g}",
                "y": f"{spot.y * STEP + (-6, -6, 6, 6)[nth]:g}",
                "points": player.points,
            }
        )
    return shown


def ledger(table: View, seats: Sequence[Box]) -> list[Box]:
    """For each seat what a scoring of each colour would give it now."""
    lines = []
    for place, seat in enumerate(seats):
        results = []
        for coffee in COFFEES:
            result = table.preview[coffee][place]
            results.append(
                {
                    "coffee": coffee,
                    "points": result.points,
                    "workers": result.workers,
                    "factor": 1 + result.ships,
                    "hut": bool(result.site),
                    "none": not (result.workers or result.site),
                    "tick": f"preview:{coffee}:{place}",
                }
            )
        lines.append({"seat": seat, "results": results, "y": 62 + 36 * place})
    return lines


def hand(me: Box | None) -> list[Box]:
    """The viewer's own sacks; empty for who has no seat."""
    view = me and me["view"]
    if not view or view["sacks"] is None:
        return []
    return [
        {"coffee": coffee, "spot": f"sack:{coffee}", "count": view["sacks"].get(coffee, 0)}
        for coffee in COFFEES
    ]
