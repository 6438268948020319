"""What no pace of a table can be, and why: the same wherever somebody chooses one."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clocks.pace import ANSWER, BUDGET, NONE

DAY = 24 * 60  # minutes, in which all times of a table are told
LONGEST_PACE = 14
"""Days for one move."""
LONGEST_BUDGET = 60
"""Days that somebody may have at once."""


class Fault(NamedTuple):
    """What is wrong with a pace, and the field of a table that is at fault."""

    text: str | Promise
    field: str


def fault_of(kind: str, start: int, increment: int = 0, cap: int = 0) -> Fault | None:
    """What is wrong with a pace, its times in minutes; None if a table can have it."""
    if kind not in (NONE, ANSWER, BUDGET):
        return Fault(_("There is no such pace."), "pace")
    if kind == NONE:
        times = {"pace_start": start, "pace_increment": increment, "pace_cap": cap}
        wrong = next((name for name, minutes in times.items() if minutes), None)
        return Fault(_("Without a limit there is no time to set."), wrong) if wrong else None
    longest = LONGEST_PACE if kind == ANSWER else LONGEST_BUDGET
    if not 1 <= start <= longest * DAY:
        text = _("A move may take between a minute and {longest} days.").format(longest=longest)
        return Fault(text, "pace_start")
    return fault_of_growth(kind, start, increment, cap)


def fault_of_growth(kind: str, start: int, increment: int, cap: int) -> Fault | None:
    """What is wrong with the time that answers add to a clock that begins with so much."""
    if kind == ANSWER and (increment or cap):
        return Fault(_("Only a budget grows with every answer."), "pace_increment")
    if kind == BUDGET and not 0 <= increment <= LONGEST_PACE * DAY:
        return Fault(_("That is too much for each answer."), "pace_increment")
    if kind == BUDGET and not start <= cap <= LONGEST_BUDGET * DAY:
        text = _("The most at once may not be less than what there is at the start.")
        return Fault(text, "pace_cap")
    return None
