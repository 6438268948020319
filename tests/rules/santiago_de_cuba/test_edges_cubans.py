"""Edge cases 60 to 76 of the sheet: the Cubans."""

from __future__ import annotations

import pytest

from games.rules.santiago_de_cuba.components import BUILDINGS, FLOWER_OF
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Claim,
    Clear,
    Collect,
    Decline,
    Give,
    Place,
    Process,
    ShiftValue,
    Skip,
    TakeGood,
)
from tests.rules.santiago_de_cuba.table import Table


@pytest.mark.parametrize("left", [0, 1, 2])
def test_edge_60_short_stock(left: int) -> None:
    table = Table().car("jose").hold(0, pesos=1).hold(1).stock(tobacco=left).drive(0, "pedro")
    assert table.goods(0) == ({"tobacco": left} if left else {})
    assert table.asked == (0, "place"), "the pawn still moves"


def test_edge_61_pablo() -> None:
    table = Table().car("conchita").hold(0, pesos=1).hold(1, pesos=1).stock(rum=0)
    table.drive(0, "pablo")
    assert table.moves(0) == [
        TakeGood("sugar"),
        TakeGood("citrus"),
        TakeGood("tobacco"),
        TakeGood("cigar"),
        Decline(),
    ]
    table.refuses(TakeGood("rum"), 0)
    table.refuses(TakeGood("wood"), 0)
    table.play(Decline(), 0)
    assert table.goods(0) == {} and table.asked == (0, "place")


def test_edge_61_pablo_gives_one_good() -> None:
    table = Table().car("conchita").hold(0).drive(0, "pablo").play(TakeGood("cigar"), 0)
    assert table.goods(0) == {"cigar": 1} and table.state.stock["cigar"] == 7
    assert table.moves(0) == [Place("cigar_factory"), Place("black_market"), Place("bank")]


def test_option_pablo_wood() -> None:
    table = Table(pablo_wood=True).car("conchita").drive(0, "pablo").play(TakeGood("wood"), 0)
    assert table.goods(0)["wood"] == 1


def test_edge_62_no_wood_left() -> None:
    table = Table().car("el_zorro").hold(1).stock(wood=0).drive(0, "miguel")
    assert "wood" not in table.goods(0) and table.asked == (0, "place")
    assert table.facts("cuban_used.nothing")[0]["wanted"] == 2


def at_zorro(players: int = 2, **options: str) -> Table:
    return Table(players, **options).car("pedro")


def test_edge_63_a_victim_with_wood_only() -> None:
    table = at_zorro().pawn(0, "bank").hold(1, wood=3).drive(0, "el_zorro")
    assert table.facts("zorro_gift.nothing")[0]["giver"] == 1
    assert table.goods(1) == {"wood": 3} and table.asked == (0, "use")


def test_edge_64_a_victim_with_rum_only() -> None:
    table = at_zorro(info="screens").hold(1, rum=2).drive(0, "el_zorro")
    assert table.moves(1) == [Give("rum")]
    table = at_zorro().hold(1, pesos=0, rum=2).pawn(0, "bank").drive(0, "el_zorro")
    assert table.goods(1) == {"rum": 1} and table.goods(0)["rum"] == 1


def test_edge_65_no_wood_for_zorro() -> None:
    table = at_zorro().hold(1, pesos=1, points=1, wood=3, rum=1).drive(0, "el_zorro")
    assert table.moves(1) == [Give("rum"), Give("peso"), Give("point")]
    table.refuses(Give("wood"), 1)  # type: ignore[arg-type]


def test_edge_66_three_gifts() -> None:
    table = at_zorro(4).pawn(0, "bank").hold(0, pesos=0)
    for seat in (1, 2, 3):
        table.hold(seat, pesos=2, points=2, rum=1)
    table.drive(0, "el_zorro")
    asked = [(decision.seat, decision.key) for decision in table.decisions]
    assert asked == [(1, "gift"), (2, "gift"), (3, "gift")], "all at once"
    table.play(Give("peso"), 2).play(Give("rum"), 3).play(Give("point"), 1)
    assert (table.player(0).pesos, table.player(0).points) == (1, 1)
    assert table.goods(0) == {"rum": 1}
    assert [table.player(seat).pesos for seat in (1, 2, 3)] == [2, 1, 2]
    assert table.asked == (0, "use")


def test_option_zorro_order_clockwise() -> None:
    table = at_zorro(4, zorro_order="clockwise").car("pedro")
    for seat in (1, 2, 3):
        table.hold(seat, pesos=2, points=2)
    table.drive(0, "el_zorro")
    for seat in (1, 2, 3):
        assert table.asked == (seat, "gift")
        table.play(Give("peso"), seat)
    assert table.asked == (1, "drive")


def test_edge_67_zorro_with_the_pawn_off_the_board() -> None:
    table = at_zorro().drive(0, "el_zorro").play(Give("peso"), 1)
    assert table.player(0).pesos == 4 and table.player(0).pawn is None
    assert table.asked == (1, "drive")
    assert "pawn_stayed.off" in table.names


def test_edge_68_zorro_on_the_casino() -> None:
    table = at_zorro().pawn(0, "casino").hold(0, pesos=2).drive(0, "el_zorro")
    table.play(Give("peso"), 1).play(BuyPoints(1), 0)
    assert (table.player(0).pesos, table.player(0).points) == (0, 1)
    assert table.facts("building_used.casino")[0]["via"] == "zorro"


