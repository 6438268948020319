"""The socket of one browser, or one program, at one table.

The server sends the update of `games.showing.Showing` at once and after every change, as this
viewer may see it; with `?html=1` the page's fragments come along. The client may say

    {"type": "hello", "number": 41}

on reconnecting and once a minute: it gets an update if it is behind. A lost push therefore costs
a minute at most, never a wrong board. And it may play:

    {"type": "move", "ref": 1, "question": "9f…", "move": {…}, "ask": false}

The answer is `{"type": "answer", "ref": 1, "status": 200, "number": 42}`, the statuses being those
of the API; `"final": true` if it was asked whether the move can be taken back and it cannot. What
has no status of 200 has changed nothing, but for 503: try again, the same answer counts once.

Who waits for answers, or has a handful of moves unanswered, is never kept waiting. A socket that
sends more than that is told 503 and not read from for a moment, and closed when it goes on so.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import Any
from urllib.parse import parse_qs

import msgspec
from autobahn.exception import Disconnected

from games.credentials import Credential
from games.live import LiveTables, Watcher, live_tables
from games.submissions import Submission

logger = logging.getLogger(__name__)

HELLOS = 20  # that a client may send within `WINDOW` seconds
OVERRUNS = 10  # moves beyond those that may be unanswered, within the same time
WINDOW = 10.0
PAUSE = 0.05  # seconds that a socket is not read from after a move that was not taken in
LONGEST_MESSAGE = 4_000  # characters
MOST_SOCKETS = 5_000  # of this process
MOST_SOCKETS_OF_USER = 200

BAD_REQUEST, UNAUTHORIZED, TOO_MANY = 4400, 4401, 4429  # close codes, after the HTTP statuses
TRY_LATER = 4503


class Hello(msgspec.Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The client says up to which entry it has seen the table."""

    number: int


class Move(msgspec.Struct, tag="move", tag_field="type", forbid_unknown_fields=True):
    """The client answers a question; `ref` comes back with the answer."""

    ref: int
    question: str
    move: dict[str, Any]
    ask: bool = False


class Limit:
    """So many events within `WINDOW` seconds."""

    def __init__(self, most: int) -> None:
        self.times: deque[float] = deque(maxlen=most)

    def is_exceeded(self) -> bool:
        """Count one more, or say that it would be too many."""
        now = time.monotonic()
        if len(self.times) == self.times.maxlen and now - self.times[0] < WINDOW:
            return True
        self.times.append(now)
        return False


class OpenSockets:
    """The sockets at tables of this process."""

    def __init__(self) -> None:
        self._all: set[TableSocket] = set()
        self._of_users: dict[int, set[TableSocket]] = {}

    def refusal(self, user_id: int | None) -> int:
        """The code with which one more socket is closed; 0 if there is room."""
        if len(self._all) >= MOST_SOCKETS:
            return TRY_LATER
        of_user = self._of_users.get(user_id, ()) if user_id is not None else ()
        return TOO_MANY if len(of_user) >= MOST_SOCKETS_OF_USER else 0

    def add(self, socket: TableSocket) -> None:
        """One more is open."""
        self._all.add(socket)
        if (user_id := socket.watcher.user.pk) is not None:
            self._of_users.setdefault(user_id, set()).add(socket)

    def discard(self, socket: TableSocket) -> None:
        """One is closed, or was never counted."""
        self._all.discard(socket)
        user_id = socket.watcher.user.pk
        if of_user := self._of_users.get(user_id):
            of_user.discard(socket)
            if not of_user:
                del self._of_users[user_id]


_message = msgspec.json.Decoder(Hello | Move)
_sockets = OpenSockets()


class TableSocket:
    """Follows one table for one viewer: an ASGI application for the one connection."""

    def __init__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        self.receive, self.asgi_send = receive, send
        self.table_id: int = scope["url_route"]["kwargs"]["table_id"]
        self.query = parse_qs(scope["query_string"].decode("latin-1"))
        user, session = scope["user"], scope.get("session")
        credential = Credential(
            user.pk,
            getattr(user, "password", ""),
            (session and session.session_key) or "",
            scope.get("token", ""),
        )
        self.watcher = Watcher(user, credential, self.send, self.close)
        self.hellos, self.overruns = Limit(HELLOS), Limit(OVERRUNS)
        self.live: LiveTables | None = None

    async def run(self) -> None:
        """Serve the connection to its end."""
        try:
            while (event := await self.receive())["type"] != "websocket.disconnect":
                if event["type"] == "websocket.connect":
                    await self.open()
                else:
                    await self.hear(event.get("text") or "")
        finally:
            _sockets.discard(self)
            if self.live is not None:
                await self.live.part(self.table_id, self.watcher)

    async def open(self) -> None:
        """Accept, and join those who watch the table."""
        await self.asgi_send({"type": "websocket.accept"})
        since = self.query.get("since", ["0"])[0]
        if not (since.isascii() and since.isdecimal()) or len(since) > 9:
            await self.close(BAD_REQUEST)
            return
        if refusal := _sockets.refusal(self.watcher.user.pk):
            await self.close(refusal)
            return
        _sockets.add(self)
        self.watcher.seen = int(since)
        self.watcher.html = self.query.get("html") == ["1"]
        self.watcher.language = self.query.get("lang", [""])[0]
        self.live = live_tables()
        await self.live.join(self.table_id, self.watcher)

    async def hear(self, text: str) -> None:
        """What the client says; nonsense ends the connection."""
        if self.live is None:
            return
        try:
            message = _message.decode(text if len(text) <= LONGEST_MESSAGE else "")
        except msgspec.DecodeError:
            await self.close(BAD_REQUEST)
            return
        if isinstance(message, Move):
            await self.play(self.live, message)
        else:
            await self.greet(self.live, message)

    async def greet(self, live: LiveTables, hello: Hello) -> None:
        """Look whether the client is behind."""
        if self.hellos.is_exceeded():
            await self.close(TOO_MANY)
            return
        self.watcher.seen = max(0, min(hello.number, self.watcher.seen))
        live.look(self.table_id)

    async def play(self, live: LiveTables, move: Move) -> None:
        """Have a move judged, or say that there is too much to do and read on a moment later."""
        submission = Submission(self.watcher, move.ref, move.question, move.move, move.ask)
        is_visitor = self.watcher.user.pk is None
        overruns = is_visitor or self.watcher.is_ahead()
        if not is_visitor and live.submit(self.table_id, submission):
            return
        if overruns and self.overruns.is_exceeded():
            await self.close(TOO_MANY)
            return
        submission.status = 401 if is_visitor else 503
        await self.send(submission.answer())
        await asyncio.sleep(PAUSE)

    async def send(self, message: bytes) -> None:
        """Send a text. One to a client that is gone is nobody's trouble."""
        try:
            await self.asgi_send({"type": "websocket.send", "text": message.decode()})
        except Disconnected:
            logger.debug("A client of table %s is gone", self.table_id)
        except Exception:
            logger.warning("Cannot send to a socket of table %s", self.table_id, exc_info=True)

    async def close(self, code: int) -> None:
        """End the connection."""
        _sockets.discard(self)
        if self.live is not None:
            await self.live.part(self.table_id, self.watcher)
            self.live = None
        await self.asgi_send({"type": "websocket.close", "code": code})


async def table_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """The ASGI application of table sockets."""
    await TableSocket(scope, receive, send).run()
