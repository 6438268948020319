"""The wishes of users: which notices, how soon, and not while they are there."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Channel, Device, Hook, Notice, Seen, TablePace, User
from games.models import Seat, Table
from games.storing.rows import run
from games.telling.selectors import tables_waiting_for

HERE = timedelta(seconds=100)
"""So long after a page was last heard of it counts as open; open pages are heard of each minute."""
PATIENCE = timedelta(minutes=15)
"""The longest that an open page delays a notice."""

MANY = 5
"""If at least this number of turns is due at once, all go in one notice."""
MOST_SINGLE, CROWDED = 10, timedelta(minutes=10)
"""At most this number of notices of turns goes to one reader within this time."""

PACE_FIELDS = {Channel.MAIL: "mails", Channel.PUSH: "pushes", Channel.WEBHOOK: "hooks"}
"""The preference of each channel."""


def pace_of(user: User, channel: str, table_id: int | None) -> str:
    """How soon a user wants to hear of a table on a channel; one that is off stays off."""
    pace: str = getattr(user, PACE_FIELDS[Channel(channel)])
    if pace == User.Pace.OFF or table_id is None:
        return pace
    own = TablePace.objects.filter(user=user, table=table_id)
    return own.values_list("pace", flat=True).first() or pace


def reaches(notice: Notice) -> bool:
    """Whether the way of a notice still leads to its user."""
    user = notice.user
    if notice.channel != Channel.MAIL and user.is_suspended:
        return False
    if notice.channel == Channel.PUSH:
        return Device.objects.filter(pk=int(notice.address), user=user).exists()
    if notice.channel == Channel.WEBHOOK:
        return Hook.objects.filter(user=user, url=notice.address, off=False).exists()
    return user.email == notice.address and not user.mail_problem


def waiting_for_digest(user: User, channel: str) -> QuerySet[Seat]:
    """The seats at which a user is asked, without those of which they are told otherwise."""
    seats = tables_waiting_for(user)
    paces = TablePace.objects.filter(user=user)
    if pace_of(user, channel, None) == User.Pace.DIGEST:
        others = paces.exclude(pace=User.Pace.DIGEST)
        return seats.exclude(table__in=others.values("table"))
    return seats.filter(table__in=paces.filter(pace=User.Pace.DIGEST).values("table"))


def tables_over_since(user: User, since: datetime) -> list[int]:
    """The user's tables that have ended since then."""
    seats = Seat.objects.filter(user=user, resigned_at=None, ended_at__gt=since)
    seats = seats.filter(table__position__isnull=False).order_by("ended_at")
    return list(seats.values_list("table_id", flat=True))


def here_until(user: User, now: datetime) -> datetime | None:
    """Until when a user who has a page open may be supposed to be there; None if they are not."""
    at = Seen.objects.filter(user=user, at__gt=now - HERE).values_list("at", flat=True).first()
    return at and at + HERE


def put_off(notice: Notice, now: datetime) -> datetime | None:
    """Until when a notice waits because its reader may be there; None if it goes now."""
    until, latest = here_until(notice.user, now), notice.due_at + PATIENCE
    return min(until, latest) if until and now < latest else None


def crowded_until(notice: Notice, now: datetime) -> datetime | None:
    """Return until when a turn waits, as its reader was just told of many; None if it goes now.

    A hook is read by a program: it gets each at once.
    """
    if notice.channel == Channel.WEBHOOK:
        return None
    told = Notice.objects.filter(
        user=notice.user, channel=notice.channel, kind=notice.kind, sent_at__gt=now - CROWDED
    )
    times = told.order_by("-sent_at").values_list("sent_at", flat=True).distinct()[:MOST_SINGLE]
    first = times[MOST_SINGLE - 1] if len(times) == MOST_SINGLE else None
    return first and first + CROWDED


def are_here(user_ids: Collection[int], now: datetime | None = None) -> None:
    """Note that pages of users are open; of those whose account is gone nothing is noted."""
    run(
        "insert into accounts_seen (user_id, at)"
        " select id, coalesce(%s::timestamptz, now()) from accounts_user"
        " where id = any(%s) order by id for key share"  # in order: two processes may note the same
        " on conflict (user_id) do update set at = greatest(accounts_seen.at, excluded.at)"
        " returning 1",
        [now, list(user_ids)],
    )


@transaction.atomic
def table_pace_set(*, user: User, table: Table, pace: str) -> None:
    """Choose how soon to hear of a table; an empty pace is that of all the others."""
    if pace in User.Pace.values:
        TablePace.objects.update_or_create(user=user, table=table, defaults={"pace": pace})
    else:
        TablePace.objects.filter(user=user, table=table).delete()
