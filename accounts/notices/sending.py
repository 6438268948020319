"""Sending the notices that are due, each once: the rows are the queue, one lane for each channel.

A notice is claimed before it is handed over: the attempt is counted, and the next one put off, in a
transaction of its own. A database that takes no changes any more says so before anybody has been
told, and a notice at which workers die does not hold up the others for ever.

It is locked until it has been handed over, so that two workers never send it twice. If a worker
dies after the other side has taken it and before the commit, it is sent again after the pause with
the same mark, by which the other side can tell that it is the same one.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app
from procrastinate.exceptions import AlreadyEnqueued

from accounts.models import Channel, Notice, User
from accounts.notices import hooks, posting, pushing, wishes, writing
from accounts.outcomes import Delayed, Undeliverable
from config.sight import figures
from config.web.unreachable import UNREACHABLE
from games.storing.halts import halt_now
from games.telling.reading import reading_as

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 9
"""Refused for the moment; the last attempt comes after a day."""
LONGEST_RUN = 60.0
"""Seconds; then the lane goes on in another job."""
OUTCOME = ("status", "problem", "next_at", "sent_at")
"""What an attempt changes on a notice that was claimed."""

again = RetryStrategy(max_attempts=8, exponential_wait=2, retry_exceptions=[*UNREACHABLE])

SENDERS: dict[str, Callable[[Notice, writing.Words, datetime], None]] = {
    Channel.MAIL: posting.notice_post,
    Channel.PUSH: pushing.notice_push,
    Channel.WEBHOOK: hooks.notice_post,
}


@app.task(name="accounts.notices_send", retry=again)
def notices_send(channel: str, now: datetime | None = None) -> None:
    """Send all notices of a channel that are due."""
    until = time.monotonic() + LONGEST_RUN
    while time.monotonic() < until and next_deliver(channel, now):
        pass


def lanes_start(now: datetime) -> None:
    """Queue a job for each channel on which something is due, unless one is waiting already."""
    due = may_go(Notice.objects.filter(status=Notice.Status.OWED, next_at__lte=now))
    for channel in Channel.values:
        if due.filter(channel=channel).exists():
            name = f"accounts.notices_send {channel}"
            job = notices_send.configure(queueing_lock=name, lock=name)
            with contextlib.suppress(AlreadyEnqueued), transaction.atomic():
                job.defer(channel=channel)


def next_deliver(channel: str, now: datetime | None = None) -> bool:
    """Send the notice that has been due longest; False if there is none."""
    now = now or timezone.now()
    return notice_deliver(next_of(channel, now), now)


def next_of(channel: str, now: datetime) -> QuerySet[Notice]:
    """The notice of a channel that has been due longest and that nobody else is sending, locked."""
    return owed().filter(channel=channel, next_at__lte=now).order_by("next_at", "pk")[:1]


def owed() -> QuerySet[Notice]:
    """The notices that are owed and that nobody else is sending, locked."""
    rows = Notice.objects.select_for_update(of=("self",), skip_locked=True)
    return may_go(rows.filter(status=Notice.Status.OWED).select_related("user", "table"))


def may_go(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Those that are sent now: while the site is stopped, only what moderators have to know."""
    return notices.filter(kind=Notice.Kind.MODERATION) if halt_now() is not None else notices


def notice_deliver(found: QuerySet[Notice], now: datetime) -> bool:
    """Send the first of some locked notices, if its time has come; False if there is none."""
    with transaction.atomic():
        notice = found.first()
        if notice is None:
            return False
        going = claim(notice, now)
    if going:
        with transaction.atomic():
            # it may have gone with another one in the meantime
            claimed = owed().filter(pk=notice.pk, attempts=notice.attempts).first()
            if claimed is not None:
                with failing_alone(claimed):
                    compose_and_send(claimed, now)
                    claimed.save(update_fields=OUTCOME)
    return True


