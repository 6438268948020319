"""The cultivation board and the point track of Guatemala Café as shapes."""

from __future__ import annotations

import functools
import math
from typing import Any

from games.rules.guatemala_cafe.components import FIELDS, PRINTED
from games.rules.guatemala_cafe.drawing import SpaceSpot, drawing
from games.rules.guatemala_cafe.naming import line_of_space

FIELD_WIDE, FIELD_HIGH = 52, 60  # units to a field of the cultivation board
RING = 46  # how far the buyer's spaces reach out from it
TRACK_WIDE, TRACK_ROWS, STEP_HIGH = 552, 5, 44  # of the point track
MARKED = 5  # one field of the track in so many has its number on it
BESIDE = (  # where markers stand that share a field: two, or more
    ((-9, 0), (9, 0)),
    ((-9, -10), (9, -10), (-9, 10), (9, 10)),
)

Box = dict[str, Any]

PLAN = drawing(2, 70)  # fields and spaces are the same for all numbers of players

COLUMNS, ROWS = PRINTED.cultivation.cols, PRINTED.cultivation.rows
FIELD_ROWS = [FIELDS[start : start + COLUMNS] for start in range(0, len(FIELDS), COLUMNS)]
"""The names of the fields of the cultivation board, row by row, in the order of the view's grid."""

FIELD_SPOTS = {
    spot.id: {"x": spot.x * FIELD_WIDE, "y": spot.y * FIELD_HIGH, "for_sack": spot.for_sack}
    for spot in PLAN.fields
}

ARROWS = {
    "down": "M-23-20H23V8L0 21-23 8Z",
    "up": "M-23 20H23V-8L0-21-23-8Z",
    "right": "M-20-27H8L21 0 8 27H-20Z",
    "left": "M20-27H-8L-21 0-8 27H20Z",
}
"""The arrow of a space around its middle, by where it points."""


def pointing(space: SpaceSpot) -> str:
    """Where the arrow of a space points: to its line."""
    if space.line == "col":
        return "down" if space.y < 0 else "up"
    return "right" if space.x < 0 else "left"


def middle_of(space: SpaceSpot) -> tuple[int, int]:
    """The middle of a space, beside its line."""
    way, out = pointing(space), RING // 2
    if space.line == "col":
        return (
            round((space.line_number + 0.5) * FIELD_WIDE),
            -out if way == "down" else ROWS * FIELD_HIGH + out,
        )
    return (
        -out if way == "right" else COLUMNS * FIELD_WIDE + out,
        round((space.line_number + 0.5) * FIELD_HIGH),
    )


def line_from(space: SpaceSpot) -> Box:
    """The line that a space marks, as a rectangle."""
    across, start = space.line == "row", space.line_number
    return {
        "x": 0 if across else start * FIELD_WIDE,
        "y": start * FIELD_HIGH if across else 0,
        "width": COLUMNS * FIELD_WIDE if across else FIELD_WIDE,
        "height": FIELD_HIGH if across else ROWS * FIELD_HIGH,
    }


def ring_space(space: SpaceSpot) -> Box:
    """A space around the board: an arrow to its line, named after it; `reach` is seen from it."""
    x, y = middle_of(space)
    reach = line_from(space)
    return {
        "number": space.number,
        "line": line_of_space(space.number),
        "x": x,
        "y": y,
        "arrow": ARROWS[pointing(space)],
        "reach": {**reach, "x": reach["x"] - x, "y": reach["y"] - y},
    }


RING_SPACES = [ring_space(space) for space in PLAN.spaces]
"""The spaces around the cultivation board, in the order in which the buyer walks."""


def line_at(space: int) -> Box:
    """The line that the buyer marks, as a rectangle, and the middle of his space."""
    x, y = middle_of(PLAN.spaces[space])
    return {**line_from(PLAN.spaces[space]), "buyer": f"{x} {y}"}


def step_wide(length: int) -> float:
    """How wide a field of a track of this length is, for it to fill its rows."""
    return TRACK_WIDE / math.ceil((length + 1) / TRACK_ROWS)


def middle_of_step(length: int, number: int) -> tuple[float, float]:
    """The middle of a field of the track: every other row runs from right to left."""
    in_row = math.ceil((length + 1) / TRACK_ROWS)
    row, step = divmod(number, in_row)
    column = step if row % 2 == 0 else in_row - 1 - step
    return (column + 0.5) * step_wide(length), (row + 0.5) * STEP_HIGH


@functools.cache
def track_of(length: int) -> str:
    """The fields of the point track as one path."""
    wide, high = step_wide(length) - 2, STEP_HIGH - 2
    middles = (middle_of_step(length, number) for number in range(length + 1))
    return "".join(
        f"M{x - wide / 2:.1f} {y - high / 2:.1f}h{wide:.1f}v{high}h-{wide:.1f}Z" for x, y in middles
    )


@functools.cache
def numbered(length: int) -> list[int]:
    """The fields of the track that have their number on them."""
    return [number for number in range(length + 1) if number % MARKED == 0 or number == length]


def spot_of_track(length: int, number: int, nth: int = 0, of: int = 1) -> Box:
    """The middle of a field, or of the `nth` of so many markers that share it, and its corner."""
    (x, y), (right, down) = (
        middle_of_step(length, number),
        (0, 0) if of == 1 else BESIDE[of > 2][nth],
    )
    wide = step_wide(length) - 2
    return {
        "x": f"{x + right:g}",
        "y": f"{y + down:g}",
        "left": f"{x - wide / 2:.1f}",
        "top": f"{y - STEP_HIGH / 2 + 1:.1f}",
        "width": f"{wide:.1f}",
        "height": STEP_HIGH - 2,
    }
