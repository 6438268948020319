"""The account of a simulated month: what should have come of it, worked out from the journal.

Nothing here asks the outbox or the clocks of the site: protected time is read off a wall clock,
quarter of an hour by quarter, and what was owed is worked out from who was asked what, and when.
"""

from __future__ import annotations

from tools.month.agreed import overs_are_agreed
from tools.month.clocks import clocks_are_right, expiries_are_fair
from tools.month.feeds import feeds_are_right
from tools.month.hearing import Hearing
from tools.month.journal import Journal
from tools.month.standing import stalls
from tools.month.told import NoticeLedger


def account_of(journal: Journal) -> tuple[NoticeLedger, list[str]]:
    """Who was told of what, and everything that does not hold."""
    told = NoticeLedger(journal)
    clocks = [*clocks_are_right(journal), *expiries_are_fair(journal), *overs_are_agreed(journal)]
    missing = [*told.missing(), *stalls(journal, told), *feeds_are_right(journal)]
    heard = [*Hearing(journal, told).missing()]
    return told, [*journal.problems, *clocks, *told.problems, *missing, *heard]
