"""How often one client may ask: leaky buckets in the process's memory. `limits` has the numbers.

Deliberately no table and no cache server: it is asked on every request, even on every move, and
its purpose is to slow down a program that runs wild, for which an approximate limit (per process)
will do. What must be counted exactly is counted where it is stored: messages, invitations,
reports and tokens by their rows; sign-in, sign-up and reset by django-allauth in the cache.
"""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from config.sight import figures
from config.web import limits
from config.web.limits import Rate
from config.web.refusal import TooMany

MOST_CLIENTS = 10_000
"""Remembered at once; beyond that, the quietest are forgotten."""
KEPT_CLIENTS = 3 * MOST_CLIENTS // 4
"""Remembered after that; so many at once are forgotten that it costs little for each."""


class Bucket:
    """A level for each client, raised by one with every request and lowered by time.

    `rate` is one of `limits`, or reads it from the settings. Those turned away are counted under
    its name (`figures.turned_away`), and read its `text`, or that of `TooMany`.
    """

    def __init__(
        self,
        name: str,
        rate: Rate | Callable[[], Rate],
        clock: Callable[[], float] = time.monotonic,
        text: StrOrPromise = "",
    ) -> None:
        self.name, self.rate, self.clock, self.text = name, rate, clock, text
        self.turned_away = figures.turned_away.labels(name)
        self.levels: dict[str, tuple[float, float]] = {}  # client: level, time of the level
        self.lock = threading.Lock()

    def admit(self, client: object) -> None:
        """Count a request. Raises TooMany for a client who has to wait."""
        if seconds := self.wait(str(client)):
            raise TooMany(self.text, seconds=seconds)

    def wait(self, client: str) -> float:
        """Seconds this client has to wait; 0.0, and counted, if the request may go on."""
        rate, burst = self.rate() if callable(self.rate) else self.rate
        now = self.clock()
        with self.lock:
            level, then = self.levels.get(client, (0.0, now))
            level = max(0.0, level - (now - then) * rate)
            if level + 1 > burst:
                self.turned_away.inc()
                return (level + 1 - burst) / rate
            if len(self.levels) >= MOST_CLIENTS:
                self.forget(now, rate)
            self.levels[client] = (level + 1, now)
        return 0.0

    def forget(self, now: float, rate: float) -> None:
        """Keep the clients who have asked most, and none whose bucket is empty by now."""
        levels = {
            client: level - (now - then) * rate for client, (level, then) in self.levels.items()
        }
        busiest = heapq.nlargest(KEPT_CLIENTS, levels, key=levels.__getitem__)
        self.levels = {client: self.levels[client] for client in busiest if levels[client] > 0}


guests = Bucket(
    "guests",
    lambda: Rate(settings.GUESTS_AN_HOUR / 3600, settings.GUESTS_AT_ONCE),
    text=_("Many guests have come from your network just now. Wait a little, or sign up."),
)
"""New guests and their tables, by address."""
searches = Bucket("searches", limits.NAMES)
"""Searches for people while a name is typed, by user."""
trials = Bucket("trials", limits.TRIAL_MESSAGES)
"""Messages for trial to an address of one's own, by user."""
feeds = Bucket("feeds", limits.FEEDS)
"""Fetches of a calendar or feed, by its secret."""
renewals = Bucket("renewals", limits.DEVICES_RENEWED)
"""Subscriptions put in the place of others, by address: no page and no user is known then."""
notes = Bucket("notes", limits.NOTES)
"""Private notes while they save themselves, by user."""
clock_changes = Bucket("clock_changes", limits.CLOCK_CHANGES)
"""Calendars set and wishes made, by user: each is an entry in the logs of tables."""
doors = Bucket("doors", limits.DOORS)
"""Questions to other sites with which people sign in, by address."""
thoughts = Bucket("thoughts", limits.THOUGHTS)
"""Questions and tables that an expert is to think about, by user or address."""
trials_of_moves = Bucket("trials_of_moves", limits.TRIED_MOVES)
"""Moves tried out without a table (what if), by user or, for visitors, by address."""
plans = Bucket("plans", limits.PLANS)
"""Plans made, by user."""
answers = Bucket("answers", limits.ANSWERS)
"""Answers kept for whoever sends a form again, by user or, for visitors, by address."""
cards = Bucket("cards", limits.CARDS)
"""Pictures drawn for other sites, by user or, for visitors, by address."""
api_requests = Bucket("api_requests", lambda: Rate(settings.API_RATE, settings.API_BURST))
"""Requests to the JSON API, by user or, for visitors, by address."""
