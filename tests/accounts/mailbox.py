"""A real SMTP server for tests, which can be told to refuse."""

from __future__ import annotations

import email
import email.policy
import socket
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from django.utils import timezone

from accounts.mail.letters import letters_send
from tests.accounts.strict import faults_in


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


class Server:
    """What an SMTP server does with mails; `answers` are replies to RCPT before a plain yes."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.faults: list[str] = []
        self.answers: list[str] = []

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(letter, EmailMessage)
        self.taken.append(letter)
        self.faults += [f"{fault} ({letter['Subject']})" for fault in faults_in(envelope.content)]
        return "250 taken"


class Mailbox:
    """Everything that was delivered to a real SMTP server."""

    def __init__(self) -> None:
        self.server = Server()
        self.port = free_port()
        self.controller = Controller(self.server, hostname="127.0.0.1", port=self.port)

    @property
    def answers(self) -> list[str]:
        """What the server will reply to the next RCPT, instead of a plain yes."""
        return self.server.answers

    @answers.setter
    def answers(self, replies: list[str]) -> None:
        self.server.answers = replies

    def deliver(self, *, later: bool = False) -> None:
        """Do the job that sends the letters that are due now, or within a day."""
        letters_send(timezone.now() + timedelta(days=1) if later else None)

    @property
    def letters(self) -> list[EmailMessage]:
        """What was delivered, once the job that sends letters has done what is due."""
        self.deliver()
        return self.server.taken

    def text(self, index: int = -1) -> str:
        body = self.letters[index].get_body(("plain",))
        assert body is not None
        content: str = body.get_content()
        return content
