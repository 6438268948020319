"""The log of a table, as far as anybody may see it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from games.models import LogEntry
from games.rules.core.effects import Event
from games.storing.changes import BY_ORDERS, Change
from games.storing.rows import TableRow, Wish, run

_events = msgspec.json.Decoder(list[Event])
_wish = msgspec.json.Decoder(Wish)

Record = tuple[int, str, int | None, str, bool, datetime, str, str | None]


class ToldEntry(msgspec.Struct, frozen=True):
    """A log entry, as far as anybody may see it.

    `by` is a bot, or empty for the user. That standing orders answered stays private.
    """

    number: int
    kind: str
    place: int | None
    by: str
    undone: bool
    at: datetime
    events: Sequence[Event]
    wish: Wish | None = None


def told_from(record: Record) -> ToldEntry:
    """A stored entry: its fields in the order of `ToldEntry`, the events as JSON."""
    number, kind, place, by, undone, at, events, wish = record
    asked = None if wish is None else _wish.decode(wish)
    return ToldEntry(
        number, kind, place, told_player(by), undone, at, _events.decode(events), asked
    )


def told_by(change: Change) -> list[ToldEntry]:
    """The entries that a change has added."""
    return [
        ToldEntry(
            number,
            entry.kind,
            entry.place,
            told_player(entry.by),
            False,
            change.now,
            entry.events,
            entry.wish,
        )
        for number, entry in enumerate(change.entries, start=change.before + 1)
    ]


def told_player(by: str) -> str:
    """Who played a move, as everybody may know it."""
    return "" if by == BY_ORDERS else by


LOG = """
    select number, kind, place, "by", undone, at, events::text, wish::text from games_logentry
    where table_id = %s and number > %s and number <= %s order by number
"""


def log_between(table_id: int, since: int, number: int) -> list[ToldEntry]:
    """The log after entry `since` up to entry `number`; no query if there is nothing between."""
    if since >= number:
        return []
    return [told_from(record) for record in run(LOG, [table_id, since, number])]


MOST_READ = 200  # of the latest entries, whatever asks for them

LATEST = """
    with latest as (
        select number, kind, place, "by", undone, at, events, wish,
            place is not null and not undone
            and (kind not in ('start', 'move', 'clock') or events <> '[]') as told
        from games_logentry where table_id = %(table)s and number <= %(number)s
        order by number desc limit %(most)s
    )
    select number, kind, place, "by", undone, at, events::text, wish::text from latest
    where number >= least(
        (select min(number) from (
            select number from latest order by number desc limit %(shown)s) ending),
        1 + greatest(%(seen)s, (select max(number) from latest
            where place = %(place)s and kind = 'move' and "by" = '' and not undone)),
        coalesce((select max(number) from latest where told and place = %(place)s and number <
            (select max(number) from latest where told and place <> %(place)s)),
            case when %(place)s::int is null then %(number)s else 0 end))
    order by number
"""


def log_latest(
    row: TableRow, shown: int, place: int | None = None, seen: int | None = None
) -> list[ToldEntry]:
    """Return the latest entries of the log: so many, or more of them for a seat.

    Those are all since the end of its turn, and all after the entry that its user has `seen`; they
    have seen their own moves. Before its first turn that is the whole log.
    """
    about = {"table": row.id, "number": row.number, "place": place, "shown": shown}
    about |= {"seen": row.number if seen is None else seen, "most": MOST_READ}
    return [told_from(record) for record in run(LATEST, about)]


def undone_before(table_id: int, since: int) -> list[int]:
    """The numbers of the undone entries up to `since`, whenever they were undone."""
    undone = LogEntry.objects.filter(table_id=table_id, number__lte=since, undone=True)
    return list(undone.order_by("number").values_list("number", flat=True))
