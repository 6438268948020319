"""The tables that somebody watches from this process: kept at hand, each read once for everybody.

A table is visited when a move was sent to it, when somebody opens it, and when the channel layer
says that it has moved on elsewhere. One visit at a time goes to a table; threads make them, several
tables' at once (`games.attending`). What waits is bounded: more moves than that are told "busy".
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.layers import get_channel_layer

from games import services
from games.attending import Submission, Visit, attend, attend_again
from games.credentials import Credential
from games.rules.registry import GAMES
from games.storage import Change, TableRow, group_of, row_after
from games.turns import Draft, Known

logger = logging.getLogger(__name__)

THREADS = 2  # one works while the other waits for the disk
VISITS_AT_ONCE = 32  # of one thread: their changes share a commit
MOST_WAITING = 400  # moves of this process that nobody has looked at yet
MOST_UNANSWERED = 5  # moves of one socket
RETRY_SECONDS = 0.5  # until the next visit while the database is away

NOT_FOUND, FAILED = 4404, 4500  # codes with which a socket is closed, after the HTTP statuses

Send = Callable[[bytes], Awaitable[None]]
Leave = Callable[[int], Awaitable[None]]


class Watcher:
    """One socket that watches a table."""

    __slots__ = ("credential", "html", "language", "leave", "seen", "send", "unanswered", "user")

    def __init__(self, user: Any, credential: Credential, send: Send, leave: Leave) -> None:
        self.user, self.credential = user, credential
        self.send, self.leave = send, leave
        self.html, self.language = False, ""
        self.seen = 0  # the entry of the latest update that was sent
        self.unanswered = 0


class LiveTable:
    """One watched table. Whoever visits it may change it; else only the event loop does."""

    def __init__(self, table_id: int) -> None:
        self.id = table_id
        self.row: TableRow | None = None
        self.known: Known | None = None
        self.heard = 0  # the latest entry that the layer has told of
        self.stale = True
        self.watchers: set[Watcher] = set()
        self.wanting: set[Watcher] = set()
        self.submissions: deque[Submission] = deque()
        self.is_ready = False  # stands in the queue, or is being visited

    def is_outdated(self) -> bool:
        """Whether what is kept may not be what is stored.

        Standing orders are changed without an entry in the log, so they are always read.
        """
        if self.stale or self.row is None:
            return True
        rules = GAMES.get(self.row.game)
        return rules is not None and rules.orders_type is not None

    def take(self, row: TableRow | None) -> None:
        """Keep a row as it was read."""
        if row is None or self.row is None or row.number != self.row.number:
            self.known = None
        self.row = row

    def advance(self, draft: Draft, change: Change) -> None:
        """Keep what was stored just now."""
        assert self.row is not None
        self.row = row_after(self.row, change)
        self.known = Known(draft.position, draft.decisions)

    def forget(self) -> None:
        """Keep nothing: the next visit reads."""
        self.stale, self.known = True, None

    def needs_visit(self) -> bool:
        """Whether anything waits here."""
        behind = self.row is not None and self.heard > self.row.number
        return bool(self.submissions or self.wanting or behind or self.stale)


class LiveTables:
    """All watched tables of one event loop."""

    def __init__(self) -> None:
        self.tables: dict[int, LiveTable] = {}
        self.ready: deque[LiveTable] = deque()
        self.waiting = 0  # submissions in all queues
        self.busy = 0
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self.slow_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="tables again")
        self.layer = get_channel_layer()
        self.channel: str | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    # --- Sockets come and go ---

    async def join(self, table_id: int, watcher: Watcher) -> None:
        """Watch a table: an update follows, or `leave` if the viewer may not.

        The table is read anew: what is kept may be older than what the client has seen elsewhere.
        """
        await self._listen()
        table = self.tables.get(table_id)
        if table is None:
            table = self.tables[table_id] = LiveTable(table_id)
        table.watchers.add(watcher)
        table.wanting.add(watcher)
        table.stale = True
        await self.layer.group_add(group_of(table_id), self.channel)
        self._visit(table)

    async def part(self, table_id: int, watcher: Watcher) -> None:
        """Watch no longer. The last one who leaves takes the table along."""
        table = self.tables.get(table_id)
        if table is None:
            return
        table.watchers.discard(watcher)
        table.wanting.discard(watcher)
        if not table.watchers:
            del self.tables[table_id]
            await self.layer.group_discard(group_of(table_id), self.channel)

    def look(self, table_id: int) -> None:
        """Read a table anew: whoever is behind gets an update."""
        if table := self.tables.get(table_id):
            table.stale = True
            self._visit(table)

    def submit(self, table_id: int, submission: Submission) -> bool:
        """Have a move judged; False if there is too much to do."""
        watcher, table = submission.watcher, self.tables.get(table_id)
        too_many = self.waiting >= MOST_WAITING or watcher.unanswered >= MOST_UNANSWERED
        if table is None or too_many:
            return False
        watcher.unanswered += 1
        self.waiting += 1
        table.submissions.append(submission)
        self._visit(table)
        return True

    # --- The layer tells ---

    async def _listen(self) -> None:
        if self.channel is None:
            self.channel = await self.layer.new_channel()
            self._start(self._hear(self.channel))

    async def _hear(self, channel: str) -> None:
        while True:
            message = await self.layer.receive(channel)
            if message["type"] == "table.moved":
                self._moved(message["table"], message["number"])
            elif message["type"] == "layer.resync":
                for table_id in list(self.tables):
                    self.look(table_id)

    def _moved(self, table_id: int, number: int) -> None:
        table = self.tables.get(table_id)
        if table is None:
            return
        table.heard = max(table.heard, number)
        if table.row is None or number > table.row.number:
            self._visit(table)

    # --- Visits ---

    def _visit(self, table: LiveTable) -> None:
        if not table.is_ready:
            table.is_ready = True
            self.ready.append(table)
            if self.busy < THREADS:
                self._start(self._round())

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _round(self) -> None:
        """Visit what is ready, in a thread, until nothing is."""
        self.busy += 1
        try:
            while self.ready and self.busy <= THREADS:
                visits = self._next_visits()
                await asyncio.get_running_loop().run_in_executor(self.threads, attend, visits)
                for visit in visits:
                    if visit.again and visit.done:
                        self._start(self._visit_again(visit))
                    else:
                        await self._deliver(visit)
                if not all(visit.done for visit in visits):
                    await asyncio.sleep(RETRY_SECONDS)
                for visit in visits:
                    if not (visit.again and visit.done):
                        self._after(visit)
        finally:
            self.busy -= 1

    async def _visit_again(self, visit: Visit) -> None:
        """Make one visit at leisure, while the others go on."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.slow_threads, attend_again, visit)
        await self._deliver(visit)
        self._after(visit)

    def _next_visits(self) -> list[Visit]:
        visits: list[Visit] = []
        while self.ready and len(visits) < VISITS_AT_ONCE:
            table = self.ready.popleft()
            submission = table.submissions.popleft() if table.submissions else None
            if submission is not None:
                self.waiting -= 1
            if table.row is not None and table.heard > table.row.number:
                table.stale = True
            wanting, table.wanting = table.wanting, set()
            visits.append(Visit(table, submission, wanting, table.watchers))
        return visits

    async def _deliver(self, visit: Visit) -> None:
        submission, table = visit.submission, visit.table
        if submission is not None:
            if visit.change is not None and submission.status == 200:
                await services.tell(visit.change)
            submission.watcher.unanswered -= 1
            submission.status = submission.status or 503
            await submission.watcher.send(submission.answer())
        for watcher, message in visit.messages:
            if table.row is not None and watcher in table.watchers:
                watcher.seen = table.row.number
                await watcher.send(message)
        for watcher in visit.gone:
            table.watchers.discard(watcher)
            await watcher.leave(FAILED if visit.failed else NOT_FOUND)

    def _after(self, visit: Visit) -> None:
        table = visit.table
        table.is_ready = False
        if not visit.done:
            table.wanting |= visit.wanting & table.watchers
        if self.tables.get(table.id) is table and table.needs_visit():
            self._visit(table)


_live: dict[asyncio.AbstractEventLoop, LiveTables] = {}


def live_tables() -> LiveTables:
    """Those of the running event loop; a process has one."""
    loop = asyncio.get_running_loop()
    if loop not in _live:
        for other in [other for other in _live if other.is_closed()]:
            del _live[other]
        _live[loop] = LiveTables()
    return _live[loop]
