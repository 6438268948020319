"""Handing mails to the mail server, with a limit for all of it."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend

from config.web.outward import at_most, watched

WHOLE_SECONDS = 60.0


class WatchedSMTP(smtplib.SMTP):
    """A connection that ends with the time of its context."""

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return watched(super()._get_socket(host, port, timeout))  # type: ignore[misc]


class WatchedTLS(smtplib.SMTP_SSL, WatchedSMTP):
    """The same with TLS from the first byte."""


class Backend(EmailBackend):
    """Django's own, within `WHOLE_SECONDS`."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """What it connects with."""
        return WatchedTLS if self.use_ssl else WatchedSMTP

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Hand mails over. Raises SMTPException and OSError."""
        with at_most(WHOLE_SECONDS):
            return super().send_messages(email_messages)
