"""The only door through which a state changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeAlias

import msgspec

from games.rules.core.codec import copy_position
from games.rules.core.effects import Effects, Event, Rng
from games.rules.core.interface import (
    Decision,
    IllegalMove,
    Move,
    NotAsked,
    NotOffered,
    Position,
    Rules,
    S,
    Seat,
)

MAX_FORCED = 500  # automatic moves in a row; more are a loop in the rules

Played: TypeAlias = tuple[Seat, Move]


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What one move led to."""

    position: Position[S]
    events: tuple[Event, ...]
    barrier: bool  # neither this step nor one before it can be undone
    decisions: Sequence[Decision]  # what is pending now


def start(rules: Rules[S], players: int, options: msgspec.Struct, seed: str) -> Step[S]:
    """The opening step of a game for this many players.

    Raises ValueError for a wrong number, or for an option that does not fit it.
    """
    if players not in rules.players:
        raise ValueError(f"{rules.slug} is for {rules.players[0]} to {rules.players[-1]} players")
    if option := rules.misfit(options, players):
        raise ValueError(f"{rules.slug}: {option} does not fit {players} players")
    rng = Rng(seed)
    fx = Effects(rng)
    state = rules.setup(players, options, fx)
    decisions = play_forced(rules, state, fx)
    return Step(Position(rng, state), tuple(fx.events), True, decisions)


def play(rules: Rules[S], position: Position[S], seat: Seat, move: Move) -> Step[S]:
    """The step after `seat` plays `move`. The position passed in is left as it was."""
    return advance(rules, copy_position(rules, position), seat, move)


def advance(
    rules: Rules[S],
    position: Position[S],
    seat: Seat,
    move: Move,
    decisions: Sequence[Decision] | None = None,
) -> Step[S]:
    """Like `play`, for a caller that owns the position and gives it up: it is changed in place.

    `decisions` are those pending in this position, for callers that have them already.
    Raises NotAsked or NotOffered, with the position still as it was.
    """
    if decisions is None:
        decisions = rules.pending(position.state)
    decision = of_seat(decisions, seat)
    if decision is None:
        raise NotAsked(f"seat {seat} has nothing to decide")
    if move not in decision.moves:
        raise NotOffered(move, decision.key)
    fx = Effects(position.rng)
    rules.apply(position.state, seat, move, fx)
    following = play_forced(rules, position.state, fx)
    barrier = fx.barrier or asks_somebody_new(decisions, following)
    return Step(position, tuple(fx.events), barrier, following)


def play_forced(rules: Rules[S], state: S, fx: Effects) -> Sequence[Decision]:
    """Answer every question that has a single answer, until a real choice comes up."""
    for _ in range(MAX_FORCED):
        decisions = rules.pending(state)
        for decision in decisions:
            if decision.auto and len(decision.moves) == 1:
                rules.apply(state, decision.seat, decision.moves[0], fx)
                break
        else:
            return decisions
    raise RuntimeError(f"{rules.slug}: {MAX_FORCED} forced moves in a row")


def asks_somebody_new(before: Sequence[Decision], after: Sequence[Decision]) -> bool:
    """Whether the turn has passed on: a seat decides now that was not deciding before."""
    asked = [decision.seat for decision in before]
    return any(decision.seat not in asked for decision in after)


def of_seat(decisions: Sequence[Decision], seat: Seat) -> Decision | None:
    """The question put to this seat, if there is one."""
    for decision in decisions:
        if decision.seat == seat:
            return decision
    return None


def replay(rules: Rules[S], position: Position[S], moves: Sequence[Played]) -> Position[S]:
    """The position after these moves. The position passed in is left as it was."""
    position = copy_position(rules, position)
    for seat, move in moves:
        position = advance(rules, position, seat, move).position
    return position


def undo(
    rules: Rules[S], checkpoint: Position[S], moves: Sequence[Played], seat: Seat
) -> Position[S]:
    """The position without the seat's latest move since the checkpoint; the others' moves stay.

    Raises IllegalMove if the seat has not moved since, or if the others' moves need its move.
    """
    mine = [index for index, (mover, _) in enumerate(moves) if mover == seat]
    if not mine:
        raise IllegalMove(f"seat {seat} has nothing to undo")
    return replay(rules, checkpoint, [*moves[: mine[-1]], *moves[mine[-1] + 1 :]])
