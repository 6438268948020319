"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.guatemala_cafe.components import COLOURS
from games.rules.guatemala_cafe.ending import outcome
from games.rules.guatemala_cafe.scoring import score
from games.rules.guatemala_cafe.state import State

MONEY_COUNTS = 0.3  # points that a coin may still bring


def prospects(state: State) -> list[float]:
    """Points, what each plantation would bring if it were scored once more, and some money."""
    scores = [float(player.points) for player in state.players]
    if outcome(state) is None:
        for colour in COLOURS:
            for result in score(state, colour):
                scores[result.seat] += result.points
        for seat, player in enumerate(state.players):
            scores[seat] += MONEY_COUNTS * player.money
    return scores
