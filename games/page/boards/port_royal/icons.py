"""What stands on the buttons of Port Royal, and in its log: cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon
from games.rules.port_royal.components import CARDS

RESOURCES = {
    "coins": Icon("coin"),
    "influence": Icon("i-crown", "-13 -13 26 26"),
    "swords": Icon("i-sword", "-13 -13 26 26"),
}


COIN = Icon("i-coin", "-13 -13 26 26")
PLAIN = dict.fromkeys(("turned_tax", "income", "fee", "gift", "tax_bonus", "taxed"), COIN)
PLAIN["reshuffled"] = Icon("i-take", "-13 -13 26 26")


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """The card that an answer or an event names."""
    if move.get("kind") in PLAIN:
        return PLAIN[move["kind"]]
    if not isinstance(number := move.get("card"), int):
        return None
    card = CARDS[number]
    if card.kind == "ship":
        return Icon(f"ship-{card.colour}", "-98 -98 196 196", f"hue-{card.colour}")
    if card.kind == "person":
        hue = card.name.rpartition("_")[2]  # clerk_blue, jester
        return Icon(f"bust-{card.role or card.name}", "-53 -53 106 106", f"hue-{hue}")
    return Icon("i-map", "-13 -13 26 26")