def claim(notice: Notice, now: datetime) -> bool:
    """Note that an attempt begins; False if the notice has to wait, or need not be sent at all.

    It waits while its reader has a page open, but not a reminder, as their time may be over first.
    """
    going = False
    with failing_alone(notice):
        if not wishes.is_wanted(notice):
            notice.status = Notice.Status.DROPPED
        elif notice.kind != Notice.Kind.REMINDER and (later := wishes.put_off(notice, now)):
            notice.next_at = later
        elif notice.attempts >= MOST_ATTEMPTS:  # whoever made the last one did not come to its end
            notice.status = Notice.Status.FAILED
            figures.deliveries.labels(notice.channel, notice.status).inc()
        else:
            notice.attempts += 1
            notice.next_at = now + pause(notice.attempts)
            going = True
        notice.save()
    return going


@contextlib.contextmanager
def failing_alone(notice: Notice) -> Iterator[None]:
    """Whatever is wrong with one notice must not hold up the others of its lane."""
    try:
        with transaction.atomic():
            yield
    except UNREACHABLE:
        raise
    except Exception as error:
        logger.exception("A notice could not be made")
        notice.status, notice.problem = Notice.Status.FAILED, repr(error)[:500]
        notice.save()


def compose_and_send(notice: Notice, now: datetime) -> None:
    """Say it in the words of its reader, unless there is nothing left to be said."""
    others = companions(notice)
    with reading_as(notice.user):
        words = writing.words_of(notice, others)
        if words is None:
            notice.status = Notice.Status.DROPPED
            return
        attempt(notice, words, now)
    settle(notice, others)


def companions(notice: Notice) -> Sequence[Notice]:
    """The other turns of which a user who wants one notice for many tables is told with it."""
    pace = wishes.pace_of(notice.user, notice.channel, notice.table_id)
    if notice.kind != Notice.Kind.TURN or pace != User.Pace.QUIET:
        return []
    others = owed().filter(user=notice.user, channel=notice.channel, address=notice.address)
    others = others.filter(kind=Notice.Kind.TURN).exclude(pk=notice.pk).order_by("pk")
    return [other for other in others if wishes.is_wanted(other)]


def attempt(notice: Notice, words: writing.Words, now: datetime) -> None:
    """Try once, and note the outcome on the claimed notice."""
    try:
        SENDERS[notice.channel](notice, words, now)
    except Delayed as error:
        notice.problem = str(error)[:500]
        if notice.channel == Channel.WEBHOOK:
            others_wait(notice)
        if notice.attempts >= MOST_ATTEMPTS:
            notice.status = Notice.Status.FAILED
    except Undeliverable as error:
        notice.status, notice.problem = Notice.Status.FAILED, str(error)[:500]
    else:
        notice.status, notice.sent_at, notice.problem = Notice.Status.SENT, now, ""
    outcome = "delayed" if notice.status == Notice.Status.OWED else notice.status
    figures.deliveries.labels(notice.channel, outcome).inc()


def others_wait(notice: Notice) -> None:
    """Try nothing else before at an address that has just failed, so that it holds up nobody."""
    same = Notice.objects.filter(user=notice.user, channel=notice.channel, address=notice.address)
    waiting = same.filter(status=Notice.Status.OWED, next_at__lt=notice.next_at)
    waiting.exclude(pk=notice.pk).update(next_at=notice.next_at)


def settle(notice: Notice, others: Sequence[Notice]) -> None:
    """What was sent with a notice is sent; if it has to wait, they wait too."""
    for other in others:
        if notice.status == Notice.Status.SENT:
            other.status, other.sent_at = notice.status, notice.sent_at
        else:
            other.next_at = max(other.next_at, notice.next_at)
        other.save()


def pause(attempts: int) -> timedelta:
    """Until the next attempt: 4, 16, 64 … seconds, the last of 18 hours."""
    return timedelta(seconds=4**attempts)
