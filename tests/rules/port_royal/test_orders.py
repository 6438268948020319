"""Standing orders: to take nothing in others' turns (9.23)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.port_royal import rules
from games.rules.port_royal.moves import Pass
from games.rules.port_royal.state import Orders
from tests.rules.port_royal.table import Table

ORDERS = ("ask", "above_2", "above_4", "above_6", "always")


def obeyed(table: Table, order: Any) -> bool:
    (decision,) = rules.pending(table.state)
    move = rules.obey(table.state, decision, Orders(order))
    assert move in (None, Pass())
    return move is not None


def others(*cards: str) -> Table:
    """The second seat, which has ten coins, is to take a card in the turn of the first."""
    table = Table().deal(0, coins=10).deal(1, coins=10).harbour(*cards).stop().done_taking()
    assert table.asked == (1, "trade_fee")
    return table


@pytest.mark.parametrize(
    ("cards", "passes"),
    [
        (("sailor_1",), ("above_2", "always")),  # 3 and the fee
        (("settler",), ("above_2", "above_4", "always")),  # 4 and the fee
        (("governor",), ("above_2", "above_4", "above_6", "always")),  # 8 and the fee
        (("sailor_1", "governor"), ("above_2", "always")),
        (("governor", "yellow_1_1"), ("always",)),
    ],
    ids=str,
)
def test_9_23_orders_pass_if_everything_is_too_dear(
    cards: tuple[str, ...], passes: tuple[str, ...]
) -> None:
    table = others(*cards)
    assert tuple(order for order in ORDERS if obeyed(table, order)) == passes


def test_9_23_a_mademoiselle_counts() -> None:
    table = (
        Table()
        .deal(1, "mademoiselle_2", coins=10)
        .deal(0, coins=10)
        .harbour("settler")
        .stop()
        .done_taking()
    )
    assert not obeyed(table, "above_4") and obeyed(table, "above_2")


def test_9_23_nothing_is_answered_in_ones_own_turn() -> None:
    table = Table().deal(0, coins=10).harbour("governor").stop()
    assert table.asked == (0, "trade")
    assert not any(obeyed(table, order) for order in ORDERS)


def test_9_23_the_usual_order_is_to_ask() -> None:
    assert Orders() == Orders("ask")
