"""When a seat has run out of time: what its calendar still gives it, then what the table agreed."""

from __future__ import annotations

import random
from datetime import datetime

from django.conf import settings
from django.db import transaction

from games.changing.services import table_change, table_move_on
from games.clocks.calendar import Calendar, Interval, zone_named
from games.judging import bots, clocks, stopping, turns
from games.models import OwnTime
from games.storing.changes import Change
from games.storing.rows import SeatRow, TableRow, table_load

MOST_MISSED = 3  # times in a row out of time: then somebody is away


def decision_expire(
    *,
    table_id: int,
    place: int,
    deadline: datetime,
    now: datetime | None = None,
    chance: random.Random | None = None,
) -> int:
    """Do what was agreed for a seat that ran out of time (`Table.AtTimeout`).

    First a vacation day is spent, if there is one; then its user is excused, once at each table.
    Does nothing if the seat has answered in the meantime. Idempotent.
    """
    if number := clock_put_off(table_id=table_id, place=place, deadline=deadline, now=now):
        return number

    def work(row: TableRow, now: datetime) -> Change | None:
        seat = row.seats[place]
        if row.status != "playing" or row.frozen or seat.deadline != deadline or deadline > now:
            return None
        if clocks.is_excused(row, place):
            return clocks.excusing(row, place, now)
        if row.at_timeout == "once" and seat.missed + 1 < MOST_MISSED:
            return bots.bot_answers_once(row, place, now, chance or random.Random())
        if row.at_timeout == "close":
            return stopping.closing(row, "timeout", now, place)
        return turns.bot_takes_seat(row, place, "absent", now)

    return table_change(table_id, work, now=now)


@transaction.atomic
def clock_put_off(
    *,
    table_id: int,
    place: int,
    deadline: datetime,
    outage: Interval | None = None,
    now: datetime | None = None,
) -> int:
    """Give a seat that has run out of time what its calendar has for it; the entry, or 0.

    Its protected time may have grown since: the server was down, or a vacation day was spent at
    another table. Else one is spent here, if the user has one left for this year. `outage` is one
    that has not been noted yet.
    """
    user_id = table_load(table_id).seats[place].user_id
    if user_id is None:
        return 0
    own, _made = OwnTime.objects.select_for_update().get_or_create(user_id=user_id)
    day: list[str] = []

    def work(row: TableRow, now: datetime) -> Change | None:
        nonlocal day
        row = clocks.with_outage(row, outage)
        seat, day = row.seats[place], []
        if row.status != "playing" or row.frozen or seat.deadline != deadline or deadline > now:
            return None
        if later := clocks.put_off(row, seat, now):
            change = clocks.clock_change(row, {place: later}, now)
        elif (found := clocks.day_off(row, place, now)) and has_days_left(seat, deadline):
            change, day = found.change, [moment.isoformat() for moment in found.day]
        else:
            return None
        return change

    _row, change = table_move_on(table_id, work, now=now)
    if change is None:
        return 0
    if day:
        OwnTime.objects.filter(pk=user_id).update(spent=[*own.spent, day])
    return change.number


def has_days_left(seat: SeatRow, moment: datetime) -> bool:
    """Return whether the user of a seat has vacation days left in the year of this moment, and does
    not keep them for other tables.
    """
    if seat.keeps_days:
        return False
    calendar = seat.calendar or clocks.NOBODYS
    return days_taken(calendar, moment) < settings.VACATION_DAYS


def days_taken(calendar: Calendar, moment: datetime) -> int:
    """How many vacation days were spent in the local year of this moment."""
    zone = zone_named(calendar.zone)
    years = [since.astimezone(zone).year for since, _until in calendar.spent]
    return years.count(moment.astimezone(zone).year)
