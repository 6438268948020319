"""The use cases UC-3.2.1 to UC-3.2.5: what the five characters do."""

from __future__ import annotations

from games.rules.cuba.components import PRODUCTS, SHIPS
from games.rules.cuba.moves import (
    Build,
    Buy,
    BuyFromSupply,
    EndTurn,
    Finish,
    Harvest,
    Irrigate,
    KeepFigure,
    Load,
    MoveFigure,
    PlaceBuilding,
    Sell,
    SellToSupply,
    TakeCheapest,
    TakeMaterial,
    TakePoints,
    Use,
)
from tests.rules.cuba.table import Table

# UC-3.2.1: the worker


def test_uc_3_2_1_step_1_the_figure_moves_once_or_stays() -> None:
    table = Table().card("worker")
    assert len(table.moves()) == 12 and table.moves()[-1] == KeepFigure("A1")
    table.play(MoveFigure("C3"))
    seen = table.view(1).players[0]
    assert {f.field for f in seen.fields if f.active} == {"C1", "C2", "C3", "C4", "A3", "B3"}
    assert not table.offers(MoveFigure)


def test_uc_3_2_1_1_step_1_materials_come_by_themselves() -> None:
    assert Table().worker("C4").courtyard(0) == {"wood": 1, "stone": 1}


def test_uc_3_2_1_1_step_2_two_product_fields_are_chosen() -> None:
    table = Table().worker("B3").play(Harvest("C3")).play(Harvest("B4"))
    assert table.courtyard(0)["sugar"] == table.courtyard(0)["citrus"] == 1


def test_uc_3_2_1_1_step_3_a_further_field_for_water() -> None:
    table = Table().own(0, water=1).worker("A1").play(Harvest("A2")).play(Harvest("A4"))
    table.play(Irrigate("B1"))
    assert table.courtyard(0) == {"wood": 2, "tobacco": 2, "sugar": 1}


def test_uc_3_2_1_1_ext_1a_no_building_materials_in_the_supply() -> None:
    table = Table().supply(1, wood=0, stone=0, water=0).worker("B3")
    assert table.courtyard(0) == {} and table.asked == (0, "harvest")


def test_uc_3_2_1_1_ext_2a_the_drought_act_allows_one_product_field() -> None:
    table = Table().act("O3").worker("A1").play(Harvest("B1"))
    assert table.courtyard(0) == {"wood": 2, "tobacco": 1} and table.asked == (1, "card")


def test_uc_3_2_1_1_ext_2b_a_field_with_a_building_is_no_product_field() -> None:
    table = Table().built(0, "B4", "bank").worker("B3")
    table.refuses(Harvest("B4"))
    assert {move.field for move in table.offers(Harvest)} == {"B1", "C3"}


def test_uc_3_2_1_1_ext_2c_more_than_two_product_fields_are_refused() -> None:
    table = Table().own(0, water=1).worker("A1").play(Harvest("A2")).play(Harvest("B1"))
    table.refuses(Harvest("A4"))


def test_uc_3_2_1_1_ext_2d_no_products_in_the_supply() -> None:
    table = Table().supply(1, citrus=0, tobacco=0, sugar=0).worker("B2")
    assert table.asked == (1, "card"), "nothing can be harvested"
    assert table.courtyard(0) == {"stone": 1, "water": 1}


# UC-3.2.2: the tradeswoman


def test_uc_3_2_2_step_1_1_any_number_of_trades_in_any_order() -> None:
    table = Table().own(0, rum=1).pesos(0, 20).card("tradeswoman")
    table.play(Buy("sugar", 4)).play(Sell("rum", 4)).play(Buy("sugar", 5)).end()
    assert table.purses[0] == 20 - 4 + 4 - 5
    assert table.courtyard(0) == {"sugar": 2} and table.asked == (1, "card")


def test_uc_3_2_2_step_1_2_1_a_free_building_material() -> None:
    table = Table().card("tradeswoman").play(TakeMaterial("water"))
    assert table.courtyard(0) == {"water": 1} and table.state.markers["material"] == 1
    assert table.asked == (1, "card")


