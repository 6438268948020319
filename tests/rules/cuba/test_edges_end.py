"""Edge cases 87 to 100 of the sheet: end of a round and of the game, absent players."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.rules.core.codec import copy_position, decode_position, encode_position
from games.rules.core.interface import IllegalMove
from games.rules.core.play import play
from games.rules.cuba import rules
from games.rules.cuba.components import SHIPS
from games.rules.cuba.moves import Keep, Sell
from tests.rules.cuba.table import Table


def test_edge_87_products_in_the_courtyard_spoil_and_nothing_else() -> None:
    table = Table().own(0, tobacco=2, rum=1, wood=2).stored(0, sugar=1).end_round()
    assert table.state.round == 2
    assert table.courtyard(0) == {"rum": 1, "wood": 2}
    assert table.warehouse(0) == {"sugar": 1}
    assert table.logged("spoiled") == [{"seat": 0, "goods": {"tobacco": 2}}]


def test_edge_88_the_cold_store_saves_three_tobacco_first_by_default() -> None:
    table = Table().built(0, "B2", "cold_store").own(0, citrus=3, tobacco=2).end_round()
    assert table.asked == (0, "keep")
    assert table.decision.default == Keep(citrus=1, tobacco=2, sugar=0)
    table.default()
    assert table.warehouse(0) == {"citrus": 1, "tobacco": 2}
    assert table.courtyard(0) == {} and table.state.round == 2


def test_edge_89_no_ship_is_full_at_the_end_of_round_1() -> None:
    table = Table().pier(1, 1).pier(2, 2).at_sea(3, 4, 5).end_round()
    assert table.ships() == [3, 1, 2, 4]


def second_round(**options: Any) -> Table:
    """Round 2: pier 3 and pier 1 have free spaces, the ship at pier 2 is full."""
    table = Table(**options).pier(3, 12, "citrus").pier(2, 2, *SHIPS[2]).pier(1, 1, "sugar")
    return table.round(2).at_sea(3, 4, 5).end_round()


def test_edge_90_full_ships_and_the_last_pier_leave_and_the_others_close_up() -> None:
    table = second_round()
    assert table.ships() == [4, 3, 1, 5]
    assert sorted(table.state.departed) == [2, 12]
    full, other = table.logged("ship_left_loaded")
    assert full["cargo"] == {"citrus": 2, "tobacco": 1, "sugar": 2} and full["reason"] == "full"
    assert other["cargo"] == {"citrus": 1} and other["reason"] == "last_pier"


def test_edge_91_the_option_keeps_a_ship_at_the_last_pier_that_is_not_full() -> None:
    table = second_round(pier3="until_full")
    assert table.ships() == [3, 1, 12, 4]
    assert table.state.departed == [2]


def test_edge_92_the_departed_ships_come_again_when_the_deck_runs_out() -> None:
    table = Table().pier(3, 4).pier(2, 2, *SHIPS[2]).pier(1, 1).at_sea(3, 5)
    table.state.departed = table.state.ship_deck[:-1]
    table.state.ship_deck = table.state.ship_deck[-1:]
    gone = {*table.state.departed, 4, 2}
    table.checked().end_round()
    assert table.ships()[:3] == [5, 3, 1] and table.ships()[3] in gone
    assert table.logged("ships_shuffled") == [{"count": len(gone)}]
    assert table.state.departed == []


def final(**pesos: int) -> Table:
    """The last round, about to end with these pesos and equal points."""
    table = Table(3).round(6)
    for seat, name in enumerate(("first", "second", "third")):
        table.pesos(seat, pesos[name])
    return table


def ranks(table: Table) -> list[int]:
    outcome = table.outcome
    assert outcome is not None
    return [standing.rank for standing in outcome.standings]


def test_edge_93_of_equal_points_the_richer_wins() -> None:
    table = final(first=9, second=12, third=0).end_round()
    assert len(set(table.points)) == 1
    assert ranks(table) == [2, 1, 3]


def test_edge_94_equal_points_and_pesos_share_the_victory() -> None:
    table = final(first=9, second=9, third=3).end_round()
    assert ranks(table) == [1, 1, 3]


def test_edge_95_two_points_for_each_building_and_none_for_the_warehouse() -> None:
    table = final(first=0, second=0, third=0)
    table.built(0, "B2", "inn").built(0, "C3", "dam").built(0, "A4", "bank").end_round()
    assert table.scored("buildings_scored") == {0: 6}
    assert table.points[0] == table.points[1] + 6


def test_edge_96_products_spoil_after_round_6_too() -> None:
    table = final(first=0, second=0, third=0).own(0, sugar=2).end_round()
    assert table.state.phase == "over" and table.courtyard(0) == {}
    assert table.logged("spoiled") == [{"seat": 0, "goods": {"sugar": 2}}]


# Network and absent players


def test_edge_97_a_move_sent_twice_has_no_second_effect() -> None:
    table = Table().own(0, sugar=2).card("tradeswoman")
    stored = encode_position(rules, table.play(Sell("sugar", 3)).position, 5)
    position, header = decode_position(rules, stored)
    assert header.number == 5
    before = copy_position(rules, position)
    with pytest.raises(IllegalMove):
        play(rules, position, 0, Sell("sugar", 3))
    assert position == before and before.state.players[0].courtyard["sugar"] == 1
    assert json.loads(stored)["state"]["market"]["sugar"] == 4


def test_edge_98_for_an_absent_player_the_worker_is_played_and_the_figure_stays() -> None:
    table = Table().figure(0, "B3").hand(0, "worker", "mayor")
    table.default_turn()
    assert table.player(0).played[-1] == "worker" and table.player(0).figure == "B3"
    assert table.courtyard(0) == {"wood": 1, "stone": 1, "water": 1}
    assert table.asked == (1, "card")


def test_edge_99_an_absent_player_bids_nothing_and_pays_no_dues() -> None:
    table = Table().own(0, citrus=1).parliament("worker", "mayor")
    table.default(0)
    assert table.player(0).bid == 0
    table.default(1)
    table.vote("tax", "other").default(0).default(1)
    assert table.purses == [10, 10] and table.scored("dues_paid") == {}


def test_edge_100_a_player_who_has_left_never_holds_the_other_up() -> None:
    """Every question has a default, so the shell can end or go on with the game at any time."""
    table = Table()
    while table.decisions:
        decision = table.decisions[0]
        assert decision.default in decision.moves
        table.default(decision.seat)
    assert ranks(table)
