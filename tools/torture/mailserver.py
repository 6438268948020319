"""An SMTP server that can run out of disk, and remembers what it has accepted."""

from __future__ import annotations

import email
import time
from typing import Any

from aiosmtpd.controller import Controller

from tools.bench.site import free_port

FINE, FULL, GONE = "fine", "full", "gone"


class MailServer:
    """`taken` has the Message-ID and the time of every mail that it has accepted.

    FULL: it says that its disk is full (452). GONE: it hangs up in the middle.
    """

    def __init__(self) -> None:
        self.mode = FINE
        self.taken: list[tuple[str, float]] = []
        self.refused = 0
        self.port = free_port()
        self.controller = Controller(self, hostname="127.0.0.1", port=self.port)

    @property
    def address(self) -> str:
        """For EMAIL_URL."""
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> MailServer:
        self.controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.controller.stop()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Accept a mail, or refuse it, according to the mode."""
        if self.mode == FULL:
            self.refused += 1
            return "452 4.3.1 Insufficient system storage"
        if self.mode == GONE:
            self.refused += 1
            server.transport.abort()
            return "421 4.3.2 Gone"
        message = email.message_from_bytes(envelope.content)
        self.taken.append((message["Message-ID"], time.time()))
        return "250 2.0.0 Taken"
