"""Little work for tests of what an expert thinks, and tables to ask at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from config.web.buckets import thoughts
from games.advising import analysing, thinking
from games.models import Seat, Table
from games.rules.core.interface import Rules
from games.rules.core.levels import Level
from games.rules.registry import GAMES
from tools.working import forget_jobs

LITTLE = 300  # moves of a search


def with_little_work(levels: Mapping[str, Level]) -> dict[str, Level]:
    """The same levels, none of which does more."""
    return {
        name: msgspec.structs.replace(level, work=min(level.work, LITTLE))
        for name, level in levels.items()
    }


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """With less work than people get, and patient with who asks often."""
    kinds: set[Any] = {Rules, *map(type, GAMES.values())}
    for kind in kinds:
        if "levels" in vars(kind):
            monkeypatch.setattr(kind, "levels", with_little_work(kind.levels))
    for module, budgets in (
        (thinking, {"COURSES": 4, "MOST_WORK": 300}),
        (analysing, {"COURSES": 4, "POINT_WORK": 200, "CLOSE_WORK": 400, "POINTS": 6,
                     "SEARCHES": 8, "DOUBTFUL": 5, "SUSPECTS": 3, "BRIEF": 2}),
    ):  # fmt: skip
        for name, value in budgets.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(thoughts, "levels", {})
    forget_jobs()


def asked_at_table(table_id: int) -> Any:
    """The user who is asked first at a table whose terms allow hints from now on."""
    Table.objects.filter(pk=table_id).update(hints=True)
    return Seat.objects.filter(table=table_id, deciding=True).order_by("place")[0].user
