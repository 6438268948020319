"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.port_royal.bots import ABILITY, POINT
from games.rules.port_royal.components import CARDS, LAST_ROUND_AT
from games.rules.port_royal.state import Player, State


def prospects(state: State) -> list[float]:
    """Influence, and what coins and persons may still bring of it."""
    scores = [state.influence(seat) for seat in range(len(state.players))]
    rest = 0.0 if state.phase == "over" else max(0.0, 1 - max(scores) / LAST_ROUND_AT)
    return [
        score + rest_of(player, rest) for score, player in zip(scores, state.players, strict=True)
    ]


def rest_of(player: Player, rest: float) -> float:
    """What coins and persons are worth in influence, with this share of the game to come."""
    abilities = sum(ABILITY[CARDS[card].role] for card in player.persons)
    return (min(1.0, 4 * rest) * len(player.coins) + rest * abilities) / (POINT + 1)
