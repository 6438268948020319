"""The pace of a table: how long its people may take."""

from __future__ import annotations

from datetime import timedelta

import msgspec

NONE, ANSWER, BUDGET = "none", "answer", "budget"
NOTHING = timedelta()
DAY = timedelta(days=1)


class Pace(msgspec.Struct, frozen=True):
    """No limit; so long for every answer; or a budget that every answer adds to, up to a cap.

    `most_protected` is how much protected time the table accepts for one question.
    """

    kind: str = NONE
    start: timedelta = NOTHING
    increment: timedelta = NOTHING
    cap: timedelta = NOTHING
    most_protected: timedelta = NOTHING

    @property
    def is_limited(self) -> bool:
        """Whether there is a clock at all."""
        return self.kind != NONE

    @property
    def excuses(self) -> bool:
        """Whether everybody gets one more span the first time: where days are counted."""
        return self.is_limited and self.start >= DAY

    @property
    def one_more(self) -> timedelta:
        """The span that somebody gets who is excused."""
        return self.start if self.kind == ANSWER else max(self.increment, DAY)

    def left_at_start(self, left: timedelta | None) -> timedelta | None:
        """What a seat has for the next question it is asked; `left` is what its budget has."""
        if not self.is_limited:
            return None
        return self.start if self.kind == ANSWER or left is None else left

    def left_after(self, left: timedelta, running: timedelta) -> timedelta | None:
        """What is left of a budget after an answer that took so long; None if there is none.

        The increment never goes beyond the cap; what was beyond it by consent stays.
        """
        if self.kind != BUDGET:
            return None
        rest = max(left - running, NOTHING)
        return max(rest, min(rest + self.increment, self.cap))


def per_answer(days: int = 0, **time: int) -> Pace:
    """A pace of so many days, `hours`, `minutes` and `seconds` for every answer."""
    return Pace(ANSWER, timedelta(days=days, **time))
