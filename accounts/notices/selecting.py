"""Who is owed a notice: one statement writes it, once on every way that its reader wants.

A periodic selection reads the tables: who is asked, whose time runs out, and what has happened. It
looks at what is new, and now and then at all who are asked. What no table says is written when it
happens. `accounts.notices.sending` has what comes next.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Channel, Notice, Sweep, User
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


def found(kind: str, key: str, at: str, where: str) -> str:
    """The seats `s` at tables `t` for which there is an occasion: what tells it from others, and
    since when there is one.
    """
    return f"""
        select s.user_id, '{kind}' as kind, s.table_id, s.place::int, {at} as at,
            concat_ws(' ', '{kind}', s.table_id, {key}) as key, '{{}}'::jsonb as facts
        from games_seat s join games_table t on t.id = s.table_id {where}
            and s.user_id is not null and s.resigned_at is null
    """  # noqa: S608 - all of it is below


TURNS = found("turn", "s.place, s.answers", "s.since", """
    where s.deciding and s.bot = '' and t.status = 'playing' and t.frozen_at is null
        and s.since <= %(before)s and s.since > %(after)s and not exists (
            select from games_plan p
            where p.user_id = s.user_id and p.table_id = t.id and p.due_at is not null
        )""")  # fmt: skip
"""Seats that were asked before one time and after another, but those whose plan will answer."""

REMINDERS = found(
    "reminder", "s.place, s.answers, floor(extract(epoch from s.remind_at))", "s.remind_at", """
    where s.deciding and s.bot = '' and t.status = 'playing' and t.frozen_at is null
        and s.remind_at <= %(now)s and s.remind_at > %(after)s and s.deadline > %(now)s
        and not exists (select from games_outage o where not o.settled and o.until is not null)""",
)  # fmt: skip
"""Seats whose time runs out, as far as their users wish to be reminded (`games.clocks`).

Nobody until the worker has put off by the latest outage when that is."""

STARTED = found("started", "s.user_id", "l.at", """
    join games_logentry l on l.table_id = t.id and l.kind = 'start' and l.at > %(after)s
    where t.status = 'playing' and s.shown = 0 and not s.deciding and s.answers = 0""")  # fmt: skip
"""The table has begun: for who has not seen it, is not asked, and has not answered already."""

FINISHED = found("finished", "s.user_id", "t.finished_at", """
    where t.finished_at > %(after)s and t.position is not null""")  # fmt: skip
"""The table is over, and had begun."""

ABSENT = found("absent", "s.place, round(extract(epoch from s.absent_since))", "s.absent_since", """
    where s.absent_since > %(after)s and s.goes_on and s.bot <> ''
        and t.status = 'playing'""")  # fmt: skip
"""A bot plays on for a user: their time was over, or the others have agreed so."""

MISSED = found("missed", "s.place, l.number + 1", "l.at", """
    join games_logentry l on l.table_id = t.id and l.kind = 'missed' and l.at > %(after)s
    where l.place = s.place and t.status = 'playing' and not exists (
        select from games_tenure o where o.table_id = t.id and o.place = s.place
            and o.last >= l.number)""")  # fmt: skip
"""A bot has given one answer, which came next in the log, for a user who still has the seat."""

WISHED = found("wish", "l.number, s.user_id", "l.at", """
    join games_logentry l on l.table_id = t.id and l.kind = 'wish' and l.at > %(after)s
    where t.wish is not null and t.status = 'playing' and s.bot = ''
        and not t.wish -> 'agreed' @> to_jsonb(s.place)""")  # fmt: skip
"""Somebody wishes for something: for who has not agreed, also those whom it does not need."""

DROPPED = found("plan", "p.id", "p.dropped_at", """
    join games_plan p on p.table_id = t.id and p.user_id = s.user_id
    join accounts_user r on r.id = p.user_id and r.plan_news
    where p.dropped_at > %(after)s and t.status = 'playing'""")  # fmt: skip
"""A plan could not be kept, and its owner wants to hear of such things."""

NEWS = " union all ".join((STARTED, FINISHED, ABSENT, MISSED, WISHED, DROPPED))
"""What has happened after a time."""

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
                    and s.ended_at > h.since - interval '1 day'
            ) or exists (
                select from games_seat s join games_table t on t.id = s.table_id
                where s.user_id = u.id and s.goes_on and s.bot <> '' and t.status = 'playing'
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
        select least(o.at, %(now)s) + u.quiet_minutes * interval '1 minute'
            * (wish.pace = 'quiet' and o.kind <> 'reminder')::int as at
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
    after = after or now - REMEMBERED
    write(TURNS, AT_ONCE, Channel.values, now, before=before, after=after)


def reminders_owe(now: datetime, after: datetime | None = None) -> None:
    """Owe a reminder to everybody whose time runs out, once for each question and deadline.

    Only to those who were to be reminded `after` a time, if there is one.
    """
    write(REMINDERS, EVER, Channel.values, now, after=after or now - REMEMBERED)


def news_owe(now: datetime, after: datetime) -> None:
    """Owe what has happened at tables after a time, once each."""
    write(NEWS, AT_ONCE, Channel.values, now, after=after)


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
