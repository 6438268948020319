"""Postgres keeps the keys of an object in an order of its own: to the rules that means nothing.

A table that is watched lies in memory as the rules have left it, and is read from the database
once nobody watches. It asks the same, and what is answered counts, either way.
"""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from games.rules.core.codec import decode_position, encode, encode_position
from games.rules.core.interface import Decision, Position, Rules, Viewer
from games.rules.core.play import play
from tests.rules.playing import as_stored, every_game, playout

GAMES_EACH = 6


def stored(rules: Rules[Any], position: Position[Any]) -> Position[Any]:
    """The position as it comes back from the database."""
    document = as_stored(json.loads(encode_position(rules, position, 1)))
    return decode_position(rules, json.dumps(document))[0]


def chosen(rules: Rules[Any], position: Position[Any], decision: Decision) -> list[Any]:
    """What each bot answers."""
    view = rules.view(position.state, decision.seat)
    return [bot(view, decision, random.Random(1)) for bot in rules.bots.values()]


def shown(rules: Rules[Any], position: Position[Any], viewer: Viewer) -> Any:
    """What a viewer is sent."""
    return encode(rules.view(position.state, viewer))


@pytest.mark.parametrize("seed", range(GAMES_EACH))
@pytest.mark.parametrize("rules", every_game, ids=lambda rules: rules.slug)
def test_the_order_of_keys_means_nothing(rules: Rules[Any], seed: int) -> None:
    for turn in playout(rules, seed):
        live, back = turn.before, stored(rules, turn.before)
        decisions = rules.pending(live.state)
        assert rules.pending(back.state) == decisions
        for viewer in (None, *(decision.seat for decision in decisions)):
            assert shown(rules, back, viewer) == shown(rules, live, viewer)
        for decision in decisions:
            reasons = rules.unavailable(live.state, decision)
            assert rules.unavailable(back.state, decision) == reasons
            assert chosen(rules, back, decision) == chosen(rules, live, decision)
        assert play(rules, back, turn.seat, turn.move) == turn.step
