"""Where points come from, what decides between equal ones, and positions from before."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.rules.core.codec import decode_position, encode_position
from games.rules.core.interface import Move
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.components import GOODS
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Collect,
    Deliver,
    DeliverWood,
    Give,
    Pass,
    Place,
    Sell,
    SellPoints,
    Treat,
)
from tests.rules.santiago_de_cuba.table import Table

OLD = Path(__file__).parent / "position_1.json"
"""A position of version 1 as the database gives it, in the middle of a delivery."""


def points_of(table: Table, seat: int = 0) -> dict[str, int]:
    """What the seat's points are made of, besides those that a test gave it."""
    return {source: n for source, n in table.player(seat).sources.items() if source != "earlier"}


def test_2_the_points_at_the_start() -> None:
    assert points_of(Table()) == {"start": 2}


def test_3_4_maria_and_the_church() -> None:
    table = Table().hold(0, pesos=1).drive(0, "maria")
    table.play(Place("newspaper"), 0)
    assert points_of(table) == {"maria": 2}
    table = (
        Table()
        .hold(0, pesos=4)
        .drive(0, "pedro")
        .play(Place("church"), 0)
        .play(Collect("church"), 0)
    )
    assert points_of(table) == {"buildings": 1}


@pytest.mark.parametrize(
    ("stop", "building", "use", "points"),
    [
        ("conchita", "sawmill", Collect("sawmill"), {"buildings": 1}),
        ("jose", "cafe", Treat(cigar=True, rum=True), {"buildings": 4}),
        ("jose", "trading_office", Sell("citrus"), {"buildings": 2}),
        ("conchita", "casino", BuyPoints(2), {"casino": 2}),
        ("conchita", "casino", SellPoints(3), {"casino": -3}),
    ],
)
def test_1_4_points_in_buildings(
    stop: str, building: str, use: Move, points: dict[str, int]
) -> None:
    table = Table().hold(0, pesos=20, points=5, cigar=1, rum=1, wood=1, citrus=1)
    table.drive(0, stop).play(Place(building), 0).play(use, 0)  # type: ignore[arg-type]
    assert points_of(table) == points


def test_3_7_goods_and_wood_are_told_apart() -> None:
    table = Table().ship(3, value=4).car("pablo").hold(0, citrus=2, wood=1).drive(0, "harbour")
    table.play(Deliver("citrus", 2), 0).play(Pass(), 1).play(DeliverWood("sugar", 1), 0)
    assert points_of(table) == {"delivered": 8, "wood": 1}


def test_3_10_visitors_of_own_buildings() -> None:
    table = Table().own(1, "church").hold(1).car("jose").drive(0, "pedro")
    table.play(Place("church"), 0).play(Collect("church"), 0)
    assert points_of(table, 1) == {"owners": 1}


def test_3_4_el_zorro_takes_points_as_they_are() -> None:
    table = Table().hold(0).hold(1, points=4, pesos=1).car("pedro").drive(0, "el_zorro")
    table.play(Give("point"), 1)
    assert points_of(table, 0) == {"zorro": 1} and points_of(table, 1) == {"zorro": -1}


def test_6_goods_at_the_end_and_what_decides() -> None:
    assert rules.tiebreaks == ("goods_left", "pesos")
    table = Table().ship(7, value=4).car("pablo").hold(0, points=40, pesos=2, citrus=7, wood=1)
    table.hold(1, points=42, pesos=9, sugar=2).drive(0, "harbour")
    table.play(Pass(), 0).play(Pass(), 1)
    outcome = table.outcome
    assert outcome is not None
    first, second = outcome.standings
    assert (first.score, first.tiebreaks) == (42, (2, 2))
    assert (second.score, second.tiebreaks) == (42, (2, 9)), "as many goods left, more pesos"
    assert (first.rank, second.rank) == (2, 1)
    assert first.sources == {"earlier": 40, "goods": 2}


def old_table() -> Table:
    position, header = decode_position(rules, OLD.read_text())
    assert header.version == 1
    table = Table(3)
    table.position = position
    return table


def test_a_table_of_version_1_goes_on() -> None:
    table = old_table()
    rules.check(table.state)
    assert [points_of(table, seat) for seat in range(3)] == [{}, {}, {}]
    seat, key = table.asked
    assert key == "deliver"
    before = table.player(seat).points
    table.play(Deliver("tobacco", 2), seat)
    gained = table.player(seat).points - before
    assert table.player(seat).sources == {"earlier": before, "delivered": gained} and gained > 0
    assert decode_position(rules, encode_position(rules, table.position, 9))[0]


def test_goods_come_in_the_order_of_the_board_however_they_were_stored() -> None:
    """The database gives the keys of an object back by their length."""
    table = old_table()
    assert list(table.state.demand) != [good for good in GOODS if good in table.state.demand]
    seat = table.decisions[0].seat
    delivered = [move.good for move in table.offers(Deliver, seat)]
    assert delivered == sorted(delivered, key=GOODS.index) and len(set(delivered)) == 3
    view = table.view(seat)
    assert list(view.stock) == list(GOODS)
    assert all(list(p.holdings.goods) == list(GOODS) for p in view.players if p.holdings)
    reasons = [it.move.good for it in rules.unavailable(table.state, table.decisions[0])]  # type: ignore[attr-defined]
    assert reasons == sorted(reasons, key=GOODS.index)
