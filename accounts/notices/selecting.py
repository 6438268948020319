"""Who is owed a notice: one statement writes it, once on every way that its reader wants.

Turns and reminders are found by a periodic selection, as most questions are answered before anybody
need be told. It looks at those that are new, and now and then at all of them.
Everything else is written when it happens. `accounts.notices.sending` has what comes next.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import Channel, Notice, Sweep, User
from accounts.notices.sending import notices_send
from games import signals
from games.judging.clocks import people_at, stamp_of
from games.models import Seat
from games.storing.rows import TableRow, run, table_load
from games.telling.reading import zone_chosen

KEPT = timedelta(days=30)
"""How long notices are kept, sent or not."""
REMEMBERED = KEPT - timedelta(days=1)
"""How far back seats are looked at: what is owed for them is still known."""
WHOLE_EVERY = timedelta(minutes=10)
"""How often all seats are looked at, and not only those that were asked lately."""
OVERLAP = timedelta(minutes=5)
"""By how much later than it says a change may be seen: its transaction was still open."""
DIGEST_HOURS = 4
"""So many hours late a digest may be: the worker may have been down."""

AT_ONCE = (User.Pace.TURN, User.Pace.QUIET)
"""Who is told of what happens, one thing after the other."""
EVER = (*AT_ONCE, User.Pace.DIGEST)

WAYS = """
    select 'mail' as channel, u.email::text as address, '' as suffix, u.mails as pace
    where u.email <> '' and (u.refused_address <> u.email or u.refused_because = '')
    union all
    select 'push', d.id::text, ' @' || d.id, u.pushes from accounts_device d where d.user_id = u.id
    union all
    select 'webhook', h.url, '', u.hooks from accounts_hook h where h.user_id = u.id and not h.off
"""
"""Every way on which somebody, `u`, can be told, and how soon they want to be."""

TURNS = """
    select s.user_id, 'turn' as kind, s.table_id, s.place::int, s.since as at,
        concat_ws(' ', 'turn', s.table_id, s.place, s.answers) as key, '{}'::jsonb as facts
    from games_seat s join games_table t on t.id = s.table_id
    where s.deciding and s.bot = '' and s.user_id is not null
        and s.since <= %(before)s and s.since > %(after)s
        and t.status = 'playing' and t.frozen_at is null
        and not exists (
            select from games_plan p
            where p.user_id = s.user_id and p.table_id = s.table_id and p.due_at is not null
        )
"""
"""Seats that were asked before one time and after another, but those whose plan will answer."""

REMINDERS = """
    select s.user_id, 'reminder' as kind, s.table_id, s.place::int, s.remind_at as at,
        concat_ws(' ', 'reminder', s.table_id, s.place, s.answers,
            floor(extract(epoch from s.remind_at))) as key, '{}'::jsonb as facts
    from games_seat s join games_table t on t.id = s.table_id
    where s.remind_at <= %(now)s and s.remind_at > %(after)s and s.deadline > %(now)s
        and s.deciding and s.bot = '' and s.user_id is not null
        and t.status = 'playing' and t.frozen_at is null
"""
"""Seats whose time runs out, as far as their users wish to be reminded (`games.clocks`)."""

OTHER = """
    select u as user_id, %(kind)s::text as kind, %(table)s::bigint as table_id,
        %(place)s::int as place, %(now)s::timestamptz as at,
        replace(%(key)s, '*', u::text) as key, %(facts)s::jsonb as facts
    from unnest(%(users)s::bigint[]) as u
"""
"""An occasion that concerns these users."""

DIGESTS = """
    with digests as materialized (
        select u.id as user_id, 'digest' as kind, null::bigint as table_id, null::int as place,
            h.since as at, concat_ws(' ', 'digest', u.id, h.day) as key, '{}'::jsonb as facts
        from accounts_user u
        join unnest(
            %(zones)s::text[], %(hours)s::int[], %(days)s::text[], %(begins)s::timestamptz[]
        ) as h(zone, hour, day, since) on h.zone = u.time_zone and h.hour = u.daily_hour
        where ('digest' in (u.mails, u.pushes, u.hooks) or exists (
                select from accounts_tablepace d where d.user_id = u.id and d.pace = 'digest'
            ))
            and (exists (
                select from games_seat s join games_table t on t.id = s.table_id
                where s.user_id = u.id and s.deciding and s.bot = '' and t.status = 'playing'
                    and t.frozen_at is null
            ) or exists (
                select from games_seat s join games_table t on t.id = s.table_id
                where s.user_id = u.id and s.resigned_at is null and t.position is not null
                    and t.finished_at > h.since - interval '1 day'
            ) or exists (
                select from games_seat s join games_table t on t.id = s.table_id
                where s.user_id = u.id and s.bot <> '' and t.status = 'playing'
                    and s.absent_since > h.since - interval '1 day'
            ))
    )
    select * from digests
