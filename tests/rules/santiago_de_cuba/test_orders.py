"""Standing orders: a gift to El Zorro, and passing when others deliver (3.11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules.santiago_de_cuba import rules
from games.rules.santiago_de_cuba.moves import GIVE_PESO, GIVE_POINT, PASS, Drive
from games.rules.santiago_de_cuba.state import Orders
from tests.rules.santiago_de_cuba.table import Table

DELIVERIES = ("ask", "below_3", "below_4", "always")


def obeyed(table: Table, seat: int, **orders: Any) -> object:
    decision = next(d for d in rules.pending(table.state) if d.seat == seat)
    move = rules.obey(table.state, decision, Orders(**orders))
    assert move is None or move in decision.moves
    return move


def robbed(**held: int) -> Table:
    """The second seat, which holds this, owes El Zorro something."""
    table = Table(2, info="screens").hold(0, pesos=9).hold(1, **held)
    table.play(next(m for m in table.moves() if isinstance(m, Drive) and m.stop == "el_zorro"))
    assert [decision.key for decision in rules.pending(table.state)] == ["gift"]
    return table


def test_3_11_a_gift_in_money_or_points() -> None:
    table = robbed(pesos=2, points=2, sugar=1)
    assert obeyed(table, 1, zorro="peso") == GIVE_PESO
    assert obeyed(table, 1, zorro="point") == GIVE_POINT
    assert obeyed(table, 1, zorro="ask") is None


def test_3_11_a_gift_that_one_does_not_have_is_asked_for() -> None:
    assert obeyed(robbed(points=2, sugar=1), 1, zorro="peso") is None
    assert obeyed(robbed(pesos=2, sugar=1), 1, zorro="point") is None


def delivering(value: int) -> Table:
    """The first seat is in the harbour and has passed; the second can deliver."""
    table = Table(2).hold(0, pesos=20, sugar=1).hold(1, sugar=2)
    table.state.value = value
    table.play(next(m for m in table.moves() if isinstance(m, Drive) and m.stop == "harbour"))
    return table


@pytest.mark.parametrize(
    ("value", "passes"),
    [(2, ("below_3", "below_4", "always")), (3, ("below_4", "always")), (4, ("always",))],
)
def test_3_11_passing_in_the_deliveries_of_others(value: int, passes: tuple[str, ...]) -> None:
    table = delivering(value)
    own = {order for order in DELIVERIES if obeyed(table, 0, deliveries=order)}
    assert not own, "in one's own turn one is always asked"
    table.play(PASS)
    answers = {order: obeyed(table, 1, deliveries=order) for order in DELIVERIES}
    assert tuple(order for order, move in answers.items() if move) == passes
    assert set(answers.values()) <= {PASS, None}


def test_3_11_the_usual_orders_are_to_ask() -> None:
    assert Orders() == Orders("ask", "ask")
