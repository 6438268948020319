"""A table that is watched from this process, and who watches it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from config.sight import about
from config.web.limits import UNANSWERED as MOST_UNANSWERED
from games.judging.turns import Draft, Judged, Known
from games.page.parts import Shown
from games.storing.changes import Change, row_after
from games.storing.credentials import Credential
from games.storing.rows import SeatRating, TableRow
from games.telling.reading import reading_of
from games.telling.selectors import User

UNKNOWN = -1  # which place a watcher has


Send = Callable[[bytes], Awaitable[None]]
Leave = Callable[[int], Awaitable[None]]


class Watcher:
    """One socket at a table. A page does not watch its table before its first hello."""

    __slots__ = (
        "base", "compares", "credential", "described", "html", "is_gone", "leave", "place",
        "ratings", "reading", "request", "seen", "send", "shown", "unanswered", "user", "user_id",
    )  # fmt: skip

    def __init__(
        self, user: User, credential: Credential, send: Send, leave: Leave, language: str = ""
    ) -> None:
        self.user, self.credential = user, credential
        self.user_id: int | None = user.pk
        self.reading = reading_of(user, language)
        self.send, self.leave = send, leave
        self.html = False
        self.described = False  # whether the page shows the board in words too
        self.shown: Shown = ()  # what a page shows, by root
        self.compares = False  # whether it wants a comparison even if it has the latest entry
        self.base = 0  # of the latest hello that said what it shows: updates build on that
        self.place: int | None = UNKNOWN  # for which it was let in, or last sent an update
        self.ratings: list[SeatRating | None] | None = None  # at the seats, as it has seen them
        self.seen = 0  # the entry of the latest update that was sent
        self.unanswered = 0  # wishes that were accepted
        self.is_gone = False
        self.request = about.about().get("request", "")  # of the handshake, for the log

    def is_ahead(self) -> bool:
        """Whether this socket has as many unanswered wishes as it may."""
        return self.unanswered >= MOST_UNANSWERED


class LiveTable:
    """One watched table. The thread that visits it may change it; otherwise only the event loop."""

    def __init__(self, table_id: int) -> None:
        self.id = table_id
        self.row: TableRow | None = None
        self.known: Known | None = None
        self.judged: Judged | None = None  # an answer that its player is to confirm
        self.heard = 0  # the latest entry that the channel layer has announced
        self.stale = True
        self.watchers: set[Watcher] = set()
        self.wanting: set[Watcher] = set()
        self.is_doubted = False  # whether watchers may have lost the right to be there
        self.is_ready = False  # in the queue, or being visited

    def is_outdated(self) -> bool:
        """Whether the row in memory may differ from the stored one."""
        return self.stale or self.row is None

    def take(self, row: TableRow | None) -> None:
        """Keep a row that was just read."""
        if row is None or self.row is None or row.number != self.row.number:
            self.known = None
        self.row = row

    def advance(self, draft: Draft, change: Change) -> None:
        """Keep the table as it is after a change that was just stored."""
        assert self.row is not None
        self.row = row_after(self.row, change)
        self.known, self.judged = Known(draft.position, draft.decisions), None

    def forget(self) -> None:
        """Make the next visit read the table."""
        self.stale, self.known, self.judged = True, None, None

    def is_behind(self) -> bool:
        """Whether the channel layer has announced an entry that was not read yet."""
        return self.row is not None and self.heard > self.row.number
