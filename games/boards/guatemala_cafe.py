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

from games.boards.guatemala_cafe_hillside import CELL, hillside, places
from games.boards.guatemala_cafe_tips import empty_tip, name_of_place, tip
from games.rules.guatemala_cafe.components import COLOURS as COFFEES
from games.rules.guatemala_cafe.components import PIECES
from games.rules.guatemala_cafe.drawing import SpaceSpot, TrackSpot, drawing
from games.rules.guatemala_cafe.naming import line_of_space
from games.rules.guatemala_cafe.view import PieceView, View
from games.wording import capital

COLOURS = ("yellow", "blue", "green", "red")
ART = {"coffees": COFFEES}

FIELD = 52  # of the cultivation board
STEP = 27.8  # of the point track
MARKED = 5  # every so many fields of the track have their number on them
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
        "ring": ring(language),
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
    """The kind of the piece that is being placed, and what was picked for it: where about."""
    if table.holding is None:
        return "", ""
    index = next(i for i, spot in enumerate(table.drawing.fields) if spot.id == table.holding)
    return PIECES[table.grid[index]].kind, table.region or table.crossing or ""


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
        "tip": tip(piece.kind, piece.colour, piece.place, language),
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
                "tip": empty_tip(name, spot.for_sack, language) if piece is None else "",
            }
        )
    return shown


@functools.cache
def ring(language: str) -> str:
    """The spaces around the cultivation board, each an arrow to its line and named after it."""
    spaces = [
        {
            "number": space.number,
            "line": line_of_space(space.number),
            "tip": capital(name_of_place(f"space:{space.number}", language)),
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
