"""The only list of games."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from games.rules import cuba, guatemala_cafe, pier, port_royal, santiago_de_cuba
from games.rules.core.codec import make_ready
from games.rules.core.interface import Rules

GAMES: MappingProxyType[str, Rules[Any]] = MappingProxyType(
    {
        rules.slug: rules
        for rules in (
            santiago_de_cuba.rules,
            port_royal.rules,
            guatemala_cafe.rules,
            cuba.rules,
            pier.rules,
        )
    }
)

for listed in GAMES.values():
    make_ready(listed)
