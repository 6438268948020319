"""What places are called: each has one name, and the board prints what the texts say."""

from __future__ import annotations

import re

import pytest

from games.rules.core.texts import Wording
from games.rules.guatemala_cafe.components import FIELDS, PRINTED, SPACES
from games.rules.guatemala_cafe.drawing import drawing
from games.rules.guatemala_cafe.geometry import BOARDS, ends_of_edge
from games.rules.guatemala_cafe.moves import (
    BUYER_MOVES,
    PickCrossing,
    PlaceHut,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
    TakeRoad,
)
from games.rules.guatemala_cafe.naming import COLUMNS, FIELD_COLUMNS
from games.rules.guatemala_cafe.texts import TEXTS

WORDING = Wording(TEXTS, ["Ana", "Ben"])
CELL = re.compile(r"([A-HJ-N])(\d+)")


def said(move: object) -> str:
    facts = {name: getattr(move, name) for name in move.__struct_fields__}  # type: ignore[attr-defined]
    return WORDING.say(move.phrase, facts)  # type: ignore[attr-defined]


def cells_in(text: str) -> set[tuple[int, int]]:
    """Row and column, from 0, of the cells that a text names."""
    return {(int(row) - 1, COLUMNS.index(letter)) for letter, row in CELL.findall(text)}


def test_the_first_cell_is_in_the_upper_left() -> None:
    assert said(PlaceWorker("0,0", 1)) == "Cell A1 for 1 centavo"
    assert said(PlaceWorker("9,5", 3)) == "Cell F10 for 3 centavos"
    assert said(TakeRoad("0,0")) == "Road from P1"
    assert said(TakeRoad("8,8")) == "Road from X9"


def test_cells_and_fields_have_one_name_each() -> None:
    """Columns A to N on the one board, P to X on the other: no name is on both."""
    cells = [WORDING.word("cell", cell) for cell in BOARDS[2].region]
    fields = [WORDING.word("field", field) for field in FIELDS]
    assert len(set(cells + fields)) == len(cells) + len(fields) == 156 + 81
    assert "".join(COLUMNS + FIELD_COLUMNS) == "ABCDEFGHJKLMNPQRSTUVWX"


def test_a_hut_site_goes_by_its_cell() -> None:
    for players in (2, 3):
        for site in BOARDS[players].side.hut_sites:
            assert cells_in(said(PlaceHut(site.id, 4))) == {site.cell}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_edge_goes_by_the_two_cells_it_parts(players: int) -> None:
    assert said(PlaceRoad("v5,9")) == "Between E10 and F10"
    assert said(PlaceRoad("h5,9")) == "Between F9 and F10"
    names = set()
    for edge in BOARDS[players].edges:
        text = said(PlaceRoad(edge))
        names.add(text)
        (first, second) = sorted(cells_in(text))
        corners = [
            {(col + x, row + y) for x in (0, 1) for y in (0, 1)} for row, col in (first, second)
        ]
        assert corners[0] & corners[1] == set(ends_of_edge(edge))
    assert len(names) == len(BOARDS[players].edges)


def test_a_crossing_goes_by_two_cells_that_meet_there() -> None:
    assert said(PickCrossing("5,9")) == "Corner of E9 and F10"
    names = set()
    for crossing in BOARDS[2].crossings:
        x, y = (int(part) for part in crossing.split(","))
        text = said(PickCrossing(crossing))
        names.add(text)
        assert cells_in(text) == {(y - 1, x - 1), (y, x)}
    assert len(names) == 132


def test_a_space_goes_by_its_side_and_line() -> None:
    assert [said(move) for move in BUYER_MOVES[7]] == [
        "1 step, to the top of column X",
        "2 steps, to the right of row 1",
        "3 steps, to the right of row 2",
        "4 steps for 2 centavos, to the right of row 3",
    ]
    names = [WORDING.say("place.space", {"id": space}) for space in range(SPACES)]
    assert len(set(names)) == SPACES
    assert names[18] == "the bottom of column X" and names[35] == "the left of row 1"
    starts = [TEXTS[f"option.buyer_start.{space}"] for space in (0, 9, 26, 27)]
    assert starts == ["↓ P", "← 1", "↑ P", "→ 9"]
    for spot in drawing(2, 70).spaces:
        kind, number = PRINTED.cultivation.buyer_track[spot.number]
        line = FIELD_COLUMNS[number] if kind == "col" else str(number + 1)
        assert WORDING.word("line", spot.number) == line


def test_harbours_are_counted_from_the_left_and_piers_go_by_their_price() -> None:
    for side in (BOARDS[2].side, BOARDS[4].side):
        left_to_right = sorted(side.harbours, key=lambda harbour: harbour.vertex)
        for number, harbour in enumerate(left_to_right, start=1):
            assert said(PlaceShip(harbour.id, 3)) == f"Harbour {number} for 3 centavos"
    assert WORDING.say("place.pier", {"id": "HB", "price": 3}) == "harbour 2, pier for 3"
