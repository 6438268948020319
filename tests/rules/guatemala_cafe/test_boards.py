"""Clauses 1.4 to 1.8: what the printed boards promise, checked against boards.json."""

from __future__ import annotations

from collections import Counter, deque

import pytest

from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELDS,
    LINES,
    PRINTED,
    SACK_FIELDS,
    Side,
)
from games.rules.guatemala_cafe.drawing import drawing
from games.rules.guatemala_cafe.geometry import BOARDS, Board

SIDES = [PRINTED.plantation_2, PRINTED.plantation_3_4]
every_side = pytest.mark.parametrize("side", SIDES, ids=lambda side: side.id)
LAYOUT = [row.split() for row in PRINTED.cultivation.fixed_layout]


def ends(edge: str) -> tuple[tuple[int, int], tuple[int, int]]:
    x, y = map(int, edge[1:].split(","))
    return ((x, y), (x, y + 1)) if edge[0] == "v" else ((x, y), (x + 1, y))


def side_edge(row: int, col: int, name: str) -> str:
    return {
        "N": f"h{col},{row}",
        "S": f"h{col},{row + 1}",
        "W": f"v{col},{row}",
        "E": f"v{col + 1},{row}",
    }[name]


def neighbours(cell: tuple[int, int], side: Side) -> list[tuple[int, int]]:
    row, col = cell
    around = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
    return [(r, c) for r, c in around if 0 <= r < side.rows and 0 <= c < side.cols]


def is_connected(cells: set[tuple[int, int]], side: Side) -> bool:
    seen, queue = set(), deque([next(iter(cells))])
    while queue:
        cell = queue.popleft()
        if cell not in seen:
            seen.add(cell)
            queue.extend(other for other in neighbours(cell, side) if other in cells)
    return seen == cells


def cells_of(side: Side) -> dict[tuple[int, int], str]:
    return {
        (r, c): PRINTED.region_legend[letter]
        for r, row in enumerate(side.region_of_cell)
        for c, letter in enumerate(row)
    }


def roads_needed(board: Board, site: str, harbour: str) -> int:
    """The fewest roads from an entrance to a harbour, by plain search over the edges."""
    start = [
        side_edge(*board.sites[site].cell, name)
        for name in board.sites[site].entrances
        if side_edge(*board.sites[site].cell, name) in board.edges
    ]
    queue, seen = deque((edge, 1) for edge in start), set(start)
    while queue:
        edge, count = queue.popleft()
        if board.harbours[harbour].vertex in ends(edge):
            return count
        for other in board.edges:
            if other not in seen and set(ends(other)) & set(ends(edge)):
                seen.add(other)
                queue.append((other, count + 1))
    return 0


# the cultivation board


def test_fixed_layout_has_every_piece() -> None:
    tokens = Counter(token for row in LAYOUT for token in row)
    letters = {c: k for k, c in PRINTED.cultivation.token_legend.second.items()}
    for colour in COLOURS:
        assert tokens["w" + letters[colour]] == 9
        assert tokens["h" + letters[colour]] == 3
        assert tokens["s" + letters[colour]] == 3
        assert tokens["S" + letters[colour]] == 1
    assert tokens.total() == 81 and tokens["S?"] == 1


def test_every_line_of_the_fixed_layout_is_balanced() -> None:
    lines = [*LAYOUT, *map(list, zip(*LAYOUT, strict=True))]
    for line in lines:
        assert Counter(token for token in line if token[0] == "w") == dict.fromkeys(
            ["wK", "wW", "wE", "wR", "wB"], 1
        )
        for kind in "hs":
            pieces = [token for token in line if token[0] == kind]
            assert 1 <= len(pieces) <= 2 and len(set(pieces)) == len(pieces)


def test_sack_fields_of_the_layout_and_of_the_list_agree() -> None:
    marked = {f"{r},{c}" for r in range(9) for c in range(9) if LAYOUT[r][c][0] == "S"}
    assert marked == set(SACK_FIELDS)


