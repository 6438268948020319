"""Edge cases 15 to 26 and 42 to 56 of the sheet: worker, architect, foreman."""

from __future__ import annotations

import pytest

from games.rules.cuba.moves import (
    Build,
    EndTurn,
    HandIn,
    Harvest,
    Irrigate,
    Load,
    MoveFigure,
    PlaceBuilding,
    TakePoints,
    Use,
    UseAlone,
)
from games.rules.cuba.tiles import BUILDINGS
from tests.rules.cuba.table import Table

DROUGHT, BUILDING_ACT = "O3", "O4"


# Worker


def test_edge_15_one_wood_in_the_supply_for_two_wood_fields() -> None:
    table = Table().supply(1, wood=1).worker("A1")
    assert table.courtyard(0)["wood"] == 1
    assert table.state.supply["wood"] == 0


def test_edge_16_no_stone_in_the_supply_gives_no_stone() -> None:
    table = Table().supply(1, stone=0).worker("B2")
    assert table.courtyard(0) == {"water": 1}
    assert table.asked == (0, "harvest")


def test_edge_17_a_third_field_without_water_is_refused() -> None:
    table = Table().worker("A1")
    table.play(Harvest("A2")).play(Harvest("A4"))
    assert table.asked == (1, "card")
    again = Table().own(0, water=1).worker("A1").play(Harvest("A2")).play(Harvest("A4"))
    again.refuses(Harvest("B1"))
    assert again.offers(Irrigate) == [Irrigate("B1")]


def test_edge_18_in_a_drought_one_field_is_legal_and_two_are_not() -> None:
    table = Table().act(DROUGHT).own(0, water=1).worker("A1")
    table.play(Harvest("A2"))
    table.refuses(Harvest("A4"))
    assert table.courtyard(0) == {"wood": 2, "tobacco": 1, "water": 1}


@pytest.mark.parametrize("irrigation", ["allowed", "forbidden"])
def test_edge_19_irrigation_in_a_drought_is_an_option(irrigation: str) -> None:
    table = Table(drought_irrigation=irrigation).act(DROUGHT).own(0, water=1).worker("A1")
    table.play(Harvest("A2"))
    if irrigation == "allowed":
        table.play(Irrigate("A4"))
        assert table.courtyard(0) == {"wood": 2, "tobacco": 1, "sugar": 1}
    else:
        assert table.courtyard(0) == {"wood": 2, "tobacco": 1, "water": 1}
    assert table.asked == (1, "card")


def test_edge_20_a_field_that_is_built_over_is_refused_and_another_can_be_named() -> None:
    table = Table().built(0, "A2", "inn").worker("A1")
    table.refuses(Harvest("A2"))
    table.play(Harvest("A4"))
    assert table.courtyard(0)["sugar"] == 1


def test_edge_21_water_of_the_same_turn_irrigates() -> None:
    table = Table().worker("B3")
    table.play(Harvest("B1")).play(Harvest("B4")).play(Irrigate("C3"))
    assert table.courtyard(0) == {"stone": 1, "wood": 1, "tobacco": 1, "citrus": 1, "sugar": 1}


def test_edge_22_a_field_is_used_once_in_a_turn() -> None:
    table = Table().own(0, water=2).worker("B3")
    table.play(Harvest("B1"))
    table.refuses(Harvest("B1"))
    table.play(Harvest("B4"))
    table.refuses(Irrigate("B1"))


def test_edge_23_a_product_the_supply_lacks_cannot_be_named_and_no_water_is_lost() -> None:
    table = Table().supply(1, citrus=0).own(0, water=2).worker("B4")
    table.refuses(Harvest("B4"))
    table.play(Harvest("B1")).play(Harvest("A4"))
    assert table.asked == (1, "card"), "only the citrus field would be left to irrigate"
    assert table.courtyard(0)["water"] == 3
    none = Table().supply(1, citrus=0).worker("B4").end()
    assert none.courtyard(0) == {"stone": 2, "water": 1}