def test_uc_3_2_2_step_1_2_2_a_free_unit_of_the_cheapest_product() -> None:
    table = Table().market(sugar=4).card("tradeswoman").play(TakeCheapest("sugar"))
    assert table.courtyard(0) == {"sugar": 1} and table.state.market["sugar"] == 3
    assert table.state.markers["cheapest"] == 1 and table.asked == (1, "card")


def test_uc_3_2_2_step_1_the_free_gains_are_gone_after_a_trade() -> None:
    table = Table().pesos(0, 20).card("tradeswoman").play(Buy("sugar", 4))
    assert not table.offers(TakeMaterial) and not table.offers(TakeCheapest)


def test_uc_3_2_2_ext_1_1_1a_what_the_market_lacks_costs_seven_or_is_left() -> None:
    table = Table().market(rum=0).pesos(0, 14).card("tradeswoman")
    assert BuyFromSupply("rum", 7) in table.moves() and EndTurn() in table.moves()
    table.play(BuyFromSupply("rum", 7)).play(Buy("cigars", 5))
    assert table.courtyard(0) == {"rum": 1, "cigars": 1}
    gone = Table().market(rum=0).supply(1, rum=0).pesos(0, 14).card("tradeswoman")
    gone.refuses(BuyFromSupply("rum", 7))


def test_uc_3_2_2_ext_1_1_1b_too_little_money_leaves_other_trades_or_the_end() -> None:
    table = Table().market(rum=0, sugar=1).own(0, sugar=1).pesos(0, 6).card("tradeswoman")
    table.refuses(BuyFromSupply("rum", 7))
    table.play(Buy("sugar", 6))
    assert not table.offers(Buy)
    table.play(Sell("sugar", 6)).end()


def test_uc_3_2_2_ext_1_1_2a_a_full_market_pays_one_for_products_and_three_for_goods() -> None:
    table = Table().market(sugar=5, cigars=3).own(0, sugar=1, cigars=1).card("tradeswoman")
    table.refuses(Sell("sugar", 1))
    assert table.offers(SellToSupply) == [SellToSupply("sugar", 1), SellToSupply("cigars", 3)]
    table.play(SellToSupply("cigars", 3)).play(SellToSupply("sugar", 1))
    assert table.purses[0] == 14


def test_uc_3_2_2_ext_1_1_2b_a_bank_without_money_buys_nothing() -> None:
    table = Table().market(sugar=5).own(0, sugar=1, rum=1).bank(0, rich=1).card("tradeswoman")
    assert not table.offers(Sell) and not table.offers(SellToSupply)
    table.refuses(SellToSupply("sugar", 1))


def test_uc_3_2_2_ext_1_2_1a_the_material_gift_was_taken_by_another() -> None:
    table = Table().card("tradeswoman").play(TakeMaterial("wood")).card("tradeswoman")
    table.refuses(TakeMaterial("stone"))
    assert table.offers(TakeCheapest) and table.offers(Buy)


def test_uc_3_2_2_ext_1_2_1b_no_building_material_in_the_supply() -> None:
    table = Table().supply(1, wood=0, stone=0, water=0).card("tradeswoman")
    assert not table.offers(TakeMaterial)
    assert table.offers(TakeCheapest) and EndTurn() in table.moves()
    some = Table().supply(1, wood=0).card("tradeswoman")
    assert some.offers(TakeMaterial) == [TakeMaterial("stone"), TakeMaterial("water")]


def test_uc_3_2_2_ext_1_2_2a_the_cheapest_gift_was_taken_by_another() -> None:
    table = Table(3).card("tradeswoman").play(TakeCheapest("citrus")).card("tradeswoman")
    table.refuses(TakeCheapest("sugar"))
    table.play(TakeMaterial("stone")).card("tradeswoman")
    assert not table.offers(TakeMaterial) and not table.offers(TakeCheapest)
    table.end()
    assert table.courtyard(2) == {}


