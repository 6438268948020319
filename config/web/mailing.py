"""Handing mails over: to the mail server, with a limit for all of it, or to a folder."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends import filebased
from django.core.mail.backends.smtp import EmailBackend

from config.web.outward import at_most, watched

WHOLE_SECONDS = 60.0
BY_MACHINE = "Auto-Submitted"
"""The header by which nobody's machine answers ours (RFC 3834)."""


def marked(messages: Sequence[EmailMessage]) -> Sequence[EmailMessage]:
    """The same mails, each of which says that a machine has sent it."""
    for message in messages:
        if BY_MACHINE.lower() not in map(str.lower, message.extra_headers):
            message.extra_headers[BY_MACHINE] = "auto-generated"
    return messages


class WatchedSMTP(smtplib.SMTP):
    """A connection that ends with the time of its context."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return watched(super()._get_socket(host, port, timeout))  # type: ignore[misc]


class WatchedSMTPS(smtplib.SMTP_SSL, WatchedSMTP):
    """The same with TLS from the first byte."""


class MailBackend(EmailBackend):
    """Django's own, within `WHOLE_SECONDS`."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """What it connects with."""
        return WatchedSMTPS if self.use_ssl else WatchedSMTP

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Hand mails over. Raises SMTPException and OSError."""
        with at_most(WHOLE_SECONDS):
            return super().send_messages(marked(email_messages))


class Folder(filebased.EmailBackend):
    """A file for each mail, in a folder that nobody but its owner can read."""

    def __init__(self, **options: Any) -> None:
        folder = Path(settings.EMAIL_FILE_PATH)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        super().__init__(**options)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write mails down."""
        return super().send_messages(marked(email_messages))
