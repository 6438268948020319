"""When a planned answer is given: after as long as a person might think, never at once.

Others see the time of every answer, so it must not tell that somebody had planned it.
"""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta
from typing import NamedTuple

from games.clocks.pace import Pace


class Thinking(NamedTuple):
    """How long answers take: the middle one, how far they spread, and the bounds, in seconds."""

    middle: float
    spread: float
    least: float
    most: float


FIRST = Thinking(360, 1.0, 45, 5_400)  # somebody looks in, and sees that it is their turn
NEXT = Thinking(25, 0.7, 6, 240)  # they are at the table and go on
QUICK_FIRST = Thinking(20, 0.6, 5, 90)  # a table for one evening
QUICK_NEXT = Thinking(8, 0.5, 3, 30)

EVENING = timedelta(hours=6)
"""A table whose clock starts with no more than this is played at one go."""
SHARE = 1 / 3
"""A planned answer takes no more than this part of the time that is left."""


def thinking_at(pace: Pace, *, follows: bool) -> Thinking:
    """How long people think at such a table; `follows` if they have just answered there."""
    if pace.is_limited and pace.start <= EVENING:
        return QUICK_NEXT if follows else QUICK_FIRST
    return NEXT if follows else FIRST


def due_at(
    pace: Pace, deadline: datetime | None, now: datetime, chance: random.Random, *, follows: bool
) -> datetime:
    """When an answer that was planned is given, if its question is seen now."""
    kind = thinking_at(pace, follows=follows)
    seconds = 0.0
    while not kind.least <= seconds <= kind.most:  # cut off, not piled up at the bounds
        seconds = chance.lognormvariate(math.log(kind.middle), kind.spread)
    delay = timedelta(seconds=seconds)
    if deadline is not None and delay > (deadline - now) * SHARE:
        delay = max(deadline - now, timedelta()) * SHARE * chance.uniform(0.3, 1)
    return now + delay
