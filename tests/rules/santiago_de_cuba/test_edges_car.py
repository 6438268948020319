"""Edge cases 1 to 10 of the sheet: the car."""

from __future__ import annotations

import pytest

from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import CUBANS
from games.rules.santiago_de_cuba.moves import Drive, Place, Skip
from tests.rules.santiago_de_cuba.table import Table


def test_edge_01_without_pesos_only_one_step() -> None:
    table = Table(info="screens").car("maria").hold(0)
    assert table.moves(0) == [Drive("alonso", 3, 0)]
    assert not table.decisions[0].auto, "behind a screen, being moved would tell"


def test_edge_01_without_pesos_the_open_table_drives_by_itself() -> None:
    table = Table().car("maria").hold(1).hold(0, pesos=1)
    assert table.moves(0) == [Drive("alonso", 3, 0), Drive("jose", 4, 1)]
    table.drive(0, "jose").play(Place("trading_office"), 0).play(Skip(), 0)
    assert table.state.active == 1 and table.state.car == 5, "one station further"
    assert table.asked == (1, "place")


def test_edge_02_three_pesos_reach_four_stations() -> None:
    assert table_pairs(Table()) == [(1, 0), (2, 1), (3, 2), (4, 3)]


def table_pairs(table: Table) -> list[tuple[int, int]]:
    return [(move.steps, move.pesos) for move in table.offers(Drive, 0)]


def test_edge_03_leaving_the_harbour_is_no_pass() -> None:
    table = Table().drive(0, "martinez")
    assert table.state.car == 1 and table.state.value == 2
    assert "value_changed" not in table.names


def test_edge_04_from_station_9_one_step_into_the_harbour() -> None:
    table = Table().car("pablo").drive(0, "harbour")
    assert table.player(0).pesos == 3
    assert table.asked == (0, "deliver") and table.state.value == 2


def test_edge_05_from_station_9_two_steps_pass_the_harbour() -> None:
    table = Table().car("pablo").drive(0, "martinez")
    assert table.state.car == 1 and table.player(0).pesos == 3 - 1 + 3
    assert table.state.value == 3 and "delivery_started" not in table.names


def test_edge_06_a_whole_lap_from_station_5() -> None:
    table = Table().car("pedro").hold(0, pesos=9).play(Drive("pedro", 5, 9), 0)
    assert table.state.car == 5 and table.player(0).pesos == 0
    assert table.state.value == 3, "the harbour was passed once"
    assert table.goods(0) == {"tobacco": 2}


def test_edge_07_a_whole_lap_from_the_harbour() -> None:
    table = Table().hold(0, pesos=9, sugar=1).play(Drive("harbour", 0, 9), 0)
    assert table.state.value == 2 and table.asked == (0, "deliver")


@pytest.mark.parametrize("pesos", [9, 10, 12])
def test_edge_08_no_more_than_a_lap(pesos: int) -> None:
    table = Table().hold(0, pesos=pesos)
    assert table_pairs(table) == [(steps, steps - 1) for steps in range(1, 11)]
    table.refuses(Drive("martinez", 1, 10), 0)


def test_edge_09_neither_standing_still_nor_backward() -> None:
    table = Table().car("maria")
    table.refuses(Drive("maria", 2, -1), 0)
    table.refuses(Drive("martinez", 1, -2), 0)
    assert table.stops() == ["alonso", "jose", "pedro", "el_zorro"]


def test_edge_10_the_fare_is_paid_though_the_game_ends_on_the_way() -> None:
    table = Table().car("pablo").hold(0, pesos=3).ship(7, value=4)
    table.play(Drive("alonso", 3, 3), 0)
    assert table.player(0).pesos == 0
    assert not table.decisions and table.state.ending == "flag"


def test_every_stop_says_what_it_is_for_unless_the_cuban_sleeps() -> None:
    """What it gives less the price of the way may hide it; what leads on gives nothing yet."""
    for asleep in ((), CUBANS):
        table = Table().hold(0, pesos=9).sleep(*asleep)
        for move in table.offers(Drive, 0):
            gains = rules.gains(table.state, 0, move).get(0, {})
            shown = {thing for thing, count in gains.items() if count > 0}
            brings = bool(shown - {"pesos"} if move.pesos else shown)
            note = rules.note(table.state, 0, move)
            assert (bool(note) or brings) == (move.stop not in asleep), move
            assert not (note and brings), "one of them is enough"
