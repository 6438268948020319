"""The ASGI application of one socket: it accepts, counts, decodes, and hands on to its topics.

    /ws/tables/<id>/?since=N            a program at a table
    /ws/tables/<id>/?html=1&chat=M      the page of a table
    /ws/?events=1                       a program, for all its tables
    /ws/[?lobby=1]                      any other page

With `me`, the id of a user, it is opened for that user or for nobody.

Messages are JSON objects told apart by their `type`. `docs/reference/api.md` has them all.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import operator
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ClassVar, TypeVar
from urllib.parse import parse_qs

import msgspec
from autobahn.exception import Disconnected

from config.sight import figures
from config.sight.about import concerning, request_id
from config.socket import limits
from config.socket.limits import Limit, OpenSockets
from config.web import draining
from config.web.asgi import ASGIMessage, Receive, Scope, Send
from config.web.clients import client_of_socket, header
from config.web.closing import BAD_REQUEST, NOT_FOUND, TOO_MANY, UNAUTHORIZED
from config.web.foreign_json import Unreadable, reader
from config.web.numbers import number_of

logger = logging.getLogger(__name__)

_sockets = OpenSockets()
PONG = msgspec.json.encode({"type": "pong"})


class Nonsense(ValueError):
    """What a client has asked for makes no sense; its connection is closed."""


class Hello(msgspec.Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The client says what it knows: first of all, on reconnecting, and once a minute.

    `number` is the latest entry of the table's log, 0 where there is no table. `has` are the
    hashes of all parts that a page shows, joined; without it they are those it was sent. `base`
    comes back with every update that builds on this hello. `described` is set by a page that shows
    the board in words too.
    """

    number: int
    has: str | None = None
    base: int = 0
    described: bool = False


