"""What every game in the registry promises. A new game is tested by being registered."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.core.codec import (
    UnreadablePosition,
    decode_move,
    decode_position,
    encode,
    encode_position,
)
from games.rules.core.golden import play_out, verify
from games.rules.core.interface import IllegalMove, Position, Rules
from games.rules.core.play import of_seat, play, replay, start, undo
from games.rules.core.texts import Wording
from games.rules.registry import GAMES
from tests.rules.playing import contract_of, opening, playout, slugs

GOLDEN = Path(__file__).parent / "golden"
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=slugs)
any_seed = given(seed=st.integers(0, 10**6))
quick = settings(max_examples=8, deadline=None)


@every_game
@any_seed
@quick
def test_play(rules: Rules[Any], seed: int) -> None:
    """Determinism, purity, round trips, undo and replay along a whole random game."""
    first = opening(rules, seed)
    turns = list(playout(rules, seed))
    assert turns == list(playout(rules, seed)), "one seed, one game"
    checkpoint, since = first.position, []
    for before, seat, move, step in turns:
        position, state = step.position, step.position.state
        rules.check(state)
        assert state != before.state, f"{move} changes nothing"
        assert play(rules, before, seat, move) == step, "the same call gives the same step"
        assert step.decisions == rules.pending(state)
        assert bool(step.decisions) == (rules.outcome(state) is None)
        document = encode_position(rules, position, 7)
        assert decode_position(rules, document)[0] == position
        assert decode_position(rules, json.dumps(json.loads(document)))[0] == position
        for decision in step.decisions:
            assert len(set(decision.moves)) == len(decision.moves) > 0
        checkpoint, since = (position, []) if step.barrier else (checkpoint, [*since, (seat, move)])
        if since:
            assert replay(rules, checkpoint, since) == position
            undo(rules, checkpoint, since, seat)
    played = [(turn.seat, turn.move) for turn in turns]
    assert replay(rules, first.position, played) == turns[-1].step.position


@every_game
@any_seed
@quick
def test_moves_round_trip(rules: Rules[Any], seed: int) -> None:
    """Every offered move survives JSON; a foreign seat's or an unoffered move is refused."""
    for turn in itertools.islice(playout(rules, seed), 60):
        before, step = turn.before, turn.step
        for decision in step.decisions:
            for offer in decision.moves:
                assert decode_move(rules, json.loads(json.dumps(encode(offer)))) == offer
        asked = [decision.seat for decision in rules.pending(before.state)]
        idle = next((s for s in range(len(rules_players(before))) if s not in asked), None)
        if idle is not None:
            with pytest.raises(IllegalMove):
                play(rules, before, idle, turn.move)
        for decision in rules.pending(before.state):
            if turn.move not in decision.moves:
                with pytest.raises(IllegalMove):
                    play(rules, before, decision.seat, turn.move)


def rules_players(position: Position[Any]) -> Any:
    return position.state.players


@every_game
@any_seed
@quick
def test_simultaneous_answers_commute(rules: Rules[Any], seed: int) -> None:
    """Where several seats are asked at once, the order of their answers makes no difference."""
    chooser = random.Random(seed)
    for turn in playout(rules, seed):
        decisions = rules.pending(turn.before.state)
        if len(decisions) < 2:
            continue
        answers = [(d.seat, chooser.choice(d.moves)) for d in decisions]
        ends = [replay(rules, turn.before, order) for order in itertools.permutations(answers)]
        assert all(end == ends[0] for end in ends)


@every_game
@any_seed
@quick
def test_hidden_things_stay_hidden(rules: Rules[Any], seed: int) -> None:
    """The view is the same for every way the hidden things could lie; trying shows nothing."""
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(seed)
    for before, seat, move, step in playout(rules, seed):
        state = step.position.state
        for viewer in (None, *range(len(state.players))):
            other = scramble(state, viewer, chooser)
            assert rules.view(other, viewer) == rules.view(state, viewer), viewer
            assert "secret" not in json.dumps(encode(rules.view(state, viewer)))
            if viewer is not None:
                mine = of_seat(rules.pending(state), viewer)
                assert of_seat(rules.pending(other), viewer) == mine, "a question tells nothing"
        if not step.barrier:
            twin = Position(before.rng, scramble(before.state, seat, chooser))
            shown = play(rules, twin, seat, move).position.state
            assert rules.view(shown, seat) == rules.view(state, seat), "shows more, so bar undo"


