"""Persons that bring coins on arrival (3.5, 3.7)."""

from __future__ import annotations

import pytest

from games.rules.port_royal.moves import Gift
from tests.rules.port_royal.table import Table

CREW = ("settler", "priest", "captain", "jack", "sailor_1")
SHIPS = ("yellow_1_1", "blue_1_1", "green_1_1", "red_1_1")


def test_edge_19_admirals_look_at_the_harbour_as_each_player_arrives() -> None:
    table = Table().deal(0, "admiral_1", "admiral_2").deal(1, "admiral_2", coins=5).harbour(*CREW)
    table.stop()
    assert table.coins(0) == 3 + 4
    table.hire("sailor_1")
    assert table.asked[0] == 1 and len(table.state.harbour) == 4
    assert table.coins(1) == 5 and not table.facts("income")


def test_edge_20_an_admiral_hired_now_brings_no_coins_now() -> None:
    table = Table().deal(0, coins=5).harbour("admiral_1", *CREW, "yellow_1_1").stop()
    table.hire("admiral_1")
    assert table.coins(0) == 0 and not table.facts("income")


def test_3_7_expeditions_do_not_count_for_admirals() -> None:
    table = Table().deal(0, "admiral_1").harbour(*CREW[:4]).row("exp_cc", "exp_aa").stop()
    assert table.coins(0) == 3


@pytest.mark.parametrize(
    ("ships", "gunners", "coins"),
    [(4, 1, 3), (4, 2, 6), (2, 1, 1), (1, 1, 0), (1, 2, 0), (0, 1, 0), (0, 2, 0)],
)
def test_edge_48_gunners_bring_one_less_than_there_are_ships(
    ships: int, gunners: int, coins: int
) -> None:
    faces = ["gunner_1", "gunner_2"][:gunners]
    table = Table(expansion="cards").deal(0, *faces).harbour(*SHIPS[:ships], "pirate_3").stop()
    assert sum(facts["count"] for facts in table.facts("income")) == coins
    if table.asked[0] == 0:
        assert table.coins(0) == 3 + coins


@pytest.mark.parametrize(
    ("cards", "coins"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)], ids=lambda n: str(n)
)
def test_edge_49_vice_admirals_like_three_or_four_cards(cards: int, coins: int) -> None:
    table = Table(expansion="cards").deal(0, "vice_1", "admiral_1", coins=4)
    table.harbour(*CREW[:cards]).stop()
    assert table.coins(0) == 4 + coins
    persons = [facts["person"] for facts in table.facts("income")]
    assert persons == {0: [], 1: ["vice"], 2: ["admiral"]}[coins]


def test_9_19_gunners_and_vice_admirals_hired_now_bring_nothing_now() -> None:
    table = Table(expansion="cards").deal(0, coins=4).harbour(*SHIPS[:3], "gunner_1").stop()
    table.hire("gunner_1")
    assert table.coins(0) == 0 and not table.facts("income")


def test_edge_50_a_clerk_gives_a_further_take_for_its_colour() -> None:
    active = Table(expansion="cards").deal(0, "clerk_red").harbour(*SHIPS).stop()
    assert active.state.takes == 2
    active.trade("red_1_1")
    assert active.asked == (0, "trade") and active.state.takes == 2
    active.trade("blue_1_1").trade("green_1_1")
    assert active.asked[0] == 1

    other = Table(expansion="cards").deal(1, "clerk_red", coins=0).harbour(*SHIPS)
    other.stop().done_taking().trade("red_1_1")
    assert other.asked == (1, "trade_fee") and other.state.takes == 1
    other.trade("blue_1_1")
    assert other.all_coins() == [3 + 2, 0]
    assert len(other.facts("fee")) == 1


def test_3_7_a_clerk_hired_first_works_at_once() -> None:
    table = Table(expansion="cards").deal(0, "governor", coins=4)
    table.harbour("yellow_1_1", "blue_1_1", "clerk_yellow").stop()
    table.hire("clerk_yellow").trade("yellow_1_1").trade("blue_1_1")
    assert table.state.turn.number == 2
    assert table.coins(0) == 2


def test_edge_51_a_bonus_ship_also_pays_another_player_of_the_takers_choice() -> None:
    table = Table(3, expansion="cards").deal(1, coins=0).harbour("yellow_4_3_gift")
    table.stop().done_taking().trade("yellow_4_3_gift")
    assert table.asked == (1, "gift")
    assert [move.seat for move in table.moves()] == [0, 2]  # type: ignore[attr-defined]
    to_active = table.play(Gift(0))
    assert to_active.all_coins() == [3 + 1 + 1, 3 - 1, 3]
    assert to_active.names[:3] == ["traded", "gift", "fee"]


def test_1_5_with_two_players_the_gift_needs_no_question() -> None:
    table = Table(expansion="cards").harbour("black_skull_3_gift").stop()
    table.trade("black_skull_3_gift")
    assert table.all_coins() == [3 + 3, 3 + 1]
    assert table.asked == (1, "discover_first")


def test_1_5_before_the_gift_is_given_the_trade_can_be_taken_back() -> None:
    table = Table(3, expansion="cards").harbour("yellow_4_3_gift").stop().trade("yellow_4_3_gift")
    assert not table.barrier and table.coins(0) == 3
    assert len(table.state.harbour) == 1
