"""How many sockets there may be, and how much each may say."""

from __future__ import annotations

import time
from collections import Counter, deque
from typing import Any

from config.web import limits
from config.web.closing import TOO_MANY, TRY_LATER

HELLOS, PINGS, WINDOW = limits.HELLOS, limits.PINGS, limits.WINDOW
LONGEST_MESSAGE = limits.LONGEST_MESSAGE
MOST_SOCKETS, MOST_SOCKETS_OF_USER = limits.SOCKETS, limits.SOCKETS_OF_USER
MOST_SOCKETS_OF_ADDRESS, RESERVED = limits.SOCKETS_OF_ADDRESS, limits.SOCKETS_RESERVED


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
    """The sockets of this process, counted by owner.

    The owner of a socket is the user; for visitors and guests, of whom anybody can be many, it is
    the client at whose address they are. A part of the places is kept for users with an account.
    """

    def __init__(self) -> None:
        self._owners: dict[Any, str] = {}
        self._of_owners: Counter[str] = Counter()

    def all(self) -> list[Any]:
        """Those that are open now."""
        return [*self._owners]

    def __len__(self) -> int:
        return len(self._owners)

    def refusal(self, user: Any, client: str) -> int:
        """The code with which one more socket is closed; 0 if there is room."""
        has_account = not getattr(user, "is_guest", True)
        if len(self) >= MOST_SOCKETS - (0 if has_account else RESERVED):
            return TRY_LATER
        most = MOST_SOCKETS_OF_USER if has_account else MOST_SOCKETS_OF_ADDRESS
        return TOO_MANY if self._of_owners[owner_of(user, client)] >= most else 0

    def add(self, socket: Any, user: Any, client: str) -> None:
        """Count one that was opened."""
        self._owners[socket] = owner = owner_of(user, client)
        self._of_owners[owner] += 1

    def discard(self, socket: Any) -> None:
        """Count one that was closed no longer; nothing if it never was."""
        owner = self._owners.pop(socket, None)
        if owner is None:
            return
        self._of_owners[owner] -= 1
        if not self._of_owners[owner]:
            del self._of_owners[owner]


def owner_of(user: Any, client: str) -> str:
    """Return by whom a socket is counted."""
    return client if getattr(user, "is_guest", True) else f"user {user.pk}"
