"""Handing mails to the mail server, and what its replies mean."""

from __future__ import annotations

import smtplib
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.utils import timezone
from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from accounts.mail.unsubscribing import address_for
from accounts.models import User
from accounts.models.mail import Mail
from accounts.rights import is_moderator
from config.web.unreachable import UNREACHABLE
from games.models import Seat, Table
from games.telling.selectors import absent_seats

PERMANENT = range(500, 600)  # SMTP replies that retrying does not change (RFC 5321, 4.2.1)
KEPT = timedelta(days=30)
MOST_ATTEMPTS = 9  # refused temporarily by the mail server; the last comes after a day


class MailDelayed(Exception):
    """The mail server cannot take the mail now: try again later."""


PASSING = [MailDelayed, *UNREACHABLE]
"""Temporary failures: the mail server is busy, or the database went away half-way."""

patiently = RetryStrategy(exponential_wait=4, retry_exceptions=PASSING)
"""Pauses of 4, 16, 64 … seconds, without end: `Mail.attempts` counts refusals and ends them."""

not_for_ever = RetryStrategy(
    max_attempts=MOST_ATTEMPTS - 1, exponential_wait=4, retry_exceptions=PASSING
)
again = RetryStrategy(max_attempts=8, exponential_wait=2, retry_exceptions=PASSING)


def turn_key(seat: Seat) -> str:
    """The key of a turn mail: it changes when the seat has answered."""
    return f"turn {seat.table_id} {seat.place} {seat.answers}"


@app.task(name="accounts.mail_send", retry=patiently)
def mail_send(mail_id: int) -> None:
    """Send a mail; retry with growing pauses while the server cannot take it."""
    mail_deliver(mail_id)


@app.task(name="accounts.letter_send", retry=not_for_ever)
def letter_send(subject: str, text: str, sender: str, address: str) -> None:
    """Send a mail of django-allauth, such as a confirmation, that could not be sent at once."""
    letter_deliver(subject, text, sender, address)


def mail_deliver(mail_id: int) -> None:
    """Send a mail that is owed, unless it is no longer needed. Raises MailDelayed.

    The row is locked until the server has answered, so two workers never send it twice. If a
    worker dies between the server's reply and the commit, it is sent again, with the same
    Message-ID.
    """
    delayed = None
    with transaction.atomic():
        owed = Mail.objects.select_for_update(of=("self",)).select_related("user")
        mail = owed.filter(pk=mail_id).first()
        if mail is None or mail.status != Mail.Status.OWED:
            return
        if not is_wanted(mail):
            mail.status = Mail.Status.DROPPED
        else:
            mail.attempts += 1
            delayed = attempt(mail)
        mail.save()
    if delayed is not None:
        raise MailDelayed(mail.problem) from delayed


def letter_deliver(
    subject: str, text: str, sender: str, address: str, headers: dict[str, str] | None = None
) -> None:
    """Send a plain mail; give up on an address refused for good. Raises MailDelayed."""
    try:
        EmailMultiAlternatives(subject, text, sender, [address], headers=headers).send()
    except (smtplib.SMTPException, OSError) as error:
        if not is_permanent(error):
            raise MailDelayed(f"{type(error).__name__}: {error}") from error


def attempt(mail: Mail) -> Exception | None:
    """Try once and note the outcome on the mail. The error, if the mail may be tried again."""
    try:
        message_of(mail).send()
    except (smtplib.SMTPException, OSError) as error:
        mail.problem = f"{type(error).__name__}: {error}"[:500]
        permanent = is_permanent(error)
        if not permanent and mail.attempts < MOST_ATTEMPTS:
            return error
        mail.status = Mail.Status.FAILED
        if permanent:
            User.objects.filter(pk=mail.user_id).update(
                refused_address=mail.address, refused_because=mail.problem[:200]
            )
        return None
    mail.status, mail.sent_at, mail.problem = Mail.Status.SENT, timezone.now(), ""
    return None


def is_permanent(error: Exception) -> bool:
    """Whether the server has refused this address or mail for good."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code in PERMANENT for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused | smtplib.SMTPAuthenticationError):
        return False  # our fault, not the recipient's
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code in PERMANENT
    return False


def is_wanted(mail: Mail) -> bool:
    """Whether there is still a reason to send: the turn not taken, the preference unchanged …"""
    user = mail.user
    if not user.is_active or user.mail_problem or user.email != mail.address:
        return False
    if mail.kind == Mail.Kind.DIGEST:
        return user.mails == User.Mails.DIGEST
    if user.mails == User.Mails.OFF:
        return False
    if mail.kind == Mail.Kind.INVITATION:
        return mail.table is not None and mail.table.status == Table.Status.OPEN
    if mail.kind == Mail.Kind.STARTED:
        return mail.table is not None and mail.table.status == Table.Status.PLAYING
    if mail.kind == Mail.Kind.ABSENT:
        return absent_seats(user).filter(table=mail.table_id).exists()
    if mail.kind == Mail.Kind.MODERATION:
        return is_moderator(user)
    if mail.kind != Mail.Kind.TURN:
        return True
    waiting = Seat.objects.filter(table=mail.table, user=mail.user, deciding=True, bot="").first()
    if waiting is None or user.mails != User.Mails.TURN:
        return False
    return mail.key == turn_key(waiting)


def message_of(mail: Mail) -> EmailMultiAlternatives:
    """The message: text and HTML, threaded by table, with an unsubscribe header."""
    host = urlsplit(settings.SITE_URL).hostname
    headers = {
        "Message-ID": f"<mail-{mail.pk}@{host}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{address_for(mail.user)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    if mail.table_id is not None:
        thread = f"<table-{mail.table_id}.user-{mail.user_id}@{host}>"
        headers |= {"References": thread, "In-Reply-To": thread}
    message = EmailMultiAlternatives(
        mail.subject, mail.text, settings.DEFAULT_FROM_EMAIL, [mail.address], headers=headers
    )
    message.attach_alternative(mail.page, "text/html")
    return message


def mails_forget(now: datetime) -> int:
    """Delete all mails older than `KEPT`, sent or not, and return how many."""
    return Mail.objects.filter(owed_at__lt=now - KEPT).delete()[0]
