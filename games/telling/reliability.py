"""Reliability in plain numbers, read from the logs of somebody's latest tables; it is no score."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext
from msgspec import Meta, Struct

from games.models.times import DAY, HOUR, in_words
from games.storing.rows import run

LATEST = 40
"""The most finished tables that are looked at: what was long ago says little."""
ENOUGH = 20
"""Questions from which on the share of those that ran out of time says something."""

READ = """
    with latest as (
        (
            select s.table_id, s.place, s.ended_at, 2147483647 as last, coalesce((
                select max(o.last) from games_tenure o
                where o.table_id = s.table_id and o.place = s.place), 0) as before
            from games_seat s where s.user_id = %(user)s and s.ended_at is not null
            order by s.ended_at desc, s.table_id desc limit %(latest)s
        ) union all (
            select s.table_id, s.place, t.finished_at, s.last, s.first - 1
            from games_tenure s join games_table t on t.id = s.table_id
            where s.user_id = %(user)s and t.finished_at is not null
            order by t.finished_at desc, s.table_id desc limit %(latest)s
        )
        order by ended_at desc, table_id desc limit %(latest)s
    ),
    known as (
        select * from latest s where exists (
            select from games_table c where c.id = s.table_id and c.pace <> 'none'
        ) and exists (
            select from games_seat c where c.table_id = s.table_id and c.user_id <> %(user)s
        )
    ),
    told as (
        select e.kind, e.by, e.at - lag(e.at) over log as took,
            e.place = k.place and e.number > k.before and e.number <= k.last as theirs,
            e.place is distinct from lag(e.place) over log as after_others
        from known k join games_logentry e on e.table_id = k.table_id
        where not e.undone
            and e.kind in ('start', 'move', 'excused', 'missed', 'absent', 'close')
        window log as (partition by k.table_id, k.place, k.last order by e.number)
    )
    select (
            select count(*) from games_seat s join games_table t on t.id = s.table_id
            where s.user_id = %(user)s and s.goes_on and t.status = 'playing'
        ), (select count(*) from known), count(*) filter (where kind = 'move'),
        count(*) filter (where kind <> 'move'), extract(epoch from percentile_cont(0.5)
            within group (order by took) filter (where kind = 'move' and after_others))::float8
    from told where theirs and (kind <> 'move' or by = '')
"""


class Reliability(Struct, frozen=True):
    """A person's answers and time-outs at their latest finished tables, with others and a clock."""

    playing: Annotated[int, Meta(description="At how many tables they play now.")]
    tables: Annotated[int, Meta(description="How many of these it is made of: at most 40.")]
    answers: Annotated[int, Meta(description="Those that they gave themselves.")]
    time_outs: Annotated[int, Meta(description="How often their time ran out.")]
    typical_minutes: Annotated[
        int | None,
        Meta(
            description="Half of the answers came within so many minutes of the answer before,"
            " which somebody else had given."
        ),
    ]

    @property
    def asked(self) -> int:
        """Return how many questions ended by an answer or by the clock."""
        return self.answers + self.time_outs

    @property
    def per_hundred(self) -> int:
        """Return how many of a hundred questions ran out of time."""
        return round(100 * self.time_outs / self.asked) if self.asked else 0

    @property
    def is_known(self) -> bool:
        """Return True for somebody who was asked often enough for a share to say something."""
        return self.asked >= ENOUGH

    @property
    def typically(self) -> str:
        """Return the typical time in words; empty if there is none."""
        if self.typical_minutes is None:
            return ""
        minutes = self.typical_minutes
        if minutes >= DAY:
            minutes -= minutes % HOUR
        return in_words(minutes) if minutes else gettext("less than a minute")


def reliability_of(user_id: int) -> Reliability:
    """Return how reliably somebody answers."""
    rows: list[tuple[int, int, int, int, float | None]]
    rows = run(READ, {"user": user_id, "latest": LATEST})
    ((playing, tables, answers, time_outs, seconds),) = rows
    minutes = None if seconds is None else int(seconds // 60)
    return Reliability(playing, tables, answers, time_outs, minutes)
