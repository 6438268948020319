"""Edge cases 1 to 14: the set-up, and moving the buyer."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.core.play import start
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import (
    COLOURS,
    FIELD_INDEX,
    LINES,
    PIECES,
    PRINTED,
    SACK_FIELDS,
)
from games.rules.guatemala_cafe.moves import (
    Announce,
    MoveBuyer,
    PickRegion,
    PlaceRoad,
    PlaceShip,
    PlaceWorker,
)
from games.rules.guatemala_cafe.state import Options
from tests.rules.guatemala_cafe.table import ROW_3, Table


@pytest.mark.parametrize(("players", "share"), [(2, 12), (3, 8), (4, 6)])
def test_edge_01_sacks_are_dealt_by_number_of_players(players: int, share: int) -> None:
    state = start(rules, players, Options(), "any").position.state
    assert [player.sack_count for player in state.players] == [share] * players
    assert len(state.bag) == 5
    assert sum(PIECES[piece].kind == "sack" for piece in state.grid) == 6


@pytest.mark.parametrize("setup", ["fixed", "variable"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_edge_02_the_board_is_full_before_the_first_move(players: int, setup: str) -> None:
    state = start(rules, players, Options(setup=setup), "any").position.state  # type: ignore[arg-type]
    kinds = Counter(PIECES[piece].kind for piece in state.grid)
    assert kinds == {"worker": 45, "hut": 15, "ship": 15, "sack": 6}
    assert state.supply == 50 and not state.roads and not state.track


def test_edge_03_the_left_path_is_closed_with_three_players() -> None:
    table = Table(3).at(ROW_3, money=50).road_on("3,0")
    huts = table.places("3,2")
    assert huts == {f"site:{path}{number}" for path in "BCD" for number in range(1, 5)}
    assert table.places("3,3") == {"harbour:HB", "harbour:HC", "harbour:HD"}
    assert "edge:v2,9" not in table.places("3,0") and len(table.places("3,0")) == 46
    table.play(table.take("3,3"))
    table.refuses(PlaceShip("HA", 2))
    four = Table(4).at(ROW_3, money=50)
    four.play(four.take("3,3"))
    assert PlaceShip("HA", 2) in four.moves()


def test_edge_04_cells_beside_a_closed_site_are_open_the_site_is_not() -> None:
    table = Table(3).at(ROW_3)
    table.play(table.take("3,0"))
    table.pick_region_of("cell:9,3")
    assert PlaceWorker("9,3", 3) in table.moves()
    table.refuses(PlaceWorker("9,2", 3))


def test_edge_05_the_left_path_is_open_with_four_players() -> None:
    table = Table(4).at(ROW_3).road_on("3,0")
    assert len(table.places("3,0")) == 61
    table.play(table.take("3,0"))
    table.play(PlaceRoad("v2,9"))
    assert set(table.state.roads) == {"v2,9"}


def test_edge_06_only_resources_are_mixed_in_the_variable_set_up() -> None:
    layouts = set()
    for seed in "abcdef":
        state = start(rules, 4, Options(), seed).position.state
        layouts.add(tuple(state.grid))
        sacks = {index for index, piece in enumerate(state.grid) if PIECES[piece].kind == "sack"}
        assert sacks == {FIELD_INDEX[field] for field in SACK_FIELDS}
        for field, colour in SACK_FIELDS.items():
            lying = PIECES[state.grid[FIELD_INDEX[field]]].colour
            assert lying == colour or (colour == "random" and lying in COLOURS)
    assert len(layouts) == 6
    tokens = [token for row in PRINTED.cultivation.fixed_layout for token in row.split()]
    fixed = start(rules, 4, Options(setup="fixed"), "a").position.state
    for token, piece in zip(tokens, fixed.grid, strict=True):
        assert piece[:2] == token or token == "S?"


def test_clause_2_starter_and_buyer_are_drawn() -> None:
    states = [start(rules, 3, Options(), f"{n}").position.state for n in range(40)]
    assert {state.active for state in states} == {0, 1, 2}
    assert len({state.buyer for state in states}) > 15
    assert all(player.money == 15 and not player.points for player in states[0].players)
    assert start(rules, 3, Options(buyer_start=17), "x").position.state.buyer == 17


def test_edge_07_the_fourth_step_costs_two() -> None:
    table = Table()
    table.state.buyer, table.state.players[0].money = 34, 5
    table.play(MoveBuyer(4, 2))
    assert (table.state.buyer, table.state.players[0].money) == (2, 3)
    assert LINES[2] == tuple(FIELD_INDEX[f"{row},2"] for row in range(9))
    assert table.fact("buyer_moved_paid")["line"] == "col"


def test_edge_08_no_fourth_step_without_two_centavos() -> None:
    table = Table()
    table.state.buyer, table.state.players[0].money = 34, 1
    assert table.moves() == [MoveBuyer(1, 35), MoveBuyer(2, 0), MoveBuyer(3, 1)]
    table.state.players[0].money = 2
    assert table.moves()[3:] == [MoveBuyer(4, 2)]


@pytest.mark.parametrize("steps", [0, 5, -1])
def test_edge_09_other_distances_are_refused(steps: int) -> None:
    table = Table()
    table.refuses(MoveBuyer(steps, (table.state.buyer + steps) % 36))


def test_edge_10_the_fee_is_gone_before_building() -> None:
    table = Table()
    table.state.buyer, table.state.players[0].money = 8, 4
    table.play(MoveBuyer(4, ROW_3))
    assert "cell:9,5" not in table.places("3,0")
    table.play(table.take("3,0"))
    table.refuses(PickRegion("yellow", 3))
    table.pick_region_of("cell:5,5")
    table.play(PlaceWorker("5,5", 2))
    assert table.state.players[0].money == 0


def test_edge_11_a_line_without_sack_field_is_for_building_only() -> None:
    table = Table()
    table.state.buyer = 3
    table.play(MoveBuyer(1, 4))
    assert len(table.moves()) == 9
    assert not any(isinstance(move, Announce) for move in table.moves())


@pytest.mark.parametrize("space", [13, 31])
def test_edge_12_of_two_sacks_the_player_picks_one(space: int) -> None:
    table = Table().at(space)
    scorings = table.offers(Announce)
    assert [move.field for move in scorings] == ["4,1", "4,7"]


def test_edge_13_an_unusable_line_is_left_out() -> None:
    table = Table()
    table.state.buyer, table.state.players[0].money = 3, 0
    assert table.moves() == [MoveBuyer(2, 5), MoveBuyer(3, 6)]


def test_edge_13_the_fee_counts_for_the_usable_line() -> None:
    """With the two centavos for the fourth step nothing is left to build with."""
    table = Table()
    table.state.buyer, table.state.players[0].money = 0, 2
    assert MoveBuyer(4, 4) not in table.moves()
    table.state.players[0].money = 3
    assert MoveBuyer(4, 4) in table.moves()


def test_edge_14_without_a_usable_line_any_is_legal_and_the_turn_passes() -> None:
    table = Table().spend("1,3").spend("7,5")
    table.state.buyer, table.state.players[0].money = 2, 0
    assert table.moves() == [MoveBuyer(1, 3), MoveBuyer(2, 4), MoveBuyer(3, 5)]
    table.play(MoveBuyer(2, 4))
    assert table.names == ["buyer_moved", "turn_passed", "turn_ended"]
    assert table.fact("turn_passed")["reason"] == "nothing_legal"
    assert (table.state.active, table.state.phase) == (1, "move")