def test_uc_3_2_2_ext_1_2_2b_an_empty_market_has_no_cheapest_product() -> None:
    table = Table().market(citrus=0, tobacco=0, sugar=0, rum=3, cigars=3).card("tradeswoman")
    for kind in PRODUCTS:
        table.refuses(TakeCheapest(kind))


# UC-3.2.3: the architect


def test_uc_3_2_3_step_1_1_a_building_is_paid_and_placed() -> None:
    table = Table().own(0, wood=3, stone=1).card("architect")
    table.play(Build("rum_bar")).play(PlaceBuilding("A3"))
    assert table.player(0).buildings == {"A3": "rum_bar"} and table.courtyard(0) == {"wood": 1}
    assert "rum_bar" not in table.state.tiles and table.asked == (1, "card")


def test_uc_3_2_3_step_1_2_points_and_a_marker_instead() -> None:
    table = Table().own(0, wood=1, stone=1).card("architect").play(TakePoints(2))
    assert table.points[0] == 2 and table.state.markers["architect"] == 1


def test_uc_3_2_3_ext_1_1a_the_building_act_takes_two_pesos() -> None:
    table = Table().act("O4").own(0, wood=1, stone=1).card("architect")
    table.play(Build("church")).play(PlaceBuilding("B1"))
    assert table.purses[0] == 8 and table.state.bank == 170 - 18


def test_uc_3_2_3_ext_1_1_1a_too_few_materials_leave_other_buildings_or_points() -> None:
    table = Table().own(0, wood=1, stone=1).card("architect")
    table.refuses(Build("hotel"))
    assert Build("inn") in table.moves() and TakePoints(2) in table.moves()


def test_uc_3_2_3_ext_1_1_2a_a_built_field_is_refused_another_is_possible() -> None:
    table = Table().own(0, wood=1, stone=1).built(0, "C1", "bank").card("architect")
    table.play(Build("inn"))
    table.refuses(PlaceBuilding("C1"))
    table.play(PlaceBuilding("C2"))
    assert table.player(0).buildings == {"C1": "bank", "C2": "inn"}


def test_uc_3_2_3_ext_1_2_1a_with_all_markers_set_none_is_placed() -> None:
    table = Table().markers(architect=2).card("architect")
    assert table.state.markers["architect"] == 2


def test_uc_3_2_3_ext_1_2_2a_after_one_marker_one_point() -> None:
    table = Table().markers(architect=1).card("architect")
    assert table.points[0] == 1 and table.state.markers["architect"] == 2


def test_uc_3_2_3_ext_1_2_2b_after_two_markers_no_points() -> None:
    assert Table().markers(architect=2).card("architect").points[0] == 0


# UC-3.2.4: the foreman


def test_uc_3_2_4_step_1_1_all_buildings_of_the_cross_in_any_order() -> None:
    for order in (("inn", "savings_bank", "dam"), ("dam", "inn", "savings_bank")):
        table = Table().built(0, "A2", "inn").built(0, "A4", "savings_bank").built(0, "C1", "dam")
        table.built(0, "C4", "grand_hotel").card("foreman")
        for building in order:
            table.use(building)
        assert (table.points[0], table.purses[0], table.courtyard(0)) == (1, 13, {"water": 3})
        assert table.asked == (1, "card")


def test_uc_3_2_4_step_1_2_or_a_single_one_anywhere() -> None:
    table = Table().built(0, "C4", "grand_hotel").built(0, "A2", "inn").card("foreman")
    table.use("grand_hotel")
    assert table.points[0] == 3 and table.asked == (1, "card")


def test_uc_3_2_4_1_steps_inputs_go_to_the_supply_and_outputs_to_the_courtyard() -> None:
    table = Table().built(0, "A2", "rum_distillery").stored(0, sugar=1)
    sugar, rum = table.state.supply["sugar"], table.state.supply["rum"]
    table.card("foreman").use("rum_distillery")
    assert table.warehouse(0) == {} and table.courtyard(0) == {"rum": 1}
    assert (table.state.supply["sugar"], table.state.supply["rum"]) == (sugar + 1, rum - 1)


