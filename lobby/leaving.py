"""Open tables when an account is deleted."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import user_leaves
from games.models import Seat, Table
from lobby.services import seat_leave


@receiver(user_leaves)
def stand_up(user: User, **_: object) -> None:
    """Leave every open table; the next player becomes its host, or it is closed."""
    seats = Seat.objects.filter(user=user, goes_on=True, table__status=Table.Status.OPEN)
    for table_id in list(seats.order_by("table_id").values_list("table_id", flat=True)):
        seat_leave(table_id=table_id, user=user)
