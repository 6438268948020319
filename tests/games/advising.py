"""Little work for tests of what an expert thinks, and tables to ask at."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from config.web.buckets import thoughts
from games.advising import analysing, thinking
from games.models import Seat, Table
from games.rules.core.interface import Rules
from games.rules.core.levels import LEVELS
from tests.working import forget_jobs

SMALL = {
    name: msgspec.structs.replace(level, work=min(level.work, 300))
    for name, level in LEVELS.items()
}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """With less work than people get, and patient with who asks often."""
    monkeypatch.setattr(Rules, "levels", SMALL)
    for module, budgets in (
        (thinking, {"COURSES": 4, "MOST_WORK": 300}),
        (analysing, {"COURSES": 4, "POINT_WORK": 200, "CLOSE_WORK": 400, "POINTS": 6,
                     "CHOICES": 8, "SUSPECTS": 3}),
    ):  # fmt: skip
        for name, value in budgets.items():
            monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(thoughts, "levels", {})
    forget_jobs()


def asked_at_table(table_id: int) -> Any:
    """The user who is asked first at a table whose terms allow hints from now on."""
    Table.objects.filter(pk=table_id).update(hints=True)
    return Seat.objects.filter(table=table_id, deciding=True).order_by("place")[0].user
