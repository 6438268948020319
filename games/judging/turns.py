"""How a table moves on: pure functions from a stored table to the change to be written.

Nothing here touches the database, so the same code serves pages, sockets and the worker, and can
be run again when another change came first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from games.clocks.question import Clock
from games.errors import (
    NotInPlay,
    NotYourTurn,
    OutdatedMove,
    RulesFailed,
    TableFrozen,
    refused_by_rules,
)
from games.judging import clocks
from games.judging.limits import judged
from games.judging.questions import question_id, question_key
from games.judging.standings import forfeited, ranks_of
from games.rules.core.codec import (
    decode_move,
    decode_position,
    encode_position,
)
from games.rules.core.effects import Event
from games.rules.core.interface import (
    AnyState,
    Decision,
    Document,
    IllegalMove,
    Move,
    NotAsked,
    Position,
    Unavailable,
)
from games.rules.core.play import Step, advance, of_seat
from games.rules.core.ranking import final_standings
from games.rules.registry import GAMES
from games.storing.changes import Change, Entry, Job
from games.storing.queue import FOR_USER
from games.storing.rows import SeatChange, SeatRow, TableRow

SNAPSHOT_EVERY = 50  # entries; undo, history and checks replay at most about this many moves
ALL_RESIGNED = "resigned"  # the reason of an outcome that did not come from the rules
NOTHING_UNDOABLE = (None, None)


class Known(NamedTuple):
    """The position of a row and its pending decisions, for callers that have them at hand."""

    position: Position[AnyState]
    decisions: Sequence[Decision]


class Judged(NamedTuple):
    """An answer that was judged but not stored, and what it leads to: for when it comes again."""

    number: int  # of the latest entry when it was judged
    place: int | None
    question: str
    move: Document
    decisions: Sequence[Decision]  # that were pending
    step: Step[AnyState]

    def is_of(self, row: TableRow, place: int, question: str, move: Document) -> bool:
        """Return whether this is the same answer, and the table has not changed."""
        asked = (self.number, self.place, self.question, self.move)
        return asked == (row.number, place, question, move)


class Draft:
    """A table in play while a change of it is worked out."""

    def __init__(self, row: TableRow, now: datetime, known: Known | None = None) -> None:
        """Read the position; one stored under older rules is migrated, with an entry saying so.

        The draft takes over a `known` position and changes it in place. Raises NotInPlay,
        TableFrozen, and RulesFailed if the rules cannot read the position.
        """
        if row.status != "playing" or row.position is None:
            raise NotInPlay
        if row.frozen:
            raise TableFrozen
        if row.game not in GAMES:
            raise RulesFailed(f"the game {row.game!r} is not installed")
        self.row, self.now, self.rules = row, now, row.rules
        self.entries: list[Entry] = []
        self.undone: list[int] = []
        self.answers = {seat.place: seat.answers for seat in row.seats}
        self.clocks = {seat.place: clocks.clock_of(seat) for seat in row.seats}
        self.seats: dict[int, dict[str, Any]] = {seat.place: {} for seat in row.seats}  # new values
        self.undoable = {seat.place: (seat.undoable, seat.undoable_until) for seat in row.seats}
        self.winner: int | None = None  # if all others have resigned
        self.afresh: set[int] = set()  # places asked as if for the first time
        self.position: Position[AnyState]
        self.decisions: Sequence[Decision]
        self.played: tuple[Sequence[Decision], Step[AnyState]] | None = None
        """The decisions before the latest answer, and the step that it led to."""
        if known is not None:
            self.position, self.decisions = known
            return
        with judged():
            self.position, header = decode_position(self.rules, row.position)
            self.decisions = self.rules.pending(self.position.state)
        if header.version != self.rules.version:
            self.add("migrate", barrier=True, snapshot=True)

    def add(
        self,
        kind: str,
        *,
        place: int | None = None,
        by: str = "",
        question: str = "",
        move: Move | None = None,
        events: tuple[Event, ...] = (),
        barrier: bool = False,
        snapshot: bool = False,
        deadline: datetime | None = None,
        time_left: timedelta | None = None,
    ) -> None:
        """Add a log entry. Snapshots are taken at barriers only, so that none is ever undone."""
        number = self.row.number + len(self.entries) + 1
        if barrier:
            self.undoable = dict.fromkeys(self.undoable, NOTHING_UNDOABLE)
        elif kind == "move" and place is not None:
            self.undoable[place] = (number, undoable_until(self.row, deadline, self.now))
        if barrier and number - self.row.snapshot_number >= SNAPSHOT_EVERY:
            snapshot = True
        stored = encode_position(self.rules, self.position, number) if snapshot else None
        self.entries.append(
            Entry(
                kind=kind,
                version=self.rules.version,
                place=place,
                by=by,
                question=question,
                move=None if move is None else msgspec.Raw(msgspec.json.encode(move)),
                events=events,
                barrier=barrier,
                snapshot=None if stored is None else msgspec.Raw(stored),
                deadline=deadline,
                time_left=time_left,
            )
        )

    def question_of(self, decision: Decision) -> str:
        """The id of a question that is pending now."""
        return question_id(self.row.id, decision.seat, self.answers[decision.seat], decision)

    def asked(self) -> dict[int, str]:
        """The keys of all questions that are pending now, by seat."""
        return {
            decision.seat: question_key(
                self.row.id, decision.seat, self.answers[decision.seat], decision
            )
            for decision in self.decisions
        }

    def play(
        self, place: int, move: Move, *, by: str = "", judged_as: Step[AnyState] | None = None
    ) -> None:
        """Play a move, unless it was judged to lead to a step. Raises IllegalMove, RulesFailed."""
        decision = of_seat(self.decisions, place)
        if decision is None:
            raise NotAsked(f"seat {place} has nothing to decide")
        question = self.question_of(decision)
        step = judged_as
        if step is None:
            with judged():
                step = advance(self.rules, self.position, place, move, self.decisions)
        self.played = self.decisions, step
        self.decisions = step.decisions
        self.answers[place] += 1
        if not by and self.row.seats[place].missed:
            self.seats[place]["missed"] = 0
        clock = clocks.read(self.row, self.row.seats[place], self.clocks[place], self.now)
        self.clocks[place] = clock.answered(self.row.pace)
        self.add(
            "move",
            place=place,
            by=by,
            question=question,
            move=move,
            events=step.events,
            barrier=step.barrier,
            deadline=clock.deadline,
            time_left=clock.left if clock.asked else None,
        )

    def to_confirm(self, question: str, document: Document) -> Judged | None:
        """Return what was judged, to be used again; None if it is more than one answer."""
        if self.played is None or len(self.entries) != 1:
            return None
        place = self.entries[0].place
        return Judged(self.row.number, place, question, document, *self.played)

    def wind_up(self, place: int) -> None:
        """Give a seat a fresh clock for its next question, as at the start, asked from now on."""
        self.clocks[place] = Clock()
        self.afresh.add(place)

    def change(self, *, bots_follow: bool = True) -> Change:
        """The change to be stored. `bots_follow` adds a job if a bot must answer now."""
        self._give_back()
        outcome = self.outcome()
        last = self.row.number + len(self.entries)
        ranks = {} if outcome is None else ranks_of(outcome["standings"])
        seats = [self._seat_change(seat, ranks.get(seat.place)) for seat in self.row.seats]
        return Change(
            table_id=self.row.id,
            before=self.row.number,
            status="playing" if outcome is None else "finished",
            now=self.now,
            entries=self.entries,
            undone=self.undone,
            seats=[change for change in seats if change is not None],
            position=msgspec.Raw(encode_position(self.rules, self.position, last, self.asked())),
            outcome=None if outcome is None else msgspec.Raw(msgspec.json.encode(outcome)),
            jobs=self._jobs() if bots_follow else [],
        )

    def _give_back(self) -> None:
        """Return the seats that were lent for one answer, once it is given or not asked any more.

        Whoever has given it: the user may have been quicker than the bot.
        """
        for seat in self.row.seats:
            if not seat.lent or "bot" in self.seats[seat.place]:
                continue
            asked = of_seat(self.decisions, seat.place) is not None
            if not asked or self.answers[seat.place] != seat.answers:
                self.seats[seat.place]["bot"] = ""
                self.wind_up(seat.place)

    def outcome(self) -> dict[str, Any] | None:
        """The outcome as stored: from the rules, or as all but one resigned; else None."""
        if self.winner is not None:
            return {"reason": ALL_RESIGNED, "standings": forfeited(self.row.seats, self.winner)}
        with judged():
            outcome = None if self.decisions else self.rules.outcome(self.position.state)
        if outcome is None:
            return None
        standings = final_standings(outcome, self.resigned())
        return {"reason": outcome.reason, "standings": standings}

    def end_if_one_is_left(self) -> None:
        """If all but one seat have resigned, that one wins at once."""
        resigned = self.resigned()
        left = [seat.place for seat in self.row.seats if seat.place not in resigned]
        if len(left) == 1:
            self.winner, self.decisions = left[0], ()

    def resigned(self) -> set[int]:
        """The seats that have resigned, in this change or before."""
        return {s.place for s in self.row.seats if s.resigned or "resigned" in self.seats[s.place]}

    def bot_of(self, seat: SeatRow) -> str:
        """Who plays for a seat after this change; empty for its user."""
        bot: str = self.seats[seat.place].get("bot", seat.bot)
        return bot

    def _seat_change(self, seat: SeatRow, rank: int | None) -> SeatChange | None:
        deciding = of_seat(self.decisions, seat.place) is not None
        same = self.answers[seat.place] == seat.answers  # the question it was asked before …
        same = same and seat.place not in self.afresh  # … and whoever it was asked
        since = (seat.since if same and seat.since else self.now) if deciding else None
        clock = self.clocks[seat.place]
        if not deciding or self.bot_of(seat):
            clock = clock.idle()
        elif clock.deadline is None:
            clock = clocks.wound(self.row, seat, clock, self.now)
        undoable, until = self.undoable[seat.place]
        after = msgspec.structs.replace(
            seat,
            **self.seats[seat.place],
            **clocks.fields_of(clock),
            deciding=deciding,
            since=since,
            answers=self.answers[seat.place],
            rank=rank,
            undoable=undoable,
            undoable_until=until,
        )
        return None if after == seat else after.as_change()

    def _jobs(self) -> list[Job]:
        asked = [seat for seat in self.row.seats if of_seat(self.decisions, seat.place)]
        if any(self.bot_of(seat) for seat in asked):
            about = {"table_id": self.row.id, FOR_USER: self.row.host_id}
            return [Job("games.bots_play", about)]
        return []


def answer(
    row: TableRow, place: int, question: str, document: Document, now: datetime, *, by: str = ""
) -> Change:
    """The change when a seat answers a question with a move.

    Raises NotYourTurn if the seat has nothing to decide, OutdatedMove if another question is
    pending now, and NotPossible or a subclass of it for a move that does not answer it.
    """
    return answered(row, place, question, document, now, by=by).change()


def answered(
    row: TableRow,
    place: int,
    question: str,
    document: Document,
    now: datetime,
    known: Known | None = None,
    before: Judged | None = None,
    *,
    by: str = "",
) -> Draft:
    """As `answer`: the draft with the move played, or as it was judged `before` if it was."""
    if before is not None and before.is_of(row, place, question, document):
        known = Known(before.step.position, before.decisions)
    else:
        before = None
    draft = Draft(row, now, known)
    decision = of_seat(draft.decisions, place)
    if decision is None:
        raise NotYourTurn
    if question != draft.question_of(decision):
        raise OutdatedMove
    try:
        step = before.step if before else None
        draft.play(place, decode_move(draft.rules, document), by=by, judged_as=step)
    except (IllegalMove, msgspec.ValidationError) as error:
        raise refused_by_rules(error) from error
    return draft


def why_not(row: TableRow, place: int, document: Document) -> Unavailable | None:
    """The rules' reason for not offering a move to a seat; None if they give none."""
    move = decode_move(row.rules, document)
    with judged():
        state = decode_position(row.rules, row.position or "")[0].state
        decision = of_seat(row.rules.pending(state), place)
        reasons = () if decision is None else row.rules.unavailable(state, decision)
    return next((reason for reason in reasons if reason.move == move), None)


