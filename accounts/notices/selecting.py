"""Who is owed a notice: one statement writes it, once on every way that its reader wants.

A periodic selection reads the tables: who is asked, whose time runs out, and what has happened. It
looks at what is new, and now and then at all who are asked. What no table says is written when it
happens. `accounts.notices.sending` has what comes next.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from accounts.models import Notice, Sweep, User
from accounts.notices.kind import Kind, News
from accounts.notices.kinds import KINDS, Digest, InvitationNotice, Reminder, Turn
from accounts.notices.sending import notices_send
from games.storing.rows import run
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

WAYS = """
    select 'mail' as channel, u.email::text as address, '' as suffix, u.mails as pace
    where u.email <> '' and (u.refused_address <> u.email or u.refused_because = '')
    union all
    select 'push', d.id::text, ' @' || d.id, u.pushes from accounts_device d
    where d.user_id = u.id and coalesce(u.suspended_until, now()) <= now()
    union all
    select 'webhook', h.url, '', u.hooks from accounts_hook h
    where h.user_id = u.id and not h.off and coalesce(u.suspended_until, now()) <= now()
"""
"""Every way on which somebody, `u`, can be told, and how soon they want to be."""

OTHER = """
    select u as user_id, %(kind)s::text as kind, %(table)s::bigint as table_id,
        %(place)s::int as place, %(now)s::timestamptz as at,
        replace(%(key)s, '*', u::text) as key, %(facts)s::jsonb as facts
    from unnest(%(users)s::bigint[]) as u
"""
"""An occasion that concerns these users."""

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
        select least(o.at, %(now)s) + u.quiet_minutes * interval '1 minute'
            * (wish.pace = 'quiet' and not o.kind = any(%(urgent)s))::int as at
    ) as due
    where %(paces)s::jsonb -> o.kind -> w.channel ? wish.pace
        and not exists (
            select from accounts_notice n where n.user_id = o.user_id and n.channel = w.channel
                and n.key = o.key || w.suffix
        )
        and (not o.kind = any(%(daily)s) or not exists (
            select from accounts_notice n where n.user_id = o.user_id and n.channel = w.channel
                and n.address = w.address and n.kind = o.kind
                and n.sent_at >= o.at and n.sent_at < o.at + interval '1 day'
        ))
    on conflict do nothing
    returning channel
"""


@transaction.atomic
def waiting_owe(*, delay: timedelta, now: datetime) -> None:
    """Owe what tables say: now and then of all who are asked, else of those that were asked lately.

    So what else could be a reason, such as another wish of the reader, counts within `WHOLE_EVERY`.
    What has happened is looked at since the last look at all, however long ago that was.
    """
    sweep, made = Sweep.objects.select_for_update().get_or_create(pk=1, defaults={"whole_at": now})
    lately = None if made else sweep.whole_at - OVERLAP
    news_owe(now, after=min(sweep.whole_at, now - WHOLE_EVERY) - OVERLAP)
    before = now - delay
    if not timedelta() <= now - sweep.whole_at < WHOLE_EVERY:
        Sweep.objects.filter(pk=1).update(whole_at=now)
        lately = None
    if now < sweep.whole_at:  # the clock was set back: whoever was asked by it was asked already
        before = sweep.whole_at + WHOLE_EVERY
        Notice.objects.filter(status=Notice.Status.OWED, next_at__gt=now).update(next_at=now)
    turns_owe(before=before, now=now, after=lately and lately - delay)
    reminders_owe(now, after=lately)


def turns_owe(*, before: datetime, now: datetime, after: datetime | None = None) -> None:
    """Owe a notice for every seat that was asked in this time, once for each question."""
    write(Turn.occasions(), now, before=before, after=after or now - REMEMBERED)


def reminders_owe(now: datetime, after: datetime | None = None) -> None:
    """Owe a reminder to everybody whose time runs out, once for each question and deadline.

    Only to those who were to be reminded `after` a time, if there is one.
    """
    write(Reminder.occasions(), now, after=after or now - REMEMBERED)


def news_owe(now: datetime, after: datetime) -> None:
    """Owe what has happened at tables after a time, once each."""
    write(news(), now, after=after)


def news() -> str:
    """Return SQL for all occasions on which something has happened after a time."""
    return " union all ".join(k.occasions() for k in KINDS.values() if issubclass(k, News))


def owe(
    users: Iterable[int],
    kind: type[Kind],
    key: str,
    *,
    table_id: int | None = None,
    place: int | None = None,
    **facts: object,
) -> None:
    """Owe users a notice, once for each key, in which `*` stands for the user's id."""
    for channel in write(
        OTHER,
        timezone.now(),
        users=list(users),
        kind=kind.name,
        key=f"{kind.name} {key}",
        table=table_id,
        place=place,
        facts=json.dumps(facts),
    ):
        notices_send.defer(channel=channel)


def write(occasions: str, now: datetime, **facts: object) -> set[str]:
    """Write the notices of occasions; on which channels there are any."""
    kinds = KINDS.values()
    declared = {
        "paces": json.dumps({k.name: dict.fromkeys(k.channels, k.paces) for k in kinds}),
        "urgent": [kind.name for kind in kinds if kind.is_urgent],
        "daily": [kind.name for kind in kinds if kind.is_daily],
    }
    sql = WRITE.replace("OCCASIONS", occasions).replace("WAYS", WAYS)
    return {channel for (channel,) in run(sql, {**facts, **declared, "now": now})}


def invitation_owe(user: User, host: User, table_id: int) -> None:
    """Tell a user that they are invited to a table."""
    owe([user.pk], InvitationNotice, f"{table_id} *", table_id=table_id, host=host.username)


def digests_owe(now: datetime) -> None:
    """Owe the daily digest to everybody whose hour it is and for whom there is news.

    None on a day on which one of the day before has come late.
    """
    zones = User.objects.order_by("time_zone").values_list("time_zone", flat=True).distinct()
    due = [hour for zone in zones for hour in hours_now(zone, now)]
    columns = {
        "zones": [hour.zone for hour in due],
        "hours": [hour.begin.hour for hour in due],
        "days": [hour.begin.date().isoformat() for hour in due],
        "begins": [hour.begin for hour in due],
    }
    for channel in write(Digest.occasions, now, **columns):
        notices_send.defer(channel=channel)


class Hour(NamedTuple):
    """An hour of a time zone, and when it begins."""

    zone: str
    begin: datetime


def hours_now(zone: str, now: datetime) -> Iterator[Hour]:
    """The hours from which digests are due now in a time zone."""
    local = now.astimezone(zone_chosen(zone))
    for late in range(DIGEST_HOURS):
        begin = (local - timedelta(hours=late)).replace(minute=0, second=0, microsecond=0)
        yield Hour(zone, begin)


def notices_forget(now: datetime) -> int:
    """Delete all notices older than `KEPT`, sent or not, and return how many."""
    return Notice.objects.filter(owed_at__lt=now - KEPT).delete()[0]


def moment(timestamp: int) -> datetime:
    """The time of a periodic job."""
    return datetime.fromtimestamp(timestamp, UTC)
