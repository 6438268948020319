"""Golden games: finished games as readable JSON, recorded once and replayed by every test run.

A golden file is one object: game, version, players, options, seed, bots, then `moves` with one
`[seat, move]` a line, then the outcome. Moves chosen by bots are recorded, so a golden game does
not change when a bot does.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

import msgspec

from games.rules.core.codec import convert, decode_move, decode_options, encode
from games.rules.core.interface import (
    AnyState,
    Bot,
    Document,
    Outcome,
    Rules,
)
from games.rules.core.play import Played, Step, advance, of_seat, start

LONGEST_GAME = 10_000  # moves; a longer game does not end


class GoldenMismatch(AssertionError):
    """A golden game no longer replays, or ends otherwise than recorded."""


def play_out(
    rules: Rules[AnyState], opening: Step[AnyState], bots: Sequence[Bot], seed: str
) -> list[Played]:
    """All moves of a game between bots, one for each seat, from its opening step."""
    chance, played, step = random.Random(seed), list[Played](), opening
    for _ in range(LONGEST_GAME):
        if not step.decisions:
            return played
        decision = chance.choice(step.decisions)
        view = rules.view(step.position.state, decision.seat)
        move = bots[decision.seat](view, decision, chance)
        played.append((decision.seat, move))
        step = advance(rules, step.position, decision.seat, move, step.decisions)
    raise RuntimeError(f"{rules.slug}: no end after {LONGEST_GAME} moves")


def record(
    rules: Rules[AnyState], players: int, options: msgspec.Struct, seed: str, bots: Sequence[str]
) -> Document:
    """A golden game played by the named bots, one for each seat."""
    chosen = [rules.bots[name] for name in bots]
    moves = play_out(rules, start(rules, players, options, seed), chosen, seed)
    return document_of(rules, players, options, seed, moves)


def document_of(
    rules: Rules[AnyState],
    players: int,
    options: msgspec.Struct,
    seed: str,
    moves: Sequence[Played],
) -> Document:
    """The golden document of a game with these moves, which must be over after the last."""
    step = start(rules, players, options, seed)
    for seat, move in moves:
        step = advance(rules, step.position, seat, move, step.decisions)
    outcome = rules.outcome(step.position.state)
    if outcome is None:
        raise GoldenMismatch(f"{rules.slug}: not over after {len(moves)} moves")
    return {
        "game": rules.slug,
        "version": rules.version,
        "players": players,
        "options": encode(options),
        "seed": seed,
        "moves": [[seat, encode(move)] for seat, move in moves],
        "outcome": encode(outcome),
    }


def moves_of(rules: Rules[AnyState], golden: Document) -> list[Played]:
    """The moves of a golden document as values."""
    return [(seat, decode_move(rules, move)) for seat, move in golden["moves"]]


def verify(rules: Rules[AnyState], golden: Document) -> None:
    """Replay a golden game. Raises GoldenMismatch with the first difference."""
    options = decode_options(rules, golden["options"])
    step = start(rules, golden["players"], options, golden["seed"])
    for count, (seat, move) in enumerate(moves_of(rules, golden), start=1):
        decision = of_seat(step.decisions, seat)
        if decision is None or move not in decision.moves:
            raise GoldenMismatch(f"move {count} by seat {seat}, {move}, is not legal any more")
        step = advance(rules, step.position, seat, move, step.decisions)
        rules.check(step.position.state)
    outcome, recorded = rules.outcome(step.position.state), golden["outcome"]
    if outcome != convert(recorded, Outcome):
        raise GoldenMismatch(f"ends with {outcome}, not with {recorded}")


def dump(golden: Document) -> str:
    """The readable file: one line for each field, one for each move."""
    lines = []
    for key, value in golden.items():
        if key == "moves":
            moves = ",\n".join(f"  {json.dumps(move, ensure_ascii=False)}" for move in value)
            lines.append(f'"moves": [\n{moves}\n]')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