def test_uc_3_2_4_1_ext_1a_without_its_input_a_building_cannot_be_chosen() -> None:
    table = Table().built(0, "A2", "cement_works").built(0, "A3", "golf_course")
    table.built(0, "A4", "inn").card("foreman")
    table.refuses(Use("cement_works"))
    table.refuses(Use("golf_course"))


# UC-3.2.5: the mayor


def test_uc_3_2_5_step_1_2_four_points_and_a_marker_for_not_loading() -> None:
    table = Table().pier(2, 1).own(0, citrus=1).card("mayor").play(TakePoints(4))
    assert table.points[0] == 4 and table.state.markers["mayor"] == 1
    assert table.courtyard(0) == {"citrus": 1}


def test_uc_3_2_5_ext_1_1a_by_the_harbour_act_the_full_ship_leaves_and_others_move_up() -> None:
    table = Table().act("O5").pier(1, 1).pier(2, 2).at_sea(5, 6)
    table.pier(3, 12, "citrus", "tobacco", "sugar", "rum").own(0, cigars=1)
    table.card("mayor").play(Load(3, "cigars", 5))
    assert table.points[0] == 3 and table.ships() == [5, 1, 2, 6]
    assert 12 in table.state.departed


def test_uc_3_2_5_ext_1_1b_with_all_ships_full_loading_is_forgone_by_itself() -> None:
    table = Table().full_harbour().own(0, citrus=1, sugar=1).card("mayor")
    assert table.points[0] == 4 and table.asked == (1, "card")


def test_uc_3_2_5_ext_1_2a_after_one_marker_two_points() -> None:
    table = Table().markers(mayor=1).card("mayor")
    assert table.points[0] == 2 and table.state.markers["mayor"] == 2


def test_uc_3_2_5_ext_1_2b_after_two_markers_no_points() -> None:
    table = Table().markers(mayor=2).card("mayor")
    assert table.points[0] == 0 and table.state.markers["mayor"] == 2


def test_uc_3_2_5_1_steps_units_score_the_number_of_the_pier() -> None:
    table = Table().pier(2, 1).free_pier(1).own(0, citrus=2).stored(0, sugar=1).card("mayor")
    table.play(Load(2, "citrus", 1)).play(Load(2, "citrus", 2)).play(Load(2, "sugar", 5))
    assert table.points[0] == 6 and table.warehouse(0) == {}


def test_uc_3_2_5_1_post_one_ship_and_at_most_five_units() -> None:
    table = Table().pier(2, 12).pier(1, 1).own(0, citrus=2, tobacco=2, sugar=2, rum=2, cigars=2)
    table.card("mayor")
    for space, good in enumerate(SHIPS[12], start=1):
        table.play(Load(2, good, space))
    assert table.points[0] == 10 and table.asked == (1, "card")


def test_uc_3_2_5_1_ext_1a_a_full_ship_is_refused() -> None:
    table = Table().pier(2, 2, *SHIPS[2]).pier(1, 1).own(0, citrus=1).card("mayor")
    table.refuses(Load(2, "citrus", 1))
    assert Load(1, "citrus", 1) in table.moves()


def test_uc_3_2_5_1_ext_2a_a_unit_that_does_not_fit_is_refused() -> None:
    table = Table().pier(2, 4).free_pier(1).own(0, sugar=1, citrus=1).card("mayor")
    table.refuses(Load(2, "sugar", 1))
    table.refuses(Load(2, "citrus", 4))
    table.play(Load(2, "citrus", 1))
    assert table.courtyard(0) == {"sugar": 1}


def test_the_end_of_a_loading_is_offered_once_something_is_aboard() -> None:
    table = Table().pier(2, 1).free_pier(1).own(0, citrus=2).card("mayor")
    assert not table.offers(Finish)
    assert table.play(Load(2, "citrus", 1)).offers(Finish) == [Finish()]
