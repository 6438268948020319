"""The topic of sockets at a table.

The server sends an update (`games.telling.updates`) at once and after every change, as this viewer
may see it; a page gets the parts that have changed along with it. The client may say

    {"type": "hello", "number": 41}

on reconnecting and once a minute: it gets an update if it is behind, and hears again who is there.
A lost push therefore costs a minute at most, never a wrong board. A page joins its table with its
first hello, whose `has` says what it shows; a later hello with `has` makes the server compare
everything again.

And the client may play:

    {"type": "move", "ref": 1, "question": "9f…", "move": {…}, "ask": false}

The answer is `{"type": "answer", "ref": 1, "status": 200, "number": 42}`, the statuses being those
of the API; `"final": true` if `ask` was set and the move could not be taken back. A status other
than 200 means that nothing has changed, except 503: try again, the same answer counts once.
`games.watching.wishes` has the other messages that are answered like this.

A client that waits for answers, or has only a handful outstanding, is never slowed down. A socket
that sends more than that is told 503 and not read for a moment, and closed if it goes on.
"""

from __future__ import annotations

import asyncio
from typing import Any

from config.sight import figures
from config.socket.connection import Connection, Hello, Topic
from config.socket.limits import Limit
from config.web.closing import NOT_FOUND, TOO_MANY
from config.web.limits import OVERRUNS
from games.models import BIGGEST
from games.page.parts import hashes_in
from games.storing.credentials import Credential
from games.watching.live import LiveTables, live_tables
from games.watching.submissions import SocketSubmission
from games.watching.tables import Watcher
from games.watching.wishes import WISHES, SocketWish

PAUSE = 0.05  # seconds for which a socket is not read after a wish that was refused
DIGITS = 9  # of a number; no game counts further


class TableTopic(Topic):
    """Follows one table for one viewer, and queues their wishes."""

    messages = WISHES

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.table_id = connection.table_id or 0
        credential = credential_of(connection)
        self.watcher = Watcher(
            connection.user, credential, connection.send, connection.close, connection.language
        )
        self.watcher.html = connection.is_page
        self.watcher.seen = connection.number("since", DIGITS)
        self.overruns = Limit(OVERRUNS)
        self.live: LiveTables | None = None
        self.has_joined = False

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        return connection.table_id is not None

    async def open(self) -> None:
        """Get ready for wishes; a program starts to watch the table."""
        if self.table_id > BIGGEST:
            await self.connection.close(NOT_FOUND)
            return
        self.live = live_tables()
        if not self.watcher.html:
            await self._join(self.live)

    async def _join(self, live: LiveTables) -> None:
        self.has_joined = True
        await live.join(self.table_id, self.watcher)

    async def greet(self, hello: Hello) -> None:
        """Find out whether the client is behind, or shows anything that is out of date."""
        live, watcher = self.live, self.watcher
        if live is None:
            return
        known = min(hello.number, watcher.seen if self.has_joined else 10**DIGITS)
        watcher.seen = max(0, known)
        if hello.has is not None:
            watcher.shown, watcher.base = (hashes_in(hello.has),), hello.base
            watcher.described = hello.described
            watcher.compares = self.has_joined
        if not self.has_joined:
            await self._join(live)
        elif hello.has is not None:
            live.want(self.table_id, watcher)
        else:
            live.look(self.table_id)
            await live.presence.repeat(self.table_id, watcher)

    async def hear(self, message: SocketWish) -> None:
        """Queue a wish; or refuse it, and read on a moment later."""
        if self.live is None:
            return
        submission = SocketSubmission(self.watcher, message)
        is_visitor = self.watcher.user_id is None
        overruns = is_visitor or self.watcher.is_ahead()
        if not is_visitor and self.live.submit(self.table_id, submission):
            return
        if overruns and self.overruns.is_exceeded():
            await self.connection.close(TOO_MANY)
            return
        submission.status = 401 if is_visitor else 503
        figures.refused.labels("not_signed_in" if is_visitor else "busy").inc()
        await self.connection.send(submission.answer())
        await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Stop watching."""
        live, self.live = self.live, None
        if live is not None:
            await live.part(self.table_id, self.watcher)


def credential_of(connection: Connection) -> Credential:
    """What a connection was opened with."""
    user = connection.user
    password = getattr(user, "password", "")
    return Credential(user.pk, password, connection.session, connection.token)


def take_in(connection: Connection, wish: SocketWish) -> Any:
    """Queue a wish of another topic like those of the table."""
    return connection.topic(TableTopic).hear(wish)