"""
"""Who hears once a day and whose hours these are: a table waits for them, or was over since
yesterday, or a bot plays for them."""

WRITE = """
    insert into accounts_notice (user_id, kind, table_id, place, key, facts, channel, address,
        subject, text, page, status, attempts, problem, owed_at, due_at, next_at)
    select o.user_id, o.kind, o.table_id, o.place, o.key || w.suffix, o.facts, w.channel, w.address,
        '', '', '', 'owed', 0, '', %(now)s, due.at, due.at
    from (OCCASIONS) as o
    join accounts_user u on u.id = o.user_id and u.is_active
    cross join lateral (WAYS) as w
    left join accounts_tablepace p on p.user_id = o.user_id and p.table_id = o.table_id
    cross join lateral (
        select case w.pace when 'off' then 'off' else coalesce(p.pace, w.pace) end as pace
    ) as wish
    cross join lateral (
        select o.at + u.quiet_minutes * (wish.pace = 'quiet' and o.kind <> 'reminder')::int
            * interval '1 minute' as at
    ) as due
    where w.channel = any(%(channels)s) and wish.pace = any(%(paces)s)
        and not exists (
            select from accounts_notice n where n.user_id = o.user_id and n.channel = w.channel
                and n.key = o.key || w.suffix
        )
        and (o.kind <> 'digest' or not exists (
            select from accounts_notice n where n.user_id = o.user_id and n.channel = w.channel
                and n.address = w.address and n.kind = 'digest'
                and n.sent_at >= o.at and n.sent_at < o.at + interval '1 day'
        ))
    on conflict do nothing
    returning channel
