"""9.23: what the standing orders of a seat answer."""

from __future__ import annotations

from games.rules.core.interface import Decision, Move
from games.rules.port_royal.decisions import PASS
from games.rules.port_royal.moves import Hire
from games.rules.port_royal.state import Orders, State

MOST = {"above_2": 2, "above_4": 4, "above_6": 6}


def obey(state: State, decision: Decision, orders: Orders) -> Move | None:
    """The answer given in advance to the question what to take in somebody else's turn.

    It looks only at what lies in the harbour and what it costs, which everybody sees.
    """
    if decision.key != "trade_fee":
        return None
    if orders.others == "always":
        return PASS
    most = MOST.get(orders.others)
    if most is None:
        return None
    offers = [move for move in decision.moves if move != PASS]
    dear = all(isinstance(m, Hire) and m.price + state.fee() > most for m in offers)
    return PASS if dear else None
