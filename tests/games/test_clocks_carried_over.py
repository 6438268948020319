"""Tables that had days for a move keep them when the clocks become richer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.models import Seat, Table
from lobby.models import Consent
from tests.games.migrating import as_it_was, migrate_to_newest

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("games", "0015_shown_and_players_chat"), ("lobby", "0002_letters_and_consents")]
DUE = datetime(2026, 5, 9, 12, tzinfo=UTC)


@pytest.fixture
def old() -> Iterator[Any]:
    """The models as they were, in a database as it was."""
    with as_it_was(BEFORE) as models:
        yield models


@pytest.mark.costly
def test_tables_and_their_clocks_are_carried_over(old: Any) -> None:
    user = old.get_model("accounts", "User").objects.create(username="ana", email="a@example.org")
    tables, seats = old.get_model("games", "Table"), old.get_model("games", "Seat")
    made = {}
    for days in (3, None):
        table = tables.objects.create(
            game="pier", seats_min=2, seats_max=2, days_per_move=days, token=f"token {days}"
        )
        asked = {"deciding": True, "since": DUE - timedelta(days=1)}
        deadline = DUE if days else None
        seats.objects.create(table=table, place=0, user=user, deadline=deadline, **asked)
        consents = old.get_model("lobby", "Consent").objects
        consents.create(table=table, user=user, before={"days_per_move": days, "private": True})
        made[days] = table.pk
    migrate_to_newest()

    timed, free = (Table.objects.get(pk=made[days]) for days in (3, None))
    assert (timed.pace, timed.pace_start, timed.most_protected) == ("answer", 3 * 24 * 60, 0)
    assert (free.pace, free.pace_start) == ("none", 0)
    seat = Seat.objects.get(table=timed)
    assert (seat.deadline, seat.asked) == (DUE, DUE - timedelta(days=3))
    assert (seat.time_left, seat.spare) == (timedelta(days=3), timedelta())
    assert Seat.objects.get(table=free).asked is None
    clock = {"pace_increment": 0, "pace_cap": 0, "most_protected": 0, "private": True}
    assert Consent.objects.get(table=timed).before == {
        "pace": "answer", "pace_start": 3 * 24 * 60, **clock,
    }  # fmt: skip
    assert Consent.objects.get(table=free).before == {"pace": "none", "pace_start": 0, **clock}
