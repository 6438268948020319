"""What is secret in Port Royal, what can be chosen, and how many lines of play there are."""

from __future__ import annotations

import copy
import random

from games.rules.core.interface import Seat, Viewer
from games.rules.port_royal.moves import Fulfil
from games.rules.port_royal.state import Options, State

OPTIONS = (
    Options(),
    Options(expansion="cards"),
    Options(expansion="contracts"),
    Options(expansion="contracts", edition=1),
)
PERFT = {2: [1, 2, 3, 6, 11, 18, 28, 48, 84], 5: [1, 2, 3, 5, 9, 18, 38, 84, 187]}


def scramble(state: State, viewer: Viewer, chooser: random.Random) -> State:
    """The table as everybody knows it: the pile and all coins dealt afresh, also after the end.

    Nobody knows more than anybody else, so `viewer` makes no difference.
    """
    other = copy.deepcopy(state)
    hidden = [*other.draw, *(card for player in other.players for card in player.coins)]
    chooser.shuffle(hidden)
    for player in other.players:
        player.coins = [hidden.pop() for _ in player.coins]
    other.draw = hidden
    return other


AFTERWARDS = ("income", "turn")
WITH_NEXT = (Fulfil,)


def wealth(state: State, seat: Seat) -> dict[str, int]:
    """What the gains of an answer are counted in."""
    player = state.players[seat]
    influence = state.influence(seat)
    return {"coins": len(player.coins), "influence": influence, "swords": player.swords}