def test_edge_24_two_citrus_fields_and_one_citrus_in_the_supply() -> None:
    table = Table().supply(1, citrus=1).worker("C4")
    assert {"B4", "C2"} <= {move.field for move in table.offers(Harvest)}
    table.play(Harvest("C2"))
    table.refuses(Harvest("B4"))
    assert table.courtyard(0)["citrus"] == 1


def test_edge_25_a_figure_that_stays_on_the_warehouse_activates_its_row_and_column() -> None:
    table = Table().worker()
    assert table.player(0).figure == "A1"
    assert table.courtyard(0) == {"wood": 2}
    assert {move.field for move in table.offers(Harvest)} == {"A2", "A4", "B1"}


def test_edge_26_the_cross_of_b3() -> None:
    table = Table().worker("B3")
    assert table.courtyard(0) == {"stone": 1, "water": 1, "wood": 1}
    assert {move.field for move in table.offers(Harvest)} == {"B1", "B4", "C3"}


# Architect


def test_edge_42_too_few_building_materials() -> None:
    table = Table().own(0, wood=2).card("architect")
    table.refuses(Build("rum_distillery"))
    assert {move.building for move in table.offers(Build)} == {"market_hall", "brickworks"}


def test_edge_43_the_building_act_costs_two_pesos() -> None:
    poor = Table().act(BUILDING_ACT).own(0, wood=1, stone=1).pesos(0, 1)
    poor.card("architect")
    assert poor.points[0] == 2, "points are the only answer"
    table = Table().act(BUILDING_ACT).own(0, wood=1, stone=1).pesos(0, 2)
    table.card("architect").play(Build("inn")).play(PlaceBuilding("C4"))
    assert table.purses[0] == 0
    assert table.player(0).buildings == {"C4": "inn"}


def test_edge_44_built_fields_and_the_warehouse_are_no_sites() -> None:
    table = Table().own(0, wood=1, stone=1).built(0, "B2", "hotel")
    table.card("architect").play(Build("inn"))
    table.refuses(PlaceBuilding("B2"))
    table.refuses(PlaceBuilding("A1"))
    assert len(table.offers(PlaceBuilding)) == 10


def test_edge_45_points_of_the_architect_fall_from_two_to_one_to_nothing() -> None:
    table = Table(3)
    table.card("architect").card("architect").card("architect")
    assert table.points == [2, 1, 0]
    assert table.state.markers["architect"] == 2


def test_edge_46_building_under_the_figure_ends_the_yield_of_the_field() -> None:
    table = Table().figure(0, "B2").own(0, wood=1, stone=1)
    table.card("architect").play(Build("inn")).play(PlaceBuilding("B2"))
    assert table.player(0).figure == "B2"
    table.default_turn().worker()
    assert table.courtyard(0) == {"water": 1}, "B3 gives water, B2 no stone any more"


def test_edge_47_without_a_tile_or_a_field_only_points_are_left() -> None:
    full = Table().own(0, wood=3, stone=3)
    for field, building in zip(
        ("A2", "A3", "A4", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "C4"), BUILDINGS, strict=False
    ):
        full.built(0, field, building)
    assert full.card("architect").points[0] == 2
    empty = Table(3).own(0, wood=3, stone=3)
    fields = [row + column for row in "ABC" for column in "1234"][1:]
    places = [(seat, field) for seat in (1, 2) for field in fields] + [(0, f) for f in fields]
    for (seat, field), building in zip(places, BUILDINGS, strict=False):
        empty.built(seat, field, building)
    assert not empty.state.tiles
    assert empty.card("architect").points[0] == 2


# Foreman


def test_edge_48_distil_first_and_load_the_rum_in_the_same_turn() -> None:
    table = Table().built(0, "A2", "rum_distillery").built(0, "A3", "trading_house")
    table.own(0, sugar=2).pier(2, 4)
    table.card("foreman").use("rum_distillery").play(HandIn(2))
    assert table.courtyard(0) == {"rum": 2}
    table.use("trading_house").play(Load(2, "rum", 4)).play(Load(2, "rum", 5))
    assert table.points[0] == 4
    assert table.asked == (1, "card")


