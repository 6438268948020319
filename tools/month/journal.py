"""What happened in a simulated month, as somebody saw it who looked at the tables all the time.

Kept in memory, from the seats and logs; the outbox is never read.
"""

from __future__ import annotations

import bisect
import dataclasses
import itertools
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from games.clocks.calendar import Calendar, Interval
from games.storing.rows import Wish, run
from tools.month.chats import ChatMessage, ModerationNews
from tools.month.feeds import Fetched
from tools.month.post import ArrivedNotice
from tools.month.standing import Look


@dataclasses.dataclass(frozen=True)
class Set:
    """A clock as it was set: seen at this time, with all that counts for it."""

    at: datetime
    asked: datetime
    left: timedelta
    spare: timedelta
    deadline: datetime
    remind_at: datetime | None
    calendar: Calendar
    bounded: bool  # the table accepts protected time
    stops: tuple[Interval, ...]


class TimeoutTerms(NamedTuple):
    """What a table has agreed on for who runs out of time; times in minutes."""

    pace: str
    start: int
    increment: int
    at_timeout: str


@dataclasses.dataclass(frozen=True)
class Over:
    """Somebody did not answer in time, and what came of it.

    "excused", "missed" (a bot has given one answer), "absent" (a bot plays on), "close" (the table
    is closed), or "stand_in": the others have agreed on one, with no clock at all.
    """

    kind: str
    at: datetime
    terms: TimeoutTerms
    clock: Set | None  # that had run out
    left: timedelta | None = None  # of who is excused: the new span …
    spare: timedelta | None = None  # … and the protected time that is still accepted


@dataclasses.dataclass
class AskedQuestion:
    """Something that a person was asked."""

    table: int
    place: int
    user: int
    answers: int
    since: datetime
    until: datetime | None = None
    clocks: list[Set] = dataclasses.field(default_factory=list)
    overs: list[Over] = dataclasses.field(default_factory=list)
    told: dict[str, list[datetime]] = dataclasses.field(default_factory=dict)

    def is_open(self, moment: datetime) -> bool:
        """Whether it was pending at a moment."""
        return self.since <= moment and (self.until is None or moment <= self.until)


@dataclasses.dataclass
class Happening:
    """Something of which somebody is to be told at once, as long as it holds."""

    kind: str
    table: int
    user: int
    at: datetime
    until: datetime | None = None


@dataclasses.dataclass
class Wishes:
    """How a user wishes to be told: the pace of each channel on which they can be."""

    paces: dict[str, str]
    tables: dict[int, str]
    quiet: timedelta
    hour: int
    zone: str
    chat: bool = True  # whether they wish to hear of chats

    def pace(self, channel: str, table: int | None) -> str:
        """How soon they wish to hear of a table."""
        own = self.paces.get(channel, "off")
        return own if own == "off" or table is None else self.tables.get(table, own)


@dataclasses.dataclass
class Journal:
    """All of it."""

    begin: datetime
    end: datetime
    questions: list[AskedQuestion] = dataclasses.field(default_factory=list)
    happenings: list[Happening] = dataclasses.field(default_factory=list)
    arrived: list[ArrivedNotice] = dataclasses.field(default_factory=list)
    wishes: dict[int, Wishes] = dataclasses.field(default_factory=dict)
    passes: list[tuple[datetime, bool]] = dataclasses.field(default_factory=list)
    """When the worker looked, and whether nothing went wrong then."""
    cuts: list[datetime] = dataclasses.field(default_factory=list)
    failures: list[tuple[str, datetime, datetime]] = dataclasses.field(default_factory=list)
    digests: list[datetime] = dataclasses.field(default_factory=list)
    looks: list[Look] = dataclasses.field(default_factory=list)
    fetched: list[Fetched] = dataclasses.field(default_factory=list)
    moderators: list[int] = dataclasses.field(default_factory=list)
    said: list[ChatMessage] = dataclasses.field(default_factory=list)
    reads: dict[tuple[int, int], dict[int, datetime]] = dataclasses.field(default_factory=dict)
    """When a user had read the chat of a table up to which message."""
    hidden: dict[int, list[datetime | None]] = dataclasses.field(default_factory=dict)
    """Since when a message was hidden, and until when."""
    news: dict[tuple[int, str], ModerationNews] = dataclasses.field(default_factory=dict)
    left: dict[tuple[int, int], datetime] = dataclasses.field(default_factory=dict)
    """When a user had left the seat of a table."""
    joined: set[tuple[int, int]] = dataclasses.field(default_factory=set)
    """Users who took a seat of a table amid the game."""
    here: dict[int, list[datetime]] = dataclasses.field(default_factory=dict)
    visits: defaultdict[int, list[datetime]] = dataclasses.field(
        default_factory=lambda: defaultdict(list)
    )
    counts: Counter[str] = dataclasses.field(default_factory=Counter)
    problems: list[str] = dataclasses.field(default_factory=list)

    def down(self) -> list[Interval]:
        """When the worker was not there for more than five minutes."""
        times = [self.begin, *(at for at, _ in self.passes)]
        pairs = itertools.pairwise(times)
        return [(a, b) for a, b in pairs if b - a > timedelta(minutes=5)]

    def pass_after(self, moment: datetime, *, clean: bool) -> datetime | None:
        """When the worker first looked then or later; if `clean`, without any trouble."""
        start = bisect.bisect_left(self.passes, (moment, False))
        for at, fine in self.passes[start:]:
            if fine or not clean:
                return at
        return None


