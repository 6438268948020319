"""Buildings G00 to G25: what each does when the foreman uses it, or by itself."""

from __future__ import annotations

import pytest

from games.rules.cuba.moves import (
    EndTurn,
    Finish,
    HandIn,
    Load,
    SellHere,
    StoreAll,
    StoreUnit,
    Use,
)
from tests.rules.cuba.table import Table


def foreman(building: str, **stones: int) -> Table:
    """Seat 0 has this building next to the figure and plays the foreman."""
    return Table().built(0, "A2", building).own(0, **stones).card("foreman")


def test_g00_the_warehouse_takes_any_number_of_products_and_goods() -> None:
    table = Table().own(0, sugar=2, rum=1, wood=1).card("foreman").use("warehouse")
    table.play(StoreUnit("sugar")).play(Finish())
    assert table.warehouse(0) == {"sugar": 1}
    assert table.courtyard(0) == {"sugar": 1, "rum": 1, "wood": 1}
    everything = Table().own(0, sugar=2, rum=1, wood=1).card("foreman").use("warehouse")
    everything.play(StoreAll())
    assert everything.warehouse(0) == {"sugar": 2, "rum": 1}
    assert everything.courtyard(0) == {"wood": 1}, "building materials stay outside"


@pytest.mark.parametrize("building", ["rum_distillery", "rum_distillery_2"])
def test_g01_g02_sugar_becomes_rum(building: str) -> None:
    table = foreman(building, sugar=3).use(building).play(HandIn(2))
    assert table.courtyard(0) == {"sugar": 1, "rum": 2}


@pytest.mark.parametrize("building", ["cigar_factory", "cigar_factory_2"])
def test_g03_g04_tobacco_becomes_cigars(building: str) -> None:
    table = foreman(building, tobacco=2).use(building).play(HandIn(2))
    assert table.courtyard(0) == {"cigars": 2}


def test_g05_the_cement_works_take_two_stones_at_most() -> None:
    table = foreman("cement_works", stone=3).use("cement_works")
    assert table.moves() == [HandIn(1), HandIn(2)]
    table.play(HandIn(2))
    assert table.points[0] == 4 and table.courtyard(0) == {"stone": 1}


@pytest.mark.parametrize(("building", "points"), [("inn", 1), ("hotel", 2), ("grand_hotel", 3)])
def test_g06_g07_g08_hotels_give_points(building: str, points: int) -> None:
    assert foreman(building).use(building).points[0] == points


@pytest.mark.parametrize(("building", "good"), [("rum_bar", "rum"), ("cigar_lounge", "cigars")])
def test_g09_g10_goods_become_two_points_each(building: str, good: str) -> None:
    table = foreman(building, **{good: 3}).use(building).play(HandIn(3))
    assert table.points[0] == 6 and table.courtyard(0) == {}


@pytest.mark.parametrize(("building", "pesos"), [("savings_bank", 3), ("bank", 5)])
def test_g11_g12_banks_pay_what_the_bank_has(building: str, pesos: int) -> None:
    assert foreman(building).use(building).purses[0] == 10 + pesos
    poor = Table().built(0, "A2", building).bank(2, rich=1).card("foreman").use(building)
    assert poor.purses[0] == 12
    broke = Table().built(0, "A2", building).built(0, "A3", "inn").bank(0, rich=1)
    broke.card("foreman").refuses(Use(building))


def test_g13_the_shop_buys_goods_for_six_pesos() -> None:
    table = foreman("shop", rum=1, cigars=2, sugar=1).use("shop")
    table.refuses(SellHere("sugar", 6))
    table.play(SellHere("cigars", 6)).play(SellHere("rum", 6)).play(Finish())
    assert table.purses[0] == 22 and table.courtyard(0) == {"cigars": 1, "sugar": 1}


def test_g13_the_shop_sells_only_what_the_bank_pays_in_full() -> None:
    table = Table().built(0, "A2", "shop").own(0, rum=3).bank(13, rich=1).card("foreman")
    table.use("shop")
    assert table.moves() == [SellHere("rum", 6), Finish()], "the first rum was the only answer"
    table.play(SellHere("rum", 6))
    assert table.courtyard(0) == {"rum": 1} and table.state.bank == 1
    assert table.logged("sold_here")[0]["pesos"] == 12, "the sale ended by itself"


def test_g13_the_shop_needs_something_to_sell() -> None:
    assert foreman("shop", sugar=1).offers(Use) == [Use("warehouse")]


def test_g14_the_market_hall_buys_three_products_for_three_pesos() -> None:
    table = foreman("market_hall", sugar=2, citrus=2).use("market_hall")
    for good in ("sugar", "citrus", "sugar"):
        table.play(SellHere(good, 3))
    assert table.purses[0] == 19 and table.courtyard(0) == {"citrus": 1}
    assert table.logged("sold_here")[0]["goods"] == {"sugar": 2, "citrus": 1}, "three and no more"


