"""The chat at a table, as a topic of the table's socket.

It sends `{"type": "chat", "messages": [...]}`: at once the messages after `?chat=`, even if there
are none, and later each new one. `{"type": "chat", "hidden": id}` says that a moderator has hidden
a message. Only what this reader may see is sent. A player at the table posts with

    {"type": "say", "ref": 1, "text": "…", "mark": "…"}

and gets an answer like that to a move, in which `number` is the id of the message. What comes again
with the same mark counts once.

Whoever sits there is told with the first messages, and whenever it changes, up to which one they
have `read`, and says so with

    {"type": "read", "ref": 2, "number": 17}

Those who show up to where they have read are told of each other: `"readers": [{name, number}]`.
"""

from __future__ import annotations

import logging
from typing import Annotated, Any

import msgspec
from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.chat import talking, unread
from accounts.models import User
from config.socket.connection import Connection, Hello, Topic
from config.socket.groups import groups
from config.web.closing import NOT_FOUND
from config.web.marks import LONGEST_MARK
from config.web.unreachable import UNREACHABLE
from games.errors import NoSuchTable
from games.models import BIGGEST, Table
from games.storing.rows import table_load
from games.telling.documents import encoded
from games.telling.selectors import may_watch
from games.watching.topics import take_in
from games.watching.wishes import SocketWish

logger = logging.getLogger(__name__)

DIGITS = 18  # of a message's id


class Say(SocketWish, tag="say"):
    """Post a message at the table."""

    text: str
    mark: Annotated[str, msgspec.Meta(max_length=LONGEST_MARK)] = ""

    def carry_out(self, table_id: int, user_id: int) -> int:
        author = User.objects.get(pk=user_id)  # read again: they may have been muted meanwhile
        table = Table.objects.filter(pk=table_id).first()
        if table is None:
            raise NoSuchTable
        said = talking.message_say(table=table, user=author, text=self.text, mark=self.mark)
        return said.pk


class Read(SocketWish, tag="read"):
    """The chat was read up to a message."""

    waits_for_the_site = False  # it is part of reading
    number: int

    def carry_out(self, table_id: int, user_id: int) -> None:
        reader = User.objects.get(pk=user_id)
        unread.chat_read(user=reader, table_id=table_id, number=self.number)


class ChatTopic(Topic):
    """Follows the chat at one table for one reader, and posts their messages."""

    messages = (Say, Read)

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        assert connection.table_id is not None
        self.table_id = connection.table_id
        user = connection.user
        self.reader = user if isinstance(user, User) else AnonymousUser()
        self.seen = connection.number("chat", DIGITS)
        self.is_catching_up = self.is_behind = False

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        is_table = connection.table_id is not None and connection.table_id <= BIGGEST
        return is_table and "chat" in connection.query

    async def open(self) -> None:
        """Follow the chat, then send earlier messages."""
        await groups().follow(talking.chat_group(self.table_id), self._heard)
        await self._catch_up(always=True)

    async def greet(self, hello: Hello) -> None:
        """Send what could not be read earlier because the database was away."""
        if self.is_behind:
            await self._catch_up()

    async def hear(self, message: SocketWish) -> None:
        """Queue what is to be stored, as moves are queued."""
        await take_in(self.connection, message)

    async def close(self) -> None:
        """Stop following."""
        await groups().leave(talking.chat_group(self.table_id), self._heard)

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] == "chat.hidden":
            self.connection.start(self._hide(message["id"]))
        elif message["type"] == "chat.read":
            if message["user"] == self.reader.pk:
                self.connection.start(self.connection.tell("chat", read=message["id"]))
            elif getattr(self.reader, "shows_read", False):
                self.connection.start(self._tell_readers())
        else:
            self.connection.start(self._catch_up())

    async def _tell_readers(self) -> None:
        """Tell whoever shows up to where they have read where others are."""
        readers = await database_sync_to_async(self._readers)()
        if readers is not None:
            await self.connection.tell("chat", readers=[reader._asdict() for reader in readers])

    async def _hide(self, number: int) -> None:
        """Tell whoever may follow the chat that a message is hidden."""
        reads = database_sync_to_async(talking.may_read)
        if await reads(self.table_id, self.reader):
            await self.connection.tell("chat", hidden=number)

    async def _catch_up(self, *, always: bool = False) -> None:
        """Send all messages after the last one sent to this reader.

        None at all are sent once at most: twice would say that something was said which this
        reader may not know.
        """
        self.is_behind = True
        if self.is_catching_up:
            return
        self.is_catching_up = True
        try:
            while self.is_behind and self.connection.is_open:
                self.is_behind = False
                await self._send(await database_sync_to_async(self._said)(), always=always)
                always = False
        except UNREACHABLE as error:
            logger.warning("The talk at table %s waits for the database: %s", self.table_id, error)
            self.is_behind = True
        finally:
            self.is_catching_up = False

    async def _send(self, said: list[talking.MessageDocument] | None, *, always: bool) -> None:
        if said is None:
            await self.connection.close(NOT_FOUND)
        elif said or always:
            self.seen = max([self.seen, *(message.id for message in said)])
            read = await database_sync_to_async(self._read)() if always else None
            facts = {} if read is None else {"read": read}
            await self.connection.tell("chat", messages=encoded(said), **facts)
            if always and getattr(self.reader, "shows_read", False):
                await self._tell_readers()

    def _read(self) -> int | None:
        """Return up to which message this reader has read; None if they do not sit there."""
        if not isinstance(self.reader, User):
            return None
        return unread.read_until(user=self.reader, table_id=self.table_id)

    def _readers(self) -> list[unread.Reader] | None:
        """Return up to where others have read, if this reader still shows it; None if not theirs.

        An empty list would tell whoever may not follow the chat that somebody has read it.
        """
        if not isinstance(self.reader, User) or self._said() is None:
            return None
        if not talking.may_read(self.table_id, self.reader):
            return None
        return unread.readers_at(self.table_id, User.objects.get(pk=self.reader.pk))

    def _said(self) -> list[talking.MessageDocument] | None:
        """The new messages for this reader; None if they may not watch the table."""
        try:
            row = table_load(self.table_id)
        except NoSuchTable:
            return None
        if not may_watch(row, self.reader):
            return None
        found = talking.latest(row.id, self.reader, self.seen)
        return [talking.document_of(message) for message in found]
