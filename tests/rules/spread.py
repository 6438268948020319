"""How often things come up in many draws, compared with how often they should."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from typing import Any


def spread_as(drawn: Iterable[Hashable], chances: Mapping[Any, float]) -> None:
    """Assert by chi-square that things come up with these chances, and nothing else does.

    The bound lies eight standard deviations above the mean: chance alone does not reach it.
    """
    counts = Counter(drawn)
    assert set(counts) == {thing for thing, chance in chances.items() if chance}
    total, whole = counts.total(), sum(chances.values())
    expected = {thing: total * chance / whole for thing, chance in chances.items() if chance}
    assert min(expected.values()) >= 5, "too few draws to say"
    distance = sum((counts[thing] - count) ** 2 / count for thing, count in expected.items())
    freedom = len(expected) - 1
    assert distance <= freedom + 8 * math.sqrt(2 * freedom), (distance, counts)


def spread_evenly(drawn: Iterable[Hashable], things: Iterable[Hashable]) -> None:
    """Assert by chi-square that each of these things comes up as often as any other."""
    spread_as(drawn, dict.fromkeys(things, 1.0))
