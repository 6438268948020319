"""The cultivation board and the point track of Guatemala Café as shapes."""

from __future__ import annotations

import functools
from typing import Any

from games.rules.guatemala_cafe.components import FIELDS, PRINTED
from games.rules.guatemala_cafe.drawing import SpaceSpot, drawing
from games.rules.guatemala_cafe.naming import line_of_space

FIELD = 52  # units to a field of the cultivation board
STEP = 27.8  # of the point track
MARKED = 5  # one field of the track in so many has its number on it
BESIDE = ((-6, -6), (6, -6), (-6, 6), (6, 6))  # where markers stand that share a field

Box = dict[str, Any]

PLAN = drawing(2, 70)  # fields and spaces are the same for all numbers of players

COLUMNS = PRINTED.cultivation.cols
FIELD_ROWS = [FIELDS[start : start + COLUMNS] for start in range(0, len(FIELDS), COLUMNS)]
"""The names of the fields of the cultivation board, row by row, in the order of the view's grid."""

FIELD_SPOTS = {
    spot.id: {"x": spot.x * FIELD, "y": spot.y * FIELD, "for_sack": spot.for_sack}
    for spot in PLAN.fields
}


def turn_of(space: SpaceSpot) -> int:
    """By how many degrees the arrow of a space is turned; 0 points down."""
    if space.line == "col":
        return 0 if space.y < 0 else 180
    return 90 if space.x > 0 else 270


RING_SPACES = [
    {
        "number": space.number,
        "line": line_of_space(space.number),
        "x": round(space.x * FIELD),
        "y": round(space.y * FIELD),
        "turn": turn_of(space),
    }
    for space in PLAN.spaces
]
"""The spaces around the cultivation board, each an arrow to its line and named after it."""


def line_at(space: int) -> Box:
    """The line that the buyer marks, as a rectangle, and the middle of his space."""
    spot = PLAN.spaces[space]
    across = spot.line == "row"
    start, sheet = spot.line_number * FIELD, PRINTED.cultivation
    long = (sheet.cols if across else sheet.rows) * FIELD
    return {
        "x": 0 if across else start,
        "y": start if across else 0,
        "width": long if across else FIELD,
        "height": FIELD if across else long,
        "buyer": f"{spot.x * FIELD:g} {spot.y * FIELD:g}",
    }


@functools.cache
def track_of(length: int) -> Box:
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


def spot_of_track(length: int, number: int, nth: int | None = None) -> Box:
    """The middle of a field of the track, or of its `nth` marker; and the upper left corner."""
    spot = drawing(2, length).track[number]
    x, y = (0, 0) if nth is None else BESIDE[nth]
    return {"x": f"{spot.x * STEP + x:g}", "y": f"{spot.y * STEP + y:g}",
            "left": f"{spot.x * STEP - 13:g}", "top": f"{spot.y * STEP - 13:g}"}  # fmt: skip
