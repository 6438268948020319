"""Plans: answers given in advance, played as a person would, seen by nobody else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.leaving import account_delete, all_about
from accounts.models import Notice, User
from accounts.notices.writing import words_of
from config.web import limits
from games import tasks
from games.changing import plans, services
from games.clocks.pace import NONE, Pace, per_answer
from games.judging import delays, turns
from games.models import LogEntry, Plan, Table
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling import history
from games.telling.plans import plans_due, plans_to_look_at
from games.telling.updates import table_update
from games.trying.course import view_from
from games.trying.planning import steps_planned
from tests.games.conftest import Playing
from tests.games.test_what_if import Trying, sampled
from tests.people import client_of
from tests.rules.playing import slugs
from tests.working import news_owe

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test is slowed down by those before it."""
    monkeypatch.setattr(limits, "trials_of_moves", limits.Bucket())


def bid(coins: int) -> dict[str, Any]:
    return {"kind": "Bid", "coins": coins}


def steps_for(table_id: int, place: int, moves: list[tuple[int, Any]]) -> tuple[int, Any]:
    """The latest step of a table, and the moves as steps of a plan from there."""
    row = table_load(table_id)
    steps = history.steps_of(row)
    at = steps[-1][0]
    view = view_from(row, steps, at, place)
    return at, steps_planned(row.rules, view, 1, moves, place)


def plan_for(
    playing: Playing, place: int, moves: list[tuple[int, Any]], *, exact: bool = True
) -> Plan:
    at, steps = steps_for(playing.id, place, moves)
    user_id = playing.user_at(place).pk
    return plans.plan_make(user_id=user_id, table_id=playing.id, at=at, steps=steps, exact=exact)


def look(now: datetime | None = None) -> None:
    for plan_id in plans_to_look_at():
        plans.plan_look(plan_id=plan_id, now=now)
    news_owe()


def play_due() -> int:
    """Let the worker look, and give what is planned at its time; how many answers that were."""
    look()
    due = plans_due(timezone.now(), timedelta(days=30))
    given = sum(plans.plan_play(plan_id=plan_id, now=at) for plan_id, at in due)
    news_owe()
    return given


def bids(playing: Playing) -> list[tuple[int | None, Any]]:
    entries = LogEntry.objects.filter(table=playing.id, kind="move", undone=False)
    found = entries.order_by("number").values_list("place", "move")
    return [(place, json.loads(move)) for place, move in found if move]


def taking(playing: Playing) -> list[tuple[int, Any]]:
    """A course of the first seat's: it bids 3, the other 1, it takes a crate and confirms."""
    crate = playing.update(0)["view"]["row"][0]
    return [
        (0, bid(3)),
        (1, bid(1)),
        (0, {"kind": "Take", "crate": crate}),
        (0, {"kind": "EndTurn"}),
    ]


def answer(playing: Playing, place: int, move: dict[str, Any]) -> None:
    question = playing.question(place)["id"]
    services.move_submit(
        table_id=playing.id, user_id=playing.user_at(place).pk, question=question, move=move
    )


def test_the_next_steps_of_a_turn_are_played_in_order(begin: Begin) -> None:
    playing = begin()
    moves = taking(playing)
    plan_for(playing, 0, moves)
    assert play_due() == 1 and bids(playing) == [(0, bid(3))]
    assert play_due() == 0, "the other is asked"
    answer(playing, 1, bid(1))
    assert play_due() == 1 and play_due() == 1
    assert bids(playing) == moves
    look()
    assert not Plan.objects.exists(), "all of it has happened"
    assert not Notice.objects.filter(kind="plan").exists()


def test_it_never_answers_at_once_nor_before_its_time(begin: Begin) -> None:
    playing = begin()
    plan = plan_for(playing, 0, taking(playing))
    assert not plans.plan_play(plan_id=plan.pk)
    look()
    plan.refresh_from_db()
    assert plan.due_at is not None
    assert plan.due_at > timezone.now() + timedelta(seconds=30)
    assert not plans.plan_play(plan_id=plan.pk)
    assert not plans.plan_play(plan_id=plan.pk, now=plan.due_at - timedelta(microseconds=1))
    assert plans.plan_play(plan_id=plan.pk, now=plan.due_at)
    assert not plans.plan_play(plan_id=plan.pk, now=plan.due_at), "once"


