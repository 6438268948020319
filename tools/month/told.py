"""What people were told in a simulated month, beside what they should have been told.

Nothing here asks the outbox of the site: what was owed is worked out from who was asked what, and
when.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tools.month.chats import is_unread
from tools.month.journal import AskedQuestion, Happening, Journal, Set, Wishes
from tools.month.post import ArrivedNotice

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
AGREED = timedelta(seconds=2)  # by how much two clocks may differ
ASKED_FOR = timedelta(seconds=60)  # before anybody is told
PAGE_OPEN = timedelta(minutes=15)  # delays a notice for so long at most
SWEEP = timedelta(minutes=10)  # how often all seats are looked at, and not only the latest
AT_ONCE = ("turn", "quiet")
OF_HEARING = ("said", "mentioned", "decided", "heard", "moderation")  # see `hearing`


class NoticeLedger:
    """Who was told of what: each thing that arrived is booked to what it was about, once."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.again = 0
        self.latest: tuple[timedelta, str] = (timedelta(), "")
        self.by_user: dict[int, list[AskedQuestion]] = defaultdict(list)
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

    def book_again(self, one: ArrivedNotice, before: datetime) -> None:
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

    def book(self, one: ArrivedNotice) -> None:
        """Book something that has arrived."""
        wishes = self.journal.wishes.get(one.user)
        pace = wishes.paces.get(one.channel, "off") if wishes else "turn"
        kind = "digest" if one.kind == "many" and pace == "digest" else one.kind
        if kind in OF_HEARING:
            self.counts[f"{one.channel} {kind}"] += 1
            return
        self.counts[f"{one.channel} {kind}"] += 1
        if kind == "digest":
            self.digests[one.user, one.channel].append(one.at)
        elif one.kind == "many":
            self.book_many(one)
        elif one.kind in ("turn", "reminder"):
            self.book_question(one)
        else:
            self.events[one.kind, one.tables[0], one.user, one.channel].append(one.at)

    def book_question(self, one: ArrivedNotice) -> None:
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

    def book_turn(self, one: ArrivedNotice, question: AskedQuestion) -> None:
        """Book a turn; nobody is told twice, nor before a minute has passed."""
        times = self.turns[id(question), one.channel]
        if times and self.was_cut(times[-1], one.at):
            self.again += 1  # it went with others before, and now goes alone
        elif times:
            self.problems.append(f"{one}: they were told of this question before, {times[-1]}")
        if one.at < question.since + ASKED_FOR - AGREED:
            self.problems.append(f"{one}: asked only since {question.since}")
        times.append(one.at)

    def book_many(self, one: ArrivedNotice) -> None:
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

    def is_unsure(self, moment: datetime, owed: list[AskedQuestion]) -> bool:
        """Whether something was cut off meanwhile: it is not known what was done then."""
        since = min([question.since for question in owed], default=moment)
        return self.was_cut(min(since, moment - timedelta(minutes=20)), moment)

    def has_heard(self, question: AskedQuestion, since: datetime, until: datetime) -> bool:
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

    def turn(self, question: AskedQuestion, channel: str, pace: str) -> Iterator[str]:
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

    def reminder(self, question: AskedQuestion, channel: str, pace: str) -> Iterator[str]:
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

    def same(self, question: AskedQuestion, clock: Set) -> bool:
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
        for kind, table, user, channel in self.events:
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
            talked = self.talked(user, begin - DAY, hour, hour)
            if not waiting and not talked and not any(begin - DAY < at <= hour for at in over):
                continue  # no news: the next hour is asked again
            due_days.add(day)
            sure = self.sure(hour + PAGE_OPEN + MINUTE, channel)
            is_due = any(q.since < hour and (q.until or self.journal.end) > sure for q in asked)
            is_due = is_due or self.talked(user, begin - DAY, hour, min(sure, self.journal.end))
            if is_due and day not in days and sure < self.journal.end:
                yield f"user {user} by {channel}: no digest on {day}"
        for day, times in days.items():
            news = any(q.since <= times[0] and q.is_open(times[0]) for q in asked)
            news = news or self.talked(user, times[0] - 2 * DAY, times[0], times[0])
            news = news or any(one == user for one, _table in self.journal.joined)
            if not news and not any(times[0] - 2 * DAY < at <= times[0] for at in over):
                yield f"user {user} by {channel}: a digest of nothing on {day}"

    def talked(self, user: int, since: datetime, until: datetime, at: datetime) -> bool:
        """Return whether something was said in this time that a user had not read at another."""
        said = (one for one in self.journal.said if since < one.at < until)
        return any(is_unread(self.journal, one, user, at) for one in said)

    def day(self, at: datetime, wishes: Wishes) -> object:
        """The day of a user's digests."""
        return (at.astimezone(ZoneInfo(wishes.zone)) - timedelta(hours=wishes.hour)).date()
