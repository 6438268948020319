"""What every game in the registry promises. A new game is tested by being registered."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.core.codec import (
    UnreadablePosition,
    decode_move,
    decode_position,
    encode,
    encode_position,
)
from games.rules.core.editions import editions_of
from games.rules.core.golden import play_out, verify
from games.rules.core.interface import (
    Decision,
    MalformedMove,
    Move,
    NotAsked,
    NotOffered,
    Origin,
    Position,
    Rules,
    UnknownKind,
)
from games.rules.core.play import of_seat, play, replay, start, undo
from games.rules.core.texts import Wording
from games.rules.registry import GAMES
from tests.examples import examples
from tests.rules.playing import contract_of, opening, playout, slugs

GOLDEN = Path(__file__).parent / "golden"
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=slugs)
any_seed = given(seed=st.integers(0, 10**6))
quick = examples(8)


@pytest.mark.costly
@pytest.mark.sample
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
            with pytest.raises(NotAsked):
                play(rules, before, idle, turn.move)
        for decision in rules.pending(before.state):
            if turn.move not in decision.moves:
                with pytest.raises(NotOffered) as refused:
                    play(rules, before, decision.seat, turn.move)
                assert refused.value.move == turn.move


@every_game
def test_a_document_that_is_no_move_is_refused_with_its_reason(rules: Rules[Any]) -> None:
    for document in ({}, {"kind": "Castle"}, {"kind": None}, {"kind": ["Bid"]}):
        with pytest.raises(UnknownKind, match=rules.move_types[0].__name__):
            decode_move(rules, document)
    for kind in rules.move_types:
        with pytest.raises(MalformedMove) as unknown:
            decode_move(rules, {"kind": kind.__name__, "sea": 1})
        assert unknown.value.field == "sea"
        needed = [field.name for field in msgspec.structs.fields(kind) if field.required]
        if needed:
            with pytest.raises(MalformedMove) as missing:
                decode_move(rules, {"kind": kind.__name__})
            assert missing.value.field == needed[0]
            with pytest.raises(MalformedMove) as mistyped:
                decode_move(rules, {"kind": kind.__name__, needed[0]: {"a": "b"}})
            assert mistyped.value.field == needed[0]


@every_game
def test_a_move_points_at_a_spot_by_its_own_fields(rules: Rules[Any]) -> None:
    for kind in rules.move_types:
        filled_in = {name for _, name, *_ in Formatter().parse(kind.points_at or "") if name}
        assert filled_in <= {f"move.{name}" for name in kind.__struct_fields__}, kind


DOZEN = 12


@every_game
@any_seed
@quick
def test_a_number_is_typed_where_more_than_a_dozen_answers_differ_in_it(
    rules: Rules[Any], seed: int
) -> None:
    """Else a page would be a wall of buttons. A question stays below a hundred answers besides."""
    for turn in playout(rules, seed):
        for decision in turn.step.decisions:
            alike = Counter(but_for_amount(move) for move in decision.moves)
            assert len(alike) < 100, f"{decision.key} has {len(alike)} answers"
            for move in decision.moves:
                if alike[but_for_amount(move)] > 1:
                    assert f"amount.{type(move).__name__}" in rules.texts
                if type(move).number_field is None and move.spot is None:
                    names = [name for name in move.__struct_fields__ if is_number(move, name)]
                    assert all(
                        len(differing(decision.moves, move, name)) <= DOZEN for name in names
                    ), f"{type(move).__name__}: name its number_field"


def but_for_amount(move: Move) -> tuple[Any, ...]:
    """Kind, spot and fields of a move without its amount."""
    fields = msgspec.structs.asdict(move)
    fields.pop(type(move).number_field or "", None)
    return (type(move), move.spot, *fields.items())


def is_number(move: Move, name: str) -> bool:
    return type(getattr(move, name)) is int


def differing(moves: Sequence[Move], move: Move, name: str) -> list[Move]:
    """Those that differ from a move in one field at most."""
    value = getattr(move, name)
    return [
        other
        for other in moves
        if type(other) is type(move)
        and other.spot is None
        and is_number(other, name)
        and msgspec.structs.replace(other, **{name: value}) == move
    ]


@every_game
@any_seed
@quick
def test_what_is_not_offered_has_a_reason(rules: Rules[Any], seed: int) -> None:
    """It is a move of the game, can be said, and tells a seat nothing that it does not know."""
    first = opening(rules, seed)
    seats = [f"player {n}" for n in range(len(first.position.state.players))]
    wording = Wording(rules.texts, seats)
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(seed)
    for turn in playout(rules, seed):
        state = turn.step.position.state
        for decision in turn.step.decisions:
            lacking = rules.unavailable(state, decision)
            other = scramble(state, decision.seat, chooser)
            again = of_seat(rules.pending(other), decision.seat)
            assert again is not None
            assert rules.unavailable(other, again) == lacking, "a reason tells nothing"
            assert len({reason.move for reason in lacking}) == len(lacking)
            for reason in lacking:
                assert reason.move not in decision.moves
                assert decode_move(rules, encode(reason.move)) == reason.move
                assert wording.say(f"why.{reason.why}", reason.args)
                assert wording.say(reason.move.phrase, said_of(reason.move, decision))


@every_game
@any_seed
@quick
def test_the_end_explains_itself(rules: Rules[Any], seed: int) -> None:
    """Points by source add up to the score; each tie-break has a name."""
    for name in rules.sources:
        assert f"source.{name}" in rules.texts
    for name in rules.tiebreaks:
        assert f"tiebreak.{name}" in rules.texts
    assert rules.sources, "a game says where points come from"
    *_, last = playout(rules, seed)
    outcome = rules.outcome(last.step.position.state)
    assert outcome is not None
    for standing in outcome.standings:
        assert len(standing.tiebreaks) == len(rules.tiebreaks)
        assert set(standing.sources) <= set(rules.sources)
        assert sum(standing.sources.values()) == standing.score


@every_game
def test_options_that_do_not_fit_are_named(rules: Rules[Any]) -> None:
    """With every number of players a game starts, or an option is named that is in the way."""
    names = [field.name for field in msgspec.structs.fields(rules.options_type)]
    for options, players in itertools.product(contract_of(rules.slug).OPTIONS, rules.players):
        option = rules.misfit(options, players)
        if option is None:
            assert start(rules, players, options, seed="fits").position
            continue
        assert option in names
        with pytest.raises(ValueError, match=option):
            start(rules, players, options, seed="does not fit")
    assert all(rules.misfit(rules.options_type(), players) is None for players in rules.players)


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


@pytest.mark.costly
@pytest.mark.sample
@every_game
@any_seed
@quick
def test_hidden_things_stay_hidden(rules: Rules[Any], seed: int) -> None:
    """The view is the same for every way the hidden things could lie; trying shows nothing."""
    scramble, chooser = contract_of(rules.slug).scramble, random.Random(seed)
    for before, seat, move, step in playout(rules, seed):
        state = step.position.state
        if rules.shows_moves:
            decisions = rules.pending(state)
            assert len(decisions) <= 1, "two at once would see what the other answers"
            assert rules.pending(scramble(state, None, chooser)) == decisions
            assert not any(event.private for event in step.events)
        for viewer in (None, *range(len(state.players))):
            other = scramble(state, viewer, chooser)
            assert rules.view(other, viewer) == rules.view(state, viewer), viewer
            shown = encode(rules.view(state, viewer))
            assert "secret" not in json.dumps(shown)
            assert len(shown["players"]) == len(state.players), "one for each seat"
            if viewer is not None:
                mine = of_seat(rules.pending(state), viewer)
                assert of_seat(rules.pending(other), viewer) == mine, "a question tells nothing"
        if not step.barrier:
            twin = Position(before.rng, scramble(before.state, seat, chooser))
            shown = play(rules, twin, seat, move).position.state
            assert rules.view(shown, seat) == rules.view(state, seat), "shows more, so bar undo"


PILES = {"cuba": ["ship_deck"], "pier": ["deck"], "port_royal": ["draw"]}  # never shown


@every_game
@any_seed
@quick
def test_looking_back_after_the_end_shows_what_seats_held(rules: Rules[Any], seed: int) -> None:
    """Every seat's secrets are open to all then, and the order of what was never drawn to none."""
    *turns, last = playout(rules, seed)
    over = last.step.position.state
    chooser = random.Random(seed)
    for turn in turns[::5]:
        state = turn.step.position.state
        seats = range(len(state.players))
        back = encode(rules.open_view(state, None))
        assert all(encode(rules.open_view(state, seat)) == back for seat in seats)
        for seat in seats:
            own = encode(rules.view(state, seat))
            assert back["players"][seat] == own["players"][seat]
        for pile in PILES.get(rules.slug, ()):
            mixed = copy.deepcopy(state)
            chooser.shuffle(getattr(mixed, pile))
            assert encode(rules.open_view(mixed, None)) == back, f"the order of {pile}"
    for viewer in (None, *range(len(over.players))):
        assert rules.open_view(over, viewer) == rules.view(over, viewer), "now all is open anyhow"


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
                assert wording.say(move.phrase, said_of(move, decision))


def said_of(move: Move, decision: Decision) -> dict[str, Any]:
    """What a move's text can name: its fields, and the facts of the question."""
    return {**decision.args, **msgspec.structs.asdict(move)}


@every_game
def test_a_newcomer_learns_how_long_it_takes(rules: Rules[Any]) -> None:
    shortest, longest = rules.minutes
    assert 0 < shortest <= longest


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
def test_every_option_says_where_it_comes_from(rules: Rules[Any]) -> None:
    assert set(rules.option_origins) == set(rules.options_type.__struct_fields__)
    assert set(rules.option_origins.values()) <= set(get_args(Origin))


@every_game
def test_new_tables_get_the_newest_edition(rules: Rules[Any]) -> None:
    editions = editions_of(rules)
    assert len(editions) != 1, "an edition is an option only where there are several"
    if editions:
        assert rules.options_type().edition == editions[-1]  # type: ignore[attr-defined]
        assert {options.edition for options in contract_of(rules.slug).OPTIONS} == set(editions)


@every_game
def test_bots_choose_legal_moves(rules: Rules[Any]) -> None:
    """Every bot plays every number of players to the end."""
    assert rules.stand_in in rules.bots
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
