"""What is not offered says why."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.rules.core.interface import Move
from games.rules.santiago_de_cuba.components import REGULAR
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Claim,
    Clear,
    Collect,
    Deliver,
    DeliverWood,
    Drive,
    Give,
    GoRound,
    LeaveOut,
    Place,
    Process,
    Sell,
    SellPoints,
    ShiftValue,
    Silence,
    Swap,
    TakeGood,
    Treat,
)
from tests.rules.santiago_de_cuba.table import Table


def on(building: str, stop: str, **holdings: Any) -> Table:
    """Seat 0 with its pawn on a building, asked how to use it; pesos are left after the drive."""
    table = Table(auto_pass="off").hold(0, pesos=20).hold(1).drive(0, stop)
    table.state.demand = {"sugar": 2, "citrus": 3, "tobacco": 0, "rum": 1}
    return table.hold(0, **holdings).play(Place(building), 0)  # type: ignore[arg-type]


def test_3_3_stations_that_are_too_far() -> None:
    table = Table().hold(0, pesos=7)
    assert table.reasons(0) == {
        Drive("pablo", 9, 8): "Costs 8 pesos; you have 7.",
        Drive("harbour", 0, 9): "Costs 9 pesos; you have 7.",
    }
    assert Table().hold(0, pesos=0).reasons(0)[Drive("maria", 2, 1)] == "Costs 1 peso; you have 0."
    assert Table().hold(0, pesos=30).reasons(0) == {}


def test_o1_laps_that_are_too_many() -> None:
    table = Table(max_steps="unlimited").hold(0, pesos=22)
    assert table.reasons(0) == {GoRound(3): "Costs 30 pesos; you have 22."}
    table.play(GoRound(2), 0)
    lacking = table.reasons(0)
    assert lacking[Drive("jose", 4, 23)] == "Costs 23 pesos; you have 22."
    assert len(lacking) + len(table.moves(0)) == 10


def test_o5_a_ship_that_would_want_nothing() -> None:
    table = Table()
    table.state.phase, table.state.demand = "demand", {}
    table.state.rolled = {**dict.fromkeys(REGULAR, 0), "rum": 2}
    lacking = table.checked().reasons(0)
    assert lacking == {LeaveOut("rum"): "The ship would want nothing: all its dice would show 0."}


def test_edge_61_pablo_is_asked_for_what_he_has_not() -> None:
    table = Table().car("conchita").hold(0).stock(cigar=0).drive(0, "pablo")
    assert table.reasons(0) == {
        TakeGood("cigar"): "The stock has no cigars left.",
        TakeGood("wood"): "Pablo has no wood.",
    }
    table = Table(pablo_wood=True).car("conchita").hold(0).stock(wood=0).drive(0, "pablo")
    assert table.reasons(0) == {TakeGood("wood"): "The stock has no wood left."}


def test_edge_71_claiming_what_belongs_to_somebody() -> None:
    table = Table(3).own(0, "sawmill").own(2, "bank").car("maria").hold(0).drive(0, "alonso")
    assert table.reasons(0) == {
        Claim("bank"): "It already belongs to Cy.",
        Collect("sawmill"): "You have no wood.",
    }


def test_edge_70_claiming_without_a_marker() -> None:
    table = Table().own(0, "bank", "church", "newspaper").car("maria").drive(0, "alonso")
    lacking = table.reasons(0)
    assert lacking[Claim("casino")] == "All your markers are on buildings."
    assert len(lacking) == 9


def test_edge_64_gifts_that_one_has_not() -> None:
    table = Table().hold(1, rum=2, sugar=1).car("pedro").drive(0, "el_zorro")
    assert table.reasons(1) == {
        Give("citrus"): "You have no citrus.",
        Give("tobacco"): "You have no tobacco.",
        Give("cigar"): "You have no cigar.",
        Give("peso"): "You have no pesos.",
        Give("point"): "You have 0 points, which is too few.",
    }


def test_3_5_buildings_with_a_pawn() -> None:
    table = Table(3).pawn(1, "customs").car("jose").drive(0, "pedro")
    assert table.reasons(0) == {Place("customs"): "Bo’s pawn stands there."}
    table = Table(3).pawn(0, "customs").car("jose").drive(0, "pedro")
    assert table.reasons(0) == {Place("customs"): "Your pawn is already there and has to move."}


def test_edge_20_22_what_the_ship_does_not_want() -> None:
    table = Table().demand(sugar=2, citrus=4, tobacco=0, cigar=3)
    table.state.demand.pop("rum", None)
    table.car("pablo").hold(0, sugar=4, citrus=3, rum=1, wood=3).drive(0, "harbour")
    assert table.reasons(0) == {
        Deliver("sugar", 3): "The ship wants only 2 sugar.",
        DeliverWood("sugar", 3): "The ship wants only 2 sugar.",
        Deliver("citrus", 4): "You have only 3 citrus.",
        DeliverWood("citrus", 4): "You have only 3 wood.",
        Deliver("tobacco", 1): "The ship wants no more tobacco: the die shows 0.",
        Deliver("rum", 1): "The ship does not want rum: the die lies beside the board.",
        Deliver("cigar", 1): "You have no cigar.",
        DeliverWood("cigar", 4): "The ship wants only 3 cigars.",
    }


@pytest.mark.parametrize(
    ("building", "stop", "holdings", "lacking"),
    [
        ("bank", "miguel", {}, {}),
        ("church", "pedro", {}, {}),
        ("sawmill", "maria", {}, {Collect("sawmill"): "You have no wood."}),
        (
            "distillery",
            "martinez",
            {"sugar": 2},
            {Process("distillery", 3): "You have only 2 sugar."},
        ),
        ("distillery", "martinez", {}, {Process("distillery", 1): "You have no sugar."}),
        (
            "cafe",
            "martinez",
            {"rum": 1},
            {
                Treat(cigar=True, rum=True): "You have no cigar.",
                Treat(cigar=True, rum=False): "You have no cigar.",
            },
        ),
        (
            "cafe",
            "martinez",
            {"cigar": 1},
            {
                Treat(cigar=True, rum=True): "You have no rum.",
                Treat(cigar=False, rum=True): "You have no rum.",
            },
        ),
        (
            "customs",
            "pedro",
            {},
            {
                Clear("tobacco"): "The ship wants no more tobacco: the die shows 0.",
                Clear("cigar"): "The ship does not want cigars: the die lies beside the board.",
            },
        ),
        (
            "casino",
            "maria",
            {"pesos": 7, "points": 1},
            {
                BuyPoints(3): "Costs 9 pesos; you have 7.",
                SellPoints(2): "You have 1 point, which is too few.",
            },
        ),
        (
            "harbour_office",
            "pedro",
            {},
            {ShiftValue("down"): "The value is already at its lowest."},
        ),
        (
            "trading_office",
            "martinez",
            {"sugar": 1, "cigar": 1, "tobacco": 1},
            {
                Sell("citrus"): "You have no citrus.",
                Sell("tobacco"): "The ship wants no more tobacco: the die shows 0.",
                Sell("rum"): "You have no rum.",
                Sell("cigar"): "The ship does not want cigars: the die lies beside the board.",
            },
        ),
    ],
)
def test_3_6_buildings(
    building: str, stop: str, holdings: dict[str, int], lacking: dict[Move, str]
) -> None:
    assert on(building, stop, **holdings).reasons(0) == lacking


def test_edge_40_and_41_a_stock_that_is_short() -> None:
    table = on("distillery", "martinez", sugar=5).stock(rum=3)
    assert table.reasons(0) == {Process("distillery", 4): "The stock has only 3 rum left."}
    table = on("distillery", "martinez", sugar=5).stock(rum=1)
    assert table.reasons(0) == {Process("distillery", 2): "The stock has only 1 rum left."}
    table = on("distillery", "martinez", sugar=5).stock(rum=0)
    assert table.reasons(0) == {Process("distillery", 1): "The stock has no rum left."}
    table = on("cigar_factory", "miguel", tobacco=8)
    assert table.reasons(0) == {}, "all there are"


def test_edge_43_swaps_on_the_black_market() -> None:
    table = on("black_market", "miguel", citrus=1).stock(rum=0)
    lacking = table.reasons(0)
    assert lacking[Swap("citrus", "rum")] == "The stock has no rum left."
    assert lacking[Swap("sugar", "citrus")] == "You have no sugar."
    assert len(lacking) + len(table.moves(0)) == 5 * 4 + 1, "all swaps there are, and skipping"


def test_edge_58_the_newspaper_turns_nobody_twice() -> None:
    table = on("newspaper", "maria").sleep("pablo")
    assert table.reasons(0) == {Silence("pablo", 9): "Pablo already lies face down."}


def test_edge_75_a_ship_without_dice() -> None:
    table = on("customs", "pedro")
    table.state.demand = {}
    lacking = table.checked().reasons(0)
    assert set(lacking) == {Clear(good) for good in REGULAR}
    assert set(lacking.values()) == {"The new ship has no dice yet."}


def test_a_reason_speaks_of_a_move_that_can_be_said() -> None:
    table = on("casino", "maria", pesos=40, points=12)
    said = [
        table.wording.say(move.phrase, msgspec.structs.asdict(move)) for move in table.reasons(0)
    ]
    assert said == ["Casino: 14 points for 42 pesos", "Casino: 39 pesos for 13 points"]