def test_looking_again_changes_no_time(begin: Begin) -> None:
    playing = begin(seats=3)
    plan = plan_for(playing, 0, [(0, bid(3))])
    look()
    plan.refresh_from_db()
    answer(playing, 1, bid(0))
    look()
    again = Plan.objects.get()
    assert (again.due_at, again.question) == (plan.due_at, plan.question)
    assert again.looked > plan.looked


def test_a_condition_that_did_not_come_true_drops_the_plan_with_a_notice(begin: Begin) -> None:
    playing = begin()
    plan_for(playing, 0, taking(playing))
    play_due()
    answer(playing, 1, bid(2))
    assert play_due() == 0
    plan = Plan.objects.get()
    assert plan.dropped == "others" and plan.due_at is None
    (notice,) = Notice.objects.filter(kind="plan")
    assert notice.user == playing.user_at(0) and notice.channel == "mail"
    words = words_of(notice)
    assert words is not None and "your plan was dropped" in words.subject
    assert "something else than you had named" in words.body
    assert play_due() == 0 and Notice.objects.filter(kind="plan").count() == 1
    page = client_of(playing.user_at(0)).get(f"/tables/{playing.id}/").text
    assert "Your plan was dropped" in page


def test_whatever_others_do(begin: Begin) -> None:
    playing = begin()
    moves = taking(playing)
    plan_for(playing, 0, moves, exact=False)
    play_due()
    answer(playing, 1, bid(2))
    assert play_due() == 1
    assert bids(playing)[-1] == moves[2]


def test_questions_of_another_kind_are_left_to_the_user(begin: Begin) -> None:
    playing = begin()
    moves = taking(playing)
    plan_for(playing, 0, moves, exact=False)
    play_due()
    answer(playing, 1, bid(4))
    assert play_due() == 0
    answer(playing, 1, {"kind": "Take", "crate": moves[2][1]["crate"]})
    answer(playing, 1, {"kind": "EndTurn"})
    assert playing.asked() == [0, 1]
    assert play_due() == 0 and Plan.objects.get().dropped == "", "it waits to take a crate"


def test_an_answer_that_is_no_longer_offered_drops_the_plan(begin: Begin) -> None:
    playing = begin()
    moves = taking(playing)
    plan_for(playing, 0, moves, exact=False)
    play_due()
    answer(playing, 1, bid(4))
    answer(playing, 1, moves[2][1])  # the crate that was planned
    answer(playing, 1, {"kind": "EndTurn"})
    Plan.objects.update(at=playing.table.number, steps=[[0, moves[2][1], "take"]])
    answer(playing, 1, bid(0))
    answer(playing, 0, bid(5))
    assert playing.asked() == [0] and play_due() == 0
    assert Plan.objects.get().dropped == "answer"
    assert Notice.objects.filter(kind="plan").count() == 1


def test_notices_of_plans_can_be_turned_off(begin: Begin) -> None:
    playing = begin()
    User.objects.filter(pk=playing.user_at(0).pk).update(plan_news=False)
    plan_for(playing, 0, taking(playing))
    play_due()
    answer(playing, 1, bid(2))
    play_due()
    assert Plan.objects.get().dropped == "others"
    assert not Notice.objects.filter(kind="plan").exists()


def test_an_answer_of_ones_own_takes_its_place(begin: Begin) -> None:
    """The same one counts as the step; another one ends the plan, without a notice."""
    playing = begin()
    moves = taking(playing)
    plan_for(playing, 0, moves)
    look()
    answer(playing, 0, bid(3))
    answer(playing, 1, bid(1))
    assert play_due() == 1 and bids(playing)[-1] == moves[2]
    answer(playing, 0, {"kind": "EndTurn"})
    play_due()
    assert not Plan.objects.exists()
    plan_for(playing, 0, [(0, bid(1))])
    look()
    answer(playing, 0, bid(0))
    assert play_due() == 0 and not Plan.objects.exists()
    assert not Notice.objects.filter(kind="plan").exists()


def test_undo_is_not_planned_again(begin: Begin) -> None:
    playing = begin(seats=3)
    plan_for(playing, 0, [(0, bid(3))], exact=False)
    crate = {"kind": "Take", "crate": playing.update(1)["view"]["row"][0]}
    plan_for(playing, 1, [(1, bid(2)), (0, bid(0)), (2, bid(1)), (1, crate)], exact=False)
    assert play_due() == 2
    services.move_undo(table_id=playing.id, user_id=playing.user_at(1).pk)
    assert play_due() == 0
    assert not Plan.objects.filter(user=playing.user_at(1)).exists()
    assert bids(playing) == [(0, bid(3))]


