"""What the operators say to everybody now: announcements, planned work, that the site is stopped.

Each process remembers announcements for half a second, as it does whether the site is stopped, so
pages cost no query for them.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString, mark_safe

from config.web.marks import HiddenFields
from config.web.unreachable import UNREACHABLE
from games.storing import halts
from games.storing.halts import REMEMBERED, Stop
from games.storing.rows import run
from games.telling.halts import reason_of

logger = logging.getLogger(__name__)

COOKIE = "news"
"""Names what its browser has put away: the keys of announcements, joined by dashes."""

GUEST = "guest"
"""The key of the line that says to a guest how to keep their tables."""

AHEAD = """
    select id, edition, text_en, text_de, since, until, signed_in_only, work_id
    from accounts_announcement where until > now() order by since, id
"""


class Announced(NamedTuple):
    """An announcement as it is stored."""

    id: int
    edition: int
    text_en: str
    text_de: str
    since: datetime
    until: datetime
    signed_in_only: bool
    work_id: int | None

    @property
    def key(self) -> str:
        """What tells it from others and from its other editions."""
        return f"{self.id}.{self.edition}"

    @property
    def text(self) -> str:
        """It in the active language, or else in English."""
        german = (translation.get_language() or "").startswith("de")
        return (german and self.text_de) or self.text_en


class Item(NamedTuple):
    """One thing that is said."""

    kind: str  # "stop", "work" that goes on, or "announcement"
    text: str
    key: str  # to put it away by; empty: it stays
    work: Stop | None  # that is on or to come

    @property
    def is_on(self) -> bool:
        """Whether no clock runs now."""
        return self.kind != "announcement"


class ReadingMemory:
    """What was read lately, in a process."""

    def __init__(self) -> None:
        self.known: list[Announced] = []
        self.read_at = -REMEMBERED

    def now(self) -> list[Announced]:
        """What is shown or to come; without the database, what was known."""
        if time.monotonic() - self.read_at >= REMEMBERED:
            try:
                self.known = [Announced(*record) for record in run(AHEAD, [], counted=False)]
            except UNREACHABLE as error:
                logger.warning("Announcements cannot be read: %s", error)
            self.read_at = time.monotonic()
        return self.known

    def forget(self) -> None:
        """Read it again the next time."""
        self.read_at = -REMEMBERED


_memory = ReadingMemory()


def forget() -> None:
    """Something that is said to everybody has changed."""
    _memory.forget()
    halts.forget()


def items_now(
    *, signed_in: bool, put_away: Collection[str] = (), now: datetime | None = None
) -> list[Item]:
    """What is said now, in the active language: what stops the site first."""
    now = now or timezone.now()
    stops = halts.stops_ahead()
    on = [stop for stop in stops if stop.is_on(now)]
    shown = [
        one
        for one in _memory.now()
        if one.since <= now < one.until and (signed_in or not one.signed_in_only)
    ]
    texts = {one.work_id: one.text for one in shown if one.work_id is not None}
    items = [
        Item("work" if stop.until else "stop", reason_of(stop) or texts.get(stop.id, ""), "", stop)
        for stop in sorted(on, key=lambda stop: stop.until is not None)
    ]
    for one in shown:
        work = next((stop for stop in stops if stop.id == one.work_id), None)
        if work not in on and one.key not in put_away:
            items.append(Item("announcement", one.text, one.key, work))
    return items


def next_moment(now: datetime) -> datetime | None:
    """When something else will be said, if nobody changes anything."""
    times = [moment for one in _memory.now() for moment in (one.since, one.until)]
    times += [
        moment for stop in halts.stops_ahead() for moment in (stop.since, stop.until) if moment
    ]
    return min((moment for moment in times if moment > now), default=None)


def put_away_by(request: HttpRequest) -> list[str]:
    """The keys that a browser has put away."""
    return request.COOKIES.get(COOKIE, "").split("-")


def known_keys() -> set[str]:
    """Return the keys of all that may be put away."""
    return {GUEST, *(one.key for one in _memory.now())}


def drawn(items: list[Item], request: HttpRequest | None = None) -> SafeString:
    """It as a part of a page, in the active language and time zone.

    Without a request, and so without a token for its forms, it is for pages with scripts.
    """
    away = {"csrf": HiddenFields(request), "back": request.get_full_path()} if request else {}
    facts = {"items": items, "zone": timezone.get_current_timezone_name(), "away": away}
    return mark_safe(render_to_string("accounts/_news.html", facts).strip())  # noqa: S308