def test_g15_the_customs_house_pays_for_units_in_the_harbour_up_to_five() -> None:
    table = Table().built(0, "A2", "customs_house").pier(1, 1, "citrus", "sugar")
    assert table.card("foreman").use("customs_house").purses[0] == 12
    many = Table().built(0, "A2", "customs_house").full_harbour().card("foreman")
    assert many.use("customs_house").purses[0] == 15
    none = Table().built(0, "A2", "customs_house").built(0, "A3", "inn").card("foreman")
    none.refuses(Use("customs_house"))


def test_g16_the_dam_gives_three_water() -> None:
    assert foreman("dam").use("dam").courtyard(0) == {"water": 3}


def test_f4_the_last_peso_and_the_last_stone_are_given() -> None:
    bank = Table().built(0, "A2", "bank").bank(1, rich=1).card("foreman").use("bank")
    assert bank.purses[0] == 11
    customs = Table().built(0, "A2", "customs_house").pier(1, 1, "citrus").bank(1, rich=1)
    assert customs.card("foreman").use("customs_house").purses[0] == 11
    dam = Table().built(0, "A2", "dam").supply(1, water=1).card("foreman").use("dam")
    assert dam.courtyard(0) == {"water": 1}
    shop = Table().built(0, "A2", "shop").own(0, rum=2).bank(6, rich=1).card("foreman")
    assert shop.use("shop").purses[0] == 16 and shop.courtyard(0) == {"rum": 1}


def test_g17_the_golf_course_takes_four_water_at_most() -> None:
    table = foreman("golf_course", water=6).use("golf_course")
    assert len(table.moves()) == 4
    table.play(HandIn(4))
    assert table.points[0] == 4 and table.courtyard(0) == {"water": 2}


@pytest.mark.parametrize(("building", "kind"), [("sawmill", "wood"), ("brickworks", "stone")])
def test_g18_g19_two_building_materials(building: str, kind: str) -> None:
    assert foreman(building).use(building).courtyard(0) == {kind: 2}


def test_g20_the_cold_store_works_by_itself_and_without_a_choice_at_once() -> None:
    table = Table().built(0, "A2", "cold_store").own(0, sugar=2, citrus=1, rum=1).end_round()
    assert table.state.round == 2
    assert table.warehouse(0) == {"sugar": 2, "citrus": 1} and table.courtyard(0) == {"rum": 1}


def test_g21_the_town_hall_gives_two_votes_this_round() -> None:
    table = foreman("town_hall").use("town_hall")
    assert table.state.vote_tile == 0
    table.default_turn().parliament("worker", "architect")
    assert table.state.votes == [3, 3]
    table.bids(0, 0).bids(0, 0).vote("subsidy", "other")
    table.play_through("dues")
    assert table.state.vote_tile is None, "it is back for the next round"


def test_g22_the_church_forbids_a_bill_and_gives_a_point() -> None:
    table = foreman("church").use("church").forbid("other")
    assert table.state.veto == "other" and table.points[0] == 1


def test_g23_the_trading_house_loads_one_ship_as_the_mayor_does() -> None:
    table = Table().built(0, "A2", "trading_house").pier(1, 1).pier(2, 2).own(0, citrus=2, sugar=2)
    table.card("foreman").use("trading_house").play(Load(2, "citrus", 1))
    assert {move.pier for move in table.offers(Load)} == {2}, "one ship only"
    table.play(Load(2, "sugar", 4)).play(Finish())
    assert table.points[0] == 4


def test_g23_the_trading_house_needs_something_that_fits() -> None:
    table = Table().built(0, "A2", "trading_house").pier(1, 1).pier(2, 2).own(0, rum=2)
    table.card("foreman").refuses(Use("trading_house"))


def test_g24_the_export_house_needs_a_unit_and_a_space() -> None:
    table = Table().built(0, "A2", "export_house").full_harbour().own(0, rum=1).card("foreman")
    table.refuses(Use("export_house"))
    empty = foreman("export_house", wood=3)
    assert empty.asked == (1, "card"), "building materials cannot be shipped"


def test_g25_the_crane_counts_the_units_of_every_kind_of_loading() -> None:
    table = Table().built(0, "A2", "trading_house").built(0, "A3", "crane").pier(2, 1)
    table.own(0, citrus=1, sugar=1).card("foreman").use("trading_house")
    table.play(Load(2, "citrus", 1)).play(Load(2, "sugar", 5))
    assert table.scored("crane_paid") == {0: 1} and table.points[0] == 5


@pytest.mark.parametrize("building", ["cold_store", "crane"])
def test_f5_permanent_buildings_cannot_be_used(building: str) -> None:
    table = Table().built(0, "A2", building).built(0, "A3", "inn").card("foreman")
    assert table.moves() == [Use("inn"), EndTurn()]