def test_each_line_is_marked_by_two_spaces() -> None:
    assert len(LINES) == 36
    assert set(Counter(LINES).values()) == {2}
    assert all(len(line) == 9 for line in LINES)
    assert [FIELDS[index] for index in LINES[2]] == [f"{row},2" for row in range(9)]
    assert [FIELDS[index] for index in LINES[13]] == [f"4,{col}" for col in range(9)]
    assert LINES[31] == LINES[13] and LINES[26] == LINES[0] and LINES[35] == LINES[9]


def test_one_of_the_next_three_spaces_marks_a_sack_field() -> None:
    for space in range(36):
        lines = [LINES[(space + step) % 36] for step in (1, 2, 3)]
        assert any(FIELDS[index] in SACK_FIELDS for line in lines for index in line)


# the plantation board


@every_side
def test_each_region_has_52_cells_and_hangs_together(side: Side) -> None:
    cells = cells_of(side)
    for region in ("grey", "green", "yellow"):
        area = {cell for cell, name in cells.items() if name == region}
        assert len(area) == 52
        assert is_connected(area, side)


@every_side
def test_more_free_cells_than_workers_in_every_region(side: Side) -> None:
    sites = {site.cell for site in side.hut_sites}
    cells = cells_of(side)
    for region in ("grey", "green", "yellow"):
        assert sum(name == region and cell not in sites for cell, name in cells.items()) >= 46
    assert is_connected({cell for cell in cells if cell not in sites}, side)


@every_side
def test_every_site_has_three_worker_cells_next_to_it(side: Side) -> None:
    sites = {site.cell for site in side.hut_sites}
    for site in side.hut_sites:
        assert len([cell for cell in neighbours(site.cell, side) if cell not in sites]) >= 3
        assert cells_of(side)[site.cell] == site.region


def test_hut_prices_follow_the_region_with_three_and_four_players() -> None:
    for site in PRINTED.plantation_3_4.hut_sites:
        assert site.price == {"grey": 2, "green": 4, "yellow": 6}[site.region]


def test_number_of_edges_sites_and_harbours() -> None:
    assert {n: len(board.edges) for n, board in BOARDS.items()} == {2: 287, 3: 46, 4: 61}
    assert {n: len(board.sites) for n, board in BOARDS.items()} == {2: 12, 3: 12, 4: 16}
    assert {n: len(board.harbours) for n, board in BOARDS.items()} == {2: 3, 3: 3, 4: 4}
    regions = Counter(site.region for site in PRINTED.plantation_3_4.hut_sites)
    assert regions == {"yellow": 4, "green": 6, "grey": 6}
    assert set(Counter(s.region for s in PRINTED.plantation_2.hut_sites).values()) == {4}


@pytest.mark.parametrize("path", PRINTED.plantation_3_4.paths, ids=lambda path: path.id)
def test_each_path_is_a_tree_that_joins_its_sites_with_its_harbour(path) -> None:
    crossings = {end for edge in path.edges for end in ends(edge)}
    assert len(crossings) == len(path.edges) + 1, "a connected graph like this has no circle"
    seen, queue = set(), deque([next(iter(crossings))])
    while queue:
        here = queue.popleft()
        if here not in seen:
            seen.add(here)
            for edge in path.edges:
                if here in ends(edge):
                    queue.extend(ends(edge))
    assert seen == crossings
    (harbour,) = (spot for spot in PRINTED.plantation_3_4.harbours if spot.path == path.id)
    assert harbour.vertex in crossings
    sites = [site for site in PRINTED.plantation_3_4.hut_sites if site.path == path.id]
    assert len(sites) == 4
    for site in sites:
        assert side_edge(*site.cell, site.entrances[0]) in path.edges


def test_no_edge_of_a_path_is_idle() -> None:
    """Taking any edge away cuts some site off from its harbour."""
    board = BOARDS[4]
    needed = set()
    for name, site in board.sites.items():
        way = {side_edge(*site.cell, site.entrances[0]): None}
        queue = deque(way)
        goal = next(spot.vertex for spot in board.harbours.values() if spot.path == site.path)
        while queue:
            edge = queue.popleft()
            if goal in ends(edge):
                break
            for other in board.edges:
                if other not in way and set(ends(other)) & set(ends(edge)):
                    way[other] = edge
                    queue.append(other)
        while edge is not None:
            needed.add(edge)
            edge = way[edge]
        assert name
    assert needed == set(board.edges)