def test_edge_49_a_building_is_used_once_in_a_turn() -> None:
    table = Table().built(0, "A2", "inn").built(0, "A3", "hotel").card("foreman").use("inn")
    table.refuses(Use("inn"))
    table.use("hotel")
    assert table.points[0] == 3


def test_edge_50_a_single_building_outside_the_cross() -> None:
    table = Table().built(0, "B2", "hotel").built(0, "C3", "inn").built(0, "A2", "savings_bank")
    table.card("foreman")
    assert len(table.offers(Use)) == 3
    table.use("hotel")
    assert table.points[0] == 2
    assert table.asked == (1, "card"), "it was the only one"
    cross = Table().built(0, "B2", "hotel").built(0, "A2", "savings_bank").built(0, "A3", "inn")
    cross.card("foreman").use("inn")
    cross.refuses(Use("hotel"))
    cross.use("savings_bank")


def test_edge_51_a_distillery_without_sugar_cannot_be_chosen() -> None:
    table = Table().built(0, "A2", "rum_distillery").built(0, "A3", "inn").card("foreman")
    table.refuses(Use("rum_distillery"))
    assert table.offers(Use) == [Use("inn")]


def test_edge_52_an_exchange_ends_where_the_supply_does() -> None:
    table = Table().built(0, "A2", "rum_distillery").supply(1, rum=2).own(0, sugar=3)
    table.card("foreman").use("rum_distillery")
    table.refuses(HandIn(3))
    one = Table().built(0, "A2", "rum_distillery").supply(1, rum=1).own(0, sugar=3)
    one.card("foreman").use("rum_distillery")
    assert one.courtyard(0) == {"sugar": 2, "rum": 1}


def test_edge_53_a_foreman_without_buildings_does_nothing_or_uses_the_warehouse() -> None:
    table = Table().figure(0, "B2").card("foreman")
    assert table.asked == (1, "card")
    store = Table().figure(0, "B2").own(0, sugar=1).card("foreman")
    assert store.moves() == [UseAlone("warehouse"), EndTurn()]
    store.use("warehouse")
    assert store.warehouse(0) == {"sugar": 1}


def test_edge_54_the_foreman_before_the_worker_uses_the_figures_old_cross() -> None:
    table = Table().figure(0, "A1").built(0, "A2", "inn").built(0, "C4", "hotel")
    table.built(0, "A3", "grand_hotel")
    table.card("foreman").use("inn").use("grand_hotel")
    assert table.points[0] == 4
    table.default_turn().card("worker").play(MoveFigure("C4"))
    assert table.points[0] == 4


def test_edge_55_the_dam_gives_what_the_supply_has() -> None:
    table = Table().built(0, "A2", "dam").supply(1, water=2).card("foreman").use("dam")
    assert table.courtyard(0) == {"water": 2}
    dry = Table().built(0, "A2", "dam").built(0, "A3", "inn").supply(1, water=0).card("foreman")
    dry.refuses(Use("dam"))


def test_edge_56_a_forbidden_tax_bill_is_nobodys_choice_this_round() -> None:
    table = Table().built(0, "A2", "church").card("foreman").use("church")
    assert table.asked == (0, "veto")
    table.forbid("tax")
    assert table.points[0] == 1
    table.parliament("mayor", "worker").vote()
    assert table.asked == (0, "pass")
    table.refuses_law("tax")
    table.vote("duty", "other")
    table.play_through("dues")
    assert table.state.round == 2 and table.state.veto == ""


def test_points_for_nothing_built_are_an_answer_like_any_other() -> None:
    table = Table().own(0, wood=1, stone=1).card("architect")
    assert table.offers(TakePoints) == [TakePoints(2)]
    table.play(TakePoints(2))
    assert table.courtyard(0) == {"wood": 1, "stone": 1}
