"""The worker's periodic jobs for people."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.mail import letters
from accounts.moderation import alerts
from accounts.moderation.forgetting import logs_forget
from accounts.notices import budgets, selecting, sending
from accounts.people import archiving
from accounts.people.leaving import names_free
from accounts.signing_in.door_answers import questions_forget
from accounts.signing_in.guests.services import guests_forget
from accounts.signing_in.newcomers import newcomers_forget
from accounts.submissions.submissions import submissions_forget
from config.running.worker import SEARCHES, Interrupted
from games.storing.halts import halt_now


@app.periodic(cron="* * * * * */10")
@app.task(name="accounts.notices", queueing_lock="accounts.notices", pass_context=False)
def notices(timestamp: int, now: datetime | None = None) -> None:
    """Every ten seconds: write the notices of what tables say, and send what is due.

    While the site is stopped tables say nothing: nobody can do anything about it.
    """
    now = now or timezone.now()
    if halt_now() is None:
        selecting.waiting_owe(delay=timedelta(seconds=settings.TURN_NOTICE_DELAY), now=now)
    sending.lanes_start(now)
    letters.letters_start(now)
    questions_forget(now)


@app.periodic(cron="2 * * * *")
@app.task(
    name="accounts.digests",
    queueing_lock="accounts.digests",
    pass_context=False,
    retry=sending.again,
)
def digests(timestamp: int) -> None:
    """Hourly: write the digests of those whose hour it is."""
    if halt_now() is None:
        selecting.digests_owe(selecting.moment(timestamp))


@app.periodic(cron="* * * * *")
@app.task(
    name="accounts.tell_moderators", queueing_lock="accounts.tell_moderators", pass_context=False
)
def tell_moderators(timestamp: int) -> None:
    """Every minute: write the notices of moderators for whom there is news (`alerts.PAUSE`)."""
    alerts.moderators_tell(timezone.now())


@app.periodic(cron="37 4 * * *")
@app.task(
    name="accounts.forget_notices", queueing_lock="accounts.forget_notices", pass_context=False
)
def forget_notices(timestamp: int) -> None:
    """Nightly: delete old notices, letters, archives, submissions, and what is put off no more."""
    selecting.notices_forget(selecting.moment(timestamp))
    letters.letters_forget(selecting.moment(timestamp))
    budgets.put_offs_forget(selecting.moment(timestamp))
    archiving.archives_forget(selecting.moment(timestamp))
    submissions_forget(selecting.moment(timestamp))


@app.periodic(cron="47 4 * * *")
@app.task(name="accounts.forget_guests", queueing_lock="accounts.forget_guests", pass_context=False)
def forget_guests(timestamp: int) -> None:
    """Nightly: delete guests who stay away, unconfirmed accounts, and names kept long enough."""
    if halt_now() is None:
        guests_forget(timezone.now())
        newcomers_forget(timezone.now())
    names_free(timezone.now())


@app.periodic(cron="57 4 * * *")
@app.task(name="accounts.forget_logs", queueing_lock="accounts.forget_logs", pass_context=False)
def forget_logs(timestamp: int) -> None:
    """Nightly: delete old entries of the logs of acts and of staff."""
    logs_forget(timezone.now())


@app.task(name=archiving.MAKE, queue=SEARCHES, retry=sending.again)
def archive_make(user_id: int) -> None:
    """Make the archive of a user; interrupted, another worker begins it anew."""
    try:
        archiving.archive_make(user_id)
    except Interrupted:
        archiving.archive_defer(user_id)
