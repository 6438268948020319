"""Standing orders that were kept with a seat hold on as those of its user."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from games.models import Plan
from tests.games.migrating import as_it_was, migrate_to_newest

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = [("games", "0019_plans")]
ALWAYS = {"auto_decline": "always", "colours": []}


@pytest.fixture
def old() -> Iterator[Any]:
    """The models as they were, in a database as it was."""
    with as_it_was(BEFORE) as models:
        yield models


@pytest.mark.costly
def test_orders_are_carried_over(old: Any) -> None:
    users, tables = old.get_model("accounts", "User"), old.get_model("games", "Table")
    ana, ben = (
        users.objects.create(username=name, email=f"{name}@example.org") for name in ("ana", "ben")
    )
    made = {}
    for status in ("playing", "closed"):
        now = timezone.now()
        facts = {"token": status, "status": status, "number": 7, "position": "{}"}
        if status == "closed":
            facts |= {"close_reason": "host", "finished_at": now}
        table = tables.objects.create(
            game="guatemala_cafe", seats_min=2, seats_max=2, started_at=now, **facts
        )
        seats = old.get_model("games", "Seat").objects
        seats.create(table=table, place=0, user=ana, orders=ALWAYS)
        seats.create(table=table, place=1, user=ben)
        made[status] = table.pk
    plans = old.get_model("games", "Plan").objects
    plans.create(table_id=made["playing"], user=ana, at=3, made=3, steps=[])
    migrate_to_newest()

    kept = Plan.objects.filter(orders__isnull=False)
    found = [(plan.user_id, plan.table_id, plan.made, plan.orders, plan.looked) for plan in kept]
    assert found == [(ana.pk, made["playing"], 7, ALWAYS, 0)]
    assert Plan.objects.filter(orders__isnull=True).count() == 1