"""


@transaction.atomic
def waiting_owe(*, delay: timedelta, now: datetime) -> None:
    """Owe turns and reminders: now and then of all seats, else of those that were asked lately.

    So what else could be a reason, such as another wish of the reader, counts within `WHOLE_EVERY`.
    """
    sweep, made = Sweep.objects.select_for_update().get_or_create(pk=1, defaults={"whole_at": now})
    lately = None if made else sweep.whole_at - OVERLAP
    if not timedelta() <= now - sweep.whole_at < WHOLE_EVERY:
        Sweep.objects.filter(pk=1).update(whole_at=now)
        lately = None
    turns_owe(before=now - delay, now=now, after=lately and lately - delay)
    reminders_owe(now, after=lately)


def turns_owe(*, before: datetime, now: datetime, after: datetime | None = None) -> None:
    """Owe a notice for every seat that was asked in this time, once for each question."""
    after = after or now - REMEMBERED
    write(TURNS, AT_ONCE, Channel.values, now, before=before, after=after)


def reminders_owe(now: datetime, after: datetime | None = None) -> None:
    """Owe a reminder to everybody whose time runs out, once for each question and deadline.

    Only to those who were to be reminded `after` a time, if there is one.
    """
    write(REMINDERS, EVER, Channel.values, now, after=after or now - REMEMBERED)


def owe(
    users: Iterable[int],
    kind: str,
    key: str,
    *,
    table_id: int | None = None,
    place: int | None = None,
    paces: Sequence[str] = AT_ONCE,
    channels: Sequence[str] = tuple(Channel.values),
    now: datetime | None = None,
    **facts: Any,
) -> None:
    """Owe users a notice, once for each key, in which `*` stands for the user's id.

    Only on those of the channels of which they want to hear in one of the paces.
    """
    named = {"kind": kind, "key": key, "table": table_id, "place": place, "users": list(users)}
    known = json.dumps(facts)
    for channel in write(OTHER, paces, channels, now or timezone.now(), **named, facts=known):
        notices_send.defer(channel=channel)


def write(
    occasions: str, paces: Sequence[str], channels: Sequence[str], now: datetime, **facts: Any
) -> set[str]:
    """Write the notices of occasions; on which channels there are any."""
    told = {"paces": [str(pace) for pace in paces], "channels": list(channels), "now": now}
    sql = WRITE.replace("OCCASIONS", occasions).replace("WAYS", WAYS)
    return {channel for (channel,) in run(sql, facts | told)}


@receiver(signals.table_started)
def table_starts(
    table_id: int, by: int | None = None, now: datetime | None = None, **_: Any
) -> None:
    """Tell all but the user who began it, those asked at once, who hear of their turn, and those
    who have answered already.
    """
    row = table_load(table_id)
    seats = {user: row.seats[row.place_of(user) or 0] for user in users_at(row)}
    waiting = [user for user, seat in seats.items() if not seat.deciding and not seat.answers]
    others = [user for user in waiting if user != by]
    owe(others, Notice.Kind.STARTED, f"started {table_id} *", table_id=table_id, now=now)


@receiver(signals.seat_absent)
def time_is_over(table_id: int, place: int, now: datetime | None = None, **_: Any) -> None:
    """Tell the user for whose seat a bot now plays on."""
    seat = Seat.objects.get(table_id=table_id, place=place)
    if seat.user_id is not None and seat.absent_since is not None:
        key = f"absent {table_id} {place} {seat.absent_since.timestamp():.0f}"
        kind = Notice.Kind.ABSENT
        owe([seat.user_id], kind, key, table_id=table_id, place=place, now=now)


@receiver(signals.seat_missed)
def answer_is_missed(
    table_id: int, place: int, number: int, now: datetime | None = None, **_: Any
) -> None:
    """Tell the user for whom a bot has given one answer."""
    seat = Seat.objects.get(table_id=table_id, place=place)
    if seat.user_id is not None:
        key = f"missed {table_id} {place} {number}"
        owe([seat.user_id], Notice.Kind.MISSED, key, table_id=table_id, place=place, now=now)


@receiver(signals.consent_asked)
def consent_is_asked(table_id: int, number: int, now: datetime | None = None, **_: Any) -> None:
    """Tell everybody who plays what one of them wishes, also those without whom it can be done."""
    row = table_load(table_id)
    if row.wish is not None:
        places = people_at(row) - set(row.wish.agreed)
        users = [user for place in places if (user := row.seats[place].user_id)]
        key, stamp = f"wish {table_id} {number} *", stamp_of(row.wish)
        owe(users, Notice.Kind.WISH, key, table_id=table_id, now=now, stamp=stamp)


@receiver(signals.table_ended)
def table_ends(table_id: int, now: datetime | None = None, **_: Any) -> None:
    """Tell everybody who played to the end."""
    row = table_load(table_id)
    if row.position is not None:  # else it was closed before it began
        key = f"finished {table_id} *"
        owe(users_at(row), Notice.Kind.FINISHED, key, table_id=table_id, now=now)


@receiver(signals.plan_dropped)
def plan_is_dropped(table_id: int, user_id: int, plan_id: int, **_: Any) -> None:
    """Tell the user whose plan could not be kept, if they want to hear of such things."""
    if User.objects.filter(pk=user_id, plan_news=True).exists():
        key = f"plan {table_id} {plan_id}"
        owe([user_id], Notice.Kind.PLAN, key, table_id=table_id, plan=plan_id)


def users_at(row: TableRow) -> list[int]:
    """The users at a table who have not resigned."""
    return [seat.user_id for seat in row.seats if seat.user_id is not None and not seat.resigned]


def invitation_owe(user: User, host: User, table_id: int) -> None:
    """Tell a user that they are invited to a table."""
    key = f"invitation {table_id} *"
    kind = Notice.Kind.INVITATION
    owe([user.pk], kind, key, table_id=table_id, paces=EVER, host=host.username)


def digests_owe(now: datetime) -> None:
    """Owe the daily digest to everybody whose hour it is and for whom there is news.

    None on a day on which one of the day before has come late.
    """
    zones = User.objects.order_by("time_zone").values_list("time_zone", flat=True).distinct()
    hours = [hours_now(zone, now) for zone in zones]
    places, begun, days, begins = zip(*itertools.chain.from_iterable(hours), strict=True)
    due = {"zones": places, "hours": begun, "days": days, "begins": begins}
    told = {name: list(values) for name, values in due.items()}
    for channel in write(DIGESTS, EVER, Channel.values, now, **told):
        notices_send.defer(channel=channel)


def hours_now(zone: str, now: datetime) -> Iterator[tuple[str, int, str, datetime]]:
    """The hours from which digests are due now in a time zone, each with its day and beginning."""
    local = now.astimezone(zone_chosen(zone))
    for late in range(DIGEST_HOURS):
        begin = (local - timedelta(hours=late)).replace(minute=0, second=0, microsecond=0)
        yield zone, begin.hour, begin.date().isoformat(), begin


def notices_forget(now: datetime) -> int:
    """Delete all notices older than `KEPT`, sent or not, and return how many."""
    return Notice.objects.filter(owed_at__lt=now - KEPT).delete()[0]


def moment(timestamp: int) -> datetime:
    """The time of a periodic job."""
    return datetime.fromtimestamp(timestamp, UTC)
