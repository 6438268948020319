"""How many sockets there may be, how much each may say, and with which codes they are closed."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

from config.web import limits

HELLOS, PINGS, WINDOW = limits.HELLOS, limits.PINGS, limits.WINDOW
LONGEST_MESSAGE = limits.LONGEST_MESSAGE
MOST_SOCKETS, MOST_SOCKETS_OF_USER = limits.SOCKETS, limits.SOCKETS_OF_USER


BAD_REQUEST, UNAUTHORIZED, NOT_FOUND = 4400, 4401, 4404  # close codes, after the HTTP statuses
TOO_MANY, FAILED, TRY_LATER = 4429, 4500, 4503


class Limit:
    """At most so many events within `WINDOW` seconds."""

    def __init__(self, most: int) -> None:
        self.times: deque[float] = deque(maxlen=most)

    def is_exceeded(self) -> bool:
        """Count one more event, unless that would be too many: then True."""
        now = time.monotonic()
        if len(self.times) == self.times.maxlen and now - self.times[0] < WINDOW:
            return True
        self.times.append(now)
        return False


class OpenSockets:
    """The sockets of this process."""

    def __init__(self) -> None:
        self._all: set[Any] = set()
        self._of_users: dict[int, set[Any]] = {}

    def all(self) -> list[Any]:
        """Those that are open now."""
        return [*self._all]

    def __len__(self) -> int:
        return len(self._all)

    def refusal(self, user_id: int | None) -> int:
        """The code with which one more socket is closed; 0 if there is room."""
        if len(self._all) >= MOST_SOCKETS:
            return TRY_LATER
        of_user = self._of_users.get(user_id, ()) if user_id is not None else ()
        return TOO_MANY if len(of_user) >= MOST_SOCKETS_OF_USER else 0

    def add(self, socket: Any, user_id: int | None) -> None:
        """Count one that was opened."""
        self._all.add(socket)
        if user_id is not None:
            self._of_users.setdefault(user_id, set()).add(socket)

    def discard(self, socket: Any, user_id: int | None) -> None:
        """Count one that was closed no longer; nothing if it never was."""
        self._all.discard(socket)
        if user_id is not None and (of_user := self._of_users.get(user_id)):
            of_user.discard(socket)
            if not of_user:
                del self._of_users[user_id]
