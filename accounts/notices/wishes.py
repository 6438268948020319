"""What users want to hear of, how soon, and whether there still is a reason to tell them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Channel, Device, Hook, Notice, Seen, TablePace, User
from accounts.rights import is_moderator
from games.models import LogEntry, Plan, Seat, Table
from games.storing.rows import run, table_load
from games.telling.selectors import absent_seats, tables_waiting_for

HERE = timedelta(seconds=100)
"""So long after a page was last heard of it counts as open; open pages are heard of each minute."""
PATIENCE = timedelta(minutes=15)
"""The longest that an open page delays a notice."""

PACE_FIELDS = {Channel.MAIL: "mails", Channel.PUSH: "pushes", Channel.WEBHOOK: "hooks"}
"""The preference of each channel."""


def pace_of(user: User, channel: str, table_id: int | None) -> str:
    """How soon a user wants to hear of a table on a channel; one that is off stays off."""
    pace: str = getattr(user, PACE_FIELDS[Channel(channel)])
    if pace == User.Pace.OFF or table_id is None:
        return pace
    own = TablePace.objects.filter(user=user, table=table_id)
    return own.values_list("pace", flat=True).first() or pace


def is_wanted(notice: Notice) -> bool:
    """Whether there still is a reason to send: the turn not taken, the preference unchanged …"""
    user = notice.user
    if not user.is_active or not reaches(notice):
        return False
    pace = pace_of(user, notice.channel, notice.table_id)
    if pace == User.Pace.OFF or (pace == User.Pace.DIGEST and notice.kind not in AT_ANY_PACE):
        return False
    holds = REASONS.get(notice.kind)
    return holds is None or holds(notice)


def occasion_of(notice: Notice) -> str:
    """The key of a notice, without what tells the devices of its reader apart."""
    return notice.key.split(" @")[0]


def is_away(notice: Notice) -> bool:
    """Whether a bot still plays for the reader at the table of a notice."""
    return absent_seats(notice.user).filter(table=notice.table_id).exists()


def is_in_play(notice: Notice) -> bool:
    """Whether the table of a notice is in play, and its reader has the place that it is about."""
    tables = Table.objects.filter(status=Table.Status.PLAYING, pk=notice.table_id or 0)
    if notice.place is not None:
        tables = tables.filter(seats__place=notice.place, seats__user=notice.user_id)
    return tables.exists()


def is_still_wished(notice: Notice) -> bool:
    """Whether the wish of a notice is still the one at its table, and its reader has not agreed."""
    if notice.table_id is None:
        return False
    row = table_load(notice.table_id)
    place, wish = row.place_of(notice.user_id), row.wish
    if place is None or wish is None or row.status != "playing":
        return False
    asked = LogEntry.objects.filter(table=row.id, kind=LogEntry.Kind.WISH).order_by("-number")
    number = asked.values_list("number", flat=True).first()
    return (
        occasion_of(notice) == f"wish {row.id} {number} {notice.user_id}"
        and place not in wish.agreed
    )


def reaches(notice: Notice) -> bool:
    """Whether the way of a notice still leads to its user."""
    user = notice.user
    if notice.channel == Channel.PUSH:
        return Device.objects.filter(pk=int(notice.address), user=user).exists()
    if notice.channel == Channel.WEBHOOK:
        return Hook.objects.filter(user=user, url=notice.address, off=False).exists()
    return user.email == notice.address and not user.mail_problem


def seat_asked(notice: Notice) -> Seat | None:
    """The seat of a turn's notice or a reminder, if it is still asked the same question.

    A reminder is also about a time: if its clock was put off, another one comes.
    """
    seats = Seat.objects.filter(table=notice.table_id, user=notice.user_id, deciding=True, bot="")
    seat = seats.filter(table__frozen_at=None).first()
    if seat is None:
        return None
    of = [notice.kind, seat.table_id, seat.place, seat.answers]
    if notice.kind == Notice.Kind.REMINDER:
        of.append(int(seat.remind_at.timestamp()) if seat.remind_at else None)
    return seat if occasion_of(notice) == " ".join(map(str, of)) else None


def is_superseded(notice: Notice) -> bool:
    """Whether a later digest says what this one would, which has come to nothing for a day."""
    same = {"user": notice.user_id, "channel": notice.channel, "address": notice.address}
    digests = Notice.objects.filter(kind=Notice.Kind.DIGEST, **same)
    return digests.filter(owed_at__gt=notice.owed_at).exists()


def plan_dropped(notice: Notice) -> Plan | None:
    """The plan that a notice tells of, if its owner has not put it away yet."""
    plans = Plan.objects.filter(table=notice.table_id, user=notice.user_id).exclude(dropped="")
    plan = plans.filter(table__status=Table.Status.PLAYING).first()
    return plan if plan and occasion_of(notice) == f"plan {plan.table_id} {plan.pk}" else None


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


def is_here(user_id: int, now: datetime | None = None) -> None:
    """Note that a page of a user is open."""
    are_here([user_id], now)


def are_here(user_ids: Collection[int], now: datetime | None = None) -> None:
    """Note that pages of users are open; of those whose account is gone nothing is noted."""
    run(
        "insert into accounts_seen (user_id, at)"
        " select id, coalesce(%s::timestamptz, now()) from accounts_user"
        " where id = any(%s) order by id for key share"  # in order: two processes may note the same
        " on conflict (user_id) do update set at = excluded.at returning 1",
        [now, list(user_ids)],
    )


@transaction.atomic
def table_pace_set(*, user: User, table: Table, pace: str) -> None:
    """Choose how soon to hear of a table; an empty pace is that of all the others."""
    if pace in User.Pace.values:
        TablePace.objects.update_or_create(user=user, table=table, defaults={"pace": pace})
    else:
        TablePace.objects.filter(user=user, table=table).delete()


AT_ANY_PACE = (Notice.Kind.MODERATION, Notice.Kind.INVITATION, Notice.Kind.DIGEST,
               Notice.Kind.REMINDER)  # fmt: skip
"""What is also sent to those who otherwise want to hear once a day."""

REASONS: dict[str, Callable[[Notice], bool]] = {
    Notice.Kind.MODERATION: lambda notice: is_moderator(notice.user),
    Notice.Kind.INVITATION: lambda notice: (
        notice.table is not None and notice.table.status == Table.Status.OPEN
    ),
    Notice.Kind.DIGEST: lambda notice: not is_superseded(notice),
    Notice.Kind.TURN: lambda notice: seat_asked(notice) is not None,
    Notice.Kind.REMINDER: lambda notice: seat_asked(notice) is not None,
    Notice.Kind.STARTED: is_in_play,
    Notice.Kind.MISSED: is_in_play,
    Notice.Kind.ABSENT: is_away,
    Notice.Kind.WISH: is_still_wished,
    Notice.Kind.PLAN: lambda notice: notice.user.plan_news and plan_dropped(notice) is not None,
}
"""Whether there still is a reason; of a digest `writing` looks whether there is anything to say."""
