"""Clauses C-1 to C-15: the printed matter adds up and is fair."""

from __future__ import annotations

from collections import Counter

import pytest

from games.rules.core.play import start
from games.rules.cuba import rules
from games.rules.cuba.components import (
    BUILDING_SITES,
    CHARACTERS,
    COLOURS,
    CROSS,
    DEAREST,
    FIELDS,
    FULL_MARKET_PRICE,
    GOODS,
    LAYOUTS,
    MARKERS,
    MATERIALS,
    MERCHANDISE,
    MONEY,
    PIECES,
    PRODUCTS,
    SHIPS,
    SLOTS,
    VOTES,
    WAREHOUSE_FIELD,
)
from games.rules.cuba.law_cards import GROUPS, LAW, LAWS, START_ACTS, Duty, Subsidy, Tax
from games.rules.cuba.market import buying_price, selling_price
from games.rules.cuba.moves import PlaceBuilding
from games.rules.cuba.state import Options
from games.rules.cuba.tiles import BUILDINGS
from tests.rules.cuba.table import Table


def test_c_1_pieces_and_money_are_finite() -> None:
    assert {kind: PIECES[kind] for kind in PRODUCTS} == dict.fromkeys(PRODUCTS, 18)
    assert {PIECES[kind] for kind in (*GOODS, *MATERIALS)} == {15}
    assert MONEY == 20 * 1 + 25 * 3 + 15 * 5
    table = Table(5)
    table.state.bank -= 1
    with pytest.raises(AssertionError):
        rules.check(table.state)


def test_c_2_the_bank_is_one_number() -> None:
    assert Table(3).state.bank == MONEY - 30


@pytest.mark.parametrize("layout", LAYOUTS)
def test_c_3_c_4_every_plantation_has_the_same_fields(layout: str) -> None:
    kinds = Counter(LAYOUTS[layout].values())
    twice = dict.fromkeys(("tobacco", "sugar", "citrus", "wood", "stone"), 2)
    assert kinds == {**twice, "water": 1, "warehouse": 1}
    assert tuple(LAYOUTS[layout]) == FIELDS and len(FIELDS) == 12
    assert LAYOUTS[layout][WAREHOUSE_FIELD] == "warehouse"


def test_c_5_positions_of_the_fields() -> None:
    assert " ".join(LAYOUTS["identical"].values()).split()[1:4] == ["tobacco", "wood", "sugar"]
    assert LAYOUTS["red"]["C3"] == "water" and LAYOUTS["blue"]["B2"] == "water"
    assert LAYOUTS["green"]["B4"] == "water" and LAYOUTS["yellow"]["A2"] == "water"
    assert LAYOUTS["purple"]["A3"] == "water"
    assert len({tuple(layout.items()) for layout in LAYOUTS.values()}) == 6
    assert set(LAYOUTS) == {"identical", *COLOURS}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_c_6_every_plantation_is_equally_good(layout: str) -> None:
    fields = LAYOUTS[layout]
    yields = Counter(
        (
            sum(fields[field] in MATERIALS for field in CROSS[figure]),
            sum(fields[field] in PRODUCTS for field in CROSS[figure]),
            WAREHOUSE_FIELD in CROSS[figure],
        )
        for figure in FIELDS
    )
    assert yields == {
        (2, 3, True): 5,
        (3, 2, True): 1,
        (3, 3, False): 3,
        (4, 2, False): 1,
        (2, 4, False): 2,
    }
    assert {len(CROSS[figure]) for figure in FIELDS} == {6}
    for kind in ("tobacco", "sugar", "citrus", "wood", "stone"):
        both = [f for f in FIELDS if sum(fields[o] == kind for o in CROSS[f]) == 2]
        assert len(both) == 2


def test_c_7_the_warehouse_is_never_built_on() -> None:
    assert WAREHOUSE_FIELD not in BUILDING_SITES
    table = Table()
    table.player(0).buildings[WAREHOUSE_FIELD] = table.state.tiles.pop()
    with pytest.raises(AssertionError):
        rules.check(table.state)


def test_c_8_prices_of_the_tracks() -> None:
    for good in MERCHANDISE:
        units = range(len(SLOTS[good]) + 1)
        assert [buying_price(good, n) for n in units] == [7, *SLOTS[good]]
        sales = [selling_price(good, n) for n in units]
        assert sales == [*SLOTS[good], FULL_MARKET_PRICE[good]]
    assert SLOTS["sugar"] == (6, 5, 4, 3, 2) and SLOTS["rum"] == (6, 5, 4)
    assert FULL_MARKET_PRICE["sugar"] == 1 and FULL_MARKET_PRICE["rum"] == 3
    assert DEAREST == 6


