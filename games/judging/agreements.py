"""Agreements of all at a table besides its clock: a clock, a stand-in, to go back, or the end.

Pure functions. Wishes about a clock that there is already are `games.judging.clocks`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import msgspec

from games.clocks.pace import Pace
from games.clocks.question import Clock
from games.errors import NotPossible
from games.judging import clocks, stopping, turns
from games.storing.changes import Agreed, Change, Entry
from games.storing.rows import TableRow, Wish

SILENCE = timedelta(days=14)
"""After so long somebody who is asked counts as silent, at a table without a clock."""
KINDS = ("end", "stand_in", "clock", "back")

Back = Callable[[TableRow, Wish, datetime, Entry], Change]
"""Make the change with which a game goes back as somebody wishes, behind an entry that says so."""


def silent_at(row: TableRow, now: datetime) -> set[int]:
    """The places of people who have been asked for so long that others may act."""
    if row.pace.is_limited:
        return set()
    return {
        seat.place
        for seat in row.seats
        if seat.place in clocks.people_at(row)
        and seat.deciding
        and seat.since is not None
        and seat.since <= now - SILENCE
    }


def asked_for(row: TableRow, wish: Wish, now: datetime) -> set[int]:
    """The places whose consent a wish takes: all who play, but not those it is about."""
    everybody = clocks.people_at(row)
    if wish.kind == "stand_in":
        return everybody - {wish.place}
    if wish.kind == "clock":
        return everybody - silent_at(row, now) | {wish.by}
    return everybody


def owing(row: TableRow, now: datetime) -> set[int]:
    """The places that have not agreed yet to what is asked, and whose consent it takes."""
    return set() if row.wish is None else asked_for(row, row.wish, now) - set(row.wish.agreed)


def wished(row: TableRow, wish: Wish, now: datetime, back: Back) -> Change:
    """The change when somebody asks for something."""
    if wish.kind not in KINDS:
        return clocks.wished(row, wish, now)
    return settled(row, wish, now, Entry("wish", row.version, place=wish.by, wish=wish), back)


def agreed_to(row: TableRow, place: int, now: datetime, back: Back) -> Change:
    """The change when somebody agrees. Raises NotPossible."""
    if row.wish is None:
        raise NotPossible
    if row.wish.kind not in KINDS:
        return clocks.agreed_to(row, place, now)
    wish = msgspec.structs.replace(row.wish, agreed=sorted({*row.wish.agreed, place}))
    return settled(row, wish, now, Entry("agree", row.version, place=place), back)


def settled(row: TableRow, wish: Wish, now: datetime, entry: Entry, back: Back) -> Change:
    """The change of a wish: it waits for others, or all have agreed and it is done.

    Raises NotPossible for a stand-in for somebody who has answered in the meantime.
    """
    if asked_for(row, wish, now) - set(wish.agreed):
        return clocks.clock_change(row, {}, now, [entry], Agreed(wish, row.pause))
    if wish.kind == "end":
        change = stopping.closing(row, "agreed", now)
        change.entries.insert(0, entry)
    elif wish.kind == "stand_in":
        if wish.place not in silent_at(row, now):
            raise NotPossible
        change = turns.bot_takes_seat(row, wish.place, "stand_in", now, [entry])
    elif wish.kind == "back":
        change = back(row, wish, now, entry)
    else:
        return timed(row, wish.pace, now, entry)
    change.agreed = Agreed(None, row.pause)
    return change


def timed(row: TableRow, pace: Pace, now: datetime, entry: Entry) -> Change:
    """The change when a table gets a clock: it begins now for all who are asked."""
    after = msgspec.structs.replace(row, pace=pace)
    wound = {
        seat.place: clocks.wound(after, seat, Clock(), now)
        for seat in row.seats
        if seat.deciding and not seat.bot
    }
    entries = [entry, Entry("timed", row.version, barrier=True)]
    change = clocks.clock_change(after, wound, now, entries, Agreed(None, row.pause, pace))
    change.seats = clocks.with_nothing_undoable(row, change)
    return change
