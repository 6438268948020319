"""Edge cases 27 to 41 and 57 to 66 of the sheet: tradeswoman, mayor, harbour."""

from __future__ import annotations

from games.rules.cuba.components import SHIPS
from games.rules.cuba.moves import (
    Buy,
    BuyFromSupply,
    EndTurn,
    Export,
    Finish,
    Load,
    PlaceExport,
    Sell,
    SellToSupply,
    TakeCheapest,
    TakeMaterial,
    TakePoints,
)
from tests.rules.cuba.table import Table

HARBOUR_ACT = "O5"


def trading(**stones: int) -> Table:
    """Seat 0 has these stones and 30 pesos, and has played the tradeswoman."""
    return Table().own(0, **stones).pesos(0, 30).card("tradeswoman")


def test_edge_27_after_three_citrus_at_4_5_and_6_the_fourth_costs_7_from_the_supply() -> None:
    table = trading()
    for price in (4, 5, 6):
        table.play(Buy("citrus", price))
    assert not [move for move in table.offers(Buy) if move.good == "citrus"]
    table.play(BuyFromSupply("citrus", 7))
    assert table.purses[0] == 30 - 4 - 5 - 6 - 7
    assert table.courtyard(0) == {"citrus": 4}


def test_edge_28_no_purchase_from_the_supply_while_a_unit_is_on_the_track() -> None:
    table = Table().market(citrus=1).pesos(0, 30).card("tradeswoman")
    table.refuses(BuyFromSupply("citrus", 7))


def test_edge_29_track_and_supply_empty_no_purchase() -> None:
    table = Table().market(citrus=0).supply(1, citrus=0).pesos(0, 30).card("tradeswoman")
    assert not [m for m in table.moves() if getattr(m, "good", "") == "citrus"]


def test_edge_30_with_three_pesos_a_price_of_four_is_refused() -> None:
    table = Table().pesos(0, 3).own(0, rum=1).card("tradeswoman")
    table.refuses(Buy("citrus", 4))
    assert Sell("rum", 4) in table.moves() and EndTurn() in table.moves()


def test_edge_31_selling_four_citrus_from_three_on_the_track() -> None:
    table = trading(citrus=4)
    table.play(Sell("citrus", 3)).play(Sell("citrus", 2))
    assert table.offers(Sell) == []
    table.play(SellToSupply("citrus", 1)).play(SellToSupply("citrus", 1))
    assert table.purses[0] == 37 and table.state.market["citrus"] == 5


def test_edge_32_selling_three_rum_from_two_on_the_track() -> None:
    table = trading(rum=3)
    table.play(Sell("rum", 4)).play(SellToSupply("rum", 3)).play(SellToSupply("rum", 3))
    assert table.purses[0] == 40 and table.state.market["rum"] == 3


def test_edge_33_a_bank_with_two_pesos_does_not_buy_for_three() -> None:
    table = Table().own(0, citrus=1).bank(2, rich=1).card("tradeswoman")
    table.refuses(Sell("citrus", 3))
    assert table.offers(Sell) == []


def test_edge_34_a_unit_from_the_warehouse_is_sold() -> None:
    table = Table().stored(0, sugar=1).card("tradeswoman").play(Sell("sugar", 3))
    assert table.warehouse(0) == {} and table.purses[0] == 13


def test_edge_35_building_materials_cannot_be_sold() -> None:
    table = trading(water=2)
    table.refuses(Sell("water", 3))
    table.refuses(SellToSupply("water", 1))
    assert not table.offers(Sell)


def test_edge_36_after_the_material_marker_cheapest_and_trade_remain() -> None:
    table = Table().markers(material=1).card("tradeswoman")
    assert table.offers(TakeMaterial) == []
    table.refuses(TakeMaterial("wood"))
    assert len(table.offers(TakeCheapest)) == 3 and table.offers(Buy)


def test_edge_37_no_building_materials_and_no_cheapest_marker_leave_trade_or_nothing() -> None:
    table = Table().supply(1, wood=0, stone=0, water=0).markers(cheapest=1).card("tradeswoman")
    assert not table.offers(TakeMaterial) and not table.offers(TakeCheapest)
    assert table.offers(Buy) and EndTurn() in table.moves()


def test_edge_38_after_the_cheapest_marker_material_trade_or_nothing() -> None:
    table = Table().markers(cheapest=1).card("tradeswoman")
    assert table.offers(TakeCheapest) == []
    table.refuses(TakeCheapest("sugar"))
    assert len(table.offers(TakeMaterial)) == 3 and EndTurn() in table.moves()


def test_edge_39_goods_on_the_market_are_never_the_cheapest_gift() -> None:
    table = Table().market(citrus=0, tobacco=0, sugar=0).card("tradeswoman")
    assert table.state.market["rum"] == 2
    assert table.offers(TakeCheapest) == []


def test_edge_40_the_cheapest_of_two_equals_is_chosen_and_its_track_falls() -> None:
    table = Table().market(citrus=4, tobacco=4, sugar=2).card("tradeswoman")
    assert table.offers(TakeCheapest) == [TakeCheapest("citrus"), TakeCheapest("tobacco")]
    table.refuses(TakeCheapest("sugar"))
    table.play(TakeCheapest("tobacco"))
    assert table.state.market["tobacco"] == 3 and table.courtyard(0) == {"tobacco": 1}
    assert table.state.markers["cheapest"] == 1 and table.asked == (1, "card")


