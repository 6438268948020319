"""The only list of games."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from games.rules import pier
from games.rules.core.interface import Rules

GAMES: MappingProxyType[str, Rules[Any]] = MappingProxyType(
    {rules.slug: rules for rules in (pier.rules,)}
)
