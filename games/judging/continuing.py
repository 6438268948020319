"""Whether a table in play can go on under the installed rules as those before them left it.

It can if its position is read, the same seats are asked the same questions with the same answers,
and a move that somebody may take back can be taken back. What was played before is not played
again: it stands.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec

from games.errors import RulesFailed
from games.judging.limits import judged
from games.judging.questions import question_key
from games.rules.core.codec import Header, decode_move, decode_position
from games.rules.core.interface import (
    AnyState,
    Decision,
    IllegalMove,
    Position,
    Rules,
)
from games.rules.core.play import replay
from games.rules.registry import GAMES
from games.storing.kept import KeptSeat, KeptTable


class ContinuingVerdict(enum.Enum):
    """Whether a table goes on."""

    SAME = "same"
    MIGRATED = "migrated"
    DIFFERS = "differs"


class Judgement(msgspec.Struct, frozen=True):
    """What was found at a table, and what differs there."""

    verdict: ContinuingVerdict
    differences: tuple[str, ...] = ()
    on_record: bool = True
    """Whether the questions it was asked are stored with it; else only who was asked is known."""


def judgement_on(table: KeptTable, now: datetime) -> Judgement:
    """Whether a table goes on under the installed rules."""
    if table.game not in GAMES:
        return Judgement(ContinuingVerdict.DIFFERS, (f"the game {table.game!r} is not installed",))
    rules = GAMES[table.game]
    try:
        with judged():
            position, header = decode_position(rules, table.position or "")
            rules.check(position.state)
            decisions = rules.pending(position.state)
            found = (
                *questions_differ(table, header, decisions),
                *undo_differs(rules, table, header, position, now),
            )
    except (RulesFailed, IllegalMove, msgspec.ValidationError) as error:
        return Judgement(ContinuingVerdict.DIFFERS, (cause_of(error),))
    if found:
        return Judgement(ContinuingVerdict.DIFFERS, found)
    verdict = (
        ContinuingVerdict.SAME if header.version == rules.version else ContinuingVerdict.MIGRATED
    )
    return Judgement(verdict, on_record=bool(header.asked))


def cause_of(error: Exception) -> str:
    """What rules or the codec have raised, in one line."""
    cause = error.__cause__ or error
    said = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {said[0]}" if said else type(cause).__name__


def questions_differ(
    table: KeptTable, header: Header, decisions: Sequence[Decision]
) -> Iterator[str]:
    """Who is asked otherwise than before. A question has an id, which its answers change."""
    asked = {decision.seat: decision for decision in decisions}
    for seat in table.seats:
        decision, before = asked.get(seat.place), header.asked.get(seat.place, "")
        if decision is None:
            if seat.deciding:
                yield f"seat {seat.place} was asked something, and is not any more"
        elif not seat.deciding:
            yield f"seat {seat.place} is asked {decision.key!r}, and was asked nothing"
        elif before and question_key(table.id, seat.place, seat.answers, decision) != before:
            yield f"seat {seat.place} is asked {decision.key!r}, with other answers than before"


def undo_differs(
    rules: Rules[AnyState],
    table: KeptTable,
    header: Header,
    position: Position[AnyState],
    now: datetime,
) -> Iterator[str]:
    """Whoever may take back a move loses that if the log leads elsewhere now.

    Nobody can take anything back behind a migration.
    """
    waiting = [seat.place for seat in table.seats if may_undo(seat, now)]
    if not waiting or not table.log or header.version != rules.version:
        return
    snapshot, *moves = table.log
    start, of_snapshot = decode_position(rules, bytes(snapshot.snapshot))
    if of_snapshot.version != rules.version:
        return
    played = [
        (entry.place, decode_move(rules, entry.move))
        for entry in moves
        if entry.place is not None and entry.move is not None
    ]
    try:
        same = replay(rules, start, played) == position
    except IllegalMove:
        same = False
    if not same:
        seats = " and ".join(map(str, waiting))
        yield f"the log since entry {snapshot.number} leads elsewhere; seat {seats} could take back"


def may_undo(seat: KeptSeat, now: datetime) -> bool:
    """Whether a seat has a move to take back, as far as its row says."""
    in_time = seat.undoable_until is None or seat.undoable_until > now
    return seat.undoable is not None and in_time and not seat.bot
