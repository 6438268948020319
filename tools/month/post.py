"""Where notices arrive: servers that speak the real protocols, and what they were given, and when.

Everything is read from what has arrived, as its reader would: nothing is asked of the outbox.
"""

from __future__ import annotations

import email
import email.policy
import json
import re
import tempfile
from contextlib import ExitStack
from datetime import datetime
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from django.test import override_settings

from accounts.models import Hook
from accounts.notices import pushing
from accounts.notices.kind import AtTable
from accounts.notices.kinds import KINDS
from accounts.people.decisions import NEWS, SENTENCES
from tools.outside import Posted, PushService, Receiver, certificate_make, is_signed_by
from tools.torture.mailserver import FINE, FULL, MailServer

MANY = re.compile(r"^(\d+) tables? (?:is|are) waiting for you$")
OTHERS = ("Tables that are over", "A bot plays for you", "New in the chats")
OF_PEOPLE = {
    **{str(sentence): "decided" for sentence in (*SENTENCES.values(), *NEWS.values())},
    "Your report was looked at": "heard",
    "Something is waiting for the moderators": "moderation",
}
"""Subjects of notices that no table says."""
SAID = re.compile(r"Message (\d+)\.")
BEFORE = re.compile(r"\((\d+) earlier messages?\)")
TABLE = re.compile(r"/tables/(\d+)/")


class ArrivedNotice(NamedTuple):
    """A notice that somebody was given. `mark` is the same if it is the same one once more."""

    channel: str
    user: int
    mark: str
    kind: str  # "many": of several tables
    tables: tuple[int, ...]  # as far as it names them
    waiting: int  # how many tables wait, as it says
    at: datetime
    said: tuple[int, ...] = ()  # the numbers of messages that it quotes
    before: int = 0  # how many it says there are before them


def kind_of(subject: str) -> tuple[str, int]:
    """What a notice is about, and how many tables wait."""
    for name, kind in KINDS.items():
        if issubclass(kind, AtTable) and subject.endswith(str(kind.subject).removeprefix("{game}")):
            return name, 1
    if subject in OF_PEOPLE:
        return OF_PEOPLE[subject], 0
    if found := MANY.match(subject):
        return "many", int(found[1])
    assert subject in OTHERS, subject
    return "many", 0


def said_in(text: str) -> tuple[tuple[int, ...], int]:
    """The messages of chats that a notice quotes, and how many it says there are before."""
    before = BEFORE.search(text)
    return tuple(int(number) for number in SAID.findall(text)), int(before[1]) if before else 0


class Office(MailServer):
    """A mail server that keeps whole mails."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: list[bytes] = []

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        """Accept a mail, or refuse it."""
        answer = await super().handle_DATA(server, session, envelope)
        if answer.startswith("250"):
            self.letters.append(envelope.content)
        return answer


class Post:
    """A mail server, a push service and a hook, each of which may be out of order."""

    def __enter__(self) -> Post:
        self.stack = ExitStack()
        enter = self.stack.enter_context
        certificate = certificate_make(Path(enter(tempfile.TemporaryDirectory())))
        enter(mock.patch.dict("os.environ", {"SSL_CERT_FILE": str(certificate)}))
        self.office = Office()
        enter(self.office)
        enter(
            override_settings(
                NOTICE_HOSTS=["localhost"],
                EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend",
                EMAIL_HOST="127.0.0.1",
                EMAIL_PORT=self.office.port,
                EMAIL_USE_TLS=False,
                EMAIL_USE_SSL=False,
                EMAIL_HOST_USER="",
                EMAIL_HOST_PASSWORD="",
                EMAIL_TIMEOUT=30,
            )
        )
        self.push = enter(PushService(certificate))
        self.push.known_key = pushing.public_key()
        self.hook = enter(Receiver(certificate))
        self.push.is_out_of_order = partial(self.refuses, "push")
        self.hook.is_out_of_order = partial(self.refuses, "webhook")
        self.out_of_order: set[str] = set()
        self.refused = 0
        self.users: dict[str, int] = {}  # by address
        return self

    def __exit__(self, *_: object) -> None:
        self.stack.close()

    def refuses(self, channel: str) -> bool:
        """Return whether a service is out of order, which is counted."""
        self.refused += channel in self.out_of_order
        return channel in self.out_of_order

    def fail(self, channel: str) -> None:
        """Put a service out of order."""
        self.out_of_order.add(channel)
        self.office.mode = FULL if "mail" in self.out_of_order else FINE

    def mend(self, channel: str) -> None:
        """Put a service in order again."""
        self.out_of_order.discard(channel)
        self.office.mode = FULL if "mail" in self.out_of_order else FINE

    def collect(self, now: datetime) -> list[ArrivedNotice]:
        """What has arrived since the last time."""
        arrived = [self.letter(content, now) for content in self.office.letters]
        arrived += [self.pushed(posted, now) for posted in self.push.taken]
        arrived += [self.posted(posted, now) for posted in self.hook.taken]
        for taken in (self.office.letters, self.push.taken, self.hook.taken, self.hook.posted):
            taken.clear()
        self.push.posted.clear()
        return arrived

    def letter(self, content: bytes, now: datetime) -> ArrivedNotice:
        """A mail, read."""
        message = email.message_from_bytes(content, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        kind, count = kind_of(message["Subject"])
        body = message.get_body(("plain",))
        assert body is not None
        text = body.get_content()
        tables = tuple(sorted({int(table) for table in TABLE.findall(text)}))
        user = self.users[message["To"]]
        said = said_in(text)[0]
        return ArrivedNotice("mail", user, message["Message-ID"], kind, tables, count, now, said)

    def pushed(self, posted: Posted, now: datetime) -> ArrivedNotice:
        """A message to a browser, decrypted."""
        told = self.push.browsers[posted.path].read(posted)
        kind, count = kind_of(told["title"])
        tables = tuple(int(table) for table in TABLE.findall(told["url"]))
        user = int(posted.path.rpartition("/")[2])
        said = said_in(told["body"])
        return ArrivedNotice("push", user, told["tag"], kind, tables, count, now, *said)

    def posted(self, posted: Posted, now: datetime) -> ArrivedNotice:
        """A message to a hook, with its signature checked."""
        user = int(posted.path.removeprefix("/"))
        assert is_signed_by(Hook.objects.get(user=user).secret, posted, fresh=False), posted
        told = json.loads(posted.body)
        kind, count = kind_of(told["title"])
        tables = tuple(int(table) for table in TABLE.findall(told["url"]))
        mark, said = posted.headers["webhook-id"], said_in(told["text"])
        return ArrivedNotice("webhook", user, mark, kind, tables, count, now, *said)
