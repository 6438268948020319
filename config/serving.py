"""Daphne that leaves in order: `python -m config.serving -p 8001 config.asgi:application`.

It takes daphne's arguments. On SIGTERM it is not ready any more and takes no new connection; it
sends its sockets elsewhere, finishes the answers under way, and ends. See `docs/topics/scale.md`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from typing import Any
from weakref import WeakSet

from daphne.cli import CommandLineInterface
from daphne.server import Server  # chooses the reactor, before anything else of Twisted is imported

# isort: split
from daphne.http_protocol import WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import reactor as running_reactor
from twisted.internet.defer import Deferred

from config.web import draining

logger = logging.getLogger(__name__)
reactor: Any = running_reactor  # more than Twisted's interface says

LOOK_EVERY = 0.02  # seconds
PATIENCE = 6.0  # seconds for clients to come again after their moment, and for proxies to let go
FAREWELL = 1.0  # seconds for those that were shut out to say goodbye, and for the last bytes to go
LAST = 5.0  # seconds for threads and everything else to end


class LeavingServer(Server):  # type: ignore[misc]
    """Daphne's server, which drains before it shuts down."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.ports: list[Any] = []
        self.from_proxies = WeakSet[Any]()

    def listen_success(self, port: Any) -> None:
        """Twisted listens at a port."""
        super().listen_success(port)
        self.ports.append(port)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """A request or a socket has come; while draining it is the last of its connection."""
        if scope["type"] == "http" and b"x-forwarded-proto" in dict(scope["headers"]):
            self.from_proxies.add(protocol.channel.transport)
        if draining.has_begun() and scope["type"] == "http":
            protocol.channel.persistent = False
            protocol.responseHeaders.setRawHeaders(b"connection", [b"close"])
        return super().create_application(protocol, scope)

    def kill_all_applications(self) -> Any:
        """Called by daphne before it shuts down, which waits for what this returns."""
        return Deferred.fromFuture(asyncio.ensure_future(self.leave()))

    async def leave(self) -> None:
        """Send everybody elsewhere, finish what is under way, and cancel what is left then."""
        try:
            await self.drain()
        except Exception:
            logger.exception("This process ends without having drained")
        left = [running for running in self.running().values() if not running.done()]
        for running in left:
            running.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    async def drain(self) -> None:
        """Take nothing new, and finish everything that was begun."""
        from config.socket.connection import open_connections
        from config.socket.leaving import send_away, shut_out
        from games.watching.live import live_tables

        draining.begin()
        for port in self.ports:
            port.stopListening()
        live = live_tables()
        seconds = await send_away()
        end_within(seconds + PATIENCE + FAREWELL + LAST)
        await until(
            lambda: (
                not (open_connections() or self.requests() or self.kept_by_proxies())
                and live.is_at_rest()
            ),
            seconds + PATIENCE,
        )
        await shut_out()
        await until(lambda: not self.sockets() and not reactor.getWriters(), FAREWELL)

    def run(self) -> None:
        """Serve until a signal."""
        from config.database.waits import hurry
        from config.web.health import watch

        hurry()
        watch.begin()
        super().run()

    def running(self) -> dict[Any, asyncio.Task[None]]:
        """The applications of requests and sockets, by connection."""
        return {
            protocol: facts["application_instance"]
            for protocol, facts in self.connections.items()
            if "application_instance" in facts
        }

    def requests(self) -> list[Any]:
        """The requests that are being answered."""
        return [
            protocol
            for protocol, running in self.running().items()
            if isinstance(protocol, WebRequest) and not running.done()
        ]

    def kept_by_proxies(self) -> bool:
        """Return whether a proxy may still send something over a connection that it has kept.

        Nobody sends a move a second time that went into a connection which ended.
        """
        return any(transport.connected for transport in list(self.from_proxies))

    def sockets(self) -> list[Any]:
        """The sockets that are not lost."""
        return [
            protocol
            for protocol, facts in self.connections.items()
            if isinstance(protocol, WebSocketProtocol) and "disconnected" not in facts
        ]


async def until(is_so: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, at most so many seconds."""
    end = time.monotonic() + seconds
    while not is_so() and time.monotonic() < end:
        await asyncio.sleep(LOOK_EVERY)


def end_within(seconds: float) -> None:
    """End in so many seconds at most, whatever threads still wait for.

    The interpreter waits for them without end: for a database that does not answer, or, where one
    has its answer too late, for the event loop, which does not run any more.
    """
    end = threading.Timer(seconds, end_now)
    end.daemon = True
    end.start()


def end_now() -> None:
    """End without waiting for anybody. The database takes back what was not committed."""
    names = [
        thread.name
        for thread in threading.enumerate()
        if not thread.daemon and thread is not threading.main_thread()
    ]
    logger.warning("This process ends although threads are at work: %s", ", ".join(names))
    logging.shutdown()
    os._exit(0)


class CommandLine(CommandLineInterface):  # type: ignore[misc]
    """Daphne's command line, with this server."""

    server_class = LeavingServer


if __name__ == "__main__":
    CommandLine.entrypoint()
