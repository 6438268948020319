"""When to write a mail: on the signals of tables (`games.signals`), and daily for the digest."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.dispatch import receiver

from accounts.mail import writing
from accounts.models import User
from games import signals
from games.models import Seat
from games.storing.rows import TableRow, table_load
from games.telling.selectors import absent_seats, tables_waiting_for

DIGEST_HOURS = range(8, 12)  # in the user's time zone; several, in case the worker was down


@receiver(signals.turn_waiting)
def turn_waits(table_id: int, place: int, **_: Any) -> None:
    """Write a turn mail, if the user wants one for each turn."""
    seat = Seat.objects.select_related("user").get(table_id=table_id, place=place)
    if seat.user is not None and seat.user.mails == User.Mails.TURN:
        writing.write_turn(seat)


@receiver(signals.table_started)
def table_starts(table_id: int, by: int | None = None, **_: Any) -> None:
    """Write to all but the user who began it and those asked at once, who get a turn mail."""
    row = table_load(table_id)
    for user in users_at(row):
        seat = row.seats[row.place_of(user.pk) or 0]
        if user.pk != by and not seat.deciding:
            writing.write_started(row, user)


@receiver(signals.seat_absent)
def time_is_over(table_id: int, place: int, **_: Any) -> None:
    """Write to the user for whose seat a bot now plays on."""
    seat = Seat.objects.select_related("user").get(table_id=table_id, place=place)
    if seat.user is not None and seat.user.mails == User.Mails.TURN:
        writing.write_absent(seat)


@receiver(signals.table_ended)
def table_ends(table_id: int, **_: Any) -> None:
    """Write to everybody who played to the end."""
    row = table_load(table_id)
    if row.position is None:
        return  # closed before it began
    for user in users_at(row):
        writing.write_finished(row, user)


def users_at(row: TableRow) -> list[User]:
    """The users at a table who have not resigned and want a mail for each turn."""
    ids = [seat.user_id for seat in row.seats if seat.user_id is not None and not seat.resigned]
    return list(User.objects.filter(pk__in=ids).filter(mails=User.Mails.TURN))


def digests_due(now: datetime) -> None:
    """Write the daily digest to everybody for whom it is morning and there is news."""
    for user in User.objects.filter(mails=User.Mails.DIGEST, is_active=True).exclude(email=""):
        local = now.astimezone(user.zone)
        if local.hour not in DIGEST_HOURS:
            continue
        waiting = list(tables_waiting_for(user))
        yesterday = now - timedelta(days=1)
        over = tables_over_since(user, yesterday)
        away = list(absent_seats(user).filter(absent_since__gt=yesterday))
        if waiting or over or away:
            writing.write_digest(user, waiting, over, away, local.date().isoformat())


def tables_over_since(user: User, since: datetime) -> list[int]:
    """The user's tables that have ended since then."""
    seats = Seat.objects.filter(user=user, resigned_at=None, table__finished_at__gt=since)
    seats = seats.filter(table__position__isnull=False).order_by("table__finished_at")
    return list(seats.values_list("table_id", flat=True))


def moment(timestamp: int) -> datetime:
    """The time of a periodic job."""
    return datetime.fromtimestamp(timestamp, UTC)
