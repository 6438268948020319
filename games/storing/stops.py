"""The times in which nobody's clock runs (`Outage`), as statements about tables ask for them.

What was read of a table holds for the times that there were then. So each row has their `STAMP`,
and a change that was worked out from it is only stored while there are no others.
"""

from __future__ import annotations

STAMP = "(select coalesce(max(x.stamp), 0) from games_outage x)"
"""The SQL of the stamp of the latest change of these times."""

UNTIL = "coalesce(d.until, greatest(d.since, now()) + interval '1 day')"
"""The SQL of when an outage `d` ends. One whose end nobody knows yet lasts beyond any reading of a
clock; deadlines are worked out again when it is over."""

HALTED = """exists (
        select from games_outage h where h.read_only and not h.off and (h.until is null
            or h.since <= statement_timestamp() and h.until > statement_timestamp())
    )"""
"""The SQL of whether the site is stopped: nothing is changed then.

The time is that of the statement: its transaction may have begun before.
"""
