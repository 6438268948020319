"""Plans: answers given in advance, played as a person would, seen by nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Notice, User
from accounts.notices.kinds import kind_of
from games.changing import plan_changes, services
from games.judging import turns
from games.models import LogEntry, Plan, Table
from games.rules.registry import GAMES
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tests.games.planning import answer, bid, bids, look, plan_for, play_due, taking
from tests.games.trying import patient as patient
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


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
    assert not plan_changes.plan_play(plan_id=plan.pk)
    look()
    plan.refresh_from_db()
    assert plan.due_at is not None
    assert plan.due_at > timezone.now() + timedelta(seconds=30)
    assert not plan_changes.plan_play(plan_id=plan.pk)
    assert not plan_changes.plan_play(plan_id=plan.pk, now=plan.due_at - timedelta(microseconds=1))
    assert plan_changes.plan_play(plan_id=plan.pk, now=plan.due_at)
    assert not plan_changes.plan_play(plan_id=plan.pk, now=plan.due_at), "once"


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
    words = kind_of(notice).words()
    assert words is not None and "your plan was dropped" in words.subject
    assert "something other than you had expected" in words.body
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
    with pytest.raises(plan_changes.NothingPlanned):
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
    verdict = plan_changes.verdict_on(plan, table_load(playing.id), timezone.now())
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
    assert not plan_changes.plan_play(plan_id=plan.pk, now=plan.due_at)
    assert bids(playing) == [(0, bid(3))]


def test_an_overdue_answer_is_put_off_once_more(begin: Begin) -> None:
    """After the server was down not all that was planned is answered in the same second."""
    playing = begin()
    plan = plan_for(playing, 0, taking(playing))
    look()
    plan.refresh_from_db()
    assert plan.due_at is not None
    late = plan.due_at + timedelta(hours=1)
    assert not plan_changes.plan_play(plan_id=plan.pk, now=late)
    look(late)
    plan.refresh_from_db()
    assert plan.due_at is not None and plan.due_at > late
