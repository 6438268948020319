"""What a position is worth to a search that stops before the end."""

from __future__ import annotations

from games.rules.port_royal.components import CARDS, LAST_ROUND_AT
from games.rules.port_royal.state import Player, State

# In influence, fitted by logistic regression to who won 2,765 games of two that the quick policy
# played. It shows what that policy does not know: persons who save coins or take more cards win.
COIN = 0.25
ABILITY = {  # of a person in the last rounds, and how much more at the start
    "mademoiselle": (1.5, 1.4),
    "governor": (1.6, 3.2),
    "admiral": (0.4, 0.6),
    "captain": (0.3, 0.0),
    "priest": (0.3, 0.0),
    "settler": (0.1, 0.0),
    "jack": (0.4, 0.0),
    "sailor": (0.2, 0.0),
    "pirate": (0.2, 0.0),
    "jester": (0.1, 0.4),
    # Of the expansion, not fitted: as the quick policy weighs them beside the others.
    "gunner": (0.4, 0.6),
    "vice": (0.2, 0.4),
    "clerk": (0.1, 0.2),
    "trader": (0.0, 0.1),
}


def prospects(state: State) -> list[float]:
    """Influence, and what coins and persons may still bring of it."""
    scores = [state.influence(seat) for seat in range(len(state.players))]
    rest = 0.0 if state.phase == "over" else max(0.0, 1 - max(scores) / LAST_ROUND_AT)
    return [
        score + rest_of(player, rest) for score, player in zip(scores, state.players, strict=True)
    ]


def rest_of(player: Player, rest: float) -> float:
    """What coins and persons are worth in influence, with this share of the game to come."""
    late = min(1.0, 8 * rest)
    worth = COIN * len(player.coins)
    for card in player.persons:
        least, more = ABILITY[CARDS[card].role]
        worth += least + more * rest
    return late * worth
