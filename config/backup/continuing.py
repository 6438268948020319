"""How a site goes on from a backup: clocks get time back, nobody is told twice, numbers are new."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Notice
from accounts.notices import selecting
from games.changing import clocks
from games.storing.lives import life_begin

TOLD_BEFORE = "counts as sent: the site went on after the backup"


def site_continue(now: datetime, *, went_on: bool) -> None:
    """Set right what a backup cannot know. `went_on`: the site was at work when it was made.

    What has passed since the worker was last seen is an outage: answers given in that time are
    lost, and their time is given back.
    """
    life_begin(now, lost=went_on)
    clocks.worker_beat(now)
    clocks.clocks_settle(now)
    if went_on:
        notices_count_as_sent(now)


@transaction.atomic
def notices_count_as_sent(now: datetime) -> int:
    """Send nothing of what was due before now: the site that is lost has sent it; how many."""
    selecting.waiting_owe(delay=timedelta(), now=now)
    selecting.digests_owe(now)
    owed = Notice.objects.filter(status=Notice.Status.OWED, due_at__lte=now)
    return owed.update(status=Notice.Status.DROPPED, problem=TOLD_BEFORE)
