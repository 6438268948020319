"""Seasons: the quarters of the calendar year, in UTC, so that all begin one at the same moment."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import NamedTuple

from django.utils.translation import gettext

NAME = re.compile(r"(20\d\d)-([1-4])")
QUARTERS = 4


class Season(NamedTuple):
    """A quarter of a year."""

    year: int
    quarter: int  # from 1

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def title(self) -> str:
        """Return what it is called, in the active language."""
        text = gettext("Quarter {quarter} of {year}")
        return text.format(quarter=self.quarter, year=self.year)

    @property
    def since(self) -> datetime:
        """Return when it begins."""
        return datetime(self.year, 3 * self.quarter - 2, 1, tzinfo=UTC)

    @property
    def until(self) -> datetime:
        """Return when the next begins."""
        return self.moved(1).since

    def moved(self, seasons: int) -> Season:
        """Return the one so many after it, or before it."""
        year, quarter = divmod(self.year * QUARTERS + self.quarter - 1 + seasons, QUARTERS)
        return Season(year, quarter + 1)


def season_at(moment: datetime) -> Season:
    """Return the season of a moment."""
    here = moment.astimezone(UTC)
    return Season(here.year, (here.month + 2) // 3)


def season_named(name: str) -> Season | None:
    """Return the season that an address names, as "2026-4"; None if there is no such name."""
    found = NAME.fullmatch(name)
    return Season(int(found[1]), int(found[2])) if found else None