OVER = ("finished", "closed")

OBSERVE = """
    select s.place, s.user_id, s.bot, s.deciding, s.answers, s.asked, s.time_left, s.spare,
        s.deadline, s.remind_at, s.absent_since, s.resigned_at, s.missed, s.excused, t.status,
        t.pace, t.pace_start, t.pace_increment, t.at_timeout, t.most_protected,
        t.paused_since, t.paused_until, t.wish::text, t.number,
        json_build_object('zone', u.time_zone, 'hours', coalesce(o.hours, '[]'), 'away',
            coalesce(o.away, '[]'), 'spent', coalesce(o.spent, '[]'))::text
    from games_seat s join games_table t on t.id = s.table_id
    left join accounts_user u on u.id = s.user_id
    left join games_owntime o on o.user_id = s.user_id
    where t.id = %s order by s.place
"""


class SeatAtTable(NamedTuple):
    """A seat with its table, as it is found."""

    place: int
    user: int | None
    bot: str
    deciding: bool
    answers: int
    asked: datetime | None
    left: timedelta | None
    spare: timedelta | None
    deadline: datetime | None
    remind_at: datetime | None
    absent_since: datetime | None
    resigned_at: datetime | None
    missed: int
    excused: bool
    status: str
    pace: str
    start: int
    increment: int
    at_timeout: str
    most_protected: int
    paused_since: datetime | None
    paused_until: datetime | None
    wish: str | None
    number: int
    calendar: str

    @property
    def terms(self) -> TimeoutTerms:
        """What the table has agreed on."""
        return TimeoutTerms(self.pace, self.start, self.increment, self.at_timeout)

    @property
    def plays(self) -> bool:
        """Whether a person plays here themselves."""
        return self.user is not None and not self.bot and self.resigned_at is None


