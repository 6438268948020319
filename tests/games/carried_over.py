"""Rows of old databases, and what is to become of them on the way to the newest migration.

Each maker is handed the models as they were, and returns a check for when all is migrated.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from games.models import Plan, Seat, Table
from lobby.models import Consent

Check = Callable[[], None]

DUE = datetime(2026, 5, 9, 12, tzinfo=UTC)
ALWAYS = {"auto_decline": "always", "colours": []}


def person(old: Any, name: str) -> Any:
    """Somebody with an account."""
    return old.get_model("accounts", "User").objects.create(
        username=name, email=f"{name}@example.org"
    )


def days_for_a_move(old: Any) -> Check:
    """Tables that had days for a move keep them when the clocks become richer."""
    user = person(old, "ana")
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

    def check() -> None:
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
        before = Consent.objects.get(table=free).before
        assert before == {"pace": "none", "pace_start": 0, **clock}

    return check


def orders_of_seats(old: Any) -> Check:
    """Standing orders that were kept with a seat hold on as those of its user."""
    ben, carla = person(old, "ben"), person(old, "carla")
    made = {}
    for status in ("playing", "closed"):
        now = timezone.now()
        facts = {"token": status, "status": status, "number": 7, "position": "{}"}
        if status == "closed":
            facts |= {"close_reason": "host", "finished_at": now}
        table = old.get_model("games", "Table").objects.create(
            game="guatemala_cafe", seats_min=2, seats_max=2, started_at=now, **facts
        )
        seats = old.get_model("games", "Seat").objects
        seats.create(table=table, place=0, user=ben, orders=ALWAYS)
        seats.create(table=table, place=1, user=carla)
        made[status] = table.pk
    plans = old.get_model("games", "Plan").objects
    plans.create(table_id=made["playing"], user=ben, at=3, made=3, steps=[])

    def check() -> None:
        kept = Plan.objects.filter(orders__isnull=False)
        found = [
            (plan.user_id, plan.table_id, plan.made, plan.orders, plan.looked) for plan in kept
        ]
        assert found == [(ben.pk, made["playing"], 7, ALWAYS, 0)]
        assert Plan.objects.filter(orders__isnull=True).count() == 1

    return check


def seats_without_an_end(old: Any) -> Check:
    """Seats know the game of their table, whether it goes on, and when it has ended."""
    now = timezone.now()
    over = {"finished_at": now, "number": 3, "started_at": now, "position": "{}"}
    kinds: dict[str, dict[str, Any]] = {
        "finished": {**over, "outcome": {"reason": "", "standings": []}},
        "closed": over,
        "playing": {**over, "finished_at": None},
        "open": {},
    }
    user = person(old, "dario")
    tables, seats = (old.get_model("games", name).objects for name in ("Table", "Seat"))
    for status, fields in kinds.items():
        table = tables.create(game="cuba", status=status, seats_min=1, seats_max=2, **fields)
        seats.create(table=table, place=0, user=user)

    def check() -> None:
        found = {
            seat.table.status: (seat.game, seat.goes_on, seat.ended_at)
            for seat in Seat.objects.filter(user=user.pk).select_related("table")
        }
        assert found == {
            "finished": ("cuba", False, now),
            "closed": ("cuba", False, now),
            "playing": ("cuba", True, None),
            "open": ("cuba", True, None),
        }

    return check


MAKERS: list[tuple[list[tuple[str, str]], Callable[[Any], Check]]] = [
    (
        [("games", "0015_shown_and_players_chat"), ("lobby", "0002_letters_and_consents")],
        days_for_a_move,
    ),
    ([("games", "0019_plans")], orders_of_seats),
    ([("games", "0027_halts")], seats_without_an_end),
]
"""Makers in the order of the migrations before whose successors they make rows."""
