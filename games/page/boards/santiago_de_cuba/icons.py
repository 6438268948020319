"""What stands on the buttons of Santiago de Cuba, and in its log: goods, houses, people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon
from games.rules.santiago_de_cuba.components import GOODS

RESOURCES: Mapping[str, Icon] = {
    "pesos": Icon("coin"),
    "points": Icon("points"),
    **{good: Icon(f"good-{good}") for good in GOODS},
}
HOUSE, BUST = "-98 -176 184 184", "-54 -52 108 108"
STEAMER = Icon("steamer", "-32 -46 64 64")
PLAIN = {
    "BuyPoints": "points",
    "SellPoints": "coin",
    "GoRound": "coin",
    "DeliverWood": "good-wood",
}
ARROWS = {"up": "more", "down": "less"}
GIFTS = {"peso": "coin", "point": "points"}


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """The house, the person or the good that an answer or an event names."""
    match move:
        case {"kind": "ship_departed" | "ship_arrived" | "delivery_started" | "delivery_ended"}:
            return STEAMER
        case {"kind": str(kind)} if kind in PLAIN:
            return Icon(PLAIN[kind])
        case {"building": str(building)}:
            return house(building)
        case {"kind": "Treat"}:
            return house("cafe")
        case {"stop": "harbour"}:
            return STEAMER
        case {"stop": str(person)} | {"cuban": str(person)}:
            return Icon(f"bust-{person}", BUST)
        case {"direction": str(direction)}:
            return Icon(ARROWS[direction])
        case {"gift": str(gift)}:
            return Icon(GIFTS.get(gift, f"good-{gift}"))
        case {"good": str(good)} | {"take": str(good)}:
            return Icon(f"good-{good}")
    return None


def house(building: str) -> Icon:
    """A house, in the colours of no quarter in particular."""
    return Icon(f"house-{building}", HOUSE, "flower-white")
