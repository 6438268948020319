"""`Rules.determine` in every game: a full state that agrees with all that a seat knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import encode
from games.rules.core.effects import Rng
from games.rules.core.interface import Position, Rules, Viewer
from games.rules.core.play import advance, of_seat
from games.rules.registry import GAMES
from tests.examples import examples
from tests.rules.playing import LONGEST_GAME, as_stored, contract_of, opening, playout

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))
any_seed = given(seed=st.integers(0, 10**6))
quick = examples(8)


def positions(rules: Rules[Any], seed: int, every: int) -> Iterator[Any]:
    """States of a random game: the first one, some on the way, the last one."""
    first = opening(rules, seed).position.state
    yield first
    states = [turn.step.position.state for turn in playout(rules, seed)]
    yield from states[:-1][seed % every :: every]
    yield states[-1]


def viewers(state: Any) -> tuple[Viewer, ...]:
    """The spectator, then the seats."""
    return (None, *range(len(state.players)))


@every_game
@any_seed
@quick
def test_what_is_made_looks_the_same(rules: Rules[Any], seed: int) -> None:
    """Equal views, whole states, and to the seat the same question with the same answers."""
    for number, state in enumerate(positions(rules, seed, every=3)):
        asked = sorted(decision.seat for decision in rules.pending(state))
        for viewer in viewers(state):
            view = rules.view(state, viewer)
            made = rules.determine(view, Rng(f"{seed} {number} {viewer}"))
            assert rules.view(made, viewer) == view, viewer
            rules.check(made)
            decisions = rules.pending(made)
            assert sorted(decision.seat for decision in decisions) == asked
            for decision in decisions:
                assert decision.moves
                assert len(decision.moves) > 1 or not decision.auto, "it would have gone on"
            if viewer is not None:
                mine = of_seat(rules.pending(state), viewer)
                assert of_seat(decisions, viewer) == mine
                if mine is not None:
                    again = of_seat(decisions, viewer)
                    assert again is not None
                    assert rules.unavailable(made, again) == rules.unavailable(state, mine)
            assert rules.outcome(made) == rules.outcome(state)


@every_game
@any_seed
@quick
def test_secrets_have_no_part_in_it(rules: Rules[Any], seed: int) -> None:
    """Two worlds that look the same to a seat give the same state, whatever is hidden in them."""
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(seed)
    for state in positions(rules, seed, every=7):
        for viewer in viewers(state):
            other = scramble(state, viewer, chooser)
            made = rules.determine(rules.view(state, viewer), Rng("equal"))
            assert rules.determine(rules.view(other, viewer), Rng("equal")) == made
            stored = msgspec.convert(as_stored(encode(state)), rules.state_type)
            assert rules.determine(rules.view(stored, viewer), Rng("equal")) == made


@every_game
@any_seed
@quick
def test_what_is_made_shares_nothing_with_the_view(rules: Rules[Any], seed: int) -> None:
    """A search plays on in the state, many times from one view: the view stays as it is."""
    chooser = random.Random(seed)
    states = list(positions(rules, seed, every=5))
    for state in chooser.sample(states, min(3, len(states))):
        viewer = chooser.choice(viewers(state))
        view = rules.view(state, viewer)
        before = rules.view(state, viewer)
        play_to_the_end(rules, rules.determine(view, Rng(f"{seed}")), chooser)
        assert view == before, "playing on has changed the view"
        made = rules.determine(view, Rng(f"{seed} again"))
        assert rules.view(made, viewer) == before


def play_to_the_end(rules: Rules[Any], state: Any, chooser: random.Random) -> None:
    """Random moves from a determined state, with all invariants, until the game is over."""
    position, decisions = Position(Rng(f"{chooser.random()}"), state), rules.pending(state)
    for _ in range(LONGEST_GAME):
        if not decisions:
            break
        decision = chooser.choice(decisions)
        move = chooser.choice(decision.moves)
        step = advance(rules, position, decision.seat, move, decisions)
        position, decisions = step.position, step.decisions
        rules.check(position.state)
    assert rules.outcome(position.state) is not None
