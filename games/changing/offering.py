"""Taking over a seat whose user has vanished. Who may: `lobby.tables.offers`."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.changing.moderation import seat_replace
from games.errors import SeatGone
from games.judging.offering import is_offered
from games.models import Table, Tenure
from games.storing.rows import TableRow, table_load


@transaction.atomic
def seat_take_over(
    *, table_id: int, place: int, user_id: int, now: datetime | None = None
) -> TableRow:
    """Hand an offered seat to somebody, with a fresh clock; the table as it was before.

    They inherit what the seat knows. Raises SeatGone if its user is back, or if somebody else was
    quicker, and for whoever has had another seat there: they would know two hands.
    """
    Table.objects.select_for_update().filter(pk=table_id).first()  # of two, one is the first
    row = table_load(table_id)
    if not 0 <= place < len(row.seats) or not is_offered(row, row.seats[place]):
        raise SeatGone
    before = Tenure.objects.filter(table_id=table_id, user_id=user_id).exclude(place=place)
    if row.place_of(user_id) is not None or before.exists():
        raise SeatGone
    seat_replace(table_id=table_id, place=place, user_id=user_id, now=now)
    return row
