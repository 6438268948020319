"""Trade & hire: who takes how many cards, in which order, for what (3.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.port_royal.moves import Hire, Pass, Trade
from tests.examples import examples
from tests.rules.port_royal.table import Table

FOUR = ("yellow_1_1", "blue_1_1", "green_1_1", "red_1_1")
FIVE = (*FOUR, "black_2_1")


@pytest.mark.parametrize(
    ("colours", "takes"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3)], ids=str
)
def test_3_5_ship_colours_give_takes(colours: int, takes: int) -> None:
    table = Table().harbour(*FIVE[:colours], "sailor_1").stop()
    assert table.state.takes == takes
    assert table.fact("stopped") == {"seat": 0, "colours": colours, "count": takes}


def test_edge_16_governors_add_takes() -> None:
    assert Table().deal(0, "governor").harbour(*FOUR).stop().state.takes == 3
    assert Table().deal(0, "governor", "governor").harbour(*FIVE).stop().state.takes == 5


def test_edge_17_a_governor_hired_now_gives_no_take_now() -> None:
    table = Table().deal(0, coins=8).harbour("governor", "yellow_1_1").stop().hire("governor")
    assert table.asked == (1, "trade_fee")


def test_edge_18_the_same_governor_counts_in_the_next_players_turn() -> None:
    table = Table().deal(0, coins=8).harbour("governor").next("yellow_1_1", "red_1_1", "settler")
    table.stop().hire("governor")
    table.reveal(3).stop().done_taking()
    assert table.asked == (0, "trade_fee") and table.state.takes == 2
    before = table.all_coins()
    table.trade("yellow_1_1")
    assert table.asked == (0, "trade_fee") and table.state.takes == 1
    table.trade("red_1_1")
    assert table.all_coins() == [before[0] + 1 - 1 + 1 - 1, before[1] + 2]
    assert table.asked == (0, "discover_first")


def test_edge_21_a_mademoiselle_hired_first_makes_the_next_hire_cheaper() -> None:
    table = Table().deal(0, coins=9).harbour(*FOUR, "mademoiselle_2", "sailor_1").stop()
    table.hire("mademoiselle_2").hire("sailor_1")
    assert table.coins(0) == 0
    assert table.fact("hired")["count"] == 2


@pytest.mark.parametrize(
    ("ladies", "price"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, 0)], ids=lambda n: str(n)
)
def test_edge_22_each_mademoiselle_saves_a_coin_but_never_the_fee(ladies: int, price: int) -> None:
    faces = ["mademoiselle_2", "mademoiselle_2", "mademoiselle_3", "mademoiselle_3"][:ladies]
    active = Table().deal(0, *faces, coins=5).harbour("sailor_1").stop().hire("sailor_1")
    assert active.coins(0) == 5 - price
    other = Table().deal(1, *faces, coins=5).harbour("sailor_1").stop().done_taking()
    other.hire("sailor_1")
    assert other.all_coins() == [3 + 1, 5 - price - 1]


def test_edge_23_the_fee_may_come_from_the_ship() -> None:
    table = Table().deal(1, coins=0).harbour("yellow_1_1").stop().done_taking()
    table.trade("yellow_1_1")
    assert table.all_coins() == [3 + 1, 0]
    assert table.names[:2] == ["traded", "fee"]


def test_edge_24_a_price_without_the_fee_is_not_enough() -> None:
    table = Table().deal(1, coins=3).harbour("sailor_1", "yellow_1_1").stop().done_taking()
    assert table.asked[0] == 1 and not table.offers(Hire)
    table.refuses(Hire(table.state.harbour[0], 3, 1, 1))
    richer = Table().deal(1, coins=4).harbour("sailor_1", "yellow_1_1").stop().done_taking()
    assert "sailor_1" in richer.offered_faces(Hire)


def test_edge_25_who_can_afford_nothing_is_skipped_after_the_income() -> None:
    table = Table(3).deal(1, coins=0).deal(2, coins=5).harbour("sailor_1", "settler")
    table.stop().done_taking()
    assert table.fact("skipped")["seat"] == 1
    assert table.asked[0] == 2
    crew = ("sailor_1", "settler", "priest", "captain", "governor")
    rescued = Table(3).deal(1, "admiral_1", "admiral_2", coins=0).harbour(*crew)
    rescued.stop().done_taking()
    assert rescued.asked == (1, "trade_fee") and rescued.coins(1) == 4
    assert rescued.offered_faces(Hire) == ["sailor_1"]


def test_edge_25_the_fee_counts_for_what_can_be_afforded() -> None:
    table = Table().deal(0, coins=0).deal(1, coins=3).harbour("sailor_1").stop()
    assert [facts["seat"] for facts in table.facts("skipped")] == [0, 1]
    richer = Table().deal(0, coins=0).deal(1, coins=4).harbour("sailor_1").stop()
    assert richer.asked == (1, "trade_fee")


def test_edge_26_a_skipped_jester_still_gets_its_coin() -> None:
    table = Table().deal(1, "jester_1").next("exp_cc").reveal().stop()
    assert table.coins(1) == 4
    assert table.facts("income") == [{"seat": 1, "person": "jester", "count": 1}]
    assert [facts["seat"] for facts in table.facts("skipped")] == [0, 1]


def test_edge_27_after_the_last_card_the_others_get_jester_coins() -> None:
    table = Table(3).deal(0, "jester_1").deal(1, "jester_2").deal(2, "jester_2", "jester_2")
    table.harbour("yellow_1_1").stop().trade("yellow_1_1")
    assert table.all_coins() == [3 + 1, 3 + 1, 3 + 2]
    assert table.asked == (1, "discover_first")


def test_edge_28_traders_count_for_their_colour() -> None:
    def with_two_green() -> Table:
        return Table().deal(0, "trader_green_1", "trader_green_1")

    assert with_two_green().harbour("green_3_2").stop().trade("green_3_2").coins(0) == 3 + 4
    assert with_two_green().harbour("blue_2_2").stop().trade("blue_2_2").coins(0) == 3 + 2


def test_3_7_traders_count_for_the_others_too() -> None:
    table = Table().deal(1, "trader_black_1", coins=0).harbour("black_4_2").stop().done_taking()
    table.trade("black_4_2")
    assert table.all_coins() == [3 + 1, 2 + 1 - 1]


def test_edge_29_a_trader_hired_first_counts_for_the_next_ship() -> None:
    table = Table().harbour(*FOUR, "trader_red_1").stop().hire("trader_red_1").trade("red_1_1")
    assert table.coins(0) == 3 - 3 + 2


def test_edge_47_the_active_player_may_take_nothing() -> None:
    table = Table().harbour("yellow_1_1").stop()
    assert table.offers(Pass)
    table.done_taking()
    assert table.asked == (1, "trade_fee")


def test_3_5_everybody_is_asked_once_and_the_rest_is_discarded() -> None:
    table = Table(4).harbour("yellow_1_1", "blue_1_1", "settler").stop().trade("blue_1_1")
    for seat in (1, 2, 3):
        assert table.asked == (seat, "trade_fee")
        table.done_taking()
    assert table.asked == (1, "discover_first")
    assert table.faces(table.state.discard) == ["blue_1_1", "yellow_1_1", "settler"]
    assert table.faces(table.fact("cleared")["cards"]) == ["yellow_1_1", "settler"]
    last = table.state.last_turn
    assert last and [turned.fate for turned in last.cards] == ["cleared", "taken", "cleared"]
    assert [turned.by for turned in last.cards] == [None, 0, None]


def test_3_5_a_part_ends_by_itself_when_nothing_more_can_be_taken() -> None:
    table = Table().deal(0, coins=3).harbour(*FOUR[:3], "black_2_1", "sailor_1", "settler").stop()
    table.hire("sailor_1")
    assert table.asked == (0, "trade")  # a ship can still be taken
    table = Table().deal(0, "governor", coins=3).deal(1, coins=5).harbour("sailor_1", "settler")
    table.stop().hire("sailor_1")
    assert table.asked == (1, "trade_fee") and table.facts("passed") == []


def test_9_20_a_ship_that_brings_nothing_in_the_end_can_still_be_taken() -> None:
    table = Table().deal(1, coins=0).harbour("blue_1_1").stop().done_taking()
    assert table.asked == (1, "trade_fee") and table.offers(Trade)


def test_7_the_log_numbers_what_is_taken() -> None:
    table = Table().harbour("settler", "yellow_1_1", "red_1_1").stop().trade("red_1_1")
    assert table.fact("traded") == {
        "seat": 0,
        "number": 3,
        "card": table.state.discard[0],
        "count": 1,
    }
    table.trade("yellow_1_1")
    assert table.fact("traded")["number"] == 2
    assert table.fact("fee") == {"seat": 1, "to": 0}


def test_3_2_trading_alone_can_be_taken_back_and_hiring_not() -> None:
    table = Table().deal(0, "governor", coins=6).harbour("settler", "yellow_1_1", "red_1_1").stop()
    assert not table.barrier
    assert not table.trade("red_1_1").barrier
    hiring = Table().deal(0, "governor", coins=6).harbour("settler", "yellow_1_1").stop()
    assert hiring.hire("settler").barrier  # the coins are turned over


@given(coins=st.integers(0, 12), ladies=st.integers(0, 4), active=st.booleans())
@examples(40)
def test_3_5_exactly_the_affordable_persons_are_offered(
    coins: int, ladies: int, active: bool
) -> None:
    seat = 0 if active else 1
    faces = ["mademoiselle_2", "mademoiselle_2", "mademoiselle_3", "mademoiselle_3"][:ladies]
    lying = {"sailor_1": 3, "settler": 4, "jester_1": 5, "jack": 6, "sailor_3": 7, "pirate_3": 9}
    table = Table().deal(seat, *faces, coins=coins).harbour("yellow_1_1", *lying).stop()
    if not active:
        table.done_taking()
    assert table.asked[0] == seat
    for face, cost in lying.items():
        price = max(0, cost - ladies) + (not active)
        assert (face in table.offered_faces(Hire)) == (coins >= price), face
