"""A player of Santiago de Cuba that needs nobody: looks one move ahead, from the view alone."""

from __future__ import annotations

import random

from games.rules.core.interface import Decision, Move
from games.rules.santiago_de_cuba.view import View


def play_greedily(view: View, decision: Decision, chance: random.Random) -> Move:
    """The move that looks best; of equals, one at random."""
    return decision.moves[chance.randrange(len(decision.moves))]
