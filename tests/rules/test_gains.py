"""What an offered answer is said to change is what it changes, and tells nothing that is secret."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import copy_position
from games.rules.core.effects import Effects, Rng
from games.rules.core.interface import Move, Position, Rules, Seat
from games.rules.core.texts import Wording
from games.rules.pier.rules import Pier
from games.rules.registry import GAMES
from tests.examples import examples
from tests.rules.playing import contract_of, opening, playout, slugs

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=slugs)
any_seed = given(seed=st.integers(0, 10**6))
quick = examples(6)

SEEDS = 20  # games in which a building is offered, and an expedition with a crew
Wealth = list[dict[str, int]]


def wealth_of(rules: Rules[Any], state: Any) -> Wealth:
    """What every seat owns."""
    count = contract_of(rules.slug).wealth
    return [dict(count(state, seat)) for seat in range(len(state.players))]


class Watched(Effects):
    """Remembers what everybody owned when the move itself was over, and what follows it began."""

    __slots__ = ("afterwards", "rules", "state", "then")

    def __init__(self, rng: Rng, rules: Rules[Any], state: Any) -> None:
        super().__init__(rng)
        self.rules, self.state = rules, state
        self.afterwards: Collection[str] = contract_of(rules.slug).AFTERWARDS
        self.then: Wealth | None = None

    def emit(self, name: str, **facts: Any) -> None:
        if name in self.afterwards and self.then is None:
            self.then = wealth_of(self.rules, self.state)
        super().emit(name, **facts)


def changes(rules: Rules[Any], before: Position[Any], seat: Seat, move: Move) -> dict[Seat, Any]:
    """What playing the move does to everybody's wealth."""
    position = copy_position(rules, before)
    had = wealth_of(rules, position.state)
    fx = Watched(position.rng, rules, position.state)
    rules.apply(position.state, seat, move, fx)
    has = fx.then or wealth_of(rules, position.state)
    found = {
        place: {name: n - old[name] for name, n in new.items() if n != old[name]}
        for place, (old, new) in enumerate(zip(had, has, strict=True))
    }
    return {place: change for place, change in found.items() if change}


def outcomes(rules: Rules[Any], before: Position[Any], seat: Seat, move: Move) -> Iterator[Any]:
    """What the move does; where that comes with the seat's next answer, with each of those."""
    if not isinstance(move, contract_of(rules.slug).WITH_NEXT):
        yield changes(rules, before, seat, move)
        return
    assert not changes(rules, before, seat, move), "it only leads to a question"
    after = copy_position(rules, before)
    rules.apply(after.state, seat, move, Effects(after.rng))
    (question,) = rules.pending(after.state)
    assert question.seat == seat
    for answer in question.moves:
        yield changes(rules, after, seat, answer)


def offers(rules: Rules[Any], seed: int) -> Iterator[tuple[Position[Any], Seat, Move]]:
    """Every answer that is offered in a random game."""
    for position in [
        opening(rules, seed).position,
        *(t.step.position for t in playout(rules, seed)),
    ]:
        for decision in rules.pending(position.state):
            for move in decision.moves:
                yield position, decision.seat, move


def tells_gains(rules: Rules[Any]) -> bool:
    """Whether a game says anything of what its answers cost and gain; it need not."""
    return getattr(type(rules), "gains", None) is not Rules.gains


class Silent(Pier):
    """A game that leaves gains to the default."""

    gains = Rules.gains


def test_a_game_may_tell_no_gains() -> None:
    rules = Silent()
    assert not tells_gains(rules) and tells_gains(Pier())
    assert not any(rules.gains(position.state, *offer) for position, *offer in offers(rules, 1))


@every_game
@any_seed
@quick
def test_gains_are_true(rules: Rules[Any], seed: int) -> None:
    """Playing the answer changes exactly what was told, for everybody; telling changes nothing.

    The few answers of `WITH_NEXT` tell what every answer to the question after them changes.
    """
    wording, seen = Wording(rules.texts, []), set[str]()
    for position, seat, move in offers(rules, seed):
        kept = copy_position(rules, position)
        told = rules.gains(position.state, seat, move)
        assert position == kept
        if told:
            for change in outcomes(rules, position, seat, move):
                assert told == change, move
            seen |= {name for change in told.values() for name in change}
    assert bool(seen) == tells_gains(rules), "a game that tells gains does so in a random game"
    for name in seen:
        assert wording.word("gain", name, 1)


@every_game
def test_what_comes_with_the_next_answer_is_told_before(rules: Rules[Any]) -> None:
    """Whoever decides for a building or an expedition sees at once what it costs and brings."""
    silent = set(contract_of(rules.slug).WITH_NEXT)
    for seed in range(SEEDS):
        for position, seat, move in offers(rules, seed):
            if type(move) in silent and rules.gains(position.state, seat, move):
                silent.remove(type(move))
        if not silent:
            return
    assert not silent


@every_game
@any_seed
@quick
def test_gains_and_notes_tell_no_secret(rules: Rules[Any], seed: int) -> None:
    """They are the same for every way the hidden things could lie."""
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(seed)
    for turn in playout(rules, seed):
        state = turn.step.position.state
        for decision in turn.step.decisions:
            other = scramble(state, decision.seat, chooser)
            for move in decision.moves:
                told = rules.gains(state, decision.seat, move)
                assert rules.gains(other, decision.seat, move) == told, move
                note = rules.note(state, decision.seat, move)
                assert rules.note(other, decision.seat, move) == note, move
                assert not note or f"note.{note}" in rules.texts
