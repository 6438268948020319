"""Nothing of a plan is seen by others: neither in what is stored, nor by its speed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from games import tasks
from games.clocks.pace import NONE, Pace, per_answer
from games.judging import delays
from games.models import LogEntry, Plan, Table
from games.rules.core.interface import Decision, Move
from games.rules.core.play import start
from games.rules.pier.moves import Take
from games.rules.pier.state import Options
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.trying.planning import can_see
from tests.games.conftest import Playing
from tests.games.planning import answer, bid, bids, look, plan_for, play_due, steps_for, taking
from tests.games.trying import Trying, sampled
from tests.games.trying import patient as patient
from tests.people import client_of
from tests.rules.playing import slugs
from tests.sent import update_sent

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def test_nobody_else_learns_of_a_plan(begin: Begin, people: list[Any]) -> None:
    """Update, page and API are the same for the others, and so are the log and the queries."""
    playing = begin()

    def seen() -> list[str]:
        found = []
        for user in (playing.user_at(1), people[3]):
            found.append(json.dumps(update_sent(table_load(playing.id), user.pk)))
            client = client_of(user)
            found.append(client.get(f"/api/v1/tables/{playing.id}").text)
            page = client.get(f"/tables/{playing.id}/").text
            found.append(str("Planned" in page or 'id="plan"' in page))
        found.append(str(list(Table.objects.filter(pk=playing.id).values())))
        found.append(str(list(LogEntry.objects.filter(table=playing.id).values())))
        return found

    before = seen()
    plan_for(playing, 0, taking(playing))
    look()
    assert seen() == before
    for client in (client_of(playing.user_at(1)), client_of(people[3])):
        client.post(f"/tables/{playing.id}/plan/delete")
    assert Client().post(f"/tables/{playing.id}/plan/delete").status_code == 404
    assert Plan.objects.count() == 1


def test_the_entry_of_a_planned_answer_is_that_of_a_typed_one(begin: Begin) -> None:
    found = []
    for planned in (True, False):
        playing = begin()
        if planned:
            plan_for(playing, 0, [(0, bid(3))])
            assert play_due() == 1
        else:
            answer(playing, 0, bid(3))
        entry = LogEntry.objects.filter(table=playing.id, kind="move").values().get()
        for name in ("table_id", "at", "question"):
            entry.pop(name)
        found.append(entry)
    assert found[0] == found[1]


def test_hidden_answers_are_no_conditions(begin: Begin) -> None:
    """Else a plan that is dropped, or not, would tell what others have bid in secret."""
    playing = begin(seats=3)
    moves = [(1, bid(2)), (0, bid(3)), (2, bid(1))]
    _at, steps = steps_for(playing.id, 0, moves)
    assert [step.open for step in steps] == [False, True]
    plans_seen = []
    for theirs in (2, 4):
        playing = begin(seats=3)
        plan_for(playing, 0, moves)
        answer(playing, 1, bid(theirs))
        look()
        plan = Plan.objects.get(table=playing.id)
        plans_seen.append((plan.dropped, plan.due_at is not None))
    assert plans_seen == [("", True), ("", True)]


def test_the_last_bid_opens_all_and_is_a_condition(begin: Begin) -> None:
    _at, steps = steps_for(begin().id, 0, [(0, bid(3)), (1, bid(1))])
    assert [step.seat for step in steps] == [0]
    playing = begin()
    _at, steps = steps_for(playing.id, 0, taking(playing))
    assert [(step.seat, step.open) for step in steps] == [
        (0, True), (1, True), (0, True), (0, True),
    ]  # fmt: skip
    assert [step.key for step in steps] == ["bid", "bid", "take", "confirm"]


class Palmed(Take, frozen=True):
    """Another kind of answer that nobody can tell from taking that crate."""


class Sleight(type(GAMES["pier"])):  # type: ignore[misc]
    """Pier with two kinds of answers at once."""

    def pending(self, state: Any) -> list[Decision]:
        first, second = state.row[:2]
        moves: list[Move] = [Take(first), Take(second), Palmed(first)]
        return [Decision(0, "take", [] if state.taken else moves)]


def test_only_what_looks_like_no_other_answer_is_a_condition() -> None:
    rules = Sleight()
    step = start(rules, 2, Options(), "x")
    position, (asked,) = step.position, step.decisions
    first, second, palmed = asked.moves
    for answers, move, seen in (
        (asked.moves, first, False), (asked.moves, palmed, False), (asked.moves, second, True),
        ([first, second], first, True), ([second], second, False),
    ):  # fmt: skip
        decision = Decision(0, "take", answers)
        assert can_see(rules, position, decision, move, 1) is seen, (answers, move)


@pytest.mark.parametrize("slug", slugs)
def test_every_game_can_be_planned_with_no_line_of_its_own(slug: str) -> None:
    """What was tried in the what-if page is planned by its button, and the first answer given."""
    table_id, users = sampled(slug)
    row = table_load(table_id)
    place = next(seat.place for seat in row.seats if seat.deciding)
    user = users[[u.pk for u in users].index(row.seats[place].user_id)]
    trying = Trying(client_of(user), table_id)
    trying.play_on(4, seed=2)
    trying.act("plan", exact="yes")
    plans = Plan.objects.filter(orders__isnull=True)  # some games begin with standing orders
    plan = plans.get()
    first = plan.steps[0]
    assert (plan.user, first[0]) == (user, place)
    assert "Planned" in trying.page()
    page = client_of(user).get(f"/tables/{table_id}/").text
    assert 'id="plan"' in page and "Only if exactly this happens" in page
    assert play_due() == 1
    entry = LogEntry.objects.filter(table=table_id, kind="move").order_by("number").last()
    assert entry is not None
    assert (entry.place, json.loads(str(entry.move)), entry.by) == (place, first[1], "")
    assert trying.client.post(f"/tables/{table_id}/plan/delete").status_code == 302
    assert not plans.exists()


# --- The time of an answer ---

paces = st.sampled_from([Pace(NONE), per_answer(3), per_answer(minutes=90), per_answer(minutes=10)])
NOW = timezone.now()


@given(pace=paces, follows=st.booleans(), seed=st.integers(), left=st.none() | st.floats(0.5, 1e6))
def test_an_answer_comes_in_time_and_never_at_once(
    pace: Pace, follows: bool, seed: int, left: float | None
) -> None:
    deadline = None if left is None else NOW + timedelta(seconds=left)
    due = delays.due_at(pace, deadline, NOW, random.Random(seed), follows=follows)
    kind = delays.thinking_at(pace, follows=follows)
    delay = (due - NOW).total_seconds()
    assert 0 < delay <= kind.most
    if left is not None:
        assert delay <= left / 3 + 1e-5
    if left is None or left > 3 * kind.most:
        assert delay >= kind.least


def test_times_of_answers_have_no_pattern() -> None:
    """No two alike, spread widely, and at any moment of the ten seconds between two looks."""
    chance = random.Random(7)
    for pace in (Pace(NONE), per_answer(minutes=10)):
        for follows in (False, True):
            waits = sorted(
                (delays.due_at(pace, None, NOW, chance, follows=follows) - NOW).total_seconds()
                for _ in range(2_000)
            )
            assert len(set(waits)) == len(waits)
            assert waits[1_800] > 3 * waits[200]
            if waits[1_800] - waits[200] > 60:
                tenths = [sum(1 for w in waits if int(w) % 10 == n) for n in range(10)]
                assert min(tenths) > 120 and max(tenths) < 300, tenths


def test_planned_answers_stand_in_the_log_at_the_time_that_was_drawn(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker waits for each one's own moment: no answer stands at a full ten seconds."""
    waited: list[float] = []
    monkeypatch.setattr(tasks, "time", SimpleNamespace(sleep=waited.append))
    playing = begin()
    plan_for(playing, 0, [(0, bid(1))])
    look()
    due = timezone.now() + timedelta(seconds=6)
    Plan.objects.update(due_at=due)
    tasks.play_plans(0)
    assert len(waited) == 1 and 4 < waited[0] <= 6
    assert bids(playing) == [], "its time has not come: nothing slept in this test"
    Plan.objects.update(due_at=timezone.now())
    tasks.play_plans(0)
    assert bids(playing) == [(0, bid(1))]
