"""Edge cases 86 to 90 and section 4: who may know what, in both variants, row by row."""

from __future__ import annotations

import json

import pytest

from games.rules.core.codec import encode
from games.rules.core.play import of_seat
from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import (
    BuyPoints,
    Clear,
    Collect,
    Decline,
    Deliver,
    Drive,
    Give,
    Pass,
    Place,
    Process,
    SellPoints,
    Skip,
    Swap,
    TakeGood,
    Treat,
)
from tests.rules.santiago_de_cuba.table import Table

EVERYBODY = (None, 0, 1, 2)


def test_edge_86_open_information_for_a_spectator() -> None:
    view = Table(3).hold(1, pesos=7, points=9, rum=2).view(None)
    holdings = view.players[1].holdings
    assert holdings is not None
    assert (holdings.pesos, holdings.points, holdings.goods["rum"]) == (7, 9, 2)
    assert all(player.holdings for player in view.players)


def test_edge_87_screens_hide_what_others_hold() -> None:
    table = Table(3, info="screens").hold(1, pesos=7, points=9, rum=2)
    for viewer in EVERYBODY:
        shown = [player.holdings is not None for player in table.view(viewer).players]
        assert shown == [seat == viewer for seat in range(3)]
    assert table.moves(1) == [] and table.moves(2) == [], "no list of moves for others"


def test_edge_87_no_field_of_the_view_betrays_them() -> None:
    """The view of somebody else is the same whatever the seat holds."""
    poor = Table(3, info="screens").hold(1, sugar=1)
    rich = Table(3, info="screens").hold(1, pesos=12, points=77, sugar=1)
    for viewer in (None, 0, 2):
        assert json.dumps(encode(poor.view(viewer))) == json.dumps(encode(rich.view(viewer)))
    assert poor.view(1) != rich.view(1)


def gift_seen(table: Table, viewer: int | None) -> tuple[str, bool]:
    return table.told(viewer)[0], "gift" in table.facts("zorro_gift", viewer)[0]


def zorro_table(**options: str) -> Table:
    table = Table(3, **options).car("pedro").hold(1, pesos=2, points=3).hold(2, pesos=2, rum=1)
    return table.drive(0, "el_zorro")


def test_edge_88_a_gift_is_known_to_giver_and_thief() -> None:
    table = zorro_table(info="screens").play(Give("point"), 1)
    for viewer in (0, 1):
        assert gift_seen(table, viewer) == ("Bo gives Ann 1 point.", True)
    for viewer in (2, None):
        assert gift_seen(table, viewer) == ("Bo gives Ann something.", False)


def test_edge_88_the_other_victim_learns_nothing_before_giving() -> None:
    table = zorro_table(info="screens")
    before = table.view(2)
    question = of_seat(table.decisions, 2)
    table.play(Give("point"), 1)
    assert of_seat(table.decisions, 2) == question
    after = table.view(2)
    assert before.givers == [1, 2] and after.givers == [2]
    assert before.players == after.players


def test_option_screens_log_open_transactions_tells_gifts() -> None:
    table = zorro_table(info="screens", screens_log="open_transactions").play(Give("point"), 1)
    assert {gift_seen(table, viewer) for viewer in EVERYBODY} == {("Bo gives Ann 1 point.", True)}
    assert table.view(2).players[0].holdings is None, "totals stay hidden"


def test_option_info_public_tells_gifts() -> None:
    table = zorro_table().play(Give("peso"), 1)
    assert {gift_seen(table, viewer) for viewer in EVERYBODY} == {("Bo gives Ann 1 peso.", True)}


@pytest.mark.parametrize("log", ["strict", "open_transactions"])
def test_clause_4_3_a_lone_gift_is_asked_for_behind_screens(log: str) -> None:
    table = Table(3, info="screens", screens_log=log).car("pedro").hold(1, rum=1)
    table.drive(0, "el_zorro")
    assert (1, "gift") in [(decision.seat, decision.key) for decision in table.decisions]
    assert table.moves(1) == [Give("rum")]


def test_clause_3_11_a_lone_gift_is_given_by_itself_in_the_open() -> None:
    table = Table(3).car("pedro").hold(1, rum=1).drive(0, "el_zorro")
    assert table.asked == (2, "gift") and table.goods(1) == {}


