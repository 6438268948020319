"""Times that reports have waited for moderators, week by week."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from games.storing.rows import run

WIDTH = 300  # pixels of the longest bar
WEEKS = """
    select date_trunc('week', at)::date, count(*), count(*) filter (where status = 'open'),
        percentile_cont(0.5) within group (order by extract(epoch from waited)) / 3600,
        max(extract(epoch from waited)) / 3600
    from (
        select at, status, coalesce(settled_at, now()) - at as waited from accounts_report
        where at > now() - interval '12 weeks'
    ) as reports
    group by 1 order by 1
"""


class Week(NamedTuple):
    """The reports of a week: how many, how many are open, the median and longest hours they waited
    and the lengths of bars for those.
    """

    first: date
    number: int
    open: int
    median: float
    longest: float
    median_bar: int
    longest_bar: int


def weeks() -> list[Week]:
    """Return the last twelve weeks in which there were reports, the oldest first."""
    found = run(WEEKS, [])
    most = max((float(row[4]) for row in found), default=0) or 1
    return [
        Week(first, number, left, round(median, 1), round(float(longest), 1),
             round(WIDTH * median / most), round(WIDTH * float(longest) / most))
        for first, number, left, median, longest in found
    ]  # fmt: skip
