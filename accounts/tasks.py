"""What the worker does for people."""

from __future__ import annotations

from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from accounts.mail import occasions, sending
from accounts.moderation import alerts
from config.web.unreachable import UNREACHABLE

PASSING = [sending.MailDelayed, *UNREACHABLE]
"""What goes by: the mail server cannot now, or the database went away in the middle."""

patiently = RetryStrategy(exponential_wait=4, retry_exceptions=PASSING)
"""Seconds between attempts: 4, 16, 64 … A mail itself counts those that the server refused."""

not_for_ever = RetryStrategy(
    max_attempts=sending.MOST_ATTEMPTS - 1, exponential_wait=4, retry_exceptions=PASSING
)
again = RetryStrategy(max_attempts=8, exponential_wait=2, retry_exceptions=PASSING)


@app.task(name="accounts.mail_send", retry=patiently)
def mail_send(mail_id: int) -> None:
    """Send a mail; again later, with growing pauses, if the server cannot take it now."""
    sending.mail_deliver(mail_id)


@app.task(name="accounts.letter_send", retry=not_for_ever)
def letter_send(subject: str, text: str, sender: str, address: str) -> None:
    """Send what django-allauth has written and could not get rid of, such as a confirmation."""
    sending.letter_deliver(subject, text, sender, address)


@app.periodic(cron="2 * * * *")
@app.task(
    name="accounts.digests", queueing_lock="accounts.digests", pass_context=False, retry=again
)
def digests(timestamp: int) -> None:
    """Hourly: the digests of those for whom it is morning."""
    occasions.digests_due(occasions.moment(timestamp))


@app.task(name="accounts.tell_moderators", retry=again)
def tell_moderators() -> None:
    """After each report: mails to the moderators about what is new."""
    alerts.moderators_tell(timezone.now())


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