def test_c_9_a_unit_scores_the_number_of_its_pier() -> None:
    for pier in (1, 2, 3):
        table = Table().pier(pier, 1).own(0, citrus=1).card("mayor")
        if table.asked[1] == "mayor":
            table.play(next(m for m in table.moves() if getattr(m, "pier", 0) == pier))
        assert table.points[0] == pier


def test_c_10_the_ships() -> None:
    assert len(SHIPS) == 15 and {len(spaces) for spaces in SHIPS.values()} == {5}
    total = Counter(good for spaces in SHIPS.values() for good in spaces)
    assert total == {"citrus": 17, "tobacco": 17, "sugar": 17, "rum": 12, "cigars": 12}
    assert SHIPS[8] == ("tobacco", "sugar", "sugar", "rum", "rum")


def test_c_11_the_law_cards_and_the_acts_on_the_board() -> None:
    assert {group: len(cards) for group, cards in LAWS.items()} == dict.fromkeys(GROUPS, 6)
    taxes = [law.pesos for law in LAWS["tax"].values() if isinstance(law, Tax)]
    assert taxes == [1, 2, 3, 3, 4, 5]
    tax, duty = LAW[START_ACTS["tax"]], LAW[START_ACTS["duty"]]
    assert tax == Tax(2) and duty == Duty({"citrus": 1})
    assert not START_ACTS["subsidy"] and not START_ACTS["other"]
    for law in LAWS["duty"].values():
        assert isinstance(law, Duty) and not set(law.kinds) & set(GOODS)
    caps = {c: law.most for c, law in LAWS["subsidy"].items() if isinstance(law, Subsidy)}
    assert caps["S4"] == caps["S6"] == 7


def test_c_12_points_for_dues() -> None:
    table = Table().own(0, citrus=1).own(1, citrus=1).parliament("mayor", "worker")
    table.vote("subsidy", "other").dues("both", "duty")
    assert table.scored("dues_paid") == {0: 5, 1: 2}


def test_c_13_twenty_five_buildings_for_everybody() -> None:
    assert len(BUILDINGS) == 25
    assert [tile.number for tile in BUILDINGS.values()] == [f"G{n:02}" for n in range(1, 26)]
    assert start(rules, 5, Options(), "c13").position.state.tiles == list(BUILDINGS)
    assert all(set(tile.cost) <= set(MATERIALS) for tile in BUILDINGS.values())


COSTS = {
    "rum_distillery": "2W 1S",
    "rum_distillery_2": "2W 1S",
    "cigar_factory": "1W 2S",
    "cigar_factory_2": "1W 2S",
    "cement_works": "2S 1A",
    "inn": "1W 1S",
    "hotel": "2W 2S",
    "grand_hotel": "2W 3S 1A",
    "rum_bar": "2W 1S",
    "cigar_lounge": "1W 2S",
    "savings_bank": "1W 1S",
    "bank": "2W 2S",
    "shop": "1W 1S",
    "market_hall": "2W",
    "customs_house": "2W 1S",
    "dam": "1W 2S",
    "golf_course": "1W 1S 1A",
    "sawmill": "2S",
    "brickworks": "2W",
    "cold_store": "1W 1S",
    "town_hall": "1W 2S",
    "church": "1W 1S",
    "trading_house": "2W 2S",
    "export_house": "3W 3S",
    "crane": "1W 1S",
}


@pytest.mark.parametrize("building", COSTS)
def test_c_14_every_building_is_paid_as_tabled(building: str) -> None:
    letters = {"W": "wood", "S": "stone", "A": "water"}
    cost = {letters[part[1]]: int(part[0]) for part in COSTS[building].split()}
    table = Table().own(0, **cost).card("architect")
    table.play(next(m for m in table.moves() if getattr(m, "building", "") == building))
    table.play(PlaceBuilding("C4"))
    assert table.courtyard(0) == {} and table.player(0).buildings == {"C4": building}


def test_c_15_one_town_hall_and_one_church() -> None:
    assert [name for name in BUILDINGS if name.startswith(("town_hall", "church"))] == [
        "town_hall",
        "church",
    ]


def test_votes_and_markers() -> None:
    assert [VOTES[c] for c in CHARACTERS] == [1, 2, 3, 4, 5]
    assert sum(MARKERS.values()) == 6
