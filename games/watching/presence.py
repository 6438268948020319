"""Who has the page of a table open just now, shown to everybody at the table across processes.

Each process sends the table's group the places whose page it serves: when they change, and when
another process asks. They count as long as the heartbeats of that process are heard; those of one
that died are dropped after a while. Nothing is stored.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Iterable, Mapping
from typing import Any

import msgspec

from config.socket.batcher import Batcher
from config.socket.groups import RESYNC, Groups
from games.storing.rows import table_group
from games.watching.tables import LiveTable, Watcher

logger = logging.getLogger(__name__)

SETTLE = 1.0  # seconds until a change is announced: reloading a page is not leaving it
RENEW = 20.0  # seconds between heartbeats of a process
LASTS = 50.0  # seconds without one after which a process counts as dead
ALIVE = "present"  # the group for heartbeats
NOBODY = -1  # in the place of what a page was sent last: unlike anything that it can be sent
HEARTBEAT = 0  # in the place of a table that has changed


class TablePages:
    """The open pages of one table."""

    def __init__(self) -> None:
        self.pages: dict[Watcher, list[int]] = {}  # with the places that each was last sent
        self.elsewhere: dict[str, list[int]] = {}  # the places of other processes
        self.announced: list[int] | None = None  # what this process has sent; None: it will ask too


class Presence:
    """The tables whose page is open in this process, and who is present there."""

    def __init__(self, followed: Groups, tables: Mapping[int, LiveTable]) -> None:
        self.groups, self.tables = followed, tables
        self.process = secrets.token_hex(4)
        self.rooms: dict[int, TablePages] = {}
        self.alive: dict[str, float] = {}  # when other processes were last heard of
        self.changed = Batcher(self._announce, settle=SETTLE)
        self.timer: asyncio.TimerHandle | None = (
            None  # of the next heartbeat, while any page is open
        )

    async def come(self, table_id: int, watchers: Iterable[Watcher]) -> None:
        """Note the pages among watchers who were let in, and tell them who was there before."""
        pages = [watcher for watcher in watchers if watcher.html]
        for watcher in pages:
            self.rooms.setdefault(table_id, TablePages()).pages.setdefault(watcher, [])
            self.changed.add(table_id)
        if pages:
            await self._attempt(self._tell(self.rooms[table_id], pages))

    async def repeat(self, table_id: int, watcher: Watcher) -> None:
        """Tell a page again who is there: what it was told may have been lost."""
        room = self.rooms.get(table_id)
        if room is not None and watcher in room.pages:
            room.pages[watcher] = [NOBODY]
            await self._attempt(self._tell(room, [watcher]))

    def go(self, table_id: int, watcher: Watcher) -> None:
        """Note that a socket was closed."""
        room = self.rooms.get(table_id)
        if room is not None and room.pages.pop(watcher, None) is not None:
            self.changed.add(table_id)

    def hear(self, message: dict[str, Any]) -> None:
        """Another process announces the places it serves at a table, and may ask for ours."""
        process, room = message["process"], self.rooms.get(message["table"])
        if room is None or process == self.process:
            return
        self.alive[process] = time.monotonic()
        room.elsewhere[process] = message["places"]
        if message["ask"] and room.announced is not None:
            room.announced = []
        self.changed.add(message["table"])

    def _heard_alive(self, message: dict[str, Any]) -> None:
        if message == RESYNC:
            for table_id, room in self.rooms.items():
                room.announced = None  # and ask again
                self.changed.add(table_id)
        elif message["process"] in self.alive:
            self.alive[message["process"]] = time.monotonic()

    async def _announce(self, changed: list[int]) -> None:
        """Announce changes, and send a heartbeat when it is time, until no page is open."""
        if self.rooms and self.timer is None:
            self._beat_later()
            await self._attempt(self.groups.follow(ALIVE, self._heard_alive))
        for table_id in changed:
            if table_id == HEARTBEAT:
                self._beat_later()
                await self._attempt(self.groups.send(ALIVE, self._signed("table.alive")))
                self._bury()
            elif not await self._attempt(self._settle(table_id)):
                self.changed.add(table_id)
        if self.timer is not None and not self.rooms:
            self.timer.cancel()
            self.timer = None
            await self._attempt(self.groups.leave(ALIVE, self._heard_alive))

    def _beat_later(self) -> None:
        later = asyncio.get_running_loop().call_later
        self.timer = later(RENEW, self.changed.add, HEARTBEAT)

    async def _settle(self, table_id: int) -> None:
        """Tell the other processes, and the pages here, who is at a table."""
        room = self.rooms.get(table_id)
        if room is None:
            return
        here = self._places(table_id, room)
        if here != room.announced:
            if room.pages or room.announced:
                facts = {"table": table_id, "places": here, "ask": room.announced is None}
                message = {**self._signed("table.present"), **facts}
                await self.groups.send(table_group(table_id), message)
            room.announced = here
        if not room.pages:
            del self.rooms[table_id]
            return
        await self._tell(room, list(room.pages))

    async def _tell(self, room: TablePages, pages: list[Watcher]) -> None:
        """Tell pages who is known to be there, unless they know."""
        elsewhere = (place for some in room.elsewhere.values() for place in some)
        places = sorted({*(room.announced or ()), *elsewhere})
        update = msgspec.json.encode({"type": "present", "places": places})
        for watcher in pages:
            if room.pages.get(watcher, places) != places:  # pages may close while we send
                room.pages[watcher] = places
                await watcher.send(update)

    def _places(self, table_id: int, room: TablePages) -> list[int]:
        table = self.tables.get(table_id)
        if table is None or table.row is None:
            return []
        places = {table.row.place_of(watcher.user.pk) for watcher in room.pages}
        return sorted(place for place in places if place is not None)

    def _bury(self) -> None:
        """Forget the processes whose heartbeats have stopped."""
        oldest = time.monotonic() - LASTS
        for process in [process for process, heard in self.alive.items() if heard < oldest]:
            del self.alive[process]
            for table_id, room in self.rooms.items():
                if room.elsewhere.pop(process, None):
                    self.changed.add(table_id)

    def _signed(self, kind: str) -> dict[str, Any]:
        return {"type": kind, "process": self.process}

    async def _attempt(self, work: Awaitable[None]) -> bool:
        """Await it and log what fails; whether it succeeded."""
        try:
            await work
        except Exception:
            logger.warning("Who is present cannot be told", exc_info=True)
            return False
        return True