def test_paths_do_not_touch_each_other() -> None:
    crossings = [
        {end for edge in path.edges for end in ends(edge)} for path in PRINTED.plantation_3_4.paths
    ]
    assert sum(map(len, crossings)) == len(set().union(*crossings))


# site: the number of roads to each harbour on an empty board
NEEDED_4 = {
    "A1": 3, "A2": 7, "A3": 9, "A4": 11, "B1": 3, "B2": 8, "B3": 11, "B4": 11,
    "C1": 4, "C2": 5, "C3": 8, "C4": 12, "D1": 3, "D2": 7, "D3": 10, "D4": 12,
}  # fmt: skip
NEEDED_2 = {
    "S1": (3, 8, 12), "S2": (5, 5, 9), "S3": (9, 4, 3), "S4": (14, 9, 5),
    "S5": (6, 10, 14), "S6": (9, 5, 9), "S7": (14, 9, 8), "S8": (15, 10, 6),
    "S9": (10, 15, 19), "S10": (12, 10, 14), "S11": (17, 12, 13), "S12": (20, 15, 11),
}  # fmt: skip


def test_roads_needed_with_four_players() -> None:
    board = BOARDS[4]
    for site in board.sites:
        for harbour in board.harbours:
            expected = NEEDED_4[site] if harbour[1] == site[0] else 0
            assert roads_needed(board, site, harbour) == expected, (site, harbour)


def test_roads_needed_with_two_players() -> None:
    board = BOARDS[2]
    needed = {
        site: tuple(roads_needed(board, site, harbour) for harbour in ("H1", "H2", "H3"))
        for site in board.sites
    }
    assert needed == NEEDED_2


@pytest.mark.parametrize("players", BOARDS)
def test_the_graph_agrees_with_the_printed_board(players: int) -> None:
    """Neighbours by bits are neighbours by coordinates; joined edges share a crossing."""
    board = BOARDS[players]
    for cell, bit in board.cell_bit.items():
        row, col = map(int, cell.split(","))
        near = {f"{r},{c}" for r, c in neighbours((row, col), board.side)}
        assert {name for name, b in board.cell_bit.items() if b & board.spread(bit)} == near
    for edge in board.edges:
        touching = {other for other in board.edges if set(ends(other)) & set(ends(edge))} - {edge}
        assert set(board.joined[edge]) == touching
    for name, bits in board.crossings.items():
        x, y = map(int, name.split(","))
        meeting = {edge for edge in board.edges if (x, y) in ends(edge)}
        assert {edge for edge, bit in board.edge_bit.items() if bit & bits} == meeting


def test_with_two_players_every_edge_is_found_at_some_crossing() -> None:
    bits = 0
    for crossing in BOARDS[2].crossings.values():
        bits |= crossing
    assert bits == (1 << 287) - 1


# the drawing


@pytest.mark.parametrize("players", BOARDS)
def test_the_drawing_shows_everything_once(players: int) -> None:
    sheet, board = drawing(players, 70), BOARDS[players]
    assert [cell.id for cell in sheet.cells] == list(board.cell_bit)
    assert {edge.id for edge in sheet.edges if edge.open} == set(board.edges)
    assert {site.id for site in sheet.sites if site.open} == set(board.sites)
    assert {harbour.id for harbour in sheet.harbours if harbour.open} == set(board.harbours)
    assert len({(space.x, space.y) for space in sheet.spaces}) == 36
    assert len({(spot.x, spot.y) for spot in sheet.track}) == 71
    assert all(len(harbour.piers) == 3 for harbour in sheet.harbours)
    closed = {site.id for site in sheet.sites if not site.open}
    assert closed == ({"A1", "A2", "A3", "A4"} if players == 3 else set())


def test_the_buyer_goes_round_clockwise() -> None:
    spaces = drawing(4, 70).spaces
    assert (spaces[0].x, spaces[0].y) == (0.5, -0.5)
    assert (spaces[9].x, spaces[9].y) == (9.5, 0.5)
    assert (spaces[18].x, spaces[18].y) == (8.5, 9.5)
    assert (spaces[27].x, spaces[27].y) == (-0.5, 8.5)
    assert (spaces[35].x, spaces[35].y) == (-0.5, 0.5)
