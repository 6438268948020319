"""Edge cases 40 to 59 of the sheet: buildings, the newspaper and Cubans who lie face down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.santiago_de_cuba.components import REGULAR
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Clear,
    Collect,
    Drive,
    Place,
    Process,
    Sell,
    SellPoints,
    ShiftValue,
    Silence,
    Skip,
    Swap,
)
from tests.examples import examples
from tests.rules.santiago_de_cuba.table import Table


def inside(building: str, table: Table) -> Table:
    """Seat 0 stands in a building and may use it: moved under white, by way of Pedro."""
    table.move_building(building, "white").car("jose").pawn(0, None)
    return table.drive(0, "pedro").play(Place(building), 0)  # type: ignore[arg-type]


def test_edge_40_the_stock_limits_the_distillery() -> None:
    table = inside("distillery", Table().hold(0, sugar=5).hold(1, pesos=1).stock(rum=3))
    assert table.moves(0) == [*(Process("distillery", n) for n in (1, 2, 3)), Skip()]
    table.play(Process("distillery", 3), 0)
    assert table.goods(0) == {"sugar": 2, "rum": 3, "tobacco": 2}


def test_edge_41_no_rum_no_distillery() -> None:
    table = inside("distillery", Table().hold(0, pesos=1, sugar=5).hold(1, pesos=1).stock(rum=0))
    assert table.asked == (1, "drive"), "skipped by itself"
    assert table.facts("building_skipped")[0]["reason"] == "cannot"


def test_edge_42_fewer_cigars_than_possible() -> None:
    table = inside("cigar_factory", Table().hold(0, tobacco=2))
    table.play(Process("cigar_factory", 1), 0)
    assert table.goods(0) == {"tobacco": 3, "cigar": 1}


def test_edge_43_no_wood_on_the_black_market() -> None:
    table = inside("black_market", Table().hold(0, wood=2))
    swaps = table.offers(Swap, 0)
    assert {swap.give for swap in swaps} == {"tobacco"}, "from Pedro; not the wood"
    assert {swap.take for swap in swaps} == {"sugar", "citrus", "rum", "cigar"}
    table.refuses(Swap("wood", "rum"), 0)  # type: ignore[arg-type]
    table.refuses(Swap("tobacco", "wood"), 0)  # type: ignore[arg-type]


def test_edge_44_nothing_for_its_like_on_the_black_market() -> None:
    table = inside("black_market", Table())
    table.refuses(Swap("tobacco", "tobacco"), 0)
    table.play(Swap("tobacco", "rum"), 0)
    assert table.goods(0) == {"sugar": 1, "citrus": 1, "tobacco": 2, "rum": 1}
    assert table.state.stock["tobacco"] == 8 - 2 - 1 and table.state.stock["rum"] == 7


def test_edge_45_one_wood_a_visit_in_the_sawmill() -> None:
    table = inside("sawmill", Table().hold(0, wood=2))
    assert table.moves(0) == [Collect("sawmill"), Skip()]
    table.play(Collect("sawmill"), 0)
    assert table.goods(0)["wood"] == 1
    assert (table.player(0).points, table.player(0).pesos) == (1, 1)


@pytest.mark.parametrize(("wood", "offers"), [(0, [Skip()]), (1, [Collect("sawmill"), Skip()])])
def test_clause_3_6_sawmill(wood: int, offers: list[Collect | Skip]) -> None:
    assert inside("sawmill", Table(auto_pass="off").hold(0, wood=wood)).moves(0) == offers


def test_edge_46_customs_needs_a_die_with_demand() -> None:
    table = inside("customs", Table().demand(sugar=2, citrus=0, tobacco=1, rum=1))
    assert table.moves(0) == [Clear("sugar"), Clear("tobacco"), Clear("rum"), Skip()]
    table.refuses(Clear("citrus"), 0)
    table.refuses(Clear("cigar"), 0)
    table.play(Clear("sugar"), 0)
    assert table.state.demand["sugar"] == 0 and table.goods(0)["sugar"] == 1


@pytest.mark.parametrize("ship", [1, 7])
def test_edge_47_customs_takes_the_last_demand(ship: int) -> None:
    table = Table().ship(ship, value=3).demand(sugar=2, citrus=0, tobacco=0, rum=0)
    table = inside("customs", table).play(Clear("sugar"), 0)
    assert table.facts("ship_departed")[0]["trigger"] == "customs"
    asked = [(decision.seat, decision.key) for decision in table.decisions]
    assert asked == ([(0, "demand")] if ship == 1 else [])
    assert table.state.value == (2 if ship == 1 else 3)


def test_edge_48_trading_office() -> None:
    table = Table().ship(1, value=4).hold(0, citrus=2, wood=2, rum=1)
    table = inside("trading_office", table.demand(citrus=3, sugar=1, cigar=1, rum=0))
    assert table.moves(0) == [Sell("citrus"), Skip()]
    table.refuses(Sell("wood"), 0)
    table.refuses(Sell("rum"), 0)  # type: ignore[arg-type]
    table.play(Sell("citrus"), 0)
    assert table.player(0).points == 2 and table.state.demand["citrus"] == 2
    assert table.state.stock["citrus"] == 8 - 2 - 1 + 1


@pytest.mark.parametrize("ship", [3, 7])
def test_edge_49_trading_office_fills_the_ship(ship: int) -> None:
    table = Table().ship(ship, value=4).hold(0, citrus=1).demand(citrus=1, sugar=0, cigar=0, rum=0)
    table = inside("trading_office", table).play(Sell("citrus"), 0)
    assert table.player(0).points == 2, "the points come before the ship leaves"
    if ship == 7:
        assert table.state.ending == "demand_met"
        assert table.names[:3] == ["building_used.trading_office", "ship_departed", "game_ended"]
    else:
        assert table.state.ship == 4 and table.asked == (0, "demand")


def test_edge_50_harbour_office_at_value_2() -> None:
    table = inside("harbour_office", Table())
    assert table.moves(0) == [ShiftValue("up"), Skip()]
    assert table.play(ShiftValue("up"), 0).state.value == 3


def test_edge_50_harbour_office_at_value_3() -> None:
    table = inside("harbour_office", Table().ship(1, value=3))
    assert table.moves(0) == [ShiftValue("up"), ShiftValue("down"), Skip()]
    assert table.play(ShiftValue("down"), 0).state.value == 2


def test_edge_50_harbour_office_at_value_4() -> None:
    table = inside("harbour_office", Table().ship(1, value=4)).play(ShiftValue("up"), 0)
    assert table.facts("ship_departed")[0]["trigger"] == "harbour_office"
    assert table.state.value == 2 and table.asked == (0, "demand")


def test_edge_51_nothing_to_change_in_the_casino() -> None:
    table = inside("casino", Table().hold(0, pesos=2).hold(1, pesos=1))
    assert table.facts("building_skipped")[0]["reason"] == "cannot"
    assert table.asked == (1, "drive")


@examples(50)
@given(pesos=st.integers(0, 40), points=st.integers(0, 90))
def test_clause_1_4_casino(pesos: int, points: int) -> None:
    table = inside("casino", Table(auto_pass="off").hold(0, pesos=pesos, points=points))
    offers = table.moves(0)
    assert offers == [
        *(BuyPoints(n) for n in range(1, pesos // 3 + 1)),
        *(SellPoints(n) for n in range(1, points + 1)),
        Skip(),
    ]
    if pesos >= 3:
        table.play(BuyPoints(pesos // 3), 0)
        assert (table.player(0).pesos, table.player(0).points) == (pesos % 3, points + pesos // 3)


def test_edge_52_one_direction_in_the_casino() -> None:
    table = inside("casino", Table().hold(0, pesos=6, points=6))
    assert not any(hasattr(move, "give") or hasattr(move, "take") for move in table.moves(0))
    table.play(BuyPoints(1), 0)
    assert table.asked == (1, "drive"), "one exchange a visit"


def test_edge_53_newspaper_without_turning_anybody() -> None:
    table = inside("newspaper", Table().hold(0)).play(Collect("newspaper"), 0)
    assert table.player(0).pesos == 1 and table.state.face_down == []


def test_edge_54_driving_over_a_face_down_cuban() -> None:
    table = inside("newspaper", Table()).play(Silence("el_zorro", 6), 0)
    assert table.state.face_down == ["el_zorro"] and table.player(0).pesos == 3 + 1
    assert table.asked == (1, "drive") and table.state.car == 5
    table.play(Drive("miguel", 7, 1), 1)
    assert table.player(1).pesos == 2, "the station counts as always"
    assert table.facts("cuban_reactivated") == [{"cuban": "el_zorro"}]
    assert table.state.face_down == [] and table.goods(1)["wood"] == 2
    assert table.goods(0) == {"sugar": 1, "citrus": 1, "tobacco": 3}, "El Zorro did nothing"


def test_edge_55_stopping_at_a_face_down_cuban() -> None:
    table = Table().car("jose").sleep("pedro").pawn(0, "bank").drive(0, "pedro")
    assert table.goods(0)["tobacco"] == 1 and table.player(0).pawn == "bank"
    assert table.names[:4] == ["car_moved.free", "cuban_inactive", "pawn_stayed", "turn_ended"]
    assert table.asked == (1, "drive") and table.state.face_down == ["pedro"]
    table.drive(1, "el_zorro")
    assert table.state.face_down == [], "the car has left him"


def test_edge_56_turning_the_cuban_at_the_car() -> None:
    table = inside("newspaper", Table()).play(Silence("pedro", 5), 0)
    assert table.state.face_down == ["pedro"] and table.goods(0)["tobacco"] == 3
    table.drive(1, "el_zorro")
    assert table.state.face_down == []


def test_edge_57_a_face_down_cuban_behind_the_car() -> None:
    table = inside("newspaper", Table()).play(Silence("martinez", 1), 0).drive(1, "conchita")
    assert table.state.face_down == ["martinez"]
    table = Table().car("pablo").sleep("martinez").drive(0, "martinez")
    assert table.state.face_down == ["martinez"], "until the car has left him"
    table.drive(1, "maria")
    assert table.state.face_down == []


def test_edge_58_several_face_down() -> None:
    table = inside("newspaper", Table().sleep("maria", "miguel"))
    targets = [move.cuban for move in table.offers(Silence, 0)]
    assert len(targets) == 7 and not {"maria", "miguel"} & set(targets)
    table.play(Silence("pablo", 9), 0).drive(1, "conchita")
    assert table.state.face_down == ["maria", "pablo"], "only Miguel was driven over"


def test_edge_59_a_lap_round_to_a_face_down_cuban() -> None:
    table = Table().car("pedro").sleep("pedro").hold(0, pesos=9)
    table.play(Drive("pedro", 5, 9), 0)
    assert table.goods(0) == {"tobacco": 2} and table.state.face_down == []


def test_clause_1_4_bank_and_church() -> None:
    table = inside("bank", Table())
    assert table.moves(0) == [Collect("bank"), Skip()]
    assert table.play(Collect("bank"), 0).player(0).pesos == 5
    table = inside("church", Table())
    assert table.moves(0) == [Collect("church"), Skip()]
    assert table.play(Collect("church"), 0).player(0).points == 3


@examples(50)
@given(sugar=st.integers(0, 8), rum=st.integers(1, 8))
def test_clause_1_4_distillery(sugar: int, rum: int) -> None:
    table = Table(auto_pass="off").hold(1).hold(0, sugar=sugar).stock(rum=rum)
    offers = inside("distillery", table).moves(0)
    most = min(sugar, rum)
    assert offers == [*(Process("distillery", n) for n in range(1, most + 1)), Skip()]


@examples(50)
@given(held=st.lists(st.integers(0, 2), min_size=5, max_size=5))
def test_clause_1_4_black_market(held: list[int]) -> None:
    table = Table(auto_pass="off").hold(1)
    goods = dict(zip(REGULAR, held, strict=True))
    offers = inside("black_market", table.hold(0, **goods)).moves(0)
    now = table.player(0).goods
    assert set(offers) == {
        Skip(),
        *(Swap(g, t) for g in REGULAR for t in REGULAR if g != t and now[g]),
    }