class Observer:
    """Looks at tables whenever something may have changed there."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.numbers: dict[int, int] = {}
        self.open: dict[tuple[int, int], AskedQuestion] = {}
        self.all: dict[tuple[int, int, int, int], AskedQuestion] = {}
        self.absent: dict[tuple[int, int], Happening | None] = {}
        self.before: dict[tuple[int, int], tuple[int | None, int, bool]] = {}
        self.wishes: dict[int, tuple[str, list[Happening]]] = {}
        self.outages: tuple[Interval, ...] = ()
        self.sitting: dict[int, set[int | None]] = {}

    def look(self, now: datetime) -> list[int]:
        """Look at all tables that have changed, and return those that are over."""
        over = []
        rows = run("select id, number, status from games_table where number > 0 order by id", [])
        for table, number, status in rows:
            if self.numbers.get(table) != number:
                self.table(table, now)
                if status in OVER:
                    over.append(table)
        return over

    def table(self, table: int, now: datetime) -> None:
        """Note who is asked what at a table."""
        seats = [SeatAtTable(*row) for row in run(OBSERVE, [table])]
        first = table not in self.numbers
        self.numbers[table] = seats[0].number
        for seat in seats:
            self.time_over(table, seat, now)
            self.seat(table, seat, now)
        self.wish(table, seats, now)
        people = [seat for seat in seats if seat.user is not None]
        self.seated(table, {seat.user for seat in people if seat.resigned_at is None}, now)
        if seats[0].status in OVER:
            for seat in people:
                if seat.resigned_at is None:
                    self.happens("finished", table, seat, now)
        elif first:
            for seat in people:
                if not seat.deciding:
                    self.happens("started", table, seat, now)

    def seated(self, table: int, sitting: set[int | None], now: datetime) -> None:
        """Note who has left their seat, and who has taken one over."""
        before = self.sitting.get(table, sitting)
        self.journal.left |= {(user, table): now for user in before - sitting if user}
        self.journal.joined |= {(user, table) for user in sitting - before if user}
        self.sitting[table] = sitting

    def happens(self, kind: str, table: int, seat: SeatAtTable, now: datetime) -> Happening:
        """Note something of which the user of a seat is to be told."""
        assert seat.user is not None
        happening = Happening(kind, table, seat.user, now)
        self.journal.happenings.append(happening)
        return happening

    def time_over(self, table: int, seat: SeatAtTable, now: datetime) -> None:
        """Note whose time is over and what came of it, and who is back."""
        key = (table, seat.place)
        user, missed, excused = self.before.get(key, (seat.user, 0, False))
        if user != seat.user:
            missed, excused = 0, False  # somebody else sits here now
            self.is_back(key, now)
        self.before[key] = (seat.user, seat.missed, seat.excused)
        if seat.user is None:
            return
        if seat.excused and not excused:
            self.is_over("excused", key, seat, now)
        if seat.missed > missed:
            self.is_over("missed", key, seat, now)
            self.happens("missed", table, seat, now)
        if seat.absent_since is None:
            self.is_back(key, now)
        elif key not in self.absent:
            kind = "close" if not seat.bot else "absent" if seat.pace != "none" else "stand_in"
            self.is_over(kind, key, seat, now)
            self.absent[key] = self.happens("absent", table, seat, now) if seat.bot else None
        if seat.status in OVER:
            self.is_back(key, now)

    def is_back(self, key: tuple[int, int], now: datetime) -> None:
        """Note that no bot plays on for somebody any more."""
        happening = self.absent.pop(key, None)
        if happening is not None:
            happening.until = now

    def is_over(self, kind: str, key: tuple[int, int], seat: SeatAtTable, now: datetime) -> None:
        """Note what came of it that somebody has not answered in time."""
        question = self.open.get(key)
        if question is None:
            self.journal.problems.append(f"table {key[0]} seat {key[1]} {kind}, and was not asked")
            return
        clock = question.clocks[-1] if question.clocks else None
        span = (seat.left, seat.spare) if kind == "excused" else (None, None)
        question.overs.append(Over(kind, now, seat.terms, clock, *span))

    def wish(self, table: int, seats: Sequence[SeatAtTable], now: datetime) -> None:
        """Note what somebody asks all others to agree to, and who has said yes."""
        stored = seats[0].wish if seats[0].status not in OVER else None
        found = msgspec.json.decode(stored, type=Wish) if stored else None
        mark = f"{found.kind} {found.by} {found.place} {found.time}" if found else ""
        known, pending = self.wishes.get(table, ("", []))
        if mark != known:
            for happening in pending:
                happening.until = happening.until or now
            asked = [seat for seat in seats if found and seat.plays]
            pending = [
                self.happens("wish", table, seat, now)
                for seat in asked
                if found and seat.place not in found.agreed
            ]
            self.wishes[table] = (mark, pending)
        agreed = {seat.user for seat in seats if found and seat.place in found.agreed}
        for happening in pending:
            if happening.user in agreed:
                happening.until = happening.until or now

    def seat(self, table: int, seat: SeatAtTable, now: datetime) -> None:
        """Note what a seat is asked now."""
        key = (table, seat.place)
        asked = seat.status == "playing" and seat.deciding and not seat.bot
        present = self.open.get(key)
        if present is not None:
            same = (present.answers, present.user) == (seat.answers, seat.user)
            if not asked or not same:
                present.until = now
                del self.open[key]
        if not asked or seat.user is None:
            return
        if key not in self.open:
            whole = (*key, seat.answers, seat.user)
            if whole not in self.all:
                self.all[whole] = AskedQuestion(*key, seat.user, seat.answers, now)
                self.journal.questions.append(self.all[whole])
            self.all[whole].until = None
            self.open[key] = self.all[whole]
        self.clock(self.open[key], seat, now)

    def clock(self, question: AskedQuestion, seat: SeatAtTable, now: datetime) -> None:
        """Note the clock of a question, if it has been set anew."""
        if seat.deadline is None or seat.asked is None or seat.left is None or seat.spare is None:
            return
        seen = (seat.asked, seat.left, seat.spare, seat.deadline, seat.remind_at)
        last = question.clocks[-1] if question.clocks else None
        if last and seen == (last.asked, last.left, last.spare, last.deadline, last.remind_at):
            return
        calendar = msgspec.json.decode(seat.calendar, type=Calendar)
        stops = self.outages
        if seat.paused_since is not None and seat.paused_until is not None:
            stops = (*stops, (seat.paused_since, seat.paused_until))
        question.clocks.append(Set(now, *seen, calendar, bool(seat.most_protected), stops))
