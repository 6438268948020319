"""Positions for examples and lessons: told in a file, played by the rules, held to what is said.

`guide/positions.toml` beside the rules of a game has a table for each position. What a position
tells of itself (`becomes`, `refuses`) has to be so, otherwise `NotAsTold` is raised: a text that no
longer agrees with the rules is not shown, and turns a test red.
"""

from __future__ import annotations

import functools
import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from games.rules.core.codec import convert, copy_position, decode_move, decode_options, encode
from games.rules.core.effects import Effects, Event
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    IllegalMove,
    Move,
    Position,
    Rules,
    Seat,
    Viewer,
)
from games.rules.core.play import advance, of_seat, play_forced, start
from games.rules.registry import GAMES

FOLDER = "guide"  # beside the rules of a game
FILE = "positions.toml"
MOST_FOLLOWED = 20  # positions that build on one another

Answer = tuple[Seat, Document]
"""Who answers, and the move as in JSON: `[0, {kind = "Drive", steps = 2}]`."""


class NotAsTold(ValueError):
    """A position cannot be reached, or is not as its source says."""


class PositionSource(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position as its source tells it. All but `play` comes before what is shown as "before"."""

    after: str = ""
    """The position it goes on from, as that one ends; otherwise a new game is set up."""
    players: int = 3
    options: dict[str, Any] = {}
    seed: str = "guide"
    lead: list[Answer] = []
    """Answers that lead to it."""
    bots: int = 0
    """How many answers bots give then."""
    set: dict[str, Any] = {}
    """What is changed then in the state, by path: `"players.0.pesos" = 4`."""
    play: list[Answer] = []
    """The answers that it shows."""
    becomes: dict[str, Any] = {}
    """What is so afterwards, by path in the state."""
    asks: dict[str, str] = {}
    """Which questions are open afterwards, by seat: `{0 = "buy"}`."""
    refuses: list[Answer] = []
    """Answers that are not possible afterwards."""
    seat: Viewer = 0
    """Who looks at it."""
    shows: Literal["before", "after", "both"] = "after"
    crop: str | list[float] = ""
    """The part of the drawing that is shown: x, y, width and height, or the name of one."""
    marks: list[str] = []
    """Spots that are marked in the drawing."""
    holdings: list[Seat] = []
    """Seats whose belongings are drawn below the board."""
    board: bool = True
    """Whether the board is drawn."""


class PositionsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `positions.toml` holds: `[crop]` names parts of drawings, `[position.NAME]` is one."""

    crop: dict[str, list[float]] = {}
    position: dict[str, PositionSource] = {}


class Reached(msgspec.Struct, frozen=True):
    """A position before and after the answers that it shows, and what these led to."""

    told: PositionSource
    before: Position[AnyState]
    after: Position[AnyState]
    events: tuple[Event, ...]


def folder_of(game: str) -> Path:
    """Where the guide of a game is."""
    return Path(__file__).parents[1] / "rules" / game / FOLDER


@functools.cache
def source_of(game: str) -> PositionsFile:
    """The positions of a game, as told. Raises NotAsTold if the file cannot be read."""
    path = folder_of(game) / FILE
    if not path.is_file():
        return PositionsFile()
    try:
        return convert(tomllib.loads(path.read_text()), PositionsFile, str_keys=True)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise NotAsTold(f"{path.name} of {game}: {error}") from error


@functools.cache
def reached(game: str, name: str) -> Reached:
    """A position of a game, played by its rules. Positions in it must not be changed.

    Raises NotAsTold if it cannot be reached, or is not as told.
    """
    told = source_of(game).position.get(name)
    if told is None:
        raise NotAsTold(f"{game} has no position {name!r}")
    try:
        return _reach(game, told)
    except (ValueError, KeyError, IndexError, AssertionError, TypeError) as error:
        raise NotAsTold(f"{game}, {name}: {error or type(error).__name__}") from error


def _reach(game: str, told: PositionSource) -> Reached:
    rules = GAMES[game]
    position = _begun(game, rules, told)
    for seat, move in told.lead:
        position, _ = answered(rules, position, seat, move)
    position = led_by_bots(rules, position, told.bots)
    if told.set:
        position = arranged(rules, position, told.set)
    before = position
    events: list[Event] = []
    for seat, move in told.play:
        position, more = answered(rules, position, seat, move)
        events += more
    check(rules, position, told)
    return Reached(told, before, position, tuple(events))


def _begun(game: str, rules: Rules[AnyState], told: PositionSource) -> Position[AnyState]:
    if not told.after:
        return start(rules, told.players, decode_options(rules, told.options), told.seed).position
    seen, name = [], told.after
    while name:
        seen.append(name)
        if len(seen) > MOST_FOLLOWED:
            raise NotAsTold("goes on from itself")
        name = source_of(game).position[name].after
    return copy_position(rules, reached(game, told.after).after)


def answered(
    rules: Rules[AnyState], position: Position[AnyState], seat: Seat, document: Mapping[str, object]
) -> tuple[Position[AnyState], tuple[Event, ...]]:
    """The position after an answer, and what came of it. The one passed in stays as it was."""
    move = decode_move(rules, dict(document))
    try:
        step = advance(rules, copy_position(rules, position), seat, move)
    except IllegalMove as error:
        raise NotAsTold(why_not(rules, position, seat, move)) from error
    rules.check(step.position.state)
    return step.position, step.events


def why_not(rules: Rules[AnyState], position: Position[AnyState], seat: Seat, move: Move) -> str:
    """Why a move is not possible, with those that are."""
    decision = of_seat(rules.pending(position.state), seat)
    if decision is None:
        asked = [f"{one.seat} is asked {one.key!r}" for one in rules.pending(position.state)]
        return f"seat {seat} is not asked when it is to play {move}; {', '.join(asked)}"
    offered = ", ".join(str(encode(one)) for one in decision.moves[:30])
    return f"seat {seat} cannot play {move} when asked {decision.key!r}; possible: {offered}"


def led_by_bots(
    rules: Rules[AnyState], position: Position[AnyState], answers: int
) -> Position[AnyState]:
    """The position after so many answers of bots, which are the same every time."""
    position, chance = copy_position(rules, position), random.Random("guide")
    for _ in range(answers):
        decision: Decision = rules.pending(position.state)[0]
        view = rules.view(position.state, decision.seat)
        move = rules.bots[rules.stand_in](view, decision, chance)
        position = advance(rules, position, decision.seat, move).position
    return position


def arranged(
    rules: Rules[AnyState], position: Position[AnyState], changes: Mapping[str, object]
) -> Position[AnyState]:
    """The position with these values in its state. It has to be one that can come up."""
    document = encode(position.state)
    for path, value in changes.items():
        *way, last = path.split(".")
        put(along(document, way), last, value)
    state = msgspec.json.decode(msgspec.json.encode(document), type=rules.state_type)
    rules.check(state)
    rng = copy_position(rules, position).rng
    play_forced(rules, state, Effects(rng))
    rules.check(state)
    return Position(rng, state)


def along(document: object, way: Sequence[str]) -> object:
    """What stands at the end of a path. Raises NotAsTold."""
    found = document
    for index, step in enumerate(way):
        try:
            found = inside(found, step)
        except (KeyError, IndexError, ValueError, TypeError) as error:
            there = ".".join(way[: index + 1])
            raise NotAsTold(f"there is no {there}: {_names(found)}") from error
    return found


def inside(place: object, name: str) -> object:
    """Return one value of a list or a mapping. Raises TypeError for anything else."""
    if isinstance(place, list):
        return place[int(name)]
    if isinstance(place, dict):
        return place[name]
    raise TypeError(f"nothing is inside of {place!r}")


def put(place: object, name: str, value: object) -> None:
    """Change one value of a document; its name must be there already, or the place a mapping."""
    if isinstance(place, list):
        place[int(name)] = value
    elif isinstance(place, dict):
        place[name] = value
    else:
        raise NotAsTold(f"nothing is inside of {place!r}")


def _names(found: object) -> str:
    return ", ".join(map(str, found)) if isinstance(found, dict) else repr(found)[:200]


def check(rules: Rules[AnyState], position: Position[AnyState], told: PositionSource) -> None:
    """Hold a position to what its source says of it. Raises NotAsTold."""
    document = encode(position.state)
    for path, value in told.becomes.items():
        found = along(document, path.split("."))
        if found != value:
            raise NotAsTold(f"{path} is {found!r}, not {value!r}")
    asked = {str(one.seat): one.key for one in rules.pending(position.state)}
    if told.asks and asked != told.asks:
        raise NotAsTold(f"asked are {asked}, not {told.asks}")
    for seat, move in told.refuses:
        decision = of_seat(rules.pending(position.state), seat)
        if decision is not None and decode_move(rules, move) in decision.moves:
            raise NotAsTold(f"seat {seat} may well play {move}")


def players_in(state: AnyState) -> int:
    """Return how many players a state has."""
    return len(encode(state)["players"])


def names(game: str) -> Iterator[str]:
    """The names of all positions of a game."""
    yield from source_of(game).position
