"""The worker's periodic jobs for people."""

from __future__ import annotations

from django.utils import timezone
from procrastinate.contrib.django import app

from accounts.guests.services import guests_forget
from accounts.mail import occasions, sending
from accounts.moderation import alerts


@app.periodic(cron="2 * * * *")
@app.task(
    name="accounts.digests",
    queueing_lock="accounts.digests",
    pass_context=False,
    retry=sending.again,
)
def digests(timestamp: int) -> None:
    """Hourly: write the digests of those for whom it is morning."""
    occasions.digests_due(occasions.moment(timestamp))


@app.periodic(cron="* * * * *")
@app.task(
    name="accounts.tell_moderators_later",
    queueing_lock="accounts.tell_moderators_later",
    pass_context=False,
)
def tell_moderators_later(timestamp: int) -> None:
    """Every minute: mail the moderators who could not be mailed at once (`alerts.PAUSE`)."""
    alerts.moderators_tell(timezone.now())


@app.periodic(cron="37 4 * * *")
@app.task(name="accounts.forget_mails", queueing_lock="accounts.forget_mails", pass_context=False)
def forget_mails(timestamp: int) -> None:
    """Nightly: delete old mails."""
    sending.mails_forget(occasions.moment(timestamp))


@app.periodic(cron="47 4 * * *")
@app.task(name="accounts.forget_guests", queueing_lock="accounts.forget_guests", pass_context=False)
def forget_guests(timestamp: int) -> None:
    """Nightly: delete guests who have stayed away for a month."""
    guests_forget(timezone.now())
