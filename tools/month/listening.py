"""A process that listens, as each web process does: it is ended now and then, and must catch up.

It knows of a table what it was told of, or what it read when it could have missed something.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Iterator

from config.push.listener import Listener
from games.storing.rows import run
from tools.month.dying import Keeper
from tools.patience import PATIENCE, pause

"""Real seconds until it must have caught up, whatever the other work on this machine."""
NUMBERS = "select id, number from games_table where number > 0"


class ListeningConnection:
    """The listening connection of a web process, in a thread of its own."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.listener = Listener("default", begin=self.begin, hear=self.hear, heartbeat=1.0)
        self.known: dict[int, int] = {}
        self.is_behind = False
        self.heard = self.begun = self.ended = 0
        self.loop = asyncio.new_event_loop()
        self.task: asyncio.Task[None] | None = None
        self.thread = threading.Thread(target=self.listen, name="listens", daemon=True)

    def __enter__(self) -> ListeningConnection:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.loop.call_soon_threadsafe(self.stop)
        self.thread.join(PATIENCE)

    def listen(self) -> None:
        """Listen until it is stopped, in its own thread."""
        self.task = self.loop.create_task(self.listener.run())
        with contextlib.suppress(asyncio.CancelledError), contextlib.closing(self.loop):
            self.loop.run_until_complete(self.task)

    def stop(self) -> None:
        """Stop listening."""
        if self.task is not None:
            self.task.cancel()

    def begin(self) -> None:
        """Something may have been missed."""
        self.begun += 1
        self.is_behind = True

    def hear(self, line: str) -> None:
        """A notification: perhaps that a table has moved on."""
        self.heard += 1
        message = json.loads(line.partition(" ")[2])
        if message["type"] == "table.moved":
            self.known[message["table"]] = message["number"]

    def end(self) -> None:
        """End its session for real, as when it dies or the network does."""
        if self.listener.listening.is_set():
            self.keeper.run("select pg_terminate_backend(%s)", [self.listener.process_number])
            self.ended += 1

    def catch_up(self) -> None:
        """Read again what may have been missed, as a web process does when it listens again."""
        if self.is_behind and self.listener.listening.is_set():
            self.is_behind = False
            for table, number in run(NUMBERS, []):
                self.known[table] = max(number, self.known.get(table, 0))

    def missed(self) -> Iterator[str]:
        """The tables of which it has not the latest entry, after all the time it needs."""
        until = time.monotonic() + PATIENCE
        while True:
            self.catch_up()
            latest = {int(table): int(number) for table, number in run(NUMBERS, [])}
            behind = {table for table in latest if self.known.get(table) != latest[table]}
            if not behind:
                return
            if time.monotonic() > until:
                break
            pause(0.02)
        for table in sorted(behind):
            told = f"entry {self.known.get(table)} of {latest[table]}"
            yield f"table {table}: a process that listens knows {told}"
