"""Edge cases 29 to 39 of the sheet: pawns and owners."""

from __future__ import annotations

import pytest

from games.rules.santiago_de_cuba.moves import Claim, Collect, Place, Sell, Skip
from tests.rules.santiago_de_cuba.table import Table


def test_edge_29_the_only_free_building() -> None:
    table = Table(3).car("maria").pawn(1, "customs").pawn(2, "harbour_office").drive(0, "pedro")
    assert table.player(0).pawn == "church" and table.asked == (0, "use")
    table.refuses(Place("customs"), 0)


def test_edge_30_own_pawn_among_three_occupied() -> None:
    table = Table(3).car("maria").pawn(0, "church").pawn(1, "customs").pawn(2, "harbour_office")
    table.drive(0, "pedro")
    assert table.player(0).pawn == "church"
    assert table.facts("pawn_stayed")[0]["reason"] == "all_occupied"
    table.play(Collect("church"), 0)
    assert table.player(0).points == 3
    assert table.facts("building_used.church")[0]["via"] == "all_occupied"


def all_taken(pawn: str | None) -> Table:
    table = Table(4).car("maria").pawn(0, pawn)
    table.pawn(1, "customs").pawn(2, "harbour_office").pawn(3, "church")
    return table.drive(0, "pedro")


def test_edge_31_the_present_building_in_another_quarter() -> None:
    table = all_taken("bank").play(Collect("bank"), 0)
    assert table.player(0).pawn == "bank" and table.player(0).pesos == 3 - 2 + 2


def test_edge_32_off_the_board_with_all_occupied() -> None:
    table = all_taken(None)
    assert table.player(0).pawn is None and table.asked == (1, "drive")
    assert table.goods(0)["tobacco"] == 3
    assert "pawn_stayed.off" in table.names


def test_edge_33_must_leave_if_another_is_free() -> None:
    table = Table(3).car("maria").pawn(0, "church").pawn(1, "customs").drive(0, "pedro")
    assert table.player(0).pawn == "harbour_office"
    table.refuses(Place("church"), 0)


@pytest.mark.parametrize("mine", ["customs", "harbour_office", "church", "bank", None])
@pytest.mark.parametrize("theirs", ["customs", "harbour_office", "church", "cafe", None])
def test_edge_34_two_players_always_find_a_place(mine: str | None, theirs: str | None) -> None:
    table = Table(2).car("maria").pawn(1, theirs if theirs != mine else "casino").pawn(0, mine)
    table.drive(0, "pedro")
    assert "pawn_stayed" not in table.names
    assert table.asked == (0, "place") or table.player(0).pawn != mine


def test_edge_35_a_marker_is_no_pawn() -> None:
    table = Table().car("maria").own(1, "church").drive(0, "pedro")
    assert Place("church") in table.moves(0)


def test_edge_36_the_owner_is_paid_for_an_unused_building() -> None:
    table = Table().car("maria").own(1, "church").drive(0, "pedro")
    table.play(Place("church"), 0).play(Skip(), 0)
    assert table.player(0).points == 2 and table.player(1).points == 3


def test_edge_37_nothing_for_the_own_building() -> None:
    table = Table().car("maria").own(0, "church").drive(0, "pedro")
    table.play(Place("church"), 0).play(Skip(), 0)
    assert table.player(0).points == 2 and not table.logged("owner_bonus")


def foreign_stay(stop: str, **options: str) -> Table:
    table = Table(**options).pawn(0, "sawmill").own(1, "sawmill").hold(0, pesos=1)
    table.hold(1, pesos=1, points=5)
    if stop == "harbour":
        return table.car("pablo").drive(0, stop)
    if stop == "pedro":
        table.sleep("pedro")
    return table.car("jose").drive(0, stop)


@pytest.mark.parametrize("stop", ["harbour", "pedro", "el_zorro"])
def test_edge_38_the_owner_is_paid_again_though_the_pawn_stayed(stop: str) -> None:
    table = foreign_stay(stop)
    if stop == "el_zorro":
        table.play(table.moves(1)[0], 1)  # a peso; the sawmill cannot be used without wood
    bonus = [event for event in table.events if event.name == "owner_bonus"]
    assert [event.public["owner"] for event in bonus] == [1]


@pytest.mark.parametrize("stop", ["harbour", "pedro", "el_zorro"])
def test_option_owner_bonus_on_entry_pays_for_moving_there_only(stop: str) -> None:
    table = foreign_stay(stop, owner_bonus="on_entry")
    if stop == "el_zorro":
        table.play(table.moves(1)[0], 1)
    assert table.state.active == 1 and "owner_bonus" not in table.names


def test_option_owner_bonus_on_entry_pays_the_visit() -> None:
    table = Table(owner_bonus="on_entry").car("maria").own(1, "church").drive(0, "pedro")
    table.play(Place("church"), 0).play(Skip(), 0)
    assert table.player(1).points == 3


def test_option_owner_bonus_on_entry_pays_once_for_a_pawn_that_stays() -> None:
    table = Table(owner_bonus="on_entry").car("maria").own(1, "church").drive(0, "pedro")
    table.play(Place("church"), 0).play(Skip(), 0).sleep("el_zorro", "miguel")
    table.hold(1, pesos=1, points=5).drive(1, "el_zorro").drive(0, "miguel")
    assert table.player(0).pawn == "church" and table.player(1).points == 5


def test_edge_39_claiming_under_a_pawn_pays_from_that_players_next_turn_on() -> None:
    table = Table().car("maria").pawn(1, "cafe").drive(0, "alonso").play(Claim("cafe"), 0)
    assert table.player(0).points == 2, "nothing now"
    table.play(Place("church"), 0).play(Skip(), 0)
    assert table.player(0).points == 2 and table.asked == (1, "drive")
    table.sleep("jose").drive(1, "jose")
    assert table.player(0).points == 3, "the pawn still stands there at the end of its turn"


def test_edge_39_nothing_if_the_pawn_has_gone() -> None:
    table = Table().car("maria").pawn(1, "cafe").drive(0, "alonso").play(Claim("cafe"), 0)
    table.play(Place("church"), 0).play(Skip(), 0).drive(1, "jose")
    table.play(Place("trading_office"), 1).play(Sell("sugar"), 1)
    assert table.player(0).points == 2


def test_clause_3_10_the_bonus_comes_before_the_new_demand() -> None:
    table = Table().car("pablo").ship(1, value=4).own(1, "newspaper")
    table.drive(0, "maria").play(Place("newspaper"), 0).play(Collect("newspaper"), 0)
    tail = [name for name in table.names if name in ("owner_bonus", "demand_rolled")]
    assert tail == ["owner_bonus", "demand_rolled"]
