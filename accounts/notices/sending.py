"""Sending the notices that are due, each once: the rows are the queue, one lane for each channel.

A notice is claimed before it is handed over: the attempt is counted, and the next one put off, in a
transaction of its own. A database that takes no changes any more says so before anybody has been
told, and a notice at which workers die does not hold up the others for ever.

It is locked until it has been handed over, so that two workers never send it twice, and so that
nothing is left locked by a dead one. An account has one notice on a channel handed over at a time,
and takes up no more than its share of the time (`budgets`). If a worker
dies after the other side has taken it and before the commit, it is sent again after the pause with
the same mark, by which the other side can tell that it is the same one.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.mail.outcomes import Delayed, Undeliverable, Unreachable
from accounts.mail.sending import MAIL_PAUSES
from accounts.models import Channel, Notice, User
from accounts.notices import budgets, hooks, kinds, posting, pushing, wishes
from accounts.notices.writing import Words
from config.running.queueing import defer_once
from config.running.worker import OUTSIDE, Lane
from config.sight import figures
from config.web.unreachable import UNREACHABLE, Retry
from games.storing.halts import halt_now
from games.telling.reading import reading_as

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 9
"""Refused for the moment; the last attempt comes after a day."""
WIDTHS = {Channel.MAIL: 2, Channel.PUSH: 3, Channel.WEBHOOK: 3}
"""How many notices of a channel a process hands over at once."""
OUTCOME = ("status", "problem", "next_at", "sent_at")
"""What an attempt changes on a notice that was claimed."""

again = Retry(max_attempts=8, retry_exceptions=[*UNREACHABLE])

SENDERS: dict[str, Callable[[Notice, Words, datetime], None]] = {
    Channel.MAIL: posting.notice_post,
    Channel.PUSH: pushing.notice_push,
    Channel.WEBHOOK: hooks.notice_post,
}


LANES = {str(channel): Lane(width) for channel, width in WIDTHS.items()}


@app.task(name="accounts.notices_send", queue=OUTSIDE, retry=again)
def notices_send(channel: str, now: datetime | None = None) -> None:
    """Send all notices of a channel that are due."""
    LANES[channel].run(lambda: next_deliver(channel, now))


def lanes_start(now: datetime) -> None:
    """Queue jobs for each channel on which something is due, as many as its lane is wide."""
    due = may_go(Notice.objects.filter(status=Notice.Status.OWED, next_at__lte=now))
    for channel, width in WIDTHS.items():
        for number in range(due.filter(channel=channel)[:width].count()):
            job = notices_send.configure(queueing_lock=f"accounts.notices_send {channel} {number}")
            defer_once(job, channel=channel)


class Turns:
    """Whose notices are being handed over by this process: one of an account on a channel."""

    def __init__(self) -> None:
        self.lock, self.taken = threading.Lock(), set[tuple[str, int]]()

    def of(self, channel: str) -> list[int]:
        """The users whose turn it is on a channel."""
        with self.lock:
            return [user_id for taken, user_id in self.taken if taken == channel]

    def take(self, channel: str, user_id: int) -> bool:
        """Begin a turn; False if it is begun already."""
        with self.lock:
            if (channel, user_id) in self.taken:
                return False
            self.taken.add((channel, user_id))
            return True

    def give_back(self, channel: str, user_id: int) -> None:
        """End a turn."""
        with self.lock:
            self.taken.discard((channel, user_id))


turns = Turns()


def next_deliver(channel: str, now: datetime | None = None) -> bool:
    """Send the notice that has been due longest; False if there is none."""
    now = now or timezone.now()
    return notice_deliver(next_of(channel, now), now)


def next_of(channel: str, now: datetime) -> QuerySet[Notice]:
    """The notice of a channel that has been due longest and that nobody else is sending, locked."""
    due = owed().filter(channel=channel, next_at__lte=now).exclude(user__in=turns.of(channel))
    return due.order_by("next_at", "pk")[:1]


def owed(*, skip_locked: bool = True) -> QuerySet[Notice]:
    """The notices that are owed and that nobody else is sending, locked; or waited for."""
    rows = Notice.objects.select_for_update(of=("self",), skip_locked=skip_locked)
    return may_go(rows.filter(status=Notice.Status.OWED).select_related("user", "table"))


def may_go(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """Keep the notices that are sent now: while the site is stopped, only some kinds."""
    return notices.filter(kind__in=kinds.SENT_IN_HALTS) if halt_now() is not None else notices


def notice_deliver(found: QuerySet[Notice], now: datetime) -> bool:
    """Send the first of some locked notices, if its time has come; False if there is none."""
    with contextlib.ExitStack() as turn:
        with transaction.atomic():  # whose commit may fail, too
            notice = found.first()
            if notice is None:
                return False
            if not turns.take(notice.channel, notice.user_id):
                return True
            turn.callback(turns.give_back, notice.channel, notice.user_id)
            going = claim(notice, now)
        if going:
            claimed_deliver(notice, now)
    return True


@transaction.atomic
def claimed_deliver(notice: Notice, now: datetime) -> None:
    """Send a claimed notice, unless it has gone with another one in the meantime.

    Whoever looks for the next one may lock it for a moment, to see that it is claimed.
    """
    same = owed(skip_locked=False).filter(pk=notice.pk, attempts=notice.attempts)
    claimed = same.first()
    if claimed is not None:
        with failing_alone(claimed):
            compose_and_send(claimed, now)
            claimed.save(update_fields=OUTCOME)


def claim(notice: Notice, now: datetime) -> bool:
    """Note that an attempt begins; False if the notice has to wait, or need not be sent at all."""
    going = False
    with failing_alone(notice):
        if not kinds.kind_of(notice).is_wanted():
            notice.status = Notice.Status.DROPPED
        elif later := waits_until(notice, now):
            notice.next_at = later
        elif notice.attempts >= MOST_ATTEMPTS:  # whoever made the last one did not come to its end
            notice.status = Notice.Status.FAILED
            figures.deliveries.labels(notice.channel, notice.status).inc()
        else:
            notice.attempts += 1
            notice.next_at = now + MAIL_PAUSES.later(notice.attempts)
            going = True
        notice.save()
    return going


def waits_until(notice: Notice, now: datetime) -> datetime | None:
    """Until when a notice waits because its reader has a page open, or for its address; or None.

    What is urgent waits for no page, as the time may be over first.
    """
    kind = kinds.kind_of(notice)
    here = None if kind.is_urgent else wishes.put_off(notice, now)
    crowded = wishes.crowded_until(notice, now) if kind.is_gathered else None
    return here or crowded or budgets.put_off(notice, now)


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
    others = companions(notice, now)
    with reading_as(notice.user):
        words = kinds.kind_of(notice).words(others)
        if words is None:
            notice.status = Notice.Status.DROPPED
            return
        attempt(notice, words, now)
    settle(notice, others)


def companions(notice: Notice, now: datetime) -> Sequence[Notice]:
    """The others of its kind of which its reader hears with it.

    That is all for a user who wants one notice for many tables, and for one who wants each at
    once those that are due by now, if they are many.
    """
    if not kinds.kind_of(notice).is_gathered:
        return []
    pace = wishes.pace_of(notice.user, notice.channel, notice.table_id)
    same = {"channel": notice.channel, "address": notice.address, "kind": notice.kind}
    others = owed().filter(user=notice.user, **same).exclude(pk=notice.pk).order_by("pk")
    if pace == User.Pace.QUIET:
        return [other for other in others if kinds.kind_of(other).is_wanted()]
    if pace != User.Pace.TURN or notice.channel == Channel.WEBHOOK:
        return []
    due = [other for other in others.filter(next_at__lte=now) if kinds.kind_of(other).is_wanted()]
    return due if len(due) + 1 >= wishes.MANY else []


def attempt(notice: Notice, words: Words, now: datetime) -> None:
    """Try once, and note the outcome on the claimed notice."""
    url, began = budgets.url_of(notice), time.monotonic()
    try:
        SENDERS[notice.channel](notice, words, now)
    except Delayed as error:
        notice.problem = str(error)[:500]
        if url and isinstance(error, Unreachable):
            budgets.host_failed(url, now)
        if url:  # so that an address that has just failed holds up nobody
            same = Notice.objects.filter(address=notice.address).exclude(pk=notice.pk)
            budgets.others_wait(same, notice, notice.next_at)
        if notice.attempts >= MOST_ATTEMPTS:
            notice.status = Notice.Status.FAILED
    except Undeliverable as error:
        notice.status, notice.problem = Notice.Status.FAILED, str(error)[:500]
    else:
        notice.status, notice.sent_at, notice.problem = Notice.Status.SENT, now, ""
        if url:
            budgets.host_answered(url)
    if url:
        budgets.account_charge(notice, time.monotonic() - began, now)
    outcome = "delayed" if notice.status == Notice.Status.OWED else notice.status
    figures.deliveries.labels(notice.channel, outcome).inc()


def settle(notice: Notice, others: Sequence[Notice]) -> None:
    """What was sent with a notice is sent; if it has to wait, they wait too."""
    for other in others:
        if notice.status == Notice.Status.SENT:
            other.status, other.sent_at = notice.status, notice.sent_at
        else:
            other.next_at = max(other.next_at, notice.next_at)
        other.save()
