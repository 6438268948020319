"""Clause 3.5: what the standing orders of a seat answer."""

from __future__ import annotations

from games.rules.core.interface import Decision, Move
from games.rules.guatemala_cafe.announcing import announced_colour
from games.rules.guatemala_cafe.moves import DECLINE
from games.rules.guatemala_cafe.state import Orders, State


def obey(state: State, decision: Decision, orders: Orders) -> Move | None:
    """The answer that the orders give to the blockade question, if any.

    `always` declines; `colours` does for the colours listed; `never` leaves every question to the
    player. The hand plays no part: whom they leave to answer would be known to have such a sack.
    """
    if state.phase != "blockade":
        return None
    match orders.auto_decline:
        case "always":
            return DECLINE
        case "colours" if announced_colour(state) in orders.colours:
            return DECLINE
    return None
