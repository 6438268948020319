"""Making a plan: from lines that are kept, by forms and by programs, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.people.leaving import account_delete, all_about
from games.models import Plan
from tests.games.conftest import Playing
from tests.games.planning import answer, bid, plan_for, taking
from tests.games.trying import Trying
from tests.games.trying import patient as patient
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]


def test_a_kept_line_is_planned_from_the_list(begin: Begin) -> None:
    playing = begin()
    trying = Trying(client_of(playing.user_at(0)), playing.id)
    trying.play(bid(2))
    trying.act("keep", name="low")
    told = {"study": 1, "exact": "no"}
    posted = trying.client.post(f"/tables/{playing.id}/what-if/plan-study", told)
    assert posted.status_code == 302
    plan = Plan.objects.get()
    assert not plan.exact and plan.steps == [[0, bid(2), "bid", True]]
    assert "Whatever others do" in trying.page()
    other = client_of(playing.user_at(1))
    assert other.post(f"/tables/{playing.id}/what-if/plan-study", told).status_code == 404


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
