"""How much time is spent on the addresses of an account, and which hosts are not asked for a while.

Users choose where pushes and posts go, and an address may take them in and say nothing. So the time
that an account's posts take is charged to it, whatever came of them; and a host that cannot be
reached is put off for everybody.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Channel, Device, Notice, PutOff
from config.database.pauses import Pauses
from games.storing.rows import run

SHARE = 0.1
"""Of a sender's time, the most that one account gets on one channel in the long run."""
AT_ONCE = timedelta(seconds=5)
"""The time that an account may take up before its share counts."""
HOST_PAUSES = Pauses(4, 4, 3600)
"""Until a host is asked again that was not reached."""

CHARGE = """
    insert into accounts_putoff (name, failures, until) values (%(name)s, 0, %(now)s + %(cost)s)
    on conflict (name) do update
        set until = greatest(accounts_putoff.until, %(now)s) + %(cost)s
    returning until
"""
FAIL = """
    insert into accounts_putoff (name, failures, until)
    values (%(name)s, 1, %(now)s + (%(pauses)s::interval[])[1])
    on conflict (name) do update set
        failures = least(accounts_putoff.failures + 1, %(most)s),
        until = %(now)s + (%(pauses)s::interval[])[least(accounts_putoff.failures + 1, %(most)s)]
    returning until
"""
MOST_FAILURES = 8
"""Of a host in a row; further ones do not count."""


def url_of(notice: Notice) -> str | None:
    """The address of a notice that is posted to a server of its user's choice, or None."""
    if notice.channel == Channel.WEBHOOK:
        return notice.address
    if notice.channel == Channel.PUSH:
        endpoints = Device.objects.filter(pk=int(notice.address))
        return endpoints.values_list("endpoint", flat=True).first()
    return None


def host_name(url: str) -> str:
    """A host as it is put off: another port is another host."""
    parts = urlsplit(url)
    return f"host {parts.hostname}:{parts.port or 443}"[:300]


def account_name(notice: Notice) -> str:
    """An account as it is put off, on one channel."""
    return f"{notice.channel} of account {notice.user_id}"


def put_off(notice: Notice, now: datetime) -> datetime | None:
    """Until when a notice has to wait for its host, or its account has used up its time; or None.

    With it all others of the account wait that would be asked about next.
    """
    url = url_of(notice)
    if url is None:
        return None
    account, host = account_name(notice), host_name(url)
    until = dict(PutOff.objects.filter(name__in=[account, host]).values_list("name", "until"))
    if account in until and until[account] > now + AT_ONCE / SHARE:
        later = until[account] - AT_ONCE / SHARE
        others_wait(Notice.objects.exclude(pk=notice.pk), notice, later)
        return later
    if host in until and until[host] > now:
        return until[host]
    return None


@transaction.atomic
def others_wait(others: QuerySet[Notice], notice: Notice, until: datetime) -> None:
    """Try none of some other notices before a time that are owed to the account of a notice.

    Whoever sends one of them just now is not waited for.
    """
    same = others.filter(user=notice.user_id, channel=notice.channel, status=Notice.Status.OWED)
    free = same.filter(next_at__lt=until).select_for_update(skip_locked=True)
    Notice.objects.filter(pk__in=free.order_by().values("pk")).update(next_at=until)


def account_charge(notice: Notice, seconds: float, now: datetime) -> None:
    """Note that posting a notice took so long."""
    facts = {"name": account_name(notice), "now": now, "cost": timedelta(seconds=seconds) / SHARE}
    run(CHARGE, facts)


def host_failed(url: str, now: datetime) -> None:
    """Ask a host no more for a while: it could not be reached, or said nothing."""
    pauses = [HOST_PAUSES.later(failures) for failures in range(1, MOST_FAILURES + 1)]
    facts = {"pauses": pauses, "most": MOST_FAILURES}
    run(FAIL, {"name": host_name(url), "now": now, **facts})


def host_answered(url: str) -> None:
    """Ask a host as usual again."""
    PutOff.objects.filter(name=host_name(url)).delete()


def put_offs_forget(now: datetime) -> None:
    """Forget what is long over."""
    PutOff.objects.filter(until__lt=now - 2 * timedelta(seconds=HOST_PAUSES.longest)).delete()
