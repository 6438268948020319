"""Limits on rows: comparing a `Most` with those that there are."""

from __future__ import annotations

from django.db.models import Q
from django.utils import timezone

from config.web.limits import Most
from config.web.refusal import TooMany, counted


def within(most: Most, at: str = "at") -> Q:
    """Return the condition under which a row counts, by the name of its time."""
    return Q() if most.within is None else Q(**{f"{at}__gt": timezone.now() - most.within})


def too_many(most: Most) -> TooMany:
    """Return the refusal of what is beyond a limit, in its words."""
    seconds = None if most.within is None else most.within.total_seconds()
    return TooMany(most.text and counted(most.text, number=most.number), seconds=seconds)


def check_most(most: Most, there: int, more: int = 1) -> None:
    """Raise TooMany if so many more would be beyond a limit.

    Whoever asks has locked the user's row, so that the limit holds.
    """
    if there + more > most.number:
        raise too_many(most)
