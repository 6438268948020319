"""How a stored state of Guatemala Café moves up, one version at a time: there is only one yet."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.core.interface import Document

MIGRATIONS: dict[int, Callable[[Document], Document]] = {}
