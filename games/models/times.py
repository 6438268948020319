"""Times of a table in words: paces, budgets, protected time."""

from __future__ import annotations

from datetime import timedelta

from django.utils.translation import gettext, ngettext

from games.clocks.pace import ANSWER, NONE, Pace

HOUR, DAY = 60, 24 * 60
"""In minutes."""


def minutes_of(time: timedelta) -> int:
    """Whole minutes."""
    return int(time.total_seconds()) // 60


def in_words(minutes: int) -> str:
    """A time in the largest units that say it: "3 days", "1 day 12 hours", "30 minutes"."""
    days, rest = divmod(minutes, DAY)
    hours, rest = divmod(rest, HOUR)
    said = [
        ngettext("{count} day", "{count} days", days).format(count=days) if days else "",
        ngettext("{count} hour", "{count} hours", hours).format(count=hours) if hours else "",
        ngettext("{count} minute", "{count} minutes", rest).format(count=rest) if rest else "",
    ]
    return " ".join(filter(None, said)) or gettext("none")


def pace_in_words(pace: Pace) -> str:
    """The time for a move: "no limit", "3 days", "10 days, 12 hours more for each answer …"."""
    if pace.kind == NONE:
        return gettext("no limit")
    start = in_words(minutes_of(pace.start))
    if pace.kind == ANSWER:
        return start
    return gettext("{start} in all, and {more} for each answer (at most {cap} at once)").format(
        start=start,
        more=in_words(minutes_of(pace.increment)),
        cap=in_words(minutes_of(pace.cap)),
    )


def protected_in_words(minutes: int) -> str:
    """The protected time that a table accepts for one question."""
    if not minutes:
        return gettext("none: clocks run at any hour")
    return gettext("at most {time}").format(time=in_words(minutes))
