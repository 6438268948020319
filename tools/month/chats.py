"""What was said in chats in a simulated month, and who had read it when."""

from __future__ import annotations

import dataclasses
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tools.month.journal import Journal


@dataclasses.dataclass
class ChatMessage:
    """A message in a chat, with who sat there then and was to read it."""

    number: int  # in its text, by which it is known again
    id: int
    table: int
    at: datetime
    readers: set[int]
    named: set[int]  # among them


class ModerationNews(NamedTuple):
    """A decision or its outcome, or the answer to a report: whose, and since when."""

    kind: str
    user: int
    at: datetime


def read_at(journal: Journal, said: ChatMessage, user: int) -> datetime:
    """Return when somebody had read a message, or had left its table."""
    reads = journal.reads.get((user, said.table), {})
    times = [at for number, at in reads.items() if number >= said.id]
    return min([*times, journal.left.get((user, said.table), journal.end)])


def is_hidden(journal: Journal, said: ChatMessage, at: datetime) -> bool:
    """Return whether a message was hidden at a time."""
    since, until = journal.hidden.get(said.id, (None, None))
    return since is not None and since <= at and (until is None or at < until)


def is_unread(journal: Journal, said: ChatMessage, user: int, at: datetime) -> bool:
    """Return whether somebody had yet to read a message that was there."""
    is_read = user not in said.readers or read_at(journal, said, user) <= at
    return said.at <= at and not is_read and not is_hidden(journal, said, at)
