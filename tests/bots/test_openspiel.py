"""The bench beside OpenSpiel: what its search is given of our games, and what comes of a duel."""

from __future__ import annotations

import random
from importlib.util import find_spec
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.bots.playout import Playout
from games.rules.core.effects import Rng
from games.rules.core.interface import Position, Rules
from games.rules.core.play import start
from games.rules.registry import GAMES
from tools.bench import openspiel
from tools.bench.openspiel import OURS, THEIRS, Duel, State

PLAYED = [slug for slug in GAMES if slug != "pier"]


def state_of(rules: Rules[Any], seed: str, rng: str = "drawn") -> State:
    """The opening of a game of two as OpenSpiel sees it; it counts how far it was played."""
    opening = start(rules, 2, rules.options_type(), seed).position
    course = Playout(rules, Position(Rng(rng), opening.state))
    return State(course, kind=None, worth=lambda played: [float(played.moves)] * 2)


@pytest.mark.parametrize("slug", PLAYED)
def test_a_whole_game_is_played_as_one_seat_after_the_other(slug: str) -> None:
    state, chance, asked = state_of(GAMES[slug], "whole"), random.Random("whole"), set[int]()
    while not state.is_terminal():
        actions = state.legal_actions()
        assert len(actions) > 1, "a lone answer is no question"
        asked.add(state.current_player())
        before = state.course.moves
        state.apply_action(chance.choice(actions))
        assert state.course.moves > before and not state.is_chance_node()
    assert asked == {0, 1}
    assert state.returns() == [float(state.course.moves)] * 2


@pytest.mark.parametrize("slug", PLAYED)
def test_a_node_is_what_the_seat_that_decides_can_see(slug: str) -> None:
    """In each world that looks the same it has the same name and the same answers."""
    rules, state, chance = GAMES[slug], state_of(GAMES[slug], "seen"), random.Random("seen")
    names, worlds, asked = set[bytes](), 0, 0
    while asked < 30 and not state.is_terminal():
        asked += 1
        seat, name = state.current_player(), state.information_state_string()
        view = rules.view(state.course.position.state, seat)
        drawn = Playout(rules, Position(Rng("other"), rules.determine(view, Rng(str(asked)))))
        other = State(drawn, kind=None, worth=lambda _course: [])
        if other.current_player() == seat:  # of several who are asked any may be the first
            worlds += 1
            assert other.information_state_string() == name
            assert other.legal_actions() == state.legal_actions()
        names.add(name)
        state.apply_action(chance.choice(state.legal_actions()))
    assert min(worlds, len(names)) > 0.8 * asked > 10, "what has happened changes it"


@pytest.mark.parametrize("slug", PLAYED)
def test_ours_looks_at_as_many_courses_as_it_may(slug: str) -> None:
    rules = GAMES[slug]
    state = state_of(rules, "courses").course  # where there first is a choice
    decision = state.decisions[0]
    view = rules.view(state.position.state, decision.seat)
    few, many = (
        openspiel.ours(rules, view, decision, random.Random("courses"), courses)
        for courses in (2, 8)
    )
    assert few.move in decision.moves and many.move in decision.moves
    assert 0 < few.moves < many.moves


def test_what_duels_say() -> None:
    def one(share: float) -> Duel:
        return Duel(share, {OURS: 1, THEIRS: 2}, {OURS: 3000, THEIRS: 1500}, {OURS: 10, THEIRS: 10})

    share, cost, pace = openspiel.rows_of("pier", 40, [one(1.0), one(1.0), one(0.5), one(0.5)])
    assert (share.ours, share.reference) == (0.75, None) and "of 4 games" in share.measure
    assert (cost.ours, cost.reference, cost.ratio) == (100, 200, 0.5)
    assert (pace.ours, pace.reference, pace.ratio) == (3000, 750, 4)


@pytest.mark.skipif(find_spec("open_spiel") is not None, reason="OpenSpiel is installed")
def test_without_openspiel_it_says_how_to_get_it() -> None:
    with pytest.raises(CommandError, match="pip install open-spiel"):
        call_command("bench", "search", "--game", "pier", stdout=StringIO())


@pytest.mark.skipif(find_spec("open_spiel") is None, reason="OpenSpiel is not installed")
def test_both_play_a_game_to_its_end() -> None:
    out = StringIO()
    small = ("--game", "santiago_de_cuba", "--games", "2", "--courses", "3")
    call_command("bench", "search", *small, "--json", stdout=out, stderr=StringIO())
    assert "moves a second" in out.getvalue()