def test_edge_41_buying_and_selling_the_same_unit_brings_nothing() -> None:
    table = trading()
    table.play(Buy("rum", 5)).play(Sell("rum", 5))
    assert table.purses[0] == 30 and table.state.market["rum"] == 2


# Mayor and harbour


def test_edge_57_three_units_at_pier_3_score_nine_points() -> None:
    table = Table().pier(3, 6).own(0, sugar=2, cigars=1).card("mayor")
    table.play(Load(3, "sugar", 1)).play(Load(3, "sugar", 2)).play(Load(3, "cigars", 4))
    assert table.points[0] == 9 and table.asked == (1, "card")


def test_edge_58_one_free_citrus_space_takes_one_citrus() -> None:
    table = Table().pier(2, 3).own(0, citrus=2, sugar=1).card("mayor").play(Load(2, "citrus", 1))
    assert table.moves() == [Load(2, "sugar", 4), Finish()]
    table.refuses(Load(2, "citrus", 1))
    table.refuses(Load(2, "citrus", 2))


def test_edge_59_a_full_ship_is_refused_another_one_is_possible() -> None:
    table = Table().pier(2, 1, *SHIPS[1]).pier(1, 2).own(0, citrus=1).card("mayor")
    table.refuses(Load(2, "citrus", 1))
    table.play(Load(1, "citrus", 1))
    assert table.points[0] == 1


def test_edge_60_with_all_ships_full_the_mayor_gives_four_two_and_no_points() -> None:
    table = Table(3).full_harbour().own(0, citrus=1).own(1, sugar=1).own(2, rum=1)
    table.card("mayor").card("mayor").card("mayor")
    assert table.points == [4, 2, 0] and table.state.markers["mayor"] == 2


def test_edge_61_nothing_that_fits_leaves_the_points() -> None:
    table = Table().pier(1, 1).pier(2, 2).own(0, rum=2, wood=3).card("mayor")
    assert table.points[0] == 4 and table.courtyard(0) == {"rum": 2, "wood": 3}


def test_edge_62_a_loading_has_at_least_one_unit() -> None:
    table = Table().pier(2, 1).free_pier(1).own(0, citrus=1).card("mayor")
    table.refuses(Finish())
    assert table.moves() == [Load(2, "citrus", 1), TakePoints(4)]


def test_edge_63_by_the_harbour_act_a_full_ship_leaves_at_once() -> None:
    table = Table().act(HARBOUR_ACT).pier(3, 4).pier(1, 7)
    table.pier(2, 12, "citrus", "tobacco", "sugar", "rum").at_sea(5, 8).own(0, cigars=1)
    rum = table.state.supply["rum"]
    table.card("mayor").play(Load(2, "cigars", 5))
    assert table.points[0] == 2
    assert table.ships() == [5, 7, 4, 8]
    assert table.state.supply["rum"] == rum + 1, "the cargo is back in the supply"
    assert table.barrier, "a new ship is in sight"


def test_edge_64_without_the_harbour_act_a_full_ship_waits_for_the_end_of_the_round() -> None:
    table = Table().pier(3, 4).pier(2, 12, "citrus", "tobacco", "sugar", "rum").pier(1, 7)
    table.own(0, cigars=1).own(1, cigars=1).at_sea(5, 8, 9)
    table.card("mayor").play(Load(2, "cigars", 5))
    assert table.ships() == [7, 12, 4, 5]
    table.card("mayor")
    assert not any(move.pier == 2 for move in table.offers(Load))
    table.default_turn().end_round()
    assert table.ships() == [8, 5, 7, 9]


def test_edge_65_an_exported_citrus_on_a_rum_space_comes_back_as_citrus() -> None:
    table = Table().built(0, "A2", "export_house").pier(3, 8).own(0, citrus=1)
    citrus, rum = table.state.supply["citrus"], table.state.supply["rum"]
    table.card("foreman").use("export_house").play(PlaceExport(3, 4))
    ship = table.state.piers[2]
    assert ship is not None and SHIPS[8][3] == "rum" and ship.spaces[3] == "citrus"
    assert table.points[0] == 3
    table.end_round()
    assert table.state.supply["citrus"] == citrus + 1 and table.state.supply["rum"] == rum


def test_edge_66_the_crane_pays_once_for_two_units_and_not_for_one() -> None:
    table = Table().built(0, "A2", "crane").pier(2, 1).own(0, citrus=2)
    table.card("mayor").play(Load(2, "citrus", 1)).play(Load(2, "citrus", 2))
    assert table.points[0] == 2 * 2 + 1
    one = Table().built(0, "A2", "crane").pier(2, 1).own(0, citrus=1)
    one.card("mayor").play(Load(2, "citrus", 1))
    assert one.points[0] == 2


def test_the_export_house_loads_two_units_of_any_kind() -> None:
    table = Table().built(0, "A2", "export_house").pier(2, 1).own(0, rum=1, cigars=2)
    table.card("foreman").use("export_house").play(Export("rum")).play(PlaceExport(2, 5))
    table.refuses(PlaceExport(1, 1))
    table.play(Export("cigars")).play(PlaceExport(2, 1))
    assert table.points[0] == 4 and table.courtyard(0) == {"cigars": 1}
    assert table.asked == (0, "use"), "the warehouse is in the cross as well"
