"""The analysis finds the one bad answer of a long game, whenever it was given."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.advising import analysing
from games.bots.levels import doubtful
from games.bots.outlook import Outlook
from games.bots.tree import key_of
from games.changing import services
from games.judging.questions import question_id
from games.models import LogEntry, Table
from games.rules.core.codec import encode
from games.rules.core.interface import Decision, Move
from games.rules.registry import GAMES
from games.storing.rows import TableRow, table_load
from games.telling.history import position_of
from tests.people import people_make
from tools.living.table import play_one
from tools.seating import table_begun

pytestmark = [pytest.mark.django_db, pytest.mark.costly]

GAME, AFTER = "port_royal", 60
"""A game of some 200 entries, and after which of them the bad answer is given."""
STAKE, TRIED = 0.2, 8
"""The least that the worst answer costs of the win, and how often the search has tried it."""


def worst_answer(row: TableRow) -> tuple[Decision, Move] | None:
    """Return the worst answer to what is asked first; None if not much is at stake."""
    position = position_of(row)
    assert position is not None
    decision = row.rules.pending(position.state)[0]
    if len(decision.moves) < 2:
        return None
    view = row.rules.view(position.state, decision.seat)
    choice = analysing.ChosenMove(row.number, row.number, decision.seat)
    search = analysing.search_at(row, choice, view, decision)
    arms = search.root.arms[decision.seat]
    means = {key: arm.mean for key, arm in arms.items() if arm.tried >= TRIED}
    if not means or max(means.values()) - min(means.values()) < STAKE:
        return None
    by_key = {key_of(move): move for move in decision.moves}
    best, worst = (by_key[which(means, key=means.__getitem__)] for which in (max, min))
    could, is_left = (
        analysing.looked(row, Outlook(row.rules, view, policy, "blunder", (decision.seat, move)))
        for policy in (doubtful(row.rules),)
        for move in (best, worst)
    )
    lost = could[decision.seat] - is_left[decision.seat]
    return (decision, worst) if lost > STAKE else None


def play_well_but_once(table: Table, after: int) -> int:
    """Play to the end as the quick bots do, but for one answer; return its entry."""
    chance, planted = random.Random(f"well {table.game}"), 0
    while (row := table_load(table.pk)).status == "playing":
        blunder = worst_answer(row) if row.number > after and not planted else None
        if blunder is None:
            play_one(table, chance)
            continue
        decision, move = blunder
        seat = row.seats[decision.seat]
        services.move_submit(
            table_id=table.pk,
            user_id=seat.user_id or 0,
            question=question_id(row.id, seat.place, seat.answers, decision),
            move=encode(move),
        )
        moves = LogEntry.objects.filter(table=table, kind="move", place=decision.seat)
        planted = moves.latest("number").number
    return planted


def test_a_blunder_is_found_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is looked at with a share of the expert's work first, as all others are.

    Even a quarter of that share finds it, with fewer points and second looks.
    """
    for name in ("SEARCHES", "POINTS", "DOUBTFUL"):
        monkeypatch.setattr(analysing, name, getattr(analysing, name) // 4)
    users = people_make(*(f"p{number}" for number in range(GAMES[GAME].players[0])))
    table = table_begun(GAME, users, seed="blunder")
    planted = play_well_but_once(table, AFTER)
    assert planted, "somewhere there is much at stake"
    row = table_load(table.pk)
    work = analysing.begun(row)
    analysing.go_on(row, work, float("inf"), lambda: False)
    found: Any = analysing.found_in(work)
    costs = {cost["number"]: cost["cost"] for cost in found["moves"]}
    assert planted in costs, costs
    assert len(work.losses) == work.of > analysing.SEARCHES, "all of them were valued"
