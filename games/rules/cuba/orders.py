"""What the standing orders of a seat answer (P1-2, E-2)."""

from __future__ import annotations

from games.rules.core.interface import Decision, Move
from games.rules.cuba.bills import CONFIRM
from games.rules.cuba.cleanup import DEFAULT_KEEP_ORDER, keep_in_order
from games.rules.cuba.state import Orders, State


def obey(state: State, decision: Decision, orders: Orders) -> Move | None:
    """The answer given in advance, or None to ask."""
    if decision.key == "bills" and orders.confirm_bills:
        return CONFIRM[0]  # setting a character aside is another question
    if decision.key == "keep" and orders.keep_first != "ask":
        others = [kind for kind in DEFAULT_KEEP_ORDER if kind != orders.keep_first]
        return keep_in_order(state.players[decision.seat], (orders.keep_first, *others))
    return None