@every_game
@any_seed
@quick
def test_everything_can_be_said(rules: Rules[Any], seed: int) -> None:
    """Every prompt, move and event has a text whose placeholders are filled, for every reader."""
    first = opening(rules, seed)
    seats = [f"player {n}" for n in range(len(first.position.state.players))]
    wording = Wording(rules.texts, seats)
    for turn in playout(rules, seed):
        log_open = rules.opens_log(turn.step.position.state)
        for event in turn.step.events:
            for viewer in (None, *range(len(seats))):
                assert wording.event(event.seen_by(viewer, log_open=log_open))
        for decision in turn.step.decisions:
            assert wording.say(f"prompt.{decision.key}", decision.args)
            for move in decision.moves:
                assert wording.say(move.phrase, msgspec.structs.asdict(move))


@every_game
def test_options_have_texts(rules: Rules[Any]) -> None:
    """Every option has a label, and every choice of an option too."""
    assert {"game.title", "game.blurb"} <= set(rules.texts)
    assert all(f"ending.{reason}" in rules.texts for reason in rules.endings)
    schema = msgspec.json.schema_components([rules.options_type])[1]
    for name, field in schema[rules.options_type.__name__].get("properties", {}).items():
        assert f"option.{name}" in rules.texts
        if "$ref" in field:
            field = schema[field["$ref"].rsplit("/", 1)[1]]
        for choice in field.get("enum", []):
            assert f"option.{name}.{choice}" in rules.texts


@every_game
def test_bots_choose_legal_moves(rules: Rules[Any]) -> None:
    """Every bot plays every number of players to the end."""
    options = contract_of(rules.slug).OPTIONS
    for bot, players in itertools.product(rules.bots.values(), rules.players):
        chosen = options[players % len(options)]
        before = start(rules, players, chosen, "bots").position
        moves = play_out(rules, start(rules, players, chosen, "bots"), [bot] * players, "bots")
        assert rules.outcome(replay(rules, before, moves).state) is not None


@every_game
def test_wrong_number_of_players(rules: Rules[Any]) -> None:
    for players in (0, rules.players[0] - 1, rules.players[-1] + 1, 99):
        with pytest.raises(ValueError, match="players"):
            start(rules, players, rules.options_type(), seed="x")


@every_game
def test_positions_are_refused_rather_than_guessed(rules: Rules[Any]) -> None:
    """Another game's, a newer version's or a damaged document raises, whatever it holds."""
    position = start(rules, rules.players[0], rules.options_type(), seed="x").position
    document = json.loads(encode_position(rules, position, 1))
    for change in (
        {"rules": "chess"},
        {"version": rules.version + 1},
        {"version": 0},
        {"version": "1"},
        {"state": {}},
        {"rng": None},
    ):
        with pytest.raises(UnreadablePosition):
            decode_position(rules, json.dumps({**document, **change}))
    with pytest.raises(UnreadablePosition):
        decode_position(rules, b'{"rules": ')


def perft(rules: Rules[Any], position: Position[Any], depth: int) -> int:
    """The number of ways to play `depth` moves: it moves whenever move generation does."""
    if depth == 0:
        return 1
    return sum(
        perft(rules, play(rules, position, decision.seat, move).position, depth - 1)
        for decision in rules.pending(position.state)
        for move in decision.moves
    )


@every_game
def test_perft(rules: Rules[Any]) -> None:
    for players, counts in contract_of(rules.slug).PERFT.items():
        position = start(rules, players, rules.options_type(), seed="perft").position
        assert [perft(rules, position, depth + 1) for depth in range(len(counts))] == counts


def golden_files() -> list[Path]:
    return sorted(GOLDEN.glob("*/*.json"))


@pytest.mark.parametrize("path", golden_files(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_golden_game(path: Path) -> None:
    golden = json.loads(path.read_text())
    verify(GAMES[golden["game"]], golden)


@every_game
def test_golden_games_cover_endings_and_options(rules: Rules[Any]) -> None:
    """One golden game at least for each way of ending and each value of an option."""
    games = [json.loads(path.read_text()) for path in (GOLDEN / rules.slug).glob("*.json")]
    assert {game["outcome"]["reason"] for game in games} == set(rules.endings)
    played = {(name, json.dumps(v)) for game in games for name, v in game["options"].items()}
    for options in contract_of(rules.slug).OPTIONS:
        for name, value in encode(options).items():
            assert (name, json.dumps(value)) in played, f"no golden game with {name}={value}"
