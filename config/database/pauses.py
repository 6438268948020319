"""How long somebody waits before trying again: one way to say it, with a bound and by chance."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import NamedTuple

SPREAD = 0.25
"""The part of each pause that is left to chance, so that not all come back at once."""


class Pauses(NamedTuple):
    """Seconds: the first pause, by how much each further one is longer, and the longest."""

    first: float
    times: float
    longest: float

    def most(self, tries: int) -> float:
        """The most after so many tries."""
        # beyond some power of two the longest has been reached anyway, or the pauses do not grow
        return min(self.longest, self.first * self.times ** min(tries - 1, 60))

    def after(self, tries: int = 1) -> float:
        """The pause after so many tries, at random."""
        return self.most(tries) * shortened()

    def later(self, tries: int) -> timedelta:
        """The same, to be added to a time."""
        return timedelta(seconds=self.after(tries))


def shortened() -> float:
    """By what a pause is multiplied."""
    return random.uniform(1 - SPREAD, 1)
