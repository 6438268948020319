"""What is secret in Guatemala Café, what can be chosen, and how many lines of play there are."""

from __future__ import annotations

import copy
import random

from games.rules.core.interface import Seat, Viewer
from games.rules.guatemala_cafe.announcing import announced_colour
from games.rules.guatemala_cafe.components import COLOURS
from games.rules.guatemala_cafe.state import Options, State

OPTIONS = (
    Options(),
    Options(setup="fixed"),
    Options(buyer_start=0, track_length=60),
    Options(blockade_mode="simultaneous"),
    Options(blockade_mode="simultaneous", track_sacks="hidden", setup="fixed"),
    Options(track_sacks="hidden", track_length=80, buyer_start=35),
)
PERFT = {2: [4, 36, 169, 3938], 3: [4, 36, 169, 3848], 4: [4, 36, 203, 4144]}


def scramble(state: State, viewer: Viewer, chooser: random.Random) -> State:
    """The table as `viewer` knows it: hands, bag and sealed answers of the others dealt afresh."""
    other = copy.deepcopy(state)
    if other.phase == "over":
        return other  # everything is open
    hidden = [player for seat, player in enumerate(other.players) if seat != viewer]
    sacks = [*other.bag]
    for player in hidden:
        sacks += [colour for colour, count in player.sacks.items() for _ in range(count)]
    chooser.shuffle(sacks)
    other.bag = [sacks.pop() for _ in other.bag]
    for player in hidden:
        share = [sacks.pop() for _ in range(player.sack_count)]
        player.sacks = {colour: share.count(colour) for colour in COLOURS}
        if player.blocks is not None:
            player.blocks = chooser.random() < 0.5 and player.sacks[announced_colour(other)] > 0
    return other


AFTERWARDS = ("game_ended",)
WITH_NEXT = ()


def wealth(state: State, seat: Seat) -> dict[str, int]:
    """What the gains of an answer are counted in."""
    player = state.players[seat]
    return {"centavos": player.money, "points": player.points}
