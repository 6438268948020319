"""The clocks of a table: whose calendar counts, and the changes that only clocks make."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec

from games.clocks.calendar import Calendar, Interval
from games.clocks.question import Clock
from games.errors import NotPossible
from games.storing.changes import Agreed, Change, Entry
from games.storing.rows import SeatChange, SeatRow, TableRow, Wish

NOBODYS = Calendar()
VACATION = timedelta(hours=24)
MOMENT = timedelta(seconds=1)  # of running time that is left when a vacation day begins


class DayOff(NamedTuple):
    """A vacation day, and the change of the table where it is spent."""

    day: Interval
    change: Change


def calendar_of(row: TableRow, seat: SeatRow) -> Calendar:
    """When the clock of a seat stands still: its user's time, the table's and the server's."""
    stops = row.outages if row.pause is None else (*row.outages, row.pause)
    own = seat.calendar or NOBODYS
    return msgspec.structs.replace(own, stops=stops) if stops else own


def clock_of(seat: SeatRow) -> Clock:
    """The clock of a seat as it is stored."""
    return Clock(seat.asked, seat.time_left, seat.spare, seat.deadline, seat.remind_at)


def wound(row: TableRow, seat: SeatRow, clock: Clock, now: datetime) -> Clock:
    """The clock of a question that a seat is asked now."""
    return clock.wound(row.pace, calendar_of(row, seat), now, seat.remind)


def read(row: TableRow, seat: SeatRow, clock: Clock, now: datetime) -> Clock:
    """A clock as it stands now."""
    return clock.read(calendar_of(row, seat), now)


def renewed(row: TableRow, seat: SeatRow, clock: Clock) -> Clock:
    """A clock with its moments worked out again."""
    return clock.renewed(calendar_of(row, seat), seat.remind)


def runs(seat: SeatRow, now: datetime) -> bool:
    """Whether a seat has a clock that has not run out."""
    return seat.deadline is not None and seat.deadline > now and seat.asked is not None


def put_off(row: TableRow, seat: SeatRow, now: datetime) -> Clock | None:
    """The clock of a seat whose deadline has passed, if by its calendar there is time left.

    A vacation day was spent at another table, or the server was down: None if not.
    """
    calendar, clock = calendar_of(row, seat), clock_of(seat)
    if calendar is NOBODYS or clock.asked is None:
        return None
    later = clock.renewed(calendar, seat.remind)
    return later if later.deadline is not None and later.deadline > now else None


def day_off(row: TableRow, place: int, now: datetime) -> DayOff | None:
    """The vacation day that keeps a seat from running out of time, if the table accepts it.

    It begins right before the time was over; None where no protected time is left either.
    """
    seat = row.seats[place]
    if seat.deadline is None or not seat.spare or seat.user_id is None:
        return None
    begin = seat.deadline - MOMENT
    day = (begin, begin + VACATION)
    own = seat.calendar or NOBODYS
    taken = msgspec.structs.replace(own, spent=(*own.spent, day))
    resting = msgspec.structs.replace(seat, calendar=taken)
    later = renewed(row, resting, clock_of(seat))
    if later.deadline is None or later.deadline <= now:
        return None
    entry = Entry("vacation", row.version, place=place)
    return DayOff(day, clock_change(row, {place: later}, now, [entry]))


def is_excused(row: TableRow, place: int) -> bool:
    """Whether a seat that has run out of time gets one more span: once, where days are counted."""
    seat = row.seats[place]
    return seat.user_id is not None and not seat.excused and row.pace.excuses


def excusing(row: TableRow, place: int, now: datetime) -> Change:
    """The change when somebody out of time gets one more span; protected time is not renewed."""
    seat = row.seats[place]
    clock = read(row, seat, clock_of(seat), now)
    again = Clock(now, row.pace.one_more, clock.spare or timedelta())
    later = {place: renewed(row, seat, again)}
    change = clock_change(row, later, now, [Entry("excused", row.version, place=place)])
    change.seats = [msgspec.structs.replace(one, excused=True) for one in change.seats]
    return change


def clock_change(
    row: TableRow,
    clocks: dict[int, Clock],
    now: datetime,
    entries: list[Entry] | None = None,
    agreed: Agreed | None = None,
) -> Change:
    """The change of a table that only sets clocks, by place. Without `entries` it says nothing."""
    return Change(
        table_id=row.id,
        before=row.number,
        status=row.status,
        now=now,
        entries=entries or [Entry("clock", row.version)],
        seats=[
            msgspec.structs.replace(seat.as_change(), **fields_of(clocks[seat.place]))
            for seat in row.seats
            if seat.place in clocks
        ],
        agreed=agreed,
    )


