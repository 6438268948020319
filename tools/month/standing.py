"""How all tables in play stand, once a day: whether any of them is stalled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from games.storing.rows import run

if TYPE_CHECKING:
    from tools.month.journal import AskedQuestion, Journal
    from tools.month.told import NoticeLedger

QUIET = timedelta(minutes=20)
"""By when the worker has seen to whatever was due, and a bot has answered."""
HEARD_OF = timedelta(hours=30)
"""By when somebody has been told who wishes to be told at all: the daily ones, too."""

STAND = """
    select t.id, t.pace, t.frozen_at is not null, t.paused_until, t.moved_at, s.place, s.user_id,
        s.bot, s.since, s.deadline
    from games_table t left join games_seat s on s.table_id = t.id and s.deciding
    where t.status = 'playing' order by t.id, s.place
"""


class TableInPlay(NamedTuple):
    """A table in play, and one of those who are asked there; without a place if nobody is."""

    table: int
    pace: str
    frozen: bool
    paused_until: datetime | None
    moved_at: datetime | None
    place: int | None
    user: int | None
    bot: str | None
    since: datetime | None
    deadline: datetime | None


class Look(NamedTuple):
    """All tables in play at a moment."""

    at: datetime
    tables: list[TableInPlay]


def look(now: datetime) -> Look:
    """Look at all tables in play."""
    return Look(now, [TableInPlay(*row) for row in run(STAND, [])])


def waits_for(one: TableInPlay) -> str:
    """What a table goes on with."""
    if one.bot:
        return "a bot"
    if one.paused_until is not None and one.deadline is not None:
        return "somebody whose clock runs, with a pause agreed on"
    return "somebody whose clock runs" if one.deadline else "somebody without a clock"


def counted(journal: Journal) -> dict[str, int]:
    """What was found on all days together, for the figures."""
    counts: Counter[str] = Counter()
    for day in journal.looks:
        counts["daily looks at a table in play"] += len({one.table for one in day.tables})
        for one in day.tables:
            if one.place is not None:
                counts[f"of these, it waited for {waits_for(one)}"] += 1
    return {"days on which all tables were looked at": len(journal.looks), **counts}


def stalls(journal: Journal, told: NoticeLedger) -> Iterator[str]:
    """Where on any day nothing was due and nobody asked, or somebody asked was never told."""
    open_at: dict[tuple[int, int], list[AskedQuestion]] = {}
    for question in journal.questions:
        open_at.setdefault((question.table, question.place), []).append(question)
    for day in journal.looks:
        for one in day.tables:
            where = f"table {one.table} on {day.at:%d %B %H:%M}"
            if one.place is None:
                yield f"{where} is stalled: in play, and nobody is asked"
            elif one.bot and max(one.since or day.at, one.moved_at or day.at) < day.at - QUIET:
                yield f"{where} is stalled: a bot does not answer"
            elif not one.bot:
                yield from person(one, day.at, open_at.get((one.table, one.place), []), told)


def person(
    one: TableInPlay, at: datetime, questions: list[AskedQuestion], told: NoticeLedger
) -> Iterator[str]:
    """Why a table waits for somebody in vain."""
    where = f"table {one.table} seat {one.place} on {at:%d %B %H:%M}"
    if one.pace != "none" and (one.deadline is None or one.deadline < at - QUIET):
        yield f"{where} is stalled: no clock runs"
    mine = [q for q in questions if q.user == one.user and q.since <= at and q.is_open(at)]
    if not mine:
        yield f"{where} is stalled: nobody knows of a question"
        return
    question = mine[-1]
    if at - question.since > HEARD_OF and not told.has_heard(question, at - HEARD_OF, at):
        yield f"{where} is stalled: asked since {question.since}, and never told"
