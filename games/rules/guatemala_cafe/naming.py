"""What places are called, as the boards print it: on buttons, in the log and when read aloud.

The columns of the plantation board are A to N, those of the cultivation board go on with P to X,
without I and O, which look like digits; rows count from 1 downwards, so that "F10" and "S4" are
each one place. A hut site goes by its cell, an edge by the two cells it separates, a crossing by
two cells that meet there, a space of the buyer's track by its side and line, a harbour by its
number from the left, a pier by its price.
"""

from __future__ import annotations

import string
from collections.abc import Sequence

from games.rules.core.texts import N_, Name, Text
from games.rules.guatemala_cafe.components import FIELDS, PRINTED, SPACES
from games.rules.guatemala_cafe.geometry import BOARDS, cell_name

SIDES = (PRINTED.plantation_2, PRINTED.plantation_3_4)
FREE = BOARDS[2]  # it has all edges and crossings there are
LETTERS = [letter for letter in string.ascii_uppercase if letter not in "IO"]
COLUMNS = LETTERS[: FREE.side.cols]
FIELD_COLUMNS = LETTERS[len(COLUMNS) :][: PRINTED.cultivation.cols]

SIDE_OF_SPACE: dict[str, Text] = {
    "top": N_("the top of column"),
    "right": N_("the right of row"),
    "bottom": N_("the bottom of column"),
    "left": N_("the left of row"),
}
ARROWS = {"top": "↓", "right": "←", "bottom": "↑", "left": "→"}


def name_in(columns: Sequence[str], row: int, col: int) -> Name:
    """The name of a cell or field whose column has one of these letters."""
    return Name(f"{columns[col]}{row + 1}")


def name_of_cell(cell: str) -> Name:
    """The printed name of a cell of the plantation board: "9,5" is F10."""
    row, _, col = cell.partition(",")
    return name_in(COLUMNS, int(row), int(col))


def name_of_field(field: str) -> Name:
    """The printed name of a field of the cultivation board: "3,3" is S4."""
    row, _, col = field.partition(",")
    return name_in(FIELD_COLUMNS, int(row), int(col))


def beside_edge(edge: str) -> tuple[Name, Name]:
    """The cells that an edge separates: left and right of it, or above and below."""
    x, y = (int(number) for number in edge[1:].split(","))
    row, col = (y, x - 1) if edge[0] == "v" else (y - 1, x)
    return name_in(COLUMNS, row, col), name_in(COLUMNS, y, x)


def around_crossing(crossing: str) -> tuple[Name, Name]:
    """The cells that lie above and to the left of a crossing, and below and to the right."""
    x, y = (int(number) for number in crossing.split(","))
    return name_in(COLUMNS, y - 1, x - 1), name_in(COLUMNS, y, x)


def side_of_space(space: int) -> str:
    """On which side of the cultivation board a space of the buyer's track lies."""
    return tuple(SIDE_OF_SPACE)[space // PRINTED.cultivation.cols]


def line_of_space(space: int) -> Name:
    """The printed name of the line that a space marks."""
    kind, number = PRINTED.cultivation.buyer_track[space]
    return Name(FIELD_COLUMNS[number] if kind == "col" else str(number + 1))


def arrow_of_space(space: int) -> Name:
    """The short name of a space, as its printed arrow points: "↓ P"."""
    return Name(f"{ARROWS[side_of_space(space)]} {line_of_space(space)}")


PLACES: dict[str, Text] = {
    **{f"cell.{cell}": name_of_cell(cell) for cell in FREE.region},
    **{f"field.{field}": name_of_field(field) for field in FIELDS},
    **{f"site.{s.id}": name_of_cell(cell_name(*s.cell)) for side in SIDES for s in side.hut_sites},
    **{
        f"harbour.{harbour.id}": Name(str(number))
        for side in SIDES
        for number, harbour in enumerate(side.harbours, start=1)
    },
    **{f"this_side.{edge}": beside_edge(edge)[0] for edge in FREE.edges},
    **{f"that_side.{edge}": beside_edge(edge)[1] for edge in FREE.edges},
    **{f"upper_left.{crossing}": around_crossing(crossing)[0] for crossing in FREE.crossings},
    **{f"lower_right.{crossing}": around_crossing(crossing)[1] for crossing in FREE.crossings},
    **{f"side.{space}": SIDE_OF_SPACE[side_of_space(space)] for space in range(SPACES)},
    **{f"line.{space}": line_of_space(space) for space in range(SPACES)},
}
"""The words for places, by class and id. Edges and crossings have two, the cells beside them."""
