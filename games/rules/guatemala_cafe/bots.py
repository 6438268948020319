"""Players of Guatemala Café that need nobody."""

from __future__ import annotations

import random

from games.rules.core.interface import Decision, Move
from games.rules.guatemala_cafe.view import View


def plan_ahead(view: View, decision: Decision, chance: random.Random) -> Move:
    """Any move."""
    return decision.moves[chance.randrange(len(decision.moves))]