def test_a_frozen_table_waits(begin: Begin) -> None:
    playing = begin()
    plan = plan_for(playing, 0, taking(playing))
    look()
    services.table_freeze(table_id=playing.id, reason="a test")
    assert play_due() == 0 and Plan.objects.get().dropped == ""
    services.table_thaw(table_id=playing.id)
    assert play_due() == 1, plan
    with pytest.raises(plans.NothingPlanned):
        plan_for(playing, 0, [(1, bid(1))])


def test_a_pause_waits(begin: Begin) -> None:
    playing = begin(days_per_move=3)
    plan_for(playing, 0, taking(playing))
    Table.objects.filter(pk=playing.id).update(
        paused_since=timezone.now(), paused_until=timezone.now() + timedelta(days=1)
    )
    look()
    plan = Plan.objects.get()
    assert plan.due_at is None and plan.looked == 0
    later = timezone.now() + timedelta(days=2)
    look(later)
    plan.refresh_from_db()
    assert plan.due_at is not None and plan.due_at > later


@pytest.mark.parametrize("how", ["resigned", "closed"])
def test_a_plan_goes_when_its_owner_has_nothing_more_to_answer(begin: Begin, how: str) -> None:
    playing = begin(seats=3)
    plan_for(playing, 0, [(0, bid(3))])
    look()
    if how == "resigned":
        services.seat_resign(table_id=playing.id, user_id=playing.user_at(0).pk)
    else:
        services.table_close(table_id=playing.id, reason="host")
    assert play_due() == 0 and not Plan.objects.exists()
    assert not Notice.objects.filter(kind="plan").exists()


def test_a_bot_that_plays_on_drops_the_plan(begin: Begin) -> None:
    playing = begin()
    plan_for(playing, 0, taking(playing))
    services.table_change(playing.id, lambda row, now: turns.bot_takes_seat(row, 0, "absent", now))
    assert play_due() == 0 and Plan.objects.get().dropped == "bot"


def test_moves_that_a_moderator_has_taken_back_drop_the_plan(begin: Begin) -> None:
    playing = begin(seats=3)
    answer(playing, 1, bid(1))
    plan_for(playing, 0, [(0, bid(3))])
    LogEntry.objects.create(
        table_id=playing.id, number=playing.table.number + 1, kind="correct", version=2,
        at=timezone.now(),
    )  # fmt: skip
    plan = Plan.objects.get()
    verdict = plans.verdict_on(plan, table_load(playing.id), timezone.now())
    assert (verdict.kind, verdict.why) == ("drop", "corrected")


