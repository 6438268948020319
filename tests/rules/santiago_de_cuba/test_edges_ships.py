"""Edge cases 11 to 28 of the sheet: harbour, value marker, ships."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.santiago_de_cuba.moves import (
    Deliver,
    DeliverWood,
    Pass,
    Place,
    Sell,
    Skip,
    TakeGood,
)
from tests.examples import examples
from tests.rules.santiago_de_cuba.table import Table


def test_edge_11_passing_the_harbour_at_value_4_sends_the_ship_off() -> None:
    table = Table().car("pablo").ship(1, value=4).drive(0, "maria")
    assert table.facts("ship_departed")[0] == {
        "ship": 1,
        "cause": "flag",
        "trigger": "harbour_pass",
        "remaining": {"sugar": 2, "citrus": 3, "tobacco": 1, "rum": 1},
        "seat": 0,
    }
    assert table.state.ship == 2 and table.state.value == 2 and table.state.demand == {}
    assert table.player(0).points == 4, "the driver still visits Maria"
    table.play(Place("casino"), 0).play(Skip(), 0)
    assert table.asked == (0, "demand")
    table.leave_out(0)
    assert table.asked == (1, "drive") and len(table.state.demand) == 4


def test_edge_12_ship_7_passed_on_ends_the_game_at_once() -> None:
    table = Table().car("pablo").ship(7, value=4).drive(0, "maria")
    assert not table.decisions and table.state.phase == "over"
    assert table.player(0).points == 2, "no Cuban"
    assert table.names[:4] == ["car_moved", "value_changed", "ship_departed", "game_ended"]


def test_edge_13_unfilled_round_at_value_4() -> None:
    table = Table().car("pablo").ship(1, value=4).hold(0, pesos=1, rum=1).hold(1, pesos=1)
    table.drive(0, "harbour").play(Pass(), 0)
    assert table.state.ship == 2 and table.state.value == 2
    assert table.asked == (0, "demand")
    table.leave_out(0)
    assert table.asked == (1, "drive")


def last_unit_with_seat_1(players: int = 3, value: int = 2) -> Table:
    table = Table(players).car("pablo").ship(1, value=value)
    table.demand(sugar=1, citrus=1, tobacco=0, rum=0).hold(0, pesos=1, sugar=1)
    table.hold(1, citrus=1).hold(2, citrus=1) if players > 2 else table.hold(1, citrus=1)
    return table.drive(0, "harbour").play(Deliver("sugar", 1), 0).play(Deliver("citrus", 1), 1)


def test_edge_14_the_active_player_rolls_though_another_delivered_last() -> None:
    assert last_unit_with_seat_1().asked == (0, "demand")


def test_edge_15_the_round_stops_when_nothing_is_wanted() -> None:
    table = last_unit_with_seat_1()
    assert table.goods(2) == {"citrus": 1} and table.player(2).points == 0
    assert table.facts("delivery_ended")[0]["result"] == "demand_met"


def test_edge_16_a_full_ship_sets_the_value_back() -> None:
    table = last_unit_with_seat_1(value=3)
    assert table.state.value == 2 and table.state.ship == 2
    assert [(e["old"], e["new"], e["cause"]) for e in table.facts("value_changed")] == [
        (3, 2, "new_ship")
    ]


def test_edge_17_a_player_who_passed_cannot_deliver_later() -> None:
    table = Table().car("pablo").hold(0, pesos=1, sugar=1).hold(1, pesos=1, citrus=3, rum=1)
    table.drive(0, "harbour").play(Pass(), 0).play(Deliver("citrus", 3), 1)
    assert table.asked == (1, "deliver"), "seat 0 is left out"
    table.refuses(Deliver("sugar", 1), 0)
    table.play(Pass(), 1)
    table.car("pablo").drive(1, "harbour").play(Pass(), 1)
    assert table.asked == (0, "deliver"), "the next delivery round is open to all again"


def test_edge_18_the_last_one_left_goes_on_alone() -> None:
    table = Table().car("pablo").hold(0, pesos=1, sugar=1).hold(1, pesos=1, citrus=3, rum=1)
    table.drive(0, "harbour").play(Pass(), 0)
    table.play(Deliver("citrus", 1), 1).play(Deliver("citrus", 2), 1).play(Deliver("rum", 1), 1)
    assert table.player(1).points == 8
    assert table.state.active == 1, "with nothing left, passed; seat 0's turn is over"


@pytest.mark.parametrize(("amount", "points"), [(1, 2), (2, 4), (3, 6)])
def test_edge_19_fewer_than_possible(amount: int, points: int) -> None:
    table = Table().car("pablo").hold(0, citrus=3).demand(citrus=4, sugar=1, rum=1, tobacco=1)
    table.drive(0, "harbour").play(Deliver("citrus", amount), 0)
    assert table.player(0).points == points and table.state.demand["citrus"] == 4 - amount


def test_edge_20_never_more_than_wanted() -> None:
    table = Table().car("pablo").hold(0, sugar=3).demand(sugar=1, citrus=1, rum=1, tobacco=1)
    assert table.drive(0, "harbour").moves(0) == [Deliver("sugar", 1), Pass()]


def test_edge_21_the_die_left_out() -> None:
    table = Table().car("pablo").hold(0, cigar=2, wood=2, sugar=1).drive(0, "harbour")
    table.refuses(Deliver("cigar", 1), 0)
    table.refuses(DeliverWood("cigar", 1), 0)


def test_edge_22_a_die_at_0() -> None:
    table = Table().car("pablo").demand(sugar=1, citrus=0, rum=1, tobacco=1)
    table.hold(0, citrus=2, sugar=1, wood=1).drive(0, "harbour")
    table.refuses(Deliver("citrus", 1), 0)
    table.refuses(DeliverWood("citrus", 1), 0)


def test_edge_23_wood_at_value_4() -> None:
    table = Table().car("pablo").ship(1, value=4).hold(0, wood=3).drive(0, "harbour")
    table.play(DeliverWood("citrus", 3), 0)
    assert table.player(0).points == 3


def test_edge_24_three_wood() -> None:
    table = Table().car("pablo").hold(0, wood=3).demand(sugar=2, citrus=3, rum=0, tobacco=0)
    assert table.drive(0, "harbour").moves(0) == [
        DeliverWood("sugar", 1),
        DeliverWood("sugar", 2),
        DeliverWood("citrus", 1),
        DeliverWood("citrus", 2),
        DeliverWood("citrus", 3),
        Pass(),
    ]


def test_edge_25_passing_with_wanted_goods() -> None:
    table = Table().car("pablo").drive(0, "harbour").play(Pass(), 0)
    assert table.state.passed == [0] and table.asked == (1, "deliver")
    assert table.goods(0) == {"sugar": 1, "citrus": 1, "tobacco": 1}


def test_edge_26_no_building_after_the_harbour() -> None:
    table = Table().car("pablo").pawn(0, "trading_office").drive(0, "harbour")
    table.refuses(Place("church"), 0)
    table.refuses(Sell("sugar"), 0)
    table.play(Pass(), 0).play(Pass(), 1)
    assert table.asked == (1, "drive") and table.player(0).pawn == "trading_office"


def test_edge_27_nobody_delivers() -> None:
    table = Table().car("pablo").drive(0, "harbour").play(Pass(), 0).play(Pass(), 1)
    assert table.state.value == 3 and table.state.ship == 1
    assert table.facts("value_changed")[0]["cause"] == "round_unfilled"


def test_edge_28_delivered_goods_are_in_stock_at_once() -> None:
    table = Table().car("pablo").hold(0).hold(1, pesos=8, rum=8).drive(0, "harbour")
    assert table.state.stock["rum"] == 0
    table.play(Deliver("rum", 1), 1)
    assert table.state.stock["rum"] == 1
    table.drive(1, "pablo")
    assert TakeGood("rum") in table.moves(1)


@examples(60)
@given(
    own=st.integers(0, 6),
    wood=st.integers(0, 8),
    wanted=st.integers(1, 4),
    value=st.integers(2, 4),
)
def test_clause_3_7_amounts_and_points(own: int, wood: int, wanted: int, value: int) -> None:
    table = Table().car("pablo").hold(1, sugar=1).ship(1, value=value)
    table.demand(citrus=wanted, sugar=1, rum=0, tobacco=0).hold(0, citrus=own, wood=wood)
    table.drive(0, "harbour")
    offers = table.moves(0)
    goods = [move for move in offers if isinstance(move, Deliver)]
    planks = [m for m in offers if isinstance(m, DeliverWood) and m.good == "citrus"]
    assert [move.amount for move in goods] == list(range(1, min(own, wanted) + 1))
    assert [move.amount for move in planks] == list(range(1, min(wood, wanted) + 1))
    for move in (*goods, *planks):
        worth = value if isinstance(move, Deliver) else 1
        kind = "citrus" if isinstance(move, Deliver) else "wood"
        before = table.state.stock[kind]
        after = table.copy().play(move, 0)
        assert after.player(0).points == move.amount * worth
        assert after.state.stock[kind] == before + move.amount
        assert after.state.demand["citrus"] == wanted - move.amount
