"""What stands on the buttons of Guatemala Café: the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon

RESOURCES = {"centavos": Icon("coin"), "points": Icon("points")}
BOX = "-31 -31 62 62"
PIECES = {"TakeWorker": "worker", "TakeHut": "hut", "TakeShip": "ship", "Announce": "sack"}
PIECES["PlaceSack"] = "sack"


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """The piece that an answer names."""
    match move:
        case {"kind": str(kind), "colour": str(colour)} if kind in PIECES:
            return Icon(f"{PIECES[kind]}-{colour}", BOX)
        case {"kind": "TakeRoad"}:
            return Icon("road", BOX)
        case {"kind": "MoveBuyer"}:
            return Icon("buyer", BOX)
    return None
