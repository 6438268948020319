"""Wishes sent over sockets, mostly moves, and the queues in which they wait to be judged."""

from __future__ import annotations

from collections import deque

import msgspec

from games.watching.tables import Watcher
from games.watching.wishes import SocketWish


class SocketSubmission(msgspec.Struct, eq=False):
    """A wish sent over a socket, and what became of it."""

    watcher: Watcher
    wish: SocketWish
    status: int = 0  # as in HTTP; 0 until it is judged
    number: int | None = None
    final: bool = False
    came: float = 0.0  # on the clock of `time.perf_counter`
    refusal: dict[str, str] | None = None  # as programs are told it

    def has_changed(self) -> bool:
        """Whether the table has moved on with it."""
        return self.status == 200 and self.number is not None

    def answer(self) -> bytes:
        """The message to the socket."""
        document: dict[str, object] = {
            "type": "answer",
            "ref": self.wish.ref,
            "status": self.status,
        }
        if self.number is not None:
            document["number"] = self.number
        if self.final:
            document["final"] = True
        if self.refusal is not None:
            document |= self.refusal
        return msgspec.json.encode(document)


class Submissions:
    """The submissions that wait: a queue for each table.

    Counts are the sizes of the collections themselves, so they cannot drift from what they hold.
    """

    def __init__(self) -> None:
        self._all: set[SocketSubmission] = set()
        self._of_users: dict[int | None, set[SocketSubmission]] = {}
        self._of_tables: dict[int, deque[SocketSubmission]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def of_user(self, user_id: int | None) -> int:
        """How many of a user's wait, over all their sockets."""
        return len(self._of_users.get(user_id, ()))

    def of_table(self, table_id: int) -> int:
        """How many wait at a table."""
        return len(self._of_tables.get(table_id, ()))

    def put(self, table_id: int, submission: SocketSubmission) -> None:
        """Append one to the queue of its table."""
        self._all.add(submission)
        self._of_users.setdefault(submission.watcher.credential.user_id, set()).add(submission)
        self._of_tables.setdefault(table_id, deque()).append(submission)

    def take(self, table_id: int) -> SocketSubmission | None:
        """Remove the first one from the queue of a table; None if there is none."""
        queue = self._of_tables.get(table_id)
        if queue is None:
            return None
        submission = queue.popleft()
        if not queue:
            del self._of_tables[table_id]
        user_id = submission.watcher.credential.user_id
        of_user = self._of_users[user_id]
        of_user.discard(submission)
        if not of_user:
            del self._of_users[user_id]
        self._all.discard(submission)
        return submission