def test_edge_69_zorro_face_down() -> None:
    table = at_zorro().sleep("el_zorro").pawn(0, "casino").drive(0, "el_zorro")
    assert table.asked == (1, "drive") and table.player(1).pesos == 3


def test_edge_70_the_third_marker() -> None:
    table = Table().car("maria").own(0, "bank", "cafe").drive(0, "alonso").play(Claim("church"), 0)
    assert table.facts("building_claimed")[0]["markers_left"] == 0
    table.play(Place("customs"), 0).play(Skip(), 0)
    table.drive(1, "jose").play(Place("trading_office"), 1).play(Skip(), 1)
    table.car("maria").drive(0, "alonso")
    assert table.moves(0) == [Collect("bank"), Collect("church"), Decline()]


def test_edge_71_claiming_what_belongs_to_somebody() -> None:
    table = Table(3).car("maria").own(1, "bank").pawn(2, "cafe").drive(0, "alonso")
    table.refuses(Claim("bank"), 0)
    table.play(Claim("cafe"), 0)
    assert table.state.owners == {"bank": 1, "cafe": 0} and table.player(2).pawn == "cafe"


def test_edge_72_either_claim_or_use() -> None:
    table = Table().car("maria").drive(0, "alonso").play(Claim("bank"), 0)
    assert table.asked == (0, "place"), "not used by way of Alonso"
    table = Table().car("maria").drive(0, "alonso").play(Claim("church"), 0)
    table.play(Place("church"), 0).play(Collect("church"), 0)
    assert table.player(0).points == 3, "but the pawn may go there"


def test_edge_73_the_own_building_twice() -> None:
    table = Table().car("maria").own(0, "customs").drive(0, "alonso")
    table.play(Clear("sugar"), 0).play(Place("customs"), 0).play(Clear("citrus"), 0)
    assert table.state.demand == {"sugar": 0, "citrus": 0, "tobacco": 1, "rum": 1}


def test_edge_74_own_harbour_office_sends_the_ship_off() -> None:
    table = Table().car("maria").ship(1, value=4).own(0, "harbour_office").drive(0, "alonso")
    table.play(ShiftValue("up"), 0)
    assert table.state.ship == 2 and table.asked == (0, "place")
    table.play(Place("church"), 0).play(Skip(), 0)
    assert table.asked == (0, "demand")


def departed_on_the_way(building: str) -> Table:
    """The ship leaves as seat 0 drives past the harbour to Martinez, then on to a building."""
    table = Table().move_building(building, "yellow").car("pablo").ship(1, value=4)
    return table.drive(0, "martinez").play(Place(building), 0)  # type: ignore[arg-type]


def test_edge_75_offices_without_a_demand() -> None:
    for office in ("customs", "trading_office"):
        table = departed_on_the_way(office)
        assert table.facts("building_skipped")[0]["reason"] == "cannot"
        assert table.asked == (0, "demand"), "nothing to do, so the turn has ended"
    table = departed_on_the_way("harbour_office")
    assert table.moves(0) == [ShiftValue("up"), Skip()]
    table.play(ShiftValue("up"), 0)
    assert table.state.value == 3 and table.state.ship == 2 and table.asked == (0, "demand")


def test_edge_76_always_something_to_claim() -> None:
    table = Table(4).car("maria").own(0, *BUILDINGS[:2]).own(1, *BUILDINGS[2:5])
    table.own(2, *BUILDINGS[5:8]).own(3, *BUILDINGS[8:11]).drive(0, "alonso")
    assert Claim(BUILDINGS[11]) in table.moves(0), "twelve markers for twelve buildings"


def test_clause_3_4_alonso_declined() -> None:
    table = Table().car("maria").drive(0, "alonso").play(Decline(), 0)
    assert table.state.owners == {} and table.asked == (0, "place")


def test_clause_3_4_maria_and_martinez() -> None:
    table = Table().drive(0, "martinez")
    assert table.player(0).pesos == 6
    table = Table().hold(0, pesos=1, points=2).drive(0, "maria")
    assert (table.player(0).pesos, table.player(0).points) == (0, 4)


@pytest.mark.parametrize(
    ("cuban", "good"),
    [("pedro", "tobacco"), ("jose", "sugar"), ("conchita", "citrus"), ("miguel", "wood")],
)
def test_clause_3_4_two_goods(cuban: str, good: str) -> None:
    table = Table().hold(0, pesos=9)
    before = table.state.stock[good]  # type: ignore[index]
    table.drive(0, cuban)
    assert table.goods(0) == {good: 2} and table.state.stock[good] == before - 2  # type: ignore[index]
    flower = FLOWER_OF[cuban]  # type: ignore[index]
    assert table.decisions[0].args == {"flower": flower}


def test_clause_3_4_use_of_an_own_building_with_choices() -> None:
    table = Table().car("maria").own(0, "distillery").hold(0, sugar=2).drive(0, "alonso")
    table.play(Process("distillery", 2), 0)
    assert table.goods(0) == {"rum": 2}
    assert table.facts("building_used.distillery")[0]["via"] == "alonso"