def test_rules_that_have_changed_leave_what_is_still_offered(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing = begin()
    plan_for(playing, 0, taking(playing))
    plan = Plan.objects.get()
    monkeypatch.setattr(type(GAMES["pier"]), "version", 3)
    monkeypatch.setattr(
        type(GAMES["pier"]), "migrations", {**GAMES["pier"].migrations, 2: lambda state: state}
    )
    assert play_due() == 1
    plan.refresh_from_db()
    Plan.objects.update(steps=[[0, bid(3), "bid", True], [0, {"kind": "Gone"}, "bid", True]])
    answer(playing, 1, bid(4))
    Plan.objects.update(exact=False)
    answer(playing, 1, playing.question(1)["moves"][0]["move"])
    answer(playing, 1, {"kind": "EndTurn"})
    assert play_due() == 0 and Plan.objects.get().dropped == "answer"


def test_it_survives_a_worker_that_dies_after_the_answer(begin: Begin) -> None:
    """The log says that it was given: whoever looks again does not give it twice."""
    playing = begin()
    plan = plan_for(playing, 0, taking(playing))
    look()
    plan.refresh_from_db()
    answer(playing, 0, bid(3))  # as if the worker had died before it noted anything
    assert plan.due_at is not None
    assert not plans.plan_play(plan_id=plan.pk, now=plan.due_at)
    assert bids(playing) == [(0, bid(3))]


def test_an_overdue_answer_is_put_off_once_more(begin: Begin) -> None:
    """After the server was down not all that was planned is answered in the same second."""
    playing = begin()
    plan = plan_for(playing, 0, taking(playing))
    look()
    plan.refresh_from_db()
    assert plan.due_at is not None
    late = plan.due_at + timedelta(hours=1)
    assert not plans.plan_play(plan_id=plan.pk, now=late)
    look(late)
    plan.refresh_from_db()
    assert plan.due_at is not None and plan.due_at > late


def test_nobody_else_learns_of_a_plan(begin: Begin, people: list[Any]) -> None:
    """Update, page and API are the same for the others, and so are the log and the queries."""
    playing = begin()

    def seen() -> list[str]:
        found = []
        for user in (playing.user_at(1), people[3]):
            found.append(json.dumps(table_update(table_load(playing.id), user.pk)))
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
    plan = Plan.objects.get()
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
    assert not Plan.objects.exists()


def test_a_kept_line_is_planned_from_the_list(begin: Begin) -> None:
    playing = begin()
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.play(bid(2))
    trying.act("keep", note="low")
    told = {"line": 1, "exact": "no"}
    posted = trying.client.post(f"/tables/{playing.id}/what-if/plan-line", told)
    assert posted.status_code == 302
    plan = Plan.objects.get()
    assert not plan.exact and plan.steps == [[0, bid(2), "bid", True]]
    assert "Whatever others do" in trying.page()
    other = client_of(playing.user_at(1))
    assert other.post(f"/tables/{playing.id}/what-if/plan-line", told).status_code == 404


def test_what_cannot_be_planned_is_refused(begin: Begin, people: list[Any]) -> None:
    playing = begin()
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.act("plan")
    assert "no answer of yours" in trying.page()
    stranger = Trying(client_of(people[3]), playing.id)
    stranger.play(bid(2))
    stranger.act("plan")
    assert "You do not play at this table" in stranger.page()
    assert "Plan these moves" not in stranger.page()
    trying.play(bid(2))
    answer(playing, 0, bid(1))
    trying.act("plan")
    assert "no answer of yours" in trying.page()
    assert not Plan.objects.exists()


def test_a_new_plan_takes_the_place_of_the_old_one(begin: Begin) -> None:
    playing = begin()
    plan_for(playing, 0, [(0, bid(1))])
    plan_for(playing, 0, [(0, bid(2))])
    assert Plan.objects.get().steps == [[0, bid(2), "bid", True]]
    with pytest.raises(IntegrityError), transaction.atomic():
        Plan.objects.create(user=playing.user_at(0), table_id=playing.id, at=1, made=1, steps=[])
    with pytest.raises(IntegrityError), transaction.atomic():
        Plan.objects.update(due_at=timezone.now())


def test_plans_go_with_table_and_account_and_are_exported(begin: Begin) -> None:
    playing = begin()
    user = playing.user_at(0)
    plan_for(playing, 0, [(0, bid(1))])
    (told,) = all_about(user)["plans"]
    assert (told["table"], told["moves"]) == (playing.id, [{"seat": 0, "move": bid(1)}])
    assert all_about(playing.user_at(1))["plans"] == []
    account_delete(user=user)
    assert not Plan.objects.exists()


def test_plans_by_the_api(begin: Begin, people: list[Any]) -> None:
    playing = begin()
    api = f"/api/v1/tables/{playing.id}/plan"
    client = client_of(playing.user_at(0))
    assert client.get(api).json() == {"plan": None}
    moves = [{"seat": seat, "move": move} for seat, move in taking(playing)]
    body = {"at": 1, "moves": moves}
    told = client.put(api, body, "application/json")
    assert told.status_code == 200, told.text
    assert told.json()["plan"] == {"at": 1, "exact": True, "moves": moves, "dropped": ""}
    assert client.get(api).json() == told.json()
    assert client_of(playing.user_at(1)).get(api).json() == {"plan": None}
    for wrong in ({**body, "at": 7}, {**body, "moves": moves[1:]}, {**body, "moves": []}):
        assert client.put(api, wrong, "application/json").status_code in (409, 422), wrong
    assert Plan.objects.count() == 1
    assert client_of(people[3]).put(api, body, "application/json").status_code == 403
    assert Client().get(api).status_code == 401
    assert client.delete(api).json() == {"plan": None} and not Plan.objects.exists()


def test_a_move_asks_nothing_more_where_there_are_plans(begin: Begin) -> None:
    counts = []
    for planned in (False, True):
        playing = begin()
        if planned:
            plan_for(playing, 0, [(0, bid(1))])
        with CaptureQueriesContext(connection) as asked:
            answer(playing, 1, bid(1))
        counts.append(len(asked))
    assert counts[0] == counts[1]


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
