"""The tables watched from this process: kept in memory, each read once for all its watchers.

A table is visited when a move was sent to it, when somebody opens it, and when the channel layer
says that it has moved on elsewhere. A table has one visit at a time; a thread visits several
tables together (`games.watching.visits`). The queue is bounded: further moves are told "busy".

A move that was accepted is judged, even if its sender is gone by then: people click and close the
tab. A table is therefore kept until nobody watches it and no move waits for it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.database.pauses import Pauses
from config.database.waits import hurry
from config.sight import figures
from config.socket.by_loop import ByLoop
from config.socket.groups import RESYNC, Groups, groups
from config.web.closing import FAILED, NOT_FOUND
from config.web.failing import DatabaseAway
from config.web.limits import WAITING_IN_ALL as MOST_WAITING
from config.web.refusal import told
from games.storing.rows import table_group
from games.telling.reading import reading_in
from games.watching.presence import Presence
from games.watching.submissions import SocketSubmission, Submissions
from games.watching.tables import UNKNOWN, LiveTable, Watcher
from games.watching.visits import Visit, attend, attend_again

logger = logging.getLogger(__name__)

THREADS = 2  # one works while the other waits for the disk
VISITS_AT_ONCE = 32  # by one thread: their changes share a commit
SHARE = 8  # one user may have an eighth of the free places: 50 at first, fewer as it fills up
AGAIN = Pauses(0.5, 1, 0.5)  # until the next visit while the database is away


class LiveTables:
    """All tables watched from one event loop."""

    def __init__(self, followed: Groups | None = None) -> None:
        self.tables: dict[int, LiveTable] = {}
        self.ready: deque[LiveTable] = deque()
        self.submissions = Submissions()
        self.busy = 0  # rounds that are running
        self.threads = ThreadPoolExecutor(THREADS, "tables", initializer=hurry)
        self.slow_threads = ThreadPoolExecutor(THREADS, "tables again", initializer=hurry)
        self.groups = followed or groups()
        self.presence = Presence(self.groups, self.tables)
        self.tasks: set[asyncio.Task[None]] = set()

    # --- Sockets come and go ---

    async def join(self, table_id: int, watcher: Watcher) -> None:
        """Watch a table: an update follows, or `leave` is called if the viewer may not.

        The table is read again: the row in memory may be older than what the client has seen.
        """
        table = self._table(table_id)
        table.watchers.add(watcher)
        table.wanting.add(watcher)
        table.stale = True
        await self.groups.follow(table_group(table_id), self._heard)
        if watcher in table.watchers:
            self._visit(table)

    async def part(self, table_id: int, watcher: Watcher) -> None:
        """Stop watching. What this socket has already sent is still judged."""
        watcher.is_gone = True
        self.presence.go(table_id, watcher)
        table = self.tables.get(table_id)
        if table is None:
            return
        table.watchers.discard(watcher)
        table.wanting.discard(watcher)
        if self._drop(table):
            await self._forget(table_id)

    def _table(self, table_id: int) -> LiveTable:
        if table_id not in self.tables:
            self.tables[table_id] = LiveTable(table_id)
        return self.tables[table_id]

    def _drop(self, table: LiveTable) -> bool:
        """Drop a table that nobody watches and no move waits for; whether it was dropped."""
        concerns = table.watchers or table.is_ready or self.submissions.of_table(table.id)
        if concerns or self.tables.get(table.id) is not table:
            return False
        del self.tables[table.id]
        return True

    async def _forget(self, table_id: int) -> None:
        """Leave the group of a table that was dropped, unless somebody watches it again."""
        if table_id not in self.tables:
            await self.groups.leave(table_group(table_id), self._heard)

    def look(self, table_id: int) -> None:
        """Read a table again: watchers that are behind get an update."""
        if table := self.tables.get(table_id):
            table.stale = True
            self._visit(table)

    def want(self, table_id: int, watcher: Watcher) -> None:
        """Read a table again and show it to a watcher, even if it has seen them all."""
        table = self.tables.get(table_id)
        if table is not None and watcher in table.watchers:
            table.wanting.add(watcher)
            self.look(table_id)

    def doubt(self, table_id: int) -> None:
        """Read a table again: watchers may have lost the sight of it, or their seat."""
        if table := self.tables.get(table_id):
            table.is_doubted = True
            self.look(table_id)

    def submit(self, table_id: int, submission: SocketSubmission) -> bool:
        """Queue a wish; False if too many are waiting, in all or of its user.

        Nobody can fill the queue alone: users with more wishes in it are refused first.
        """
        watcher = submission.watcher
        room = MOST_WAITING - len(self.submissions)
        too_many = self.submissions.of_user(watcher.user_id) >= room // SHARE
        if too_many or watcher.is_gone or watcher.is_ahead():
            return False
        watcher.unanswered += 1
        submission.came = time.perf_counter()
        self.submissions.put(table_id, submission)
        self._visit(self._table(table_id))
        return True

    def is_at_rest(self) -> bool:
        """Whether no wish waits or is being judged, and everybody has been told."""
        return not (self.submissions or self.ready or self.busy or self.tasks)

    # --- Messages of the channel layer ---

    def _heard(self, message: dict[str, Any]) -> None:
        if message == RESYNC:
            for table_id in list(self.tables):
                self.doubt(table_id)
        elif message["type"] == "table.rights":
            self.doubt(message["table"])
        elif message["type"] == "table.rated":
            self.look(message["table"])
        elif message["type"] == "table.moved":
            self._moved(message["table"], message["number"])
        elif message["type"] == "table.present":
            self.presence.hear(message)

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
        """Visit the tables that are ready, in a thread, until none is."""
        self.busy += 1
        try:
            while self.ready and self.busy <= THREADS:
                if visits := self._next_visits():
                    await self._make(visits)
        finally:
            self.busy -= 1

    async def _make(self, visits: list[Visit]) -> None:
        await asyncio.get_running_loop().run_in_executor(self.threads, attend, visits)
        # read the flags once: a visit to be made again belongs to another thread from here on
        again = [visit for visit in visits if visit.done and visit.again]
        done = [visit for visit in visits if visit.done and not visit.again]
        failed = [visit for visit in visits if not visit.done]
        for visit in again:
            self._start(self._visit_again(visit))
        for visit in done:
            await self._deliver(visit)
            self._after(visit)
        for visit in failed:
            await self._deliver(visit)
        if failed:
            await asyncio.sleep(AGAIN.after())
        for visit in failed:
            self._after(visit)

    async def _visit_again(self, visit: Visit) -> None:
        """Make one visit in the slow way, while the others go on."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.slow_threads, attend_again, visit)
        await self._deliver(visit)
        self._after(visit)

    def _next_visits(self) -> list[Visit]:
        visits: list[Visit] = []
        while self.ready and len(visits) < VISITS_AT_ONCE:
            table = self.ready.popleft()
            if table.is_behind():
                table.stale = True
            wanting, table.wanting = table.wanting, set()
            visit = Visit(table, self.submissions.take(table.id), wanting, table.watchers)
            visit.doubts, table.is_doubted = table.is_doubted, False
            if visit.submission is not None or visit.watchers:
                visits.append(visit)
            else:
                self._after(visit)
        return visits

    async def _deliver(self, visit: Visit) -> None:
        """Send what came of a visit. One that cannot be reached does not affect others."""
        submission, table = visit.submission, visit.table
        if submission is not None:
            submission.watcher.unanswered -= 1
            if not submission.status:
                submission.status = DatabaseAway.status
                with reading_in(*submission.watcher.reading):
                    submission.refusal = told(DatabaseAway())
            if not submission.watcher.is_gone:
                await self._attempt(submission.watcher.send(submission.answer()))
        for message in visit.messages:
            watcher = message.watcher
            if table.row is not None and watcher in table.watchers and message.is_timely():
                watcher.seen, watcher.shown = table.row.number, message.after
                watcher.place, watcher.ratings = message.place, table.row.ratings
                await self._attempt(watcher.send(message.text))
        for watcher in visit.gone:
            if watcher in table.watchers:
                table.watchers.discard(watcher)
                await self._attempt(watcher.leave(FAILED if visit.failed else NOT_FOUND))
        if visit.done:
            await self._let_in(table, visit.wanting & table.watchers)
        if submission is not None and submission.has_changed():
            figures.seen.observe(time.perf_counter() - submission.came)

    async def _let_in(self, table: LiveTable, watchers: set[Watcher]) -> None:
        """Note who may watch a table, and from which place."""
        for watcher in watchers:
            if watcher.place == UNKNOWN and table.row is not None:
                watcher.place = table.row.place_of(watcher.user_id)
                watcher.ratings = table.row.ratings
        await self.presence.come(table.id, watchers)

    async def _attempt(self, telling: Awaitable[None]) -> None:
        try:
            await telling
        except Exception:
            logger.warning("Somebody cannot be told", exc_info=True)

    def _after(self, visit: Visit) -> None:
        """Visit the table again if anything waits there, or drop it if nobody watches it."""
        table = visit.table
        table.is_ready = False
        if not visit.done:
            table.wanting |= visit.wanting & table.watchers
            table.is_doubted |= visit.doubts
        unseen = table.watchers and (table.wanting or table.is_behind() or table.stale)
        if self.submissions.of_table(table.id) or unseen:
            self._visit(table)
        elif self._drop(table):
            self._start(self._forget(table.id))


_live = ByLoop(LiveTables)


def live_tables() -> LiveTables:
    """The live tables of the running event loop; a process has one loop."""
    return _live.here()


def waiting() -> figures.Rows:
    """How many wishes wait in this process, for its figures."""
    yield (), sum(len(live.submissions) for live in list(_live.values()))


figures.WhenAsked("sobremesa_waiting_wishes", "Moves and other wishes that wait.", (), waiting)
