"""Tables in play, and a snapshot of everything that must not change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.models import LogEntry, Seat, Table
from tests.accounts.conftest import club  # noqa: F401 - a fixture
from tests.games.conftest import begin, people  # noqa: F401 - fixtures


def stored() -> dict[str, Any]:
    """All that tables are."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in (Table, Seat, LogEntry)
    }


@pytest.fixture
def unchanged(request: pytest.FixtureRequest) -> Iterator[Any]:
    """`unchanged()` is called when all is set up; at the end everything must be as it was then."""
    kept: list[dict[str, Any]] = []
    yield lambda: kept.append(stored())
    assert kept, "unchanged() was not called"
    assert stored() == kept[-1]
