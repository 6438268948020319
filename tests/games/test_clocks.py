"""Clocks: an answer winds them up; taking it back gives back the time that was left, no more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games.changing import services
from games.clocks.pace import per_answer
from games.errors import CannotUndo
from games.judging import turns, undoing
from games.models import Seat
from games.rules.core.codec import encode, encode_position
from games.rules.core.play import of_seat, start
from games.rules.registry import GAMES
from games.storing.changes import Change, row_after
from games.storing.rows import TableRow, table_load
from games.telling import selectors
from games.telling.unstored import seat_row
from tests.examples import examples
from tests.games.test_undoable import FROM_THE_LOG

DAYS = 3
BEGIN = datetime(2026, 3, 1, tzinfo=UTC)


class Match:
    """A table and its log without a database, changed as the site changes them."""

    def __init__(self, game: str, seed: str) -> None:
        rules = GAMES[game]
        step = start(rules, 2, rules.options_type(), seed)
        stored = encode_position(rules, step.position, 1).decode()
        seats = [seat_row(n, n, f"user {n}") for n in range(2)]
        self.row = TableRow(
            1, game, {}, "playing", 0, 1, 1, stored, None, "", False, BEGIN, seats,
            pace=per_answer(DAYS),
        )  # fmt: skip
        self.now = BEGIN
        self.past = [
            undoing.PastEntry(1, "start", None, None, True, False, stored, None, BEGIN),
        ]
        self.row = row_after(self.row, turns.Draft(self.row, BEGIN).change())

    def change(self, change: Change) -> None:
        for number, entry in enumerate(change.entries, start=change.before + 1):
            move = None if entry.move is None else msgspec.json.decode(entry.move)
            snapshot = None if entry.snapshot is None else bytes(entry.snapshot).decode()
            self.past.append(
                undoing.PastEntry(
                    number, entry.kind, entry.place, move, entry.barrier, False, snapshot,
                    entry.deadline, change.now, entry.time_left,
                )
            )  # fmt: skip
        self.past = [
            msgspec.structs.replace(entry, undone=entry.undone or entry.number in change.undone)
            for entry in self.past
        ]
        self.row = row_after(self.row, change)

    def asked(self) -> list[int]:
        return [seat.place for seat in self.row.seats if seat.deciding]

    def deadline(self, place: int) -> datetime | None:
        return self.row.seats[place].deadline

    def move(self, place: int, choice: int) -> None:
        draft = turns.Draft(self.row, self.now)
        decision = of_seat(draft.decisions, place)
        assert decision is not None
        move = encode(decision.moves[choice % len(decision.moves)])
        self.change(turns.answer(self.row, place, draft.question_of(decision), move, self.now))

    def undo(self, place: int) -> None:
        last = max(entry.number for entry in self.past if entry.snapshot is not None)
        past = [entry for entry in self.past if entry.number >= last]
        self.change(undoing.take_back(self.row, place, past, self.now))


acts = st.lists(
    st.tuples(st.booleans(), st.integers(0, 30), st.integers(0, 80)), min_size=1, max_size=40
)


@pytest.mark.parametrize("game", [slug for slug, rules in GAMES.items() if 2 in rules.players])
@given(seed=st.integers(0, 50), acts=acts)
@examples(25)
def test_no_moves_and_undos_wind_a_clock_up(
    game: str, seed: int, acts: list[tuple[bool, int, int]]
) -> None:
    """Back at a question its deadline is the one it had, whatever was done and undone between."""
    match = Match(game, f"clock {seed}")
    place = match.asked()[0]
    answered: list[datetime] = []  # the deadlines of the questions one could go back to
    for back, choice, hours in acts:
        match.now += timedelta(hours=hours)
        due = match.deadline(place)
        if due is not None and due <= match.now:
            return  # the worker would end the turn
        if back:
            if not answered or answered[-1] <= match.now:
                with pytest.raises(CannotUndo):
                    match.undo(place)
                continue
            match.undo(place)
            assert match.deadline(place) == answered.pop()
        elif place in match.asked():
            assert due is not None
            match.move(place, choice)
            answered = [] if match.past[-1].barrier else [*answered, due]
            assert match.deadline(place) in (None, match.now + timedelta(days=DAYS))
        if answered:
            longest = answered[0] + len(answered) * timedelta(days=DAYS)
            assert (match.deadline(place) or BEGIN) <= longest


pytestmark = pytest.mark.django_db


def undo(playing: Any, place: int) -> None:
    services.move_undo(table_id=playing.id, user_id=playing.user_at(place).pk)


def deadline(playing: Any, place: int) -> datetime | None:
    return Seat.objects.get(table_id=playing.id, place=place).deadline


def test_taking_back_gives_back_the_time_that_was_left(begin):
    """A sealed bid ends the question; taken back, it is asked again with its old clock."""
    playing = begin(seats=3, days_per_move=2)
    due = timezone.now() + timedelta(hours=1)
    Seat.objects.filter(table_id=playing.id, place=0).update(deadline=due)
    for _ in range(3):
        playing.play(0, 1)
        assert deadline(playing, 0) is None
        undo(playing, 0)
        assert deadline(playing, 0) == due


def test_within_a_turn_the_question_before_has_its_own_clock(begin):
    playing = begin(seats=2, days_per_move=2)
    playing.play(0, 2)
    playing.play(1, 0)
    due = timezone.now() + timedelta(hours=5)
    Seat.objects.filter(table_id=playing.id, place=0).update(deadline=due)
    playing.play(0, 0)  # takes a crate, and is asked to end the turn
    assert deadline(playing, 0) > due
    undo(playing, 0)
    assert (playing.question(0)["key"], deadline(playing, 0)) == ("take", due)


def test_without_time_left_nothing_is_taken_back(begin):
    playing = begin(seats=3, days_per_move=2)
    past = timezone.now() - timedelta(seconds=1)
    Seat.objects.filter(table_id=playing.id, place=0).update(deadline=past)
    playing.play(0, 1)  # before the worker has come by
    row = table_load(playing.id)
    assert not undoing.may_undo(row, 0, timezone.now())
    with pytest.raises(CannotUndo):
        undo(playing, 0)
    assert playing.kinds() == ["start", "move"]
    assert selectors.decisions_expired(timezone.now()) == []


def test_of_a_log_without_deadlines_the_latest_there_can_have_been_counts(begin):
    playing = begin(seats=3, days_per_move=2)
    playing.play(0, 1)
    answered = timezone.now() - timedelta(days=1)
    playing.table.log.filter(number=2).update(deadline=None, at=answered)
    with connection.cursor() as cursor:
        cursor.execute(FROM_THE_LOG)  # as what may be taken back was read from such a log
    row = table_load(playing.id)
    assert undoing.may_undo(row, 0, timezone.now())
    assert not undoing.may_undo(row, 0, answered + timedelta(days=2))
    undo(playing, 0)
    assert deadline(playing, 0) == answered + timedelta(days=2)


def test_without_a_limit_there_is_always_time(begin):
    playing = begin(seats=3)
    playing.play(0, 1)
    undo(playing, 0)
    assert deadline(playing, 0) is None
