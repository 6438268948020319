"""A planned answer is given once, whenever its worker dies, and its time tells nothing."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.changing import plan_changes
from games.judging import delays
from games.judging.plan_verdicts import PlanStep
from games.models import LogEntry, Plan, Seat
from games.storing.rows import table_load
from games.telling.plan_reading import plans_due, plans_to_look_at
from tests.games.conftest import Playing
from tools.month.dying import KILLED, LOST, Cut, Keeper

pytestmark = pytest.mark.django_db(transaction=True)

Begin = Callable[..., Playing]
TRIES = 12


@pytest.fixture
def keeper(transactional_db: None) -> Iterator[Keeper]:
    """Whoever ends the sessions of others."""
    keeper = Keeper()
    yield keeper
    keeper.close()


def plan_answer(playing: Playing, place: int, move: dict[str, Any]) -> None:
    """Plan this answer to the present question, whatever others do."""
    step = PlanStep(place, move, playing.question(place)["key"])
    at, user = table_load(playing.id).number, playing.user_at(place).pk
    plan_changes.plan_make(user_id=user, table_id=playing.id, at=at, steps=[step], exact=False)


def look() -> list[tuple[int, Any]]:
    """Let the worker look; what is due in a day."""
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id)
    return plans_due(timezone.now(), timedelta(days=1))


def answers(playing: Playing) -> list[LogEntry]:
    return list(LogEntry.objects.filter(table=playing.id, kind="move").order_by("number"))


@pytest.mark.parametrize("how", [KILLED, LOST])
@pytest.mark.parametrize("before", [True, False], ids=["before", "after"])
def test_whenever_a_worker_dies_an_answer_is_given_once(
    begin: Begin, keeper: Keeper, how: str, *, before: bool
) -> None:
    """At each round trip to the database: while looking at a plan, and while answering."""
    for at in itertools.count(1):
        playing = begin()
        plan_answer(playing, 0, {"kind": "Bid", "coins": 1})
        looking = Cut(keeper, how, at, before=before)
        looking.run(look)
        ((plan_id, due),) = look()
        playing_it = Cut(keeper, how, at, before=before)
        playing_it.run(
            lambda plan_id=plan_id, due=due: plan_changes.plan_play(plan_id=plan_id, now=due)
        )
        for plan_id, due in look():
            plan_changes.plan_play(plan_id=plan_id, now=due)
        look()
        assert len(answers(playing)) == 1
        assert not Plan.objects.exists()
        if not looking.happened and not playing_it.happened:
            break
    assert at > 8, "there were round trips to die at"


def test_the_time_of_an_answer_tells_nothing_of_what_was_planned(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same draw gives the same time in the log, for a step of a plan and for orders."""
    waits: dict[str, list[float]] = {"steps": [], "orders": []}
    for kind, seed in itertools.product(waits, range(TRIES)):
        playing = begin(game="guatemala_cafe", options={"setup": "fixed", "buyer_start": 0})
        other = announced(playing)
        monkeypatch.setattr(plan_changes, "_chance", random.Random(seed))
        if kind == "steps":
            plan_answer(playing, other, {"kind": "Decline"})
        else:
            user = playing.user_at(other).pk
            orders = {"auto_decline": "always"}
            plan_changes.orders_set(table_id=playing.id, user_id=user, orders=orders)
        asked = Seat.objects.get(table=playing.id, place=other).since
        now = asked + timedelta(seconds=7)
        for plan_id in plans_to_look_at():
            plan_changes.plan_look(plan_id=plan_id, now=now)
        ((plan_id, due),) = plans_due(now, timedelta(days=1))
        assert plan_changes.plan_play(plan_id=plan_id, now=due)
        waits[kind].append((answers(playing)[-1].at - now).total_seconds())
        Plan.objects.all().delete()
    assert waits["steps"] == waits["orders"]
    assert len(set(waits["steps"])) == TRIES
    assert min(waits["steps"]) >= delays.FIRST.least


def announced(playing: Playing) -> int:
    """Let somebody announce a scoring, after as many other moves as it takes; who is asked then."""
    for _ in range(60):
        place = playing.asked()[0]
        kinds = [move["move"]["kind"] for move in playing.question(place)["moves"]]
        if "Decline" in kinds:
            return place
        playing.play(place, kinds.index("Announce") if "Announce" in kinds else 0)
    raise AssertionError("nobody has announced anything")
