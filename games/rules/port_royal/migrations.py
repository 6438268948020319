"""How a stored state of Port Royal moves up, one version at a time."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.core.interface import Document


def keep_first_edition(state: Document) -> Document:
    """Version 1 knew no editions: each contract was worth one point, and stays so to the end."""
    return {**state, "edition": 1}


MIGRATIONS: dict[int, Callable[[Document], Document]] = {1: keep_first_edition}
