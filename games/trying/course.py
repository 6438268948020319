"""A course of moves tried from a position, as far as one seat knows it.

Everything comes from the rules' own view of that seat, so nothing hidden can get in: what the view
does not say is drawn by `Rules.determine` from a number that has nothing to do with the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.errors import NotPossible, RulesFailed, refused_by_rules
from games.judging.limits import judged
from games.rules.core.codec import copy_position, decode_move, encode
from games.rules.core.effects import Event, Rng
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    IllegalMove,
    Move,
    Outcome,
    Position,
    Rules,
    Seat,
    Viewer,
)
from games.rules.core.play import advance, of_seat
from games.storing.rows import TableRow
from games.telling import history
from games.trying.trees import Tree

MOST_MOVES = 60
"""Moves of one course; each request plays them all again."""


class CannotTry(Refused):
    """The rules cannot make a whole position of what the viewer knows, or cannot read it."""

    code, status = "cannot_try", 409
    text = _("Nothing can be tried out from this position.")


class StepLost(CannotTry):
    """A restore from a backup has lost the step that an address names."""

    text = _("What was played then is lost: the site goes on from a backup.")


class LineEnds(NotPossible):
    """A course has as many moves as it may have."""

    text = format_lazy(_("A line ends after {number} answers."), number=MOST_MOVES)


class Possible(msgspec.Struct, frozen=True):
    """An answer that can be given, with what fills in the texts of its question."""

    move: Move
    args: Mapping[str, Any]


class TriedMove(Possible, frozen=True):
    """A move that was tried, and what came of it."""

    seat: Seat
    events: tuple[Event, ...]


class Course(msgspec.Struct, frozen=True):
    """Where the moves have led. Those after the first that was not possible are left out."""

    position: Position[AnyState]
    decisions: Sequence[Decision]
    happened: tuple[TriedMove, ...]
    outcome: Outcome | None

    def asked(self, place: Viewer) -> Decision | None:
        """The question to be answered next: the viewer's own first, then the others' in order."""
        own = [decision for decision in self.decisions if decision.seat == place]
        return next(iter([*own, *self.decisions]), None)


@contextmanager
def trying() -> Iterator[None]:
    """Ask the rules about a position that may not be possible. Raises CannotTry if they fail."""
    try:
        with judged():
            yield
    except (RulesFailed, IllegalMove, msgspec.ValidationError) as error:
        raise CannotTry from error


def position_from(row: TableRow, steps: history.Steps, at: int) -> Position[AnyState]:
    """The position of a table after a step. Raises CannotTry."""
    with trying():
        now = at == steps[-1][0]
        position = history.position_of(row) if now else history.position_at(row, at)
    if position is None:
        raise CannotTry
    return position


def view_from(row: TableRow, steps: history.Steps, at: int, place: Viewer) -> msgspec.Struct:
    """What a viewer could know after a step, as the rules' own view. Raises CannotTry."""
    position = position_from(row, steps, at)
    with trying():
        return row.rules.view(position.state, place)


def opened(rules: Rules[AnyState], view: msgspec.Struct, seed: int) -> Position[AnyState]:
    """A whole position that agrees with this view, with everything hidden drawn by the seed."""
    state = rules.determine(view, Rng(f"what if, {seed}"))
    return Position(Rng(f"what follows, {seed}"), state)


def course_of(
    rules: Rules[AnyState], view: msgspec.Struct, seed: int, moves: Sequence[tuple[Seat, Document]]
) -> Course:
    """These moves from this view, with everything hidden drawn by the seed. Raises CannotTry."""
    with trying():
        position = opened(rules, view, seed)
        decisions = rules.pending(position.state)
        happened: list[TriedMove] = []
        for seat, document in moves:
            decision = of_seat(decisions, seat)
            if decision is None:
                break
            try:
                move = decode_move(rules, document)
                step = advance(rules, position, seat, move, decisions)
            except IllegalMove:
                break
            position, decisions = step.position, step.decisions
            happened.append(TriedMove(move, decision.args, seat, step.events))
        outcome = None if decisions else rules.outcome(position.state)
    return Course(position, decisions, tuple(happened), outcome)


def possible_in(
    rules: Rules[AnyState], view: msgspec.Struct, seed: int, tree: Tree
) -> dict[int, Possible | None]:
    """Return by number which answers of a tree are possible from this view with this draw.

    None is for those that are not. Of what follows where the rules fail, nothing is known.
    """
    possible = dict[int, Possible | None]()
    try:
        with judged():
            start = opened(rules, view, seed)
            reached = [(0, start, rules.pending(start.state))]
            while reached:
                before, position, decisions = reached.pop()
                following = tree.after(before)
                for number in following:
                    answer = tree.moves[number - 1]
                    decision = of_seat(decisions, answer.seat)
                    if decision is None:
                        continue
                    there = position if number == following[-1] else copy_position(rules, position)
                    try:
                        move = decode_move(rules, answer.move)
                        step = advance(rules, there, answer.seat, move, decisions)
                    except IllegalMove:
                        continue
                    possible[number] = Possible(move, decision.args)
                    reached.append((number, step.position, step.decisions))
    except RulesFailed:
        return possible
    return dict.fromkeys(range(1, len(tree.moves) + 1)) | possible


def move_of(rules: Rules[AnyState], decision: Decision, document: Document) -> Document:
    """The move in a document, if it answers the question. Raises a refusal as a table does."""
    try:
        move = decode_move(rules, document)
    except IllegalMove as error:
        raise refused_by_rules(error) from error
    if move not in decision.moves:
        raise NotPossible(_("That is not among the answers to this question."))
    plain: Document = msgspec.json.decode(msgspec.json.encode(encode(move)))
    return plain  # as it comes back from a session, so that both can be compared
