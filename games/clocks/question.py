"""The clock of one question: set when it is asked, read when it is answered."""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from games.clocks.calendar import Calendar, Interval
from games.clocks.pace import Pace
from games.clocks.running import elapsed, runs_out, spent


class Clock(msgspec.Struct, frozen=True):
    """What a seat has: `left` and `spare` are as they were at the moment `asked`.

    Between questions there is only what is `left` of a budget.
    """

    asked: datetime | None = None
    left: timedelta | None = None
    spare: timedelta | None = None
    deadline: datetime | None = None
    remind_at: datetime | None = None

    def idle(self) -> Clock:
        """The clock of somebody who is not asked."""
        return Clock(left=self.left)

    def wound(self, pace: Pace, calendar: Calendar, now: datetime, remind: int) -> Clock:
        """The clock of a question asked now; `remind` is a percentage of the time, 0 for never."""
        left = pace.left_at_start(self.left)
        if left is None:
            return Clock()
        return Clock(now, left, pace.most_protected).renewed(calendar, remind)

    def renewed(self, calendar: Calendar, remind: int) -> Clock:
        """The same clock with its moments worked out again."""
        if self.asked is None or self.left is None or self.spare is None:
            return self
        due = runs_out(calendar, self.asked, self.left, self.spare)
        until = self.left * (100 - remind) / 100
        reminder = runs_out(calendar, self.asked, until, self.spare) if remind else None
        return msgspec.structs.replace(self, deadline=due, remind_at=reminder)

    def read(self, calendar: Calendar, now: datetime) -> Clock:
        """The clock as it stands: what has passed is off, and nothing later brings it back."""
        if self.asked is None or self.left is None or self.spare is None:
            return self
        used = spent(calendar, self.asked, now, self.spare)
        left = max(self.left - used.running, timedelta())
        changes = {"asked": max(now, self.asked), "left": left, "spare": self.spare - used.spared}
        return msgspec.structs.replace(self, **changes)

    def answered(self, pace: Pace) -> Clock:
        """The clock after an answer, for one that was read; with the budget that is left."""
        if self.asked is None or self.left is None:
            return self.idle()
        return Clock(left=pace.left_after(self.left, timedelta()))


def given_back(
    calendar: Calendar,
    answered: datetime,
    deadline: datetime,
    left: timedelta | None,
    pace: Pace,
    now: datetime,
    remind: int,
    known: tuple[Interval, ...] = (),
) -> Clock:
    """The clock of a question that is asked again, with the deadline that it had.

    `left` is what was left when it was `answered`, if that is known: of the time from then to the
    deadline, the rest was to be spared, or was one of the stops that were `known` then. By those
    that were not, the deadline is put off.
    """
    if left is None:
        used = spent(calendar, now, deadline, pace.most_protected)
        return Clock(now, used.running, used.spared).renewed(calendar, remind)
    rest = elapsed(Calendar(stops=known), answered, deadline, timedelta())
    least = min(left, rest)
    spare = min(rest - least, pace.most_protected)
    return Clock(answered, least, spare).read(calendar, now).renewed(calendar, remind)
