"""The account of a simulated month: what should have come of it, worked out from the journal.

Nothing here asks the outbox or the clocks of the site: protected time is read off a wall clock,
quarter of an hour by quarter, and what was owed is worked out from who was asked what, and when.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from games.clocks.calendar import Calendar, Interval
from tests.month.agreed import overs_are_agreed
from tests.month.feeds import feeds_are_right
from tests.month.journal import Happening, Journal, Over, Question, Set, Wishes
from tests.month.post import Arrived
from tests.month.standing import stalls

QUARTER = timedelta(minutes=15)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
AGREED = timedelta(seconds=2)  # by how much two clocks may differ
ASKED_FOR = timedelta(seconds=60)  # before anybody is told
PAGE_OPEN = timedelta(minutes=15)  # delays a notice for so long at most
SWEEP = timedelta(minutes=10)  # how often all seats are looked at, and not only the latest
VACATION = 20  # days a year
VACATION_DAY = timedelta(hours=24)
MOST = 12  # problems of a kind that are shown
AT_ONCE = ("turn", "quiet")

Piece = tuple[datetime, datetime, str]
"""A time in which a clock "runs", is "spared" or "stopped"."""


def account_of(journal: Journal) -> tuple[Told, list[str]]:
    """Who was told of what, and everything that does not hold."""
    told = Told(journal)
    clocks = [*clocks_are_right(journal), *expiries_are_fair(journal), *overs_are_agreed(journal)]
    missing = [*told.missing(), *stalls(journal, told), *feeds_are_right(journal)]
    return told, [*journal.problems, *clocks, *told.problems, *missing]


# --- Clocks --------------------------------------------------------------------------------------


@functools.cache
def protected(zone: str, hours: tuple, away: tuple, begin: datetime, end: datetime):  # type: ignore[no-untyped-def,type-arg]
    """When somebody is protected, read off a wall clock every quarter of an hour."""
    there = ZoneInfo(zone)
    found: list[Interval] = []
    at = begin
    while at < end:
        if is_protected(at.astimezone(there), hours, away):
            if found and found[-1][1] == at:
                found[-1] = (found[-1][0], at + QUARTER)
            else:
                found.append((at, at + QUARTER))
        at += QUARTER
    return found


def is_protected(local: datetime, hours: Iterable, away: Iterable) -> bool:  # type: ignore[type-arg]
    """Whether a wall clock shows a protected time."""
    if any(days.first <= local.date() <= days.last for days in away):
        return True
    minute = local.hour * 60 + local.minute
    before = (local.weekday() - 1) % 7
    for one in hours:
        late = one.end <= one.start  # goes on after midnight
        if one.weekday == local.weekday() and one.start <= minute and (late or minute < one.end):
            return True
        if late and one.weekday == before and minute < one.end:
            return True
    return False


def pieces(clock: Set, stops: Iterable[Interval], until: datetime) -> Iterator[Piece]:
    """The time from when a clock was set, in pieces: whether it runs, is spared or stands."""
    begin = clock.asked.replace(minute=0, second=0, microsecond=0) - DAY
    own: list[Interval] = []
    if clock.bounded:
        calendar: Calendar = clock.calendar
        month = datetime(clock.asked.year, clock.asked.month, 1, tzinfo=UTC) - DAY
        own = list(
            protected(calendar.zone, calendar.hours, calendar.away, month, month + 150 * DAY)
        )
        own += calendar.spent
    stopped = [stop for stop in stops if stop[1] > begin]
    edges = {clock.asked, until}
    for start, end in (*own, *stopped):
        edges |= {moment for moment in (start, end) if clock.asked < moment < until}
    moments = sorted(edges)
    own = [piece for piece in own if piece[1] > clock.asked and piece[0] < until]
    for start, end in itertools.pairwise(moments):
        if any(a <= start and end <= b for a, b in stopped):
            yield start, end, "stopped"
        elif any(a <= start and end <= b for a, b in own):
            yield start, end, "spared"
        else:
            yield start, end, "runs"


def due(clock: Set, stops: Iterable[Interval], left: timedelta) -> tuple[datetime, timedelta]:
    """When a clock should run out, and how much more protected time is accepted then."""
    far = clock.asked + left + clock.spare + timedelta(days=1)
    far += sum(((b - max(a, clock.asked)) for a, b in stops if b > clock.asked), timedelta())
    spare, at = clock.spare, clock.asked
    for start, end, kind in pieces(clock, stops, far):
        if kind == "stopped":
            continue
        at = start
        if kind == "spared":
            saved = min(spare, end - start)
            spare -= saved
            at = start + saved
        if end - at >= left:
            return at + left, spare
        left -= end - at
    return at + left, spare


def clocks_are_right(journal: Journal) -> Iterator[str]:
    """Each deadline is where the wall clocks say; none in protected time that is not used up."""
    for question in journal.questions:
        for clock in question.clocks:
            where = f"table {question.table} seat {question.place} at {clock.at:%d %H:%M}"
            if clock.deadline <= clock.at:
                continue  # the worker is about to see it
            expected, _spare = due(clock, clock.stops, clock.left)
            if abs(expected - clock.deadline) > AGREED:
                yield f"{where}: the deadline is {clock.deadline}, and should be {expected}"
            if in_protected_time(clock, clock.deadline):
                yield f"{where}: the deadline is in a protected hour"
            bound = clock.left + clock.spare + stopped_within(clock)
            if clock.deadline - clock.asked > bound + AGREED:
                yield f"{where}: more protected time than the table accepts"
            if clock.remind_at is not None and in_protected_time(clock, clock.remind_at):
                yield f"{where}: the reminder is in a protected hour"


def stopped_within(clock: Set) -> timedelta:
    """How long a clock stands still because of the server or by consent."""
    return sum(
        (max(timedelta(), min(b, clock.deadline) - max(a, clock.asked)) for a, b in clock.stops),
        timedelta(),
    )


def in_protected_time(clock: Set, moment: datetime) -> bool:
    """Whether a moment is in protected time, and not in what is more than the table accepts."""
    used, inside = timedelta(), False
    for start, end, kind in pieces(clock, clock.stops, max(moment, clock.asked) + DAY):
        if start >= moment:
            break
        inside = kind == "spared" and moment < end
        if kind == "spared":
            used += min(end, moment) - start
    return inside and used < clock.spare - AGREED


def expiries_are_fair(journal: Journal) -> Iterator[str]:
    """Nobody ran out of time early, with days left, or because the server was down."""
    down = journal.down()
    for question in journal.questions:
        for over in question.overs:
            if over.clock is not None:
                where = f"table {question.table} seat {question.place} {over.kind}"
                yield from expiry_is_fair(over, over.clock, down, f"{where} {over.at:%d %H:%M}")


def expiry_is_fair(over: Over, clock: Set, down: list[Interval], where: str) -> Iterator[str]:
    """What was wrong when somebody ran out of time."""
    pauses = [stop for stop in clock.stops if not is_outage(stop, down)]
    end, spare = due(clock, [*pauses, *within(down, clock.asked)], clock.left)
    if end > over.at + AGREED:
        yield f"{where}: there was time until {end}"
    taken = sum(1 for start, _ in clock.calendar.spent if start.year == end.year)
    if spare > 2 * AGREED and taken < VACATION and clock.bounded:
        more = (end - timedelta(seconds=1), end + VACATION_DAY)
        later = due(clock, [*pauses, *within(down, clock.asked), more], clock.left)[0]
        if min(later, end + spare) > over.at + AGREED:
            yield f"{where}: there was a vacation day to be spent"


def is_outage(stop: Interval, down: list[Interval]) -> bool:
    """Whether this is a time in which the worker was not there, and no pause."""
    return any(abs(stop[0] - a) < MINUTE and abs(stop[1] - b) < MINUTE for a, b in down)


def within(down: list[Interval], since: datetime) -> list[Interval]:
    """The outages that matter since a moment."""
    return [one for one in down if one[1] > since]


# --- Notices -------------------------------------------------------------------------------------


class Told:
    """Who was told of what: each thing that arrived is booked to what it was about, once."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.again = 0
        self.latest: tuple[timedelta, str] = (timedelta(), "")
        self.by_user: dict[int, list[Question]] = defaultdict(list)
        for question in journal.questions:
            self.by_user[question.user].append(question)
        self.turns: dict[tuple[int, str], list[datetime]] = defaultdict(list)  # id of question
        self.reminders: dict[tuple[int, str], list[datetime]] = defaultdict(list)
        self.digests: dict[tuple[int, str], list[datetime]] = defaultdict(list)
        self.events: dict[tuple[str, int, int, str], list[datetime]] = defaultdict(list)
        self.ended = {h.table: h.at for h in journal.happenings if h.kind == "finished"}
        last: dict[tuple[str, int, str], datetime] = {}
        for one in journal.arrived:
            key = (one.channel, one.user, one.mark)
            if key in last:
                self.book_again(one, last[key])
            else:
                self.book(one)
            last[key] = one.at

    def book_again(self, one: Arrived, before: datetime) -> None:
        """Book what has arrived before; that is right only if something died in between."""
        if not self.was_cut(before, one.at):
            self.problems.append(f"{one}: sent twice")
            return
        self.again += 1
        if one.kind == "many" and self.journal.wishes[one.user].paces[one.channel] != "digest":
            self.book_many(one)  # more may have come to it since

    def was_cut(self, since: datetime, until: datetime) -> bool:
        """Whether something was cut off in this time."""
        return any(since <= cut <= until for cut in self.journal.cuts)

    def book(self, one: Arrived) -> None:
        """Book something that has arrived."""
        pace = self.journal.wishes[one.user].paces.get(one.channel, "off")
        kind = "digest" if one.kind == "many" and pace == "digest" else one.kind
        self.counts[f"{one.channel} {kind}"] += 1
        if kind == "digest":
            self.digests[one.user, one.channel].append(one.at)
        elif one.kind == "many":
            self.book_many(one)
        elif one.kind in ("turn", "reminder"):
            self.book_question(one)
        else:
            self.events[one.kind, one.tables[0], one.user, one.channel].append(one.at)

    def book_question(self, one: Arrived) -> None:
        """Book a turn or reminder to the question that was open then."""
        of_table = [q for q in self.by_user[one.user] if q.table == one.tables[0]]
        pending = [q for q in of_table if q.is_open(one.at)]
        if not pending:
            self.problems.append(f"{one}: nothing was asked")
            return
        if one.kind == "reminder":
            self.reminders[id(pending[-1]), one.channel].append(one.at)
            return
        self.book_turn(one, pending[-1])

    def book_turn(self, one: Arrived, question: Question) -> None:
        """Book a turn; nobody is told twice, nor before a minute has passed."""
        times = self.turns[id(question), one.channel]
        if times and self.was_cut(times[-1], one.at):
            self.again += 1  # it went with others before, and now goes alone
        elif times:
            self.problems.append(f"{one}: they were told of this question before, {times[-1]}")
        if one.at < question.since + ASKED_FOR - AGREED:
            self.problems.append(f"{one}: asked only since {question.since}")
        times.append(one.at)

    def book_many(self, one: Arrived) -> None:
        """Book one notice of several turns."""
        wishes = self.journal.wishes[one.user]
        owed = [
            q
            for q in self.by_user[one.user]
            if q.is_open(one.at)
            and not self.turns.get((id(q), one.channel))
            and wishes.pace(one.channel, q.table) in AT_ONCE
            and (seen := self.journal.pass_after(q.since + ASKED_FOR, clean=False))
            and seen <= one.at
        ]
        named = set(one.tables)
        if one.channel == "mail":
            owed = [q for q in owed if q.table in named] if len(owed) > len(named) else owed
        if len(owed) != one.waiting and not self.is_unsure(one.at, owed):
            tables = [q.table for q in owed]
            self.problems.append(f"{one}: told of {one.waiting} tables, owed {tables}")
        for question in owed:
            self.book_turn(one, question)

    def is_unsure(self, moment: datetime, owed: list[Question]) -> bool:
        """Whether something was cut off meanwhile: it is not known what was done then."""
        since = min([question.since for question in owed], default=moment)
        return self.was_cut(min(since, moment - timedelta(minutes=20)), moment)

    def has_heard(self, question: Question, since: datetime, until: datetime) -> bool:
        """Whether somebody has heard of a question, was at the site meanwhile, or wants neither.

        Since the first of these times everything has had its time to go out.
        """
        ways = self.ways(question.user, question.table)
        if all(pace == "off" for _channel, pace in ways):
            return True
        if any(question.since <= at <= until for at in self.journal.visits[question.user]):
            return True
        for channel, _pace in ways:
            turns = self.turns.get((id(question), channel), [])
            digests = self.digests.get((question.user, channel), [])
            again = self.reminders.get((id(question), channel), [])
            if any(question.since <= at <= until for at in (*turns, *digests, *again)):
                return True
            if self.sure(since, channel) > until:
                return True  # nothing could go out on this channel
        return False

    # --- What is missing ---

    def missing(self) -> Iterator[str]:
        """What should have arrived, and has not, or should not have, and has."""
        for question in self.journal.questions:
            for channel, pace in self.ways(question.user, question.table):
                if pace in AT_ONCE:
                    yield from self.turn(question, channel, pace)
                yield from self.reminder(question, channel, pace)
        yield from self.happenings()
        yield from self.unwanted()
        for user, wishes in self.journal.wishes.items():
            for channel, pace in wishes.paces.items():
                if pace == "digest":
                    yield from self.daily(user, wishes, channel)

    def ways(self, user: int, table: int | None) -> list[tuple[str, str]]:
        """The channels on which a user can be told, and how soon they wish it."""
        wishes = self.journal.wishes[user]
        return [(channel, wishes.pace(channel, table)) for channel in wishes.paces]

    def sure(self, moment: datetime, channel: str) -> datetime:
        """By when what is due at a moment has been sent, whatever has happened on the way."""
        at = self.journal.pass_after(moment, clean=True) or self.journal.end + DAY
        for name, since, until in self.journal.failures:
            if (
                name == channel
                and since <= at + 10 * MINUTE
                and moment <= until + 4 * (until - since)
            ):
                again = until + 4 * (until - since) + 10 * MINUTE
                at = max(at, self.journal.pass_after(again, clean=True) or self.journal.end + DAY)
        follow = self.journal.pass_after(at + timedelta(seconds=1), clean=True)
        return max(at, follow or self.journal.end + DAY)

    def turn(self, question: Question, channel: str, pace: str) -> Iterator[str]:
        """Whether somebody was told once that it is their turn, if they had to be."""
        told = self.turns.get((id(question), channel), [])
        quiet = self.journal.wishes[question.user].quiet if pace == "quiet" else timedelta()
        seen = self.journal.pass_after(question.since + ASKED_FOR, clean=True)
        until = question.until or self.journal.end
        if seen is None:
            return
        moment = max(seen, question.since + quiet)
        where = f"user {question.user} by {channel}, table {question.table} since {question.since}"
        if told:
            wished = question.since + max(ASKED_FOR, quiet)
            self.late(told[0] - wished, f"{where} ({pace})")
        elif self.sure(max(moment, question.since + quiet + PAGE_OPEN), channel) < until:
            yield f"{where}: never told of their turn"

    def late(self, how_long: timedelta, where: str) -> None:
        """Note the notice that came the latest."""
        self.latest = max(self.latest, (how_long, where))

    def reminder(self, question: Question, channel: str, pace: str) -> Iterator[str]:
        """Whether somebody was reminded once for each time that their clock was set."""
        told = list(self.reminders.get((id(question), channel), []))
        where = f"user {question.user} by {channel}, table {question.table} since {question.since}"
        if pace == "off":
            if told:
                yield f"{where}: reminded against their wish"
            return
        ends = [clock.at for clock in question.clocks[1:]] + [question.until or self.journal.end]
        due_at = {clock.remind_at for clock in question.clocks}
        for clock, end in zip(question.clocks, ends, strict=False):
            if clock.remind_at is None:
                continue
            later = [
                c for c in question.clocks if c.at > clock.at and c.remind_at == clock.remind_at
            ]
            moment = max(clock.remind_at, clock.at)
            sure = self.sure(moment if clock.remind_at > clock.at else moment + SWEEP, channel)
            last = clock is question.clocks[-1]  # else what came when the next was set is of that
            mine = [at for at in told if moment <= at and (at < end or (last and at == end))]
            told = [at for at in told if at not in mine]
            if mine:
                self.late(mine[0] - moment, f"{where} (reminder)")
            elif not later and sure < min(end, clock.deadline) and not self.same(question, clock):
                yield f"{where}: not reminded at {clock.remind_at}"
            if len(mine) > 1:
                yield f"{where}: reminded {len(mine)} times, {mine}"
        if len(told) > len(due_at):
            yield f"{where}: reminded of nothing at {told}"

    def same(self, question: Question, clock: Set) -> bool:
        """Whether a clock before had its reminder at the same moment."""
        earlier = [c for c in question.clocks if c.at < clock.at]
        return any(c.remind_at == clock.remind_at for c in earlier)

    def happenings(self) -> Iterator[str]:
        """Whether all were told of everything that happened, once."""
        of: dict[tuple[str, int, int], list[Happening]] = defaultdict(list)
        for happening in self.journal.happenings:
            of[happening.kind, happening.table, happening.user].append(happening)
        for (kind, table, user), those in of.items():
            for channel, pace in self.ways(user, table):
                if pace in AT_ONCE:
                    where = f"user {user} by {channel}, table {table}: {kind}"
                    told = self.events.get((kind, table, user, channel), [])
                    yield from self.told_of(those, list(told), (channel, pace), where)

    def told_of(
        self, those: list[Happening], told: list[datetime], way: tuple[str, str], where: str
    ) -> Iterator[str]:
        """Whether somebody was told once of each of the same things at a table."""
        channel, pace = way
        for happening in those:
            quiet = self.journal.wishes[happening.user].quiet if pace == "quiet" else timedelta()
            moment = happening.at + quiet
            until = happening.until or self.journal.end
            mine = [at for at in told if happening.at - MINUTE <= at <= until + MINUTE]
            if mine:
                told.remove(mine[0])
                self.late(mine[0] - moment, where)
            elif self.sure(moment + PAGE_OPEN, channel) < self.held_until(happening):
                yield f"{where} never told, {happening.at}"
        if told and not self.was_cut(those[0].at, told[-1]):
            yield f"{where} told too often, {told}"

    def held_until(self, happening: Happening) -> datetime:
        """Until when something was to be told, if it had not been before.

        Whoever is asked by the time at which the beginning is told hears of that instead.
        """
        if happening.kind == "started":
            told_at = self.journal.pass_after(happening.at, clean=True) or self.journal.end
            of_table = [q for q in self.by_user[happening.user] if q.table == happening.table]
            if any(happening.at <= q.since <= told_at for q in of_table):
                return happening.at
        return min(self.journal.end, happening.until or self.journal.end, self.over(happening))

    def over(self, happening: Happening) -> datetime:
        """When the table of something was over, if it need not be told any more then."""
        if happening.kind == "finished":
            return self.journal.end
        return self.ended.get(happening.table, self.journal.end)

    def unwanted(self) -> Iterator[str]:
        """What nobody wanted: on a channel that is off, or of what has not happened."""
        happened = {(h.kind, h.table, h.user) for h in self.journal.happenings}
        begun = {question.table for question in self.journal.questions}
        for (kind, table, user, channel), _times in self.events.items():
            pace = self.journal.wishes[user].pace(channel, table)
            right = (kind, table, user) in happened or (kind == "started" and table in begun)
            if pace not in AT_ONCE or not right:
                yield f"user {user} by {channel}, table {table}: {kind} told, and unwanted ({pace})"
        for question in self.journal.questions:
            for channel in ("mail", "push", "webhook"):
                pace = self.journal.wishes[question.user].pace(channel, question.table)
                if self.turns.get((id(question), channel)) and pace not in AT_ONCE:
                    yield f"user {question.user} by {channel}: a turn told, and unwanted ({pace})"

    def daily(self, user: int, wishes: Wishes, channel: str) -> Iterator[str]:
        """Whether a digest has come once a day, on days with news and on no others."""
        days: dict[object, list[datetime]] = defaultdict(list)
        for at in self.digests.get((user, channel), []):
            days[self.day(at, wishes)].append(at)
        for day, times in days.items():
            if len(times) > 1:
                yield f"user {user} by {channel}: {len(times)} digests on {day}"
        asked = [
            q for q in self.by_user[user] if wishes.pace(channel, q.table) == "digest"
        ]  # fmt: skip
        over = [
            h.at for h in self.journal.happenings
            if user == h.user and h.kind in ("finished", "absent")
        ]  # fmt: skip
        due_days: set[object] = set()
        for hour in self.journal.digests:
            local = hour.astimezone(ZoneInfo(wishes.zone))
            day = self.day(hour, wishes)
            late = (local.hour - wishes.hour) % 24
            if late >= 4 or day in due_days:
                continue
            begin = (local - timedelta(hours=late)).replace(minute=0, second=0, microsecond=0)
            waiting = any(q.is_open(hour) for q in self.by_user[user])
            if not waiting and not any(begin - DAY < at <= hour for at in over):
                continue  # no news: the next hour is asked again
            due_days.add(day)
            sure = self.sure(hour + PAGE_OPEN + MINUTE, channel)
            is_due = any(q.since < hour and (q.until or self.journal.end) > sure for q in asked)
            if is_due and day not in days and sure < self.journal.end:
                yield f"user {user} by {channel}: no digest on {day}"
        for day, times in days.items():
            news = any(q.since <= times[0] and q.is_open(times[0]) for q in asked)
            if not news and not any(times[0] - 2 * DAY < at <= times[0] for at in over):
                yield f"user {user} by {channel}: a digest of nothing on {day}"

    def day(self, at: datetime, wishes: Wishes) -> object:
        """The day of a user's digests."""
        return (at.astimezone(ZoneInfo(wishes.zone)) - timedelta(hours=wishes.hour)).date()
