"""What stands on the buttons of Guatemala Café, and in its log: the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon

RESOURCES = {"centavos": Icon("coin"), "points": Icon("points")}
BOX = "-31 -31 62 62"
PIECES = {"TakeWorker": "worker", "TakeHut": "hut", "TakeShip": "ship", "Announce": "sack"}
PIECES["PlaceSack"] = "sack"
PIECES |= {"worker_placed": "worker", "hut_built": "hut", "ship_placed": "ship"}
PIECES |= {"ship_removed": "ship", "scoring_announced": "sack", "sack_placed": "sack"}
PIECES |= {"sixth_sack": "sack", "sack_to_track": "sack", "sack_drawn": "sack", "scored": "hut"}


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """The piece that an answer or an event names."""
    match move:
        case {"kind": str(kind), "colour": str(colour)} if kind in PIECES:
            return Icon(f"{PIECES[kind]}-{colour}", BOX)
        case {"kind": "TakeRoad" | "road_placed"}:
            return Icon("road", BOX)
        case {"kind": "MoveBuyer" | "buyer_moved" | "buyer_moved_paid"}:
            return Icon("buyer", BOX)
        case {"kind": "income"}:
            return Icon("coin")
    return None
