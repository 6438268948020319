"""Changing what clocks go by: a user's calendar, an outage, and what all at a table agree to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.web import buckets
from games.changing.expiring import clock_put_off, days_taken
from games.changing.halting import although_halted
from games.changing.jumps import clock_set_back
from games.changing.moderation import back_by_consent, rebuilt
from games.changing.services import seat_of, table_change
from games.clocks.calendar import MOST_A_WEEKDAY, Calendar, Days, Hours, Interval, overlapping
from games.errors import (
    NotInPlay,
    NotPossible,
    NotYourSeat,
    OutdatedMove,
    TableBusy,
    TableFrozen,
)
from games.judging import agreements, clocks
from games.models import Heartbeat, LogEntry, Outage, OwnTime, Seat, Table
from games.rules.core.codec import convert
from games.storing.changes import Change
from games.storing.rows import TableRow, Wish, table_load
from games.telling.paces import DAY, fault_of
from games.telling.times import minutes_of

DOWN = timedelta(minutes=5)
"""A worker that was not seen for so long was down."""
LONGEST_PAUSE = timedelta(days=30)
MOST_MORE = timedelta(days=14)
"""The most time that somebody can be given at once."""
DAY_LONG = timedelta(days=1)
LATEST_REMINDER = 90
"""The percentage of the time left at which somebody is reminded, at most."""
WISH_FIELD_OF = {"pace_start": "minutes", "pace_increment": "increment", "pace_cap": "cap"}
"""Which field of a wish names a term of a pace."""
MOST_ABSENCES = 20
LONGEST_ABSENCE = 92
"""Days of an absence that is announced."""


@transaction.atomic
def own_time_set(
    *,
    user_id: int,
    zone: str,
    hours: Sequence[Hours] | None = None,
    away: Sequence[Days] | None = None,
    remind: int | None = None,
    now: datetime | None = None,
) -> None:
    """Store a user's calendar, and set the clocks of their open questions by it from now on.

    What is None stays as it is; `zone` is the one that counts from now on. What has passed of an
    open question was counted by the calendar that held then: a vacation day that would have been
    spent, had the worker come by, is spent first. Raises NotPossible, with its field.
    """
    check_own_time(hours or (), away or (), remind or 0)
    buckets.clock_changes.admit(user_id)
    own, _made = OwnTime.objects.select_for_update().get_or_create(user_id=user_id)
    before = (own.hours, own.away, own.remind)
    builtins = msgspec.to_builtins
    own.hours = own.hours if hours is None else sorted(builtins(hours))
    own.away = own.away if away is None else builtins(away)
    own.remind = own.remind if remind is None else remind
    only_zone = hours is None and away is None and remind is None
    if not only_zone and (own.hours, own.away, own.remind) == before:
        return
    tables = tables_with_clock_of(user_id)
    outage = outage_now(now or timezone.now())
    for table_id, place, deadline in deadlines_passed(user_id, tables, now or timezone.now()):
        clock_put_off(table_id=table_id, place=place, deadline=deadline, outage=outage, now=now)
    own.refresh_from_db(fields=["spent"])
    new = calendar_from(own, zone)

    def work(row: TableRow, now: datetime) -> Change | None:
        place = row.place_of(user_id)
        if place is None or row.status != "playing" or row.frozen:
            return None
        return clocks.recalendared(clocks.with_outage(row, outage), place, new, own.remind, now)

    for table_id in tables:
        table_change(table_id, work, now=now)
    own.save()


def check_own_time(hours: Sequence[Hours], away: Sequence[Days], remind: int) -> None:
    """Raise NotPossible, naming the field, for a calendar that nobody can have."""
    if not 0 <= remind <= LATEST_REMINDER:
        raise NotPossible(_("That is not a part of the time."), "remind")
    if any(not (0 <= h.weekday < 7 and 0 <= h.start < DAY and 0 <= h.end < DAY) for h in hours):
        raise NotPossible(_("There is no such hour in the week."), "hours")
    if max(Counter(one.weekday for one in hours).values(), default=0) > MOST_A_WEEKDAY:
        text = _("A day of the week takes {most} protected times at most.")
        raise NotPossible(text.format(most=MOST_A_WEEKDAY), "hours")
    if overlapping(hours):
        raise NotPossible(_("Protected times of one day may not overlap."), "hours")
    if len(away) > MOST_ABSENCES:
        raise NotPossible(_("That is too much absence to announce at once."), "away")
    if any(days.last < days.first for days in away):
        raise NotPossible(_("The last day is before the first one."), "away")
    if any((days.last - days.first).days >= LONGEST_ABSENCE for days in away):
        raise NotPossible(
            _("An absence may last {days} days.").format(days=LONGEST_ABSENCE), "away"
        )


def calendar_from(own: OwnTime, zone: str) -> Calendar:
    """A stored calendar, as clocks read it."""
    stored = {"zone": zone, "hours": own.hours, "away": own.away, "spent": own.spent}
    return convert(msgspec.to_builtins(stored), Calendar)


def tables_with_clock_of(user_id: int) -> list[int]:
    """The tables in play with a clock where a user sits."""
    seats = Seat.objects.filter(user=user_id, goes_on=True, table__status=Table.Status.PLAYING)
    seats = seats.exclude(table__pace=Table.Pace.NONE).order_by("table_id")
    return list(seats.values_list("table_id", flat=True))


def deadlines_passed(
    user_id: int, tables: Sequence[int], now: datetime
) -> list[tuple[int, int, datetime]]:
    """Tables, places and deadlines where a user's time is over, and no worker has come by yet."""
    seats = Seat.objects.filter(user=user_id, table__in=tables, table__frozen_at=None)
    seats = seats.filter(deadline__lte=now, bot="").order_by("table_id")
    return list(seats.values_list("table_id", "place", "deadline"))  # type: ignore[arg-type]


