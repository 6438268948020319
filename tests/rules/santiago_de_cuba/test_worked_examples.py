"""The worked examples W1 to W8 of the sheet, with the figures of the sheet."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.santiago_de_cuba.components import FACES
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Collect,
    Deliver,
    DeliverWood,
    Drive,
    Pass,
    Place,
    SellPoints,
    Skip,
    Treat,
)
from tests.rules.santiago_de_cuba.table import Table


def test_w1_car_price_and_quarter() -> None:
    table = Table().car("maria").hold(0, pesos=3)
    table.play(Drive("pedro", 5, 2), 0)
    assert table.player(0).pesos == 1
    assert table.goods(0) == {"tobacco": 2}
    assert table.asked == (0, "place")
    assert table.moves(0) == [Place("customs"), Place("harbour_office"), Place("church")]


@pytest.mark.parametrize("visitor", [None, 1])
def test_w2_lawyer_second_offer(visitor: int | None) -> None:
    table = Table().car("maria").own(0, "bank").hold(0, pesos=3)
    if visitor is not None:
        table.pawn(visitor, "bank")
    table.drive(0, "alonso").play(Collect("bank"), 0)
    assert table.player(0).pesos == 5
    assert table.state.owners == {"bank": 0}, "no marker is placed"
    assert table.moves(0) == [Place("customs"), Place("harbour_office"), Place("church")]
    table.play(Place("church"), 0).play(Collect("church"), 0)
    assert table.player(0).points == 1


def harbour_with_wood(**goods: int) -> Table:
    table = Table().car("pablo").hold(1, rum=1, tobacco=1).hold(0, **goods)
    return table.demand(sugar=2, rum=2, tobacco=1, citrus=0).ship(1, value=4).drive(0, "harbour")


def test_w3_wood() -> None:
    for die in ("sugar", "rum"):
        table = harbour_with_wood(wood=2)
        table.play(DeliverWood(die, 2), 0)  # type: ignore[arg-type]
        assert table.player(0).points == 2, "one each, whatever the value"
        assert table.state.demand[die] == 0  # type: ignore[index]
        assert sum(table.state.demand.values()) == 3


def test_w3a_wood_for_two_dice_at_once() -> None:
    table = harbour_with_wood(wood=2)
    offers = table.offers(DeliverWood, 0)
    assert Counter((move.good, move.amount) for move in offers) == Counter(
        [("sugar", 1), ("sugar", 2), ("rum", 1), ("rum", 2), ("tobacco", 1)]
    ), "every offer names one die"


def test_w3b_wood_mixed_with_sugar() -> None:
    table = harbour_with_wood(wood=1, sugar=1)
    table.refuses(DeliverWood("sugar", 2), 0)
    table.refuses(Deliver("sugar", 2), 0)
    table.play(DeliverWood("sugar", 1), 0)
    assert table.state.demand["sugar"] == 1 and table.goods(0) == {"sugar": 1}
    assert table.asked == (1, "deliver"), "the sugar would be a delivery of its own"


def test_w3c_more_wood_than_wanted() -> None:
    harbour_with_wood(wood=2).refuses(DeliverWood("tobacco", 2), 0)


def test_w3d_part_of_the_wood() -> None:
    table = harbour_with_wood(wood=2).play(DeliverWood("sugar", 1), 0)
    assert table.player(0).points == 1
    assert table.state.demand["sugar"] == 1 and table.goods(0) == {"wood": 1}


def test_w4_moving_the_pawn_and_owner_bonus() -> None:
    table = Table().car("el_zorro").pawn(1, "cigar_factory").pawn(0, "black_market")
    table.own(1, "bank").hold(0).hold(1, points=5)
    table.drive(0, "miguel")
    assert table.goods(0) == {"wood": 2}
    assert table.player(0).pawn == "bank", "the only building that is left"
    table.play(Collect("bank"), 0)
    assert table.player(0).pesos == 2
    assert table.player(1).points == 6
    assert table.facts("owner_bonus")[0]["owner"] == 1


def before_the_last_citrus() -> Table:
    """W5 up to Wolf's pass and Peter's rum: one citrus is still wanted, and everybody may."""
    table = Table(players=4).car("pablo").hold(0, citrus=2, rum=1)
    table.hold(1, pesos=1, sugar=2, citrus=1).hold(2, sugar=2, citrus=1).hold(3)
    table.demand(citrus=4, sugar=2, rum=1, tobacco=0).ship(1, value=3).drive(0, "harbour")
    table.play(Deliver("citrus", 2), 0).play(Deliver("sugar", 2), 1)
    assert [table.player(seat).points for seat in range(4)] == [6, 6, 0, 0]
    table.refuses(Deliver("sugar", 1), 2)  # sugar is not wanted any more
    table.play(Deliver("citrus", 1), 2)
    assert table.player(2).points == 3 and table.state.demand["citrus"] == 1
    assert table.state.passed == [3], "Wolf has nothing and passes"
    table.play(Deliver("rum", 1), 0)
    assert table.player(0).points == 9
    return table


def test_w5_delivery_round() -> None:
    table = before_the_last_citrus().play(Pass(), 1)
    # Philipp has only unwanted sugar left and Peter nothing: both pass by themselves.
    assert [table.player(seat).points for seat in range(4)] == [9, 6, 3, 0]
    assert table.state.demand == {"citrus": 1, "sugar": 0, "rum": 0, "tobacco": 0}
    assert table.state.ship == 1 and table.state.value == 4
    assert table.asked == (1, "drive")


def test_w5a_the_last_citrus_is_delivered() -> None:
    table = before_the_last_citrus().play(Deliver("citrus", 1), 1)
    assert table.player(1).points == 9
    assert table.state.ship == 2 and table.state.value == 2
    assert table.asked == (0, "demand"), "Peter, whose turn it is, not the deliverer"


def at_the_cafe(**goods: int) -> Table:
    table = Table().car("alonso").hold(0, **goods)
    return table.drive(0, "jose").play(Place("cafe"), 0)


@pytest.mark.parametrize(("cigar", "rum", "points"), [(True, True, 4), (False, True, 2)])
def test_w6_cafe(cigar: bool, rum: bool, points: int) -> None:
    table = at_the_cafe(cigar=2, rum=2).play(Treat(cigar=cigar, rum=rum), 0)
    assert table.player(0).points == points
    assert table.player(0).goods["cigar"] == 2 - cigar and table.player(0).goods["rum"] == 2 - rum


def test_w6_at_most_one_of_each_in_the_cafe() -> None:
    table = at_the_cafe(cigar=2, rum=2)
    assert table.moves(0) == [Treat(True, True), Treat(True, False), Treat(False, True), Skip()]
    assert at_the_cafe(rum=2).moves(0) == [Treat(False, True), Skip()]


def at_the_casino(pesos: int, points: int) -> Table:
    table = Table().car("miguel").hold(0, pesos=pesos, points=points)
    return table.drive(0, "conchita").play(Place("casino"), 0)


def test_w7_casino_pesos_into_points() -> None:
    table = at_the_casino(pesos=7, points=0)
    assert table.moves(0) == [BuyPoints(1), BuyPoints(2), Skip()]
    table.play(BuyPoints(2), 0)
    assert (table.player(0).pesos, table.player(0).points) == (1, 2)


def test_w7_casino_points_into_pesos() -> None:
    table = at_the_casino(pesos=0, points=2)
    assert table.moves(0) == [SellPoints(1), SellPoints(2), Skip()]
    table.play(SellPoints(2), 0)
    assert (table.player(0).pesos, table.player(0).points) == (6, 0)


def test_w8_dice() -> None:
    assert FACES["citrus"] == (0, 1, 2, 2, 3, 4)
    assert {FACES[good] for good in ("sugar", "tobacco", "rum", "cigar")} == {(0, 1, 1, 2, 2, 3)}  # type: ignore[index]


def test_w8_the_die_beside_the_board_is_no_demand() -> None:
    table = Table().car("pablo").hold(0, cigar=3).hold(1)
    table.state.rolled["cigar"] = 3
    table.checked().drive(0, "harbour")
    assert table.state.value == 3, "nobody could deliver: all have passed by themselves"
    assert [die.place for die in table.view(None).dice if die.good == "cigar"] == ["aside"]
