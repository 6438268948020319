"""Whether what is drawn at random comes out evenly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

from games.rules.core.effects import Rng

DRAWS = 600


def assert_even(draw: Callable[[Rng], Hashable], outcomes: int) -> None:
    """So many outcomes, each about as often: within six times the usual deviation."""
    rng = Rng("spread")
    counts = Counter(draw(rng) for _ in range(DRAWS))
    assert len(counts) == outcomes, counts
    mean = DRAWS / outcomes
    usual = (mean * (1 - 1 / outcomes)) ** 0.5
    assert all(abs(count - mean) <= 6 * usual for count in counts.values()), counts
