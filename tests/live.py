"""Daphne in a thread of the test process: same settings, same test database, real sockets."""

from __future__ import annotations

import asyncio
import threading
from types import TracebackType

from daphne.server import Server  # first: it chooses the reactor
from twisted.internet import reactor

from config.asgi import application
from tools.patience import PATIENCE, until


class LiveServer:
    """One per process: Twisted's reactor cannot be started twice."""

    def __init__(self) -> None:
        self.server = Server(
            application,
            endpoints=["tcp:port=0:interface=127.0.0.1"],
            signal_handlers=False,
            verbosity=0,
        )
        self.thread = threading.Thread(target=self.server.run, name="daphne", daemon=True)

    def __enter__(self) -> LiveServer:
        self.thread.start()
        until(lambda: self.server.listening_addresses)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        reactor.callFromThread(reactor.stop)  # type: ignore[attr-defined]
        self.thread.join(PATIENCE)

    @property
    def is_answering(self) -> bool:
        """Whether an answer is under way or a socket is open."""
        under_way = [
            kept.get("application_instance") for kept in list(self.server.connections.values())
        ]
        return any(answer is not None and not answer.done() for answer in under_way)

    @property
    def is_asking(self) -> bool:
        """Whether anything is asked of the database for sockets that may be closed by now.

        Who is present at a table is only told, and that may take a while.
        """
        loop = reactor._asyncioEventloop  # type: ignore[attr-defined]
        names = [task.get_name() for task in asyncio.all_tasks(loop)]
        return any(name.startswith("batches for") and "Presence" not in name for name in names)

    @property
    def url(self) -> str:
        """Without a slash at the end."""
        return f"http://127.0.0.1:{self.server.listening_addresses[0][1]}"