def fields_of(clock: Clock) -> dict[str, Any]:
    """A clock as the fields of a seat."""
    return {
        "asked": clock.asked,
        "time_left": clock.left,
        "spare": clock.spare,
        "deadline": clock.deadline,
        "remind_at": clock.remind_at,
    }


def recalendared(
    row: TableRow, place: int, calendar: Calendar, remind: int, now: datetime
) -> Change:
    """The change when the user of a seat has another calendar from now on.

    What has passed was counted by the old one. A clock that has run out, and waits for the
    worker, gets nothing from the new one, and keeps what was still to be protected.
    """
    seat = row.seats[place]
    clock = renewed(row, seat, clock_of(seat))  # the server may have been down since
    if clock.deadline is None or clock.asked is None:
        return clock_change(row, {}, now)
    new = msgspec.structs.replace(seat, calendar=calendar, remind=remind)
    then = read(row, seat, clock, min(now, clock.deadline))
    return clock_change(row, {place: renewed(row, new, then)}, now)


def with_outage(row: TableRow, outage: Interval | None) -> TableRow:
    """The row if the server is down now, which nobody has noted yet."""
    if outage is None:
        return row
    return msgspec.structs.replace(row, outages=(*row.outages, outage))


def after_outage(row: TableRow, now: datetime) -> Change | None:
    """The change of a table whose clocks stood still while the server was down."""
    clocks = {
        seat.place: renewed(row, seat, clock_of(seat))
        for seat in row.seats
        if seat.deadline is not None and seat.asked is not None
    }
    later = {place: c for place, c in clocks.items() if c.deadline != row.seats[place].deadline}
    return clock_change(row, later, now) if later else None


def stamp_of(wish: Wish) -> str:
    """A short word for a wish; another wish has another one."""
    times = [wish.time, wish.increment, wish.cap] if wish.cap else [wish.time]
    seconds = "-".join(str(int(time.total_seconds())) for time in times)
    back = f"-{wish.number}" if wish.number else ""
    return f"{wish.kind}-{wish.by}-{wish.place}-{seconds}{back}"


def people_at(row: TableRow) -> set[int]:
    """The places of those whose consent counts: people who play themselves."""
    return {
        s.place
        for s in row.seats
        if s.user_id is not None and (not s.bot or s.lent) and not s.resigned
    }


def wished(row: TableRow, wish: Wish, now: datetime) -> Change:
    """The change when somebody asks for something that needs everybody's consent."""
    entry = Entry("wish", row.version, place=wish.by, wish=wish)
    return settled(row, wish, now, [entry])


def agreed_to(row: TableRow, place: int, now: datetime) -> Change:
    """The change when somebody agrees to what is wished for. Raises NotPossible."""
    if row.wish is None:
        raise NotPossible
    wish = msgspec.structs.replace(row.wish, agreed=sorted({*row.wish.agreed, place}))
    return settled(row, wish, now, [Entry("agree", row.version, place=place)])


def declined(row: TableRow, place: int, now: datetime) -> Change:
    """The change when somebody declines a wish, or takes back their own. Raises NotPossible."""
    if row.wish is None:
        raise NotPossible
    entry = Entry("decline", row.version, place=place)
    return clock_change(row, {}, now, [entry], Agreed(None, row.pause))


def settled(row: TableRow, wish: Wish, now: datetime, entries: list[Entry]) -> Change:
    """The change of a wish: it waits for others, or all have agreed and it is done."""
    if people_at(row) - set(wish.agreed):
        return clock_change(row, {}, now, entries, Agreed(wish, row.pause))
    clocks = {
        seat.place: read(row, seat, clock_of(seat), now) for seat in row.seats if runs(seat, now)
    }
    pause = row.pause
    if wish.kind == "pause":
        pause = (now, now + wish.time)
    elif wish.kind == "resume":
        pause = None
    elif wish.place in clocks or row.seats[wish.place].time_left is not None:
        clock = clocks.get(wish.place, clock_of(row.seats[wish.place]))
        left = (clock.left or timedelta()) + wish.time
        clocks[wish.place] = msgspec.structs.replace(clock, left=left)
    after = msgspec.structs.replace(row, pause=pause)
    place = wish.place if wish.kind == "more" else None
    entries = [*entries, Entry(wish.kind, row.version, place=place, barrier=True)]
    due = {place: renewed(after, row.seats[place], clock) for place, clock in clocks.items()}
    change = clock_change(row, due, now, entries, Agreed(None, pause))
    change.seats = with_nothing_undoable(row, change)
    return change


def with_nothing_undoable(row: TableRow, change: Change) -> list[SeatChange]:
    """The seats of a change after a barrier: no move before it can be taken back."""
    changed = {seat.id: seat for seat in change.seats}
    return [
        msgspec.structs.replace(
            changed.get(seat.id) or seat.as_change(), undoable=None, undoable_until=None
        )
        for seat in row.seats
    ]
