"""What the worker does for people."""

from __future__ import annotations

from django.utils import timezone
from procrastinate.contrib.django import app

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
    """Hourly: the digests of those for whom it is morning."""
    occasions.digests_due(occasions.moment(timestamp))


@app.periodic(cron="* * * * *")
@app.task(
    name="accounts.tell_moderators_later",
    queueing_lock="accounts.tell_moderators_later",
    pass_context=False,
)
def tell_moderators_later(timestamp: int) -> None:
    """Every minute: the same, for those who had been told of something shortly before."""
    alerts.moderators_tell(timezone.now())


@app.periodic(cron="37 4 * * *")
@app.task(name="accounts.forget_mails", queueing_lock="accounts.forget_mails", pass_context=False)
def forget_mails(timestamp: int) -> None:
    """Nightly: what was written to people long ago is nobody's business any more."""
    sending.mails_forget(occasions.moment(timestamp))
