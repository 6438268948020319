"""How a stored state of Santiago de Cuba moves up, one version at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules.core.interface import Document

MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {}
