"""A table that is watched from this process, and who watches it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from games.judging.turns import Draft, Known
from games.page.parts import Shown
from games.rules.registry import GAMES
from games.storing.changes import Change, row_after
from games.storing.credentials import Credential
from games.storing.rows import TableRow
from games.telling.reading import reading_of

MOST_UNANSWERED = 5  # wishes of one socket


Send = Callable[[bytes], Awaitable[None]]
Leave = Callable[[int], Awaitable[None]]


class Watcher:
    """One socket at a table. The page of an open one need not watch it."""

    __slots__ = (
        "base", "compares", "credential", "html", "is_gone", "leave", "reading", "seen", "send",
        "shown", "unanswered", "user",
    )  # fmt: skip

    def __init__(
        self, user: Any, credential: Credential, send: Send, leave: Leave, language: str = ""
    ) -> None:
        self.user, self.credential = user, credential
        self.reading = reading_of(user, language)
        self.send, self.leave = send, leave
        self.html = False
        self.shown: Shown = ()  # what a page has of each root
        self.compares = False  # whether it wants that compared, although it has the latest entry
        self.base = 0  # how often it has told so: its updates build on what it told last
        self.seen = 0  # the entry of the latest update that was sent
        self.unanswered = 0  # wishes that were taken in
        self.is_gone = False

    def is_ahead(self) -> bool:
        """Whether this socket has sent as many wishes as may be unanswered."""
        return self.unanswered >= MOST_UNANSWERED


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

    def is_behind(self) -> bool:
        """Whether the layer has told of an entry that was not read."""
        return self.row is not None and self.heard > self.row.number