@pytest.mark.parametrize("info", ["public", "screens"])
def test_clause_4_3_nothing_to_give_is_told_to_all(info: str) -> None:
    table = Table(3, info=info).car("pedro").hold(1, wood=1).drive(0, "el_zorro")
    assert table.asked == (2, "gift")
    for viewer in EVERYBODY:
        assert "Bo has nothing to give Ann." in table.told(viewer)


def casino_table(**options: str) -> Table:
    table = Table(3, **options).car("miguel").hold(0, pesos=6, points=9)
    return table.drive(0, "conchita").play(Place("casino"), 0)


def test_edge_89_the_casino_behind_screens() -> None:
    table = casino_table(info="screens").play(SellPoints(2), 0)
    assert table.told(0)[0] == "Ann uses the casino: 2 × 1 point for 3 pesos."
    for viewer in (1, 2, None):
        assert table.told(viewer)[0] == "Ann uses the casino."
        assert set(table.facts("building_used.casino", viewer)[0]) == {
            "seat",
            "building",
            "via",
        }


def test_option_screens_log_open_transactions_tells_the_casino() -> None:
    table = casino_table(info="screens", screens_log="open_transactions").play(BuyPoints(1), 0)
    assert table.told(None)[0] == "Ann uses the casino: 1 × 3 pesos for 1 point."


def test_edge_90_all_is_open_after_the_end() -> None:
    table = Table(3, info="screens").car("pedro").ship(7, value=4)
    table.drive(0, "el_zorro").play(Give("peso"), 1).play(Give("point"), 2)
    early = table.events
    assert not rules.opens_log(table.state) and table.view(None).players[0].holdings is None
    table.car("pablo").drive(1, "martinez")
    assert table.state.phase == "over" and rules.opens_log(table.state)
    assert next(event.seen_by(None, log_open=True).get("gift") for event in early) == "point"
    assert table.barrier, "the screens are gone for good"
    view = table.view(None)
    assert all(player.holdings and player.score is not None for player in view.players)
    assert sorted(player.rank or 0 for player in view.players) == [1, 2, 3]


def test_clause_4_1_the_board_is_public() -> None:
    table = Table(3, info="screens").own(1, "bank").pawn(2, "cafe").sleep("maria").car("pedro")
    view = table.view(None)
    assert [station.stop for station in view.road] == table.state.road
    assert [station.number for station in view.road if not station.face_up] == [2]
    buildings = {it.building: it for quarter in view.quarters for it in quarter.buildings}
    assert buildings["bank"].owner == 1 and buildings["cafe"].pawn == 2
    assert (view.car, view.ship, view.value, view.stock["sugar"]) == (5, 1, 2, 5)
    assert [player.markers_left for player in view.players] == [3, 2, 3]
    assert {die.good for die in view.dice if die.place == "ship"} == set(table.state.demand)
    assert [(piece.id, piece.at) for piece in view.pieces] == [
        ("car", "station:5"),
        ("ship", "berth:1"),
        ("value", "flag:2"),
        ("pawn:0", "seat:0"),
        ("pawn:1", "seat:1"),
        ("pawn:2", "building:cafe"),
    ]


def test_clause_4_1_who_passed_is_public() -> None:
    table = Table(3, info="screens").car("pablo").drive(0, "harbour").play(Pass(), 0)
    assert table.view(None).passed == [0] and table.view(None).deliverer == 1


# 4.3, one test a row: what others read behind screens. --------------------------------------------


def test_clause_4_3_row_car() -> None:
    table = Table(3, info="screens").hold(0, pesos=3).play(Drive("maria", 2, 1), 0)
    assert table.told(None)[0] == "Ann drives to Maria for 1 peso."


def test_clause_4_3_row_fixed_gains() -> None:
    table = Table(3, info="screens").drive(0, "maria")
    assert "Ann gets 2 points from Maria." in table.told(None)
    table = Table(3, info="screens").car("maria").drive(0, "pedro")
    assert "Ann gets 2 tobacco from Pedro." in table.told(2)
    table.play(Place("church"), 0).play(Collect("church"), 0)
    assert "Ann gets 1 point in the church." in table.told(2)


