"""Plans as tests make them, and the worker that looks at them."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.changing import plan_changes, services
from games.models import LogEntry, Plan
from games.storing.rows import table_load
from games.telling import history
from games.telling.plan_reading import plans_due, plans_to_look_at
from games.trying.course import view_from
from games.trying.planning import steps_planned
from tests.games.conftest import Playing
from tools.working import news_owe


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
    return plan_changes.plan_make(
        user_id=user_id, table_id=playing.id, at=at, steps=steps, exact=exact
    )


def look(now: datetime | None = None) -> None:
    for plan_id in plans_to_look_at():
        plan_changes.plan_look(plan_id=plan_id, now=now)
    news_owe()


def play_due() -> int:
    """Let the worker look, and give what is planned at its time; how many answers that were."""
    look()
    due = plans_due(timezone.now(), timedelta(days=30))
    given = sum(plan_changes.plan_play(plan_id=plan_id, now=at) for plan_id, at in due)
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
