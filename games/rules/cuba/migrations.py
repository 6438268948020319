"""How a stored state of Cuba moves up, one version at a time: this is version 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.rules.core.interface import Document

MIGRATIONS: Mapping[int, Callable[[Document], Document]] = {}
