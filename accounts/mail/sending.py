"""Handing mails to the mail server, and what its replies mean."""

from __future__ import annotations

import contextlib
import smtplib
from collections.abc import Iterator

from django.core.mail import EmailMultiAlternatives

from accounts.mail.outcomes import Delayed
from config.database.pauses import Pauses
from config.sight import figures
from config.web.unreachable import UNREACHABLE, Retry

PERMANENT = range(500, 600)  # SMTP replies that retrying does not change (RFC 5321, 4.2.1)

PASSING = [Delayed, *UNREACHABLE]
"""Temporary failures: the mail server is busy, or the database went away half-way."""

MAIL_PAUSES = Pauses(4, 4, 262_144)
"""After 4, 16, 64 … seconds a server that did not take something is asked again."""
not_for_ever = Retry(max_attempts=8, pauses=MAIL_PAUSES, retry_exceptions=PASSING)
"""The last pause is one of 18 hours."""


def letter_deliver(message: EmailMultiAlternatives) -> None:
    """Send a mail; give up on an address refused for good. Raises Delayed."""
    try:
        with counted():
            message.send()
    except (smtplib.SMTPException, OSError) as error:
        if not is_permanent(error):
            raise Delayed(told(error)) from error


@contextlib.contextmanager
def counted() -> Iterator[None]:
    """A context in which a letter is handed over, and what came of it is counted."""
    outcome = "failed"
    try:
        yield
        outcome = "sent"
    except (smtplib.SMTPException, OSError) as error:
        outcome = "failed" if is_permanent(error) else "delayed"
        raise
    finally:
        figures.deliveries.labels("letter", outcome).inc()


def told(error: Exception) -> str:
    """An error in a line."""
    return f"{type(error).__name__}: {error}"


def is_permanent(error: Exception) -> bool:
    """Whether the server has refused this address or mail for good."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code in PERMANENT for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused | smtplib.SMTPAuthenticationError):
        return False  # our fault, not the recipient's
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code in PERMANENT
    return False
