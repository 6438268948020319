"""How a stored state of Port Royal moves up, one version at a time."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.core.interface import Document

MIGRATIONS: dict[int, Callable[[Document], Document]] = {}  # version 1 is the first