class Ping(msgspec.Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """The client asks for a sign of life: its line may be dead without having been closed."""


class Topic:
    """One subject of a connection. Made when that is accepted; may raise Nonsense then.

    `messages` are those that it understands: structs whose tags no other topic may use. `close`
    is always called in the end, even if `open` was not called, or is still running.
    """

    messages: ClassVar[tuple[type[msgspec.Struct], ...]] = ()

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    @classmethod
    def concerns(cls, connection: Connection) -> bool:
        """Whether a connection is about this."""
        raise NotImplementedError

    async def open(self) -> None:
        """The connection is open."""

    async def greet(self, hello: Hello) -> None:
        """The client has said what it knows."""

    async def hear(self, message: Any) -> None:
        """The client has said one of `messages`."""

    async def close(self) -> None:
        """The connection is over."""


AnyTopic = TypeVar("AnyTopic", bound=Topic)


class Understood:
    """The messages that the topics of a site understand, and the topic of each."""

    def __init__(self, topics: Sequence[type[Topic]]) -> None:
        self.topics = topics
        self.topic_of = {message: topic for topic in topics for message in topic.messages}
        self.kinds: Any = functools.reduce(operator.or_, self.topic_of, Hello | Ping)
        self.read: Callable[[bytes | str], msgspec.Struct] = reader(self.kinds)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a message."""
        return msgspec.json.schema(self.kinds)


class Connection:
    """One socket and what it is about."""

    def __init__(self, understood: Understood, scope: Scope, receive: Receive, send: Send) -> None:
        self.understood = understood
        self.receive, self.asgi_send = receive, send
        self.table_id: int | None = scope["url_route"]["kwargs"].get("table_id")
        self.query = parse_qs(scope["query_string"].decode("latin-1"))
        self.user = scope["user"]
        self.client = client_of_socket(scope)
        session = scope.get("session")
        self.session = (session.session_key or "") if session else ""
        self.token = scope.get("token", "")  # the hash of a personal token
        self.language = self.word("lang")
        self.request = request_id(header(scope, b"x-request-id"))
        self.is_page = self.word("html") == "1"
        self.is_open = False
        self.topics: dict[type[Topic], Topic] = {}
        self.hellos = Limit(limits.HELLOS)
        self.pings = Limit(limits.PINGS)
        self.tasks: set[asyncio.Task[None]] = set()

    # --- What was asked for ---

    def word(self, name: str) -> str:
        """A parameter of the address; empty if it is missing."""
        return str(self.query.get(name, [""])[0])

    def number(self, name: str, digits: int) -> int:
        """A parameter as a number of at most so many digits; 0 if missing. Raises Nonsense."""
        number = number_of(self.word(name) or "0", digits)
        if number is None:
            raise Nonsense(name)
        return number

    def topic(self, kind: type[AnyTopic]) -> AnyTopic:
        """One of its topics. Raises KeyError."""
        found = self.topics[kind]
        assert isinstance(found, kind)
        return found

    # --- Opening, hearing, closing ---

    async def run(self) -> None:
        """Serve the connection to its end."""
        with concerning(request=self.request, table=self.table_id, user=self.user.pk):
            await self.serve()

    async def serve(self) -> None:
        """Open, hear and close, as the client wishes."""
        try:
            while (event := await self.receive())["type"] != "websocket.disconnect":
                if event["type"] == "websocket.connect":
                    await self.open()
                elif self.is_open:
                    await self.hear(event.get("text") or "")
        finally:
            await self.part()

    async def open(self) -> None:
        """Accept, and open the topics unless there are too many sockets."""
        await self._give({"type": "websocket.accept"})
        try:
            about = [kind for kind in self.understood.topics if kind.concerns(self)]
            topics = {kind: kind(self) for kind in about}
        except Nonsense:
            await self.close(BAD_REQUEST)
            return
        is_known = topics and self.word("me") in ("", str(self.user.pk))
        refusal = _sockets.refusal(self.user, self.client) if is_known else UNAUTHORIZED
        if refusal:
            await self.close(refusal)
            return
        _sockets.add(self, self.user, self.client)
        self.is_open, self.topics = True, topics
        for topic in topics.values():
            if self.is_open:  # the topic before may have closed it
                await topic.open()
        if draining.has_begun():  # it was on its way while the others were told
            await self.tell("again", after=0)

    async def hear(self, text: str) -> None:
        """Hand a message of the client to its topic; nonsense ends the connection."""
        try:
            message = self.understood.read(text if len(text) <= limits.LONGEST_MESSAGE else "")
        except Unreadable:
            await self.close(BAD_REQUEST)
            return
        if isinstance(message, Ping):
            await self.give_sign()
        elif isinstance(message, Hello):
            await self.greet(message)
        elif topic := self.topics.get(self.understood.topic_of[type(message)]):
            await topic.hear(message)
        else:
            await self.close(BAD_REQUEST)  # a message for a topic that this connection lacks

    async def greet(self, hello: Hello) -> None:
        """Tell all topics what the client knows."""
        if self.hellos.is_exceeded():
            await self.close(TOO_MANY)
            return
        for topic in self.topics.values():
            if self.is_open:
                await topic.greet(hello)

    async def give_sign(self) -> None:
        """Tell the client that the line is alive."""
        if self.pings.is_exceeded():
            await self.close(TOO_MANY)
        else:
            await self.send(PONG)

    async def part(self) -> None:
        """Leave everything that an open connection takes part in."""
        if not self.is_open:
            return
        self.is_open = False
        _sockets.discard(self)
        for task in self.tasks - {asyncio.current_task()}:
            task.cancel()
        for topic in self.topics.values():
            await topic.close()

    async def close(self, code: int) -> None:
        """End the connection."""
        if code in (UNAUTHORIZED, NOT_FOUND):
            logger.warning("A socket is refused: %s", code)
        await self.part()
        await self._give({"type": "websocket.close", "code": code})

    # --- What the client is told ---

    async def send(self, message: bytes) -> None:
        """Send a text."""
        await self._give({"type": "websocket.send", "text": message.decode()})

    async def _give(self, event: ASGIMessage) -> None:
        """Send an event. That the client may be gone is only logged."""
        try:
            await self.asgi_send(event)
        except Disconnected:
            logger.debug("A client is gone")
        except Exception:
            logger.warning("Cannot send to a socket", exc_info=True)

    async def tell(self, kind: str, **facts: object) -> None:
        """Send a message of a type, unless the connection is closed."""
        if self.is_open:
            await self.send(msgspec.json.encode({"type": kind, **facts}))

    def start(self, work: Coroutine[object, None, None]) -> None:
        """Run a coroutine in the background, for as long as the connection is open."""
        if not self.is_open:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


def open_connections() -> list[Connection]:
    """All that are open in this process now."""
    return _sockets.all()


def open_sockets() -> figures.Rows:
    """How many sockets are open in this process, for its figures."""
    yield (), len(_sockets)


figures.WhenAsked("sobremesa_sockets", "Open sockets.", (), open_sockets)


def no_socket() -> Any:
    """The ASGI application of sockets whose address names nothing: each is closed."""

    async def close(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": NOT_FOUND})

    return close


def socket_about(understood: Understood) -> Any:
    """The ASGI application of sockets that may have these topics."""

    async def socket(scope: Scope, receive: Receive, send: Send) -> None:
        await Connection(understood, scope, receive, send).run()

    return socket