def outage_now(now: datetime) -> Interval | None:
    """The time for which the worker has been down, if it has: it will note it when it is back."""
    beat = Heartbeat.objects.filter(pk=1, at__lt=now - DOWN).first()
    return (beat.at, now) if beat is not None else None


@transaction.atomic
def worker_beat(now: datetime) -> bool:
    """Note that the worker is at work; whether it was down since it was last seen.

    The time in between is an outage then, in which nobody's clock has run. One that was seen much
    later than now was seen by a clock that has been set back since.
    """
    Heartbeat.objects.get_or_create(pk=1, defaults={"at": now})
    beat = Heartbeat.objects.select_for_update().get(pk=1)
    if beat.at - now > DOWN:
        clock_set_back(now)
    down = now - beat.at > DOWN
    if down:
        Outage.objects.create(since=beat.at, until=now)
    Heartbeat.objects.filter(pk=1, at__lt=now).update(at=now)
    return down


def clocks_settle(now: datetime | None = None) -> None:
    """Show the deadlines that hold since an outage was noted, planned, moved or called off.

    They would count in any case. If this dies in between, or is done twice, it comes to the same.
    """
    unsettled = Outage.objects.filter(settled=False).exclude(until=None)
    seen = list(unsettled.values_list("pk", "stamp"))
    if seen:
        clocks_set_by_outages(now)
    for outage_id, stamp in seen:  # one that was changed meanwhile is still to be shown
        Outage.objects.filter(pk=outage_id, stamp=stamp).update(settled=True)


def clocks_set_by_outages(now: datetime | None = None) -> None:
    """Work out all deadlines again; also while the site is stopped by planned work."""
    asked = Seat.objects.filter(deadline__isnull=False, table__status=Table.Status.PLAYING)
    for table_id in asked.order_by("table_id").values_list("table_id", flat=True).distinct():
        try:
            with although_halted():
                table_change(table_id, _after_outage, now=now)
        except (TableBusy, TableFrozen):
            continue  # its next question has a clock of its own


def _after_outage(row: TableRow, now: datetime) -> Change | None:
    return clocks.after_outage(row, now) if row.status == "playing" and not row.frozen else None


def wish_make(
    *,
    table_id: int,
    user_id: int,
    kind: str,
    place: int | None = None,
    time: timedelta,
    increment: timedelta = timedelta(),
    cap: timedelta = timedelta(),
    now: datetime | None = None,
) -> int:
    """Ask all at a table for a pause ("pause"), its end ("resume"), or "more" time for a seat.

    At any table for its "end"; without a clock, once somebody has been silent for 14 days, for a
    "clock" (the time for each answer; a budget, if there is a cap), or for a "stand_in" for them.
    Whoever has answered may ask to go "back" to before their latest answer.

    Done at once if nobody else has to agree. Raises NotYourSeat, NotInPlay, NotPossible.
    """
    buckets.clock_changes.admit(user_id)

    def work(row: TableRow, now: datetime) -> Change:
        by = consenting(row, user_id)
        number = before_latest(row, by) if kind == "back" else 0
        wish = Wish(kind, by, by if place is None else place, time, [by], increment, cap, number)
        check_wish(row, wish, place, now)
        if kind == "stand_in" and place == by:
            raise NotPossible
        return agreements.wished(row, wish, now, back_by_consent)

    return table_change(table_id, work, now=now)


def consenting(row: TableRow, user_id: int) -> int:
    """The place of somebody whose consent counts. Raises NotYourSeat, NotInPlay, TableFrozen."""
    place = seat_of(row, user_id)
    if row.status != "playing":
        raise NotInPlay
    if row.frozen:
        raise TableFrozen
    if place not in clocks.people_at(row):
        raise NotYourSeat
    return place


