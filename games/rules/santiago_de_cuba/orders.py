"""3.11: what the standing orders of a seat answer."""

from __future__ import annotations

from games.rules.core.interface import Decision, Move
from games.rules.santiago_de_cuba.moves import GIVE_PESO, GIVE_POINT, PASS
from games.rules.santiago_de_cuba.state import Orders, State

GIFTS: dict[str, Move] = {"peso": GIVE_PESO, "point": GIVE_POINT}
LEAST = {"below_3": 3, "below_4": 4}


def obey(state: State, decision: Decision, orders: Orders) -> Move | None:
    """The answer given in advance to El Zorro, or in the delivery round of somebody else's turn.

    A gift that the seat does not have is left to its user, and so is a good.
    """
    if decision.key == "gift":
        gift = GIFTS.get(orders.zorro)
        return gift if gift in decision.moves else None
    if decision.key != "deliver" or decision.seat == state.active:
        return None
    if orders.deliveries == "always" or state.value < LEAST.get(orders.deliveries, 0):
        return PASS
    return None
