"""How well a computer player plays, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Level(msgspec.Struct, frozen=True):
    """How much a computer player thinks, and how often it slips."""

    work: int = 0
    """Moves that a search may play for one answer; without any, the quick policy answers."""
    horizon: int = 30
    """Moves that it looks ahead by the quick policy; then the game counts as it stands."""
    rank: float = 0.5
    """How much of what it thinks of a game that goes on is the rank; the rest is the lead."""
    widening: float = 0.0
    """Below its first question a search looks at so many answers times the square root of how often
    the question was asked, the quick policy's first; without it at each answer once, before
    any a second time (progressive widening: Coulom 2007, Chaslot et al. 2008)."""
    slips: float = 0.0
    """The share of its answers that are any legal move instead."""
    crowded: Level | None = None
    """How it searches with more than two players instead, if not alike; the work stays."""

    def at(self, players: int) -> Level:
        """How it searches at a table with so many players."""
        return self if self.crowded is None or players <= 2 else self.crowded


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        "novice": Level(slips=0.4),
        "regular": Level(),
        "expert": Level(work=100),
        "master": Level(work=1_600),
    }
)
"""The levels of a game that sets none of its own, the weakest first. Every game has these names."""

USUAL_LEVEL = "regular"
"""The one that is chosen where nobody chooses."""