def check_wish(row: TableRow, wish: Wish, place: int | None, now: datetime) -> None:
    """Raise NotPossible for what cannot be agreed to now; `place` is the one that was named."""
    kind, time = wish.kind, wish.time
    if (wish.increment or wish.cap) and kind != "clock":
        raise NotPossible(_("Only a budget grows with every answer."), "increment")
    if row.wish is not None:
        raise NotPossible(_("Something else is already being asked."))
    if kind in agreements.KINDS:
        check_agreement(row, wish, place, now)
        return
    if not row.pace.is_limited:
        raise NotPossible(_("This table has no clock."))
    paused = row.pause is not None and row.pause[1] > now
    if kind == "more":
        check_more(row, place, time)
    elif kind == "pause" and (paused or not timedelta() < time <= LONGEST_PAUSE):
        raise NotPossible(
            _("A pause takes up to {days} days.").format(days=LONGEST_PAUSE.days), "minutes"
        )
    elif kind == "resume" and not paused:
        raise NotPossible(_("There is no pause."))
    elif kind not in ("pause", "resume"):
        raise NotPossible


def check_agreement(row: TableRow, wish: Wish, place: int | None, now: datetime) -> None:
    """Raise NotPossible for a clock or a stand-in where nobody has been silent for long."""
    kind = wish.kind
    if kind == "end":
        return
    if kind == "back":
        check_back(row, wish)
        return
    silent = agreements.silent_at(row, now)
    if (kind == "stand_in" and place not in silent) or not silent:
        raise NotPossible(
            _("Nobody there has been silent for {days} days.").format(days=agreements.SILENCE.days)
        )
    if kind == "clock":
        check_clock(wish)


def check_back(row: TableRow, wish: Wish) -> None:
    """Raise NotPossible if there is nothing to take back, or nobody who could agree to it."""
    if agreements.asked_for(row, wish, timezone.now()) == {wish.by}:
        raise NotPossible(_("There is nobody here who could agree to it."))
    if wish.number < 1:
        raise NotPossible(_("You have not answered anything yet."))
    rebuilt(row, wish.number)


def before_latest(row: TableRow, place: int) -> int:
    """Return the number of the entry before the latest answer of a user; 0 if there is none."""
    own = LogEntry.objects.filter(
        table_id=row.id, place=place, kind=LogEntry.Kind.MOVE, by="", undone=False
    )
    return (own.aggregate(latest=Max("number"))["latest"] or 1) - 1


def check_clock(wish: Wish) -> None:
    """Raise NotPossible for a pace that a table in play cannot get.

    Those who are silent have not agreed to it, so it gives them a day at least.
    """
    if wish.increment and not wish.cap:
        raise NotPossible(_("How far may a budget grow?"), "cap")
    if wish.time < DAY_LONG and wish.cap:
        raise NotPossible(_("A budget begins with a day at least."), "minutes")
    if not wish.cap and not DAY_LONG <= wish.time <= MOST_MORE:
        raise NotPossible(
            _("A clock takes between a day and {days} days for each answer.").format(
                days=MOST_MORE.days
            ),
            "minutes",
        )
    times = (minutes_of(time) for time in (wish.time, wish.increment, wish.cap))
    if fault := fault_of(wish.pace.kind, *times):
        raise NotPossible(fault.text, WISH_FIELD_OF[fault.field])


def check_more(row: TableRow, place: int | None, time: timedelta) -> None:
    """Raise NotPossible if a seat cannot be given this much time."""
    if place is None or not 0 <= place < len(row.seats) or row.seats[place].bot:
        raise NotPossible(_("There is nobody at that place."))
    if row.seats[place].time_left is None:
        raise NotPossible(_("They are not being asked anything now."))
    if not timedelta() < time <= MOST_MORE:
        raise NotPossible(
            _("Up to {days} days can be given at once.").format(days=MOST_MORE.days), "minutes"
        )


def wish_answer(
    *, table_id: int, user_id: int, seen: str, agree: bool, now: datetime | None = None
) -> int:
    """Agree to what is asked, or decline; who has asked takes it back like that.

    `seen` is the stamp of the wish on the page. Raises OutdatedMove if it is another one by now.
    """

    def work(row: TableRow, now: datetime) -> Change | None:
        place = consenting(row, user_id)
        if row.wish is None or clocks.stamp_of(row.wish) != seen:
            raise OutdatedMove
        if not agree:
            return clocks.declined(row, place, now)
        if place in row.wish.agreed and agreements.owing(row, now):
            return None  # others have to agree, too
        return agreements.agreed_to(row, place, now, back_by_consent)

    return table_change(table_id, work, now=now)


def days_keep(*, table_id: int, user_id: int, keep: bool) -> None:
    """Choose whether vacation days are spent at a table of one's own.

    Raises NotYourSeat, NotInPlay, TableFrozen.
    """
    place = consenting(table_load(table_id), user_id)
    seats = Seat.objects.filter(table=table_id, place=place, user=user_id)
    seats.update(keeps_days=keep)


def own_time_of(user_id: int, zone: str) -> tuple[Calendar, int]:
    """A user's calendar and the percentage at which they are reminded."""
    own = OwnTime.objects.filter(pk=user_id).first() or OwnTime(user_id=user_id)
    return calendar_from(own, zone), own.remind


def days_left(calendar: Calendar) -> int:
    """How many vacation days a user has left this year."""
    return max(0, settings.VACATION_DAYS - days_taken(calendar, timezone.now()))
