"""What the levels promise in every game: no illegal answer, no look at secrets, always an end."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from games.bots.levels import bot_named, names_of, search_for, searches
from games.bots.search import BotSearch
from games.rules.core.codec import decode_position, encode, encode_position
from games.rules.core.interface import Decision, Rules, play_at_random
from games.rules.core.levels import LEVELS, Level
from games.rules.core.play import Step, advance, of_seat, start
from games.rules.registry import GAMES
from tests.rules.playing import LONGEST_GAME, as_stored, contract_of

every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=list(GAMES))

LITTLE, NEAR = 120, Level(horizon=25)
"""Moves that a search may play here, and how far it looks: a few courses of a game."""


class Asked(NamedTuple):
    """A question in the middle of a game, and the state that it is asked in."""

    state: Any
    decision: Decision


def beginnings(rules: Rules[Any]) -> list[Step[Any]]:
    """The opening of every number of players with every set of options that fits it."""
    every = itertools.product(rules.players, contract_of(rules.slug).OPTIONS)
    return [
        start(rules, players, options, f"levels {number}")
        for number, (players, options) in enumerate(every)
        if rules.misfit(options, players) is None
    ]


def questions(rules: Rules[Any], step: Step[Any], chance: random.Random) -> Iterator[Asked]:
    """The first question of a random game, the last but one, and any between."""
    mover, positions = random.Random(7), list[bytes]()
    while step.decisions:
        positions.append(encode_position(rules, step.position, len(positions)))
        assert len(positions) < LONGEST_GAME, "it ends"
        step = moved(rules, step, mover)
    last = len(positions) - 2
    for number in sorted({0, chance.randrange(last), last}):
        state = decode_position(rules, positions[number])[0].state
        yield from (Asked(state, decision) for decision in rules.pending(state))


def moved(rules: Rules[Any], step: Step[Any], chance: random.Random) -> Step[Any]:
    """A random move further."""
    decision = chance.choice(step.decisions)
    move = chance.choice(decision.moves)
    return advance(rules, step.position, decision.seat, move, step.decisions)


def search_of(rules: Rules[Any], view: Any, decision: Decision) -> BotSearch:
    """A small search with quick playouts."""
    search = BotSearch(rules, view, decision, play_at_random, "small", NEAR)
    search.run(LITTLE)
    return search


@every_game
def test_a_search_plays_legally_with_all_options_and_seats(rules: Rules[Any]) -> None:
    chance = random.Random(rules.slug)
    looked = 0
    for step in beginnings(rules):
        for state, decision in questions(rules, step, chance):
            search = search_of(rules, rules.view(state, decision.seat), decision)
            assert search.answer() in decision.moves
            assert search.iterations or len(decision.moves) == 1
            looked += search.iterations > 0
    assert looked > len(rules.players)


@every_game
def test_a_search_sees_only_what_its_seat_knows(rules: Rules[Any]) -> None:
    """In two worlds that look the same to a seat it thinks the same, move by move."""
    scramble, chance = contract_of(rules.slug).scramble, random.Random(rules.slug)
    compared = 0
    for step in beginnings(rules)[::4]:
        for state, decision in questions(rules, step, chance):
            seat = decision.seat
            other = scramble(state, seat, chance)
            same = of_seat(rules.pending(other), seat)
            assert same == decision, "the world looks the same"
            stored = msgspec.convert(as_stored(encode(state)), rules.state_type)
            found = [
                thoughts(search_of(rules, rules.view(world, seat), decision))
                for world in (state, other, stored)
            ]
            assert found[0] == found[1] == found[2]
            compared += len(decision.moves) > 1
    assert compared


def thoughts(search: BotSearch) -> Any:
    """What a search has found out about each answer."""
    known = search.root.arms.get(search.decision.seat, {})
    return search.answer(), {key: (arm.tried, arm.gained) for key, arm in known.items()}


@every_game
def test_a_search_can_be_stopped_and_go_on(rules: Rules[Any]) -> None:
    step = start(rules, rules.players[0], rules.options_type(), "stop")
    decision = step.decisions[0]
    view = rules.view(step.position.state, decision.seat)
    whole = search_of(rules, view, decision)
    parts = BotSearch(rules, view, decision, play_at_random, "small", NEAR)
    for until in (1, LITTLE // 3, LITTLE // 2, LITTLE):
        parts.run(until)
    assert thoughts(parts) == thoughts(whole)


@every_game
def test_every_level_plays_to_the_end(rules: Rules[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """One seat each, with as many seats as there are; searches with next to no work.

    Their playouts are random here, as the stand-ins of games are slower.
    """
    policies = {**rules.bots, "greedy": play_at_random}
    monkeypatch.setattr(type(rules), "bots", policies)
    small = {
        name: msgspec.structs.replace(level, work=min(level.work, 1))
        for name, level in rules.levels.items()
    }
    monkeypatch.setattr(type(rules), "levels", small)
    names = [*small, "regular"]
    for players in (rules.players[0], rules.players[-1]):
        bots = [bot_named(rules, names[seat - players]) for seat in range(players)]
        chance = random.Random(players)
        step = start(rules, players, rules.options_type(), "levels")
        for _ in range(LONGEST_GAME):
            if not step.decisions:
                break
            decision = chance.choice(step.decisions)
            view = rules.view(step.position.state, decision.seat)
            move = bots[decision.seat](view, decision, chance)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
        assert rules.outcome(step.position.state) is not None


@every_game
def test_every_game_has_the_same_levels(rules: Rules[Any]) -> None:
    assert list(rules.levels) == list(LEVELS) == ["novice", "regular", "expert", "master"]
    work = [level.work for level in rules.levels.values()]
    slips = [level.slips for level in rules.levels.values()]
    assert work == sorted(work) and slips == sorted(slips, reverse=True), "the weakest is first"
    assert len(set(rules.levels.values())) == len(rules.levels)
    assert not set(rules.levels) & set(rules.bots), "a name is one player"
    assert set(names_of(rules)) == {*rules.levels, *rules.bots}
    assert [name for name in names_of(rules) if searches(rules, name)] == ["expert", "master"]


@every_game
def test_what_a_game_counts_now_is_its_outcome_at_the_end(rules: Rules[Any]) -> None:
    chance = random.Random(1)
    for step in beginnings(rules)[::2]:
        assert len(rules.results(step.position.state)) == len(step.position.state.players)
        while step.decisions:
            step = moved(rules, step, chance)
        outcome = rules.outcome(step.position.state)
        assert outcome is not None
        found = [(one.score, *one.tiebreaks) for one in outcome.standings]
        assert [tuple(one) for one in rules.results(step.position.state)] == found


def test_a_slip_is_any_legal_move(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = GAMES["pier"]
    levels = {"never": Level(), "always": Level(slips=1.0), "half": Level(slips=0.5)}
    monkeypatch.setattr(type(rules), "levels", levels)
    step = start(rules, 2, rules.options_type(), "slips")
    decision = step.decisions[0]
    view = rules.view(step.position.state, decision.seat)
    usual = bot_named(rules, "greedy")(view, decision, random.Random(0))
    answers = {
        name: [bot_named(rules, name)(view, decision, random.Random(n)) for n in range(200)]
        for name in levels
    }
    assert set(answers["never"]) == {usual}
    assert set(answers["always"]) == set(decision.moves)
    assert answers["always"].count(usual) < answers["half"].count(usual) < 200


def test_a_name_that_is_gone_is_the_stand_in() -> None:
    rules = GAMES["pier"]
    assert bot_named(rules, "of an older version") == rules.bots[rules.stand_in]
    assert bot_named(rules, "random") == play_at_random


def test_one_seed_one_answer() -> None:
    rules = GAMES["pier"]
    step = start(rules, 3, rules.options_type(), "seed")
    decision = step.decisions[0]
    view = rules.view(step.position.state, decision.seat)

    def tried(seed: int) -> Any:
        search = search_for(rules, "expert", view, decision, random.Random(seed))
        search.run(300)
        return thoughts(search)

    assert tried(1) == tried(1) != tried(2)


@every_game
def test_prospects_become_the_score(rules: Rules[Any]) -> None:
    """For every seat there is a number, at every moment; in the end it is what is counted."""
    for step in beginnings(rules):
        players, chance = len(rules.results(step.position.state)), random.Random(3)
        while step.decisions:
            assert len(rules.prospects(step.position.state)) == players
            step = moved(rules, step, chance)
        outcome = rules.outcome(step.position.state)
        assert outcome is not None
        scores = {standing.seat: standing.score for standing in outcome.standings}
        prospects = rules.prospects(step.position.state)
        assert dict(enumerate(prospects)) == scores
