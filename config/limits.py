"""How many requests one client of the API may make: a leaky bucket in the process's memory.

Deliberately no table and no cache server: it is asked at every request, also at every move, and
its purpose is to slow a program that has run wild, for which an approximate limit (per process)
will do. What must be counted exactly is counted where it is stored: messages, invitations,
reports and tokens by their rows; sign-in, sign-up and reset by django-allauth in the cache.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from django.conf import settings

MOST_CLIENTS = 10_000
"""Remembered at once; then those who have been quiet are forgotten."""


class Bucket:
    """Lets through `rate` requests a second, and bursts of `burst`, for each client."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.full: dict[str, tuple[float, float]] = {}  # client: level, time of the level
        self.lock = threading.Lock()

    def wait(self, client: str) -> float:
        """Seconds this client has to wait; 0.0, and counted, if the request may go on."""
        now = self.clock()
        with self.lock:
            level, then = self.full.get(client, (0.0, now))
            level = max(0.0, level - (now - then) * self.rate)
            if level + 1 > self.burst:
                return (level + 1 - self.burst) / self.rate
            if len(self.full) >= MOST_CLIENTS:
                self.forget(now)
            self.full[client] = (level + 1, now)
        return 0.0

    def forget(self, now: float) -> None:
        """Drop the clients whose bucket is empty by now; all of them if that is nobody."""
        kept = {
            client: (level, then)
            for client, (level, then) in self.full.items()
            if level > (now - then) * self.rate
        }
        self.full = kept if len(kept) < MOST_CLIENTS else {}


api_requests = Bucket(settings.API_RATE, settings.API_BURST)
"""Of the JSON API, by user or, for visitors, by address."""