def test_clause_4_3_row_goods_by_way_of_the_stock() -> None:
    table = Table(3, info="screens").car("conchita").drive(0, "pablo").play(TakeGood("rum"), 0)
    assert table.told(None)[0] == "Ann takes 1 rum from Pablo."
    table.play(Place("black_market"), 0).play(Swap("sugar", "cigar"), 0)
    assert "Ann swaps 1 sugar for 1 cigar on the black market." in table.told(1)
    table = Table(3, info="screens").car("alonso").hold(0, rum=1).drive(0, "jose")
    other = table.copy()
    table.play(Place("distillery"), 0).play(Process("distillery", 2), 0)
    assert "Ann makes 2 rum from 2 sugar in the distillery." in table.told(1)
    other.play(Place("cafe"), 0).play(Treat(cigar=False, rum=True), 0)
    assert "Ann gets 2 points in the café for 1 rum." in other.told(1)


def test_clause_4_3_row_delivery() -> None:
    table = Table(3, info="screens").car("pablo").drive(0, "harbour").play(Deliver("citrus", 1), 0)
    assert table.told(None)[0] == "Ann delivers 1 citrus for 2 points."


def test_clause_4_3_row_running_totals() -> None:
    """No event names what a seat holds, or how far it could have driven."""
    table = Table(3, info="screens").hold(0, pesos=9).drive(0, "maria")
    told = json.dumps([event.seen_by(None) for event in table.events])
    assert "9" not in told


def test_clause_4_3_row_reason_of_a_pass() -> None:
    table = Table(3, info="screens").car("pablo").hold(0, pesos=1).drive(0, "harbour")
    assert table.asked == (0, "deliver") and table.moves(0) == [Pass()]
    table.play(Pass(), 0)
    assert table.told(0)[0] == "Ann passes (not possible)."
    for viewer in (1, 2, None):
        assert table.told(viewer)[0] == "Ann passes."
        assert table.facts("delivery_passed", viewer) == [{"seat": 0}]
    table.play(Pass(), 1)
    assert table.told(1)[0] == "Bo passes (by choice)."
    assert table.told(0)[0] == "Bo passes."


def test_clause_4_3_row_reason_of_a_skip() -> None:
    table = Table(3, info="screens").car("miguel").drive(0, "conchita").play(Place("sawmill"), 0)
    assert table.moves(0) == [Skip()], "asked though there is no wood"
    table.play(Skip(), 0)
    assert table.told(0)[0] == "Ann does not use the sawmill (not possible)."
    assert table.told(1)[0] == "Ann does not use the sawmill."


def test_clause_4_3_row_reason_of_declining_at_alonsos() -> None:
    """Three claimed houses, none of use without goods: asked, and silent about the reason."""
    table = Table(3, info="screens").car("maria").own(0, "sawmill", "cafe", "casino")
    table.hold(0, pesos=2).drive(0, "alonso")
    assert table.moves(0) == [Decline()]
    table.play(Decline(), 0)
    assert table.told(1)[0] == "Ann does not use Alonso."


def test_clause_4_3_what_everybody_sees_is_skipped_at_once() -> None:
    table = Table(3, info="screens").demand(sugar=1, citrus=0, tobacco=0, rum=0)
    table.car("maria").own(0, "customs")
    table.drive(0, "alonso").play(Clear("sugar"), 0).play(Place("customs"), 0)
    assert table.asked == (0, "demand"), "no demand for customs to clear, as all can see"


def test_option_auto_pass_on_behind_screens() -> None:
    table = Table(3, info="screens", auto_pass="on").car("pablo").hold(0, pesos=1)
    table.drive(0, "harbour")
    assert table.asked == (1, "deliver") and table.state.passed == [0]


def test_option_auto_pass_on_bars_undo_of_what_it_shows() -> None:
    table = Table(2, info="screens", auto_pass="on").car("pablo").hold(0, sugar=1)
    table.drive(0, "harbour").play(Deliver("sugar", 1), 0)
    table.play(Deliver("citrus", 1), 1)
    assert table.state.passed == [0] and table.asked == (1, "deliver")
    assert table.barrier, "seat 1 has learned that seat 0 has nothing left"


def test_option_auto_pass_off_in_the_open() -> None:
    table = Table(3, auto_pass="off").car("pablo").hold(0, pesos=1).drive(0, "harbour")
    assert table.asked == (0, "deliver") and table.moves(0) == [Pass()]


def test_option_auto_pass_standard() -> None:
    table = Table(3).car("pablo").hold(0, pesos=1).drive(0, "harbour")
    assert table.asked == (1, "deliver")