def latest_deadline(row: TableRow, asked: datetime) -> datetime | None:
    """When a question asked at this time must be answered; None if there is no limit."""
    return asked + row.pace.start if row.pace.is_limited else None


def undoable_until(row: TableRow, deadline: datetime | None, answered: datetime) -> datetime | None:
    """Until when an answer given at this time may be taken back; None if there is no limit.

    That is the `deadline` of its question. Old log entries lack it: then it is the latest possible
    one.
    """
    return (deadline or latest_deadline(row, answered)) if row.pace.is_limited else None


def bot_takes_seat(
    row: TableRow, place: int, kind: str, now: datetime, before: Sequence[Entry] = ()
) -> Change:
    """The change when a bot takes over a seat: `kind` is "resign", "absent" or "stand_in".

    Entries that come `before` have no move.
    """
    draft = Draft(row, now)
    for entry in before:
        draft.add(entry.kind, place=entry.place)
    draft.seats[place] = {"bot": row.stand_in, "resigned" if kind == "resign" else "absent": True}
    draft.add(kind, place=place, barrier=True)
    if kind == "resign":
        draft.end_if_one_is_left()
    return draft.change()


def user_returns(row: TableRow, place: int, now: datetime) -> Change:
    """The change when a user takes their seat back from the bot that played on for them."""
    draft = Draft(row, now)
    draft.seats[place] = {"bot": "", "absent": False, "missed": 0}
    draft.wind_up(place)
    draft.add("return", place=place, barrier=True)
    return draft.change()
