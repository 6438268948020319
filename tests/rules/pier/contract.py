"""What is secret in Pier, what can be chosen, and how many lines of play there are."""

from __future__ import annotations

import copy
import random

from games.rules.core.interface import Seat, Viewer
from games.rules.pier.state import Options, State

OPTIONS = (Options(), Options(public_scores=True))
PERFT = {2: [12, 72, 216]}


def scramble(state: State, viewer: Viewer, chooser: random.Random) -> State:
    """The table as `viewer` knows it, with everything hidden dealt afresh."""
    other = copy.deepcopy(state)
    chooser.shuffle(other.deck)
    for seat, player in enumerate(other.players):
        if seat != viewer and player.bid is not None:
            player.bid = chooser.randrange(player.coins + 1)
    return other


AFTERWARDS = ()
WITH_NEXT = ()


def wealth(state: State, seat: Seat) -> dict[str, int]:
    """What the gains of an answer are counted in."""
    return {"points": state.players[seat].score}
