"""What stands on the buttons of Pier."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.page.boards import Icon

RESOURCES = {"points": Icon("points")}


def icon_of(move: Mapping[str, Any]) -> Icon | None:
    """A crate for a crate."""
    return Icon("crate") if move["kind"] == "Take" else None
