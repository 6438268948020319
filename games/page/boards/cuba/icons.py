"""What stands on the buttons of Cuba, and in its log: characters, houses, goods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon
from games.rules.cuba.components import KINDS


def good(kind: str) -> Icon:
    """The drawing of a product, a good or a material."""
    return Icon(f"good-{'cigar' if kind == 'cigars' else kind}")


RESOURCES = {
    "pesos": Icon("coin"),
    "points": Icon("points"),
    **{kind: good(kind) for kind in KINDS},
}


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """The character, the house or the good that an answer or an event names."""
    match move:
        case {"character": str(character)}:
            return Icon(f"bust-{character}", "-37 -37 74 74")
        case {"building": str(building)}:
            return Icon(f"house-{building.removesuffix('_2')}", "-44 -80 88 88")
        case {"good": str(kind)}:
            return good(kind)
        case {"kind": "TakePoints" | "subsidised" | "dues_paid" | "buildings_scored"}:
            return Icon("points")
        case {"kind": "Bid" | "bid_opened"}:
            return Icon("coin")
    return None
