"""Open tables when an account is deleted, or when a moderator closes them."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import user_leaves
from games.models import Seat, Table
from games.signals import seat_absent, table_ended
from lobby.models import Invitation
from lobby.realtime import tell_lobby
from lobby.services import seat_leave


@receiver(user_leaves)
def stand_up(user: User, **_: Any) -> None:
    """Leave every open table; the next player becomes its host, or it is closed."""
    seats = Seat.objects.filter(user=user, table__status=Table.Status.OPEN)
    for table_id in list(seats.order_by("table_id").values_list("table_id", flat=True)):
        seat_leave(table_id=table_id, user=user)


@receiver(seat_absent)
def tell_of_offer(table_id: int, **_: Any) -> None:
    """Show an offered seat in the lobby."""
    if Table.objects.filter(pk=table_id, at_timeout=Table.AtTimeout.OFFER).exists():
        tell_lobby(table_id)


@receiver(table_ended)
def tell_of_end(table_id: int, **_: Any) -> None:
    """Take a table that a moderator has closed off the list of open tables."""
    Invitation.objects.filter(table=table_id, status=Invitation.Status.SENT).delete()
    tell_lobby(table_id)
