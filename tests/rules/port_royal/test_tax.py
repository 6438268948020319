"""Tax increases (3.4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.port_royal.moves import Stop
from tests.examples import examples
from tests.rules.port_royal.table import Table


def taxed(coins: int, kind: str = "tax_influence") -> Table:
    """Seat 0 with this many coins and some influence, so that the bonus goes to seat 1."""
    return Table().deal(0, "sailor_1", coins=coins).next(kind).reveal()


def test_edge_01_twelve_coins_pay_six() -> None:
    table = taxed(12)
    assert table.coins(0) == 6
    assert table.fact("taxed")["count"] == 6


@pytest.mark.parametrize(("coins", "left"), [(13, 7), (15, 8)])
def test_edge_02_half_is_rounded_down(coins: int, left: int) -> None:
    assert taxed(coins).coins(0) == left


def test_edge_03_eleven_coins_pay_nothing() -> None:
    table = taxed(11)
    assert table.coins(0) == 11 and not table.facts("taxed")


def test_edge_04_without_any_sword_everybody_gets_a_coin() -> None:
    table = Table(3).next("tax_swords").reveal()
    assert table.all_coins() == [4, 4, 4]
    assert table.fact("tax_bonus")["seats"] == [0, 1, 2]


def test_edge_05_everybody_with_least_influence_gets_a_coin() -> None:
    table = Table(4).deal(0, "sailor_1").deal(2, "settler").next("tax_influence").reveal()
    assert table.all_coins() == [3, 4, 3, 4]


def test_3_4_everybody_with_most_swords_gets_a_coin() -> None:
    table = Table(3).deal(0, "sailor_1", "sailor_1").deal(1, "pirate_1").deal(2, "sailor_1")
    assert table.next("tax_swords").reveal().all_coins() == [4, 4, 3]


def test_edge_06_tax_comes_before_the_bonus() -> None:
    table = Table().deal(0, coins=12).deal(1, "sailor_1").next("tax_influence").reveal()
    assert table.coins(0) == 12 - 6 + 1
    assert table.names[1:] == ["taxed", "tax_bonus"]


def test_3_4_the_tax_card_is_discarded_and_the_turn_goes_on() -> None:
    table = Table().deal(1, coins=20).next("tax_swords").reveal()
    assert table.asked == (0, "discover")
    assert len(table.state.discard) == 10 + 1
    assert table.faces(table.state.discard)[-1] == "tax_swords"
    assert table.coins(1) == 10 + 1


def test_edge_07_after_a_tax_increase_one_may_stop_with_an_empty_harbour() -> None:
    table = Table(3).deal(0, "jester_1").deal(1, "jester_2").next("tax_swords").reveal()
    assert table.offers(Stop)
    before = table.all_coins()
    table.stop()
    assert table.asked == (1, "discover_first")
    assert table.all_coins() == [before[0], before[1] + 1, before[2]]
    assert [facts["seat"] for facts in table.facts("skipped")] == [0, 1, 2]


@given(coins=st.lists(st.integers(0, 26), min_size=2, max_size=4))
@examples(40)
def test_3_4_tax_is_half_of_twelve_or_more(coins: list[int]) -> None:
    table = Table(len(coins))
    for seat, count in enumerate(coins):
        table.deal(seat, "sailor_1", coins=count)
    table.next("tax_influence").reveal()
    assert table.all_coins() == [n - n // 2 + 1 if n >= 12 else n + 1 for n in coins]
