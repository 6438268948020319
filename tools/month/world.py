"""A simulated month: people who play, a worker that looks every few minutes, and what goes wrong.

Everything is done by the site's own services and jobs, each of which is told what time it is.
"""

from __future__ import annotations

import heapq
import itertools
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Q

from accounts.notices import feeds, wishes
from config.web import buckets as limits
from config.web.refusal import Refused
from games.changing import clocks, services
from games.errors import TableBusy
from games.judging.clocks import stamp_of
from games.models import Seat, Table
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.updates import updates_now
from tools.month import agreeing, dying, standing
from tools.month.feeds import fetch
from tools.month.journal import Journal, Observer, Wishes
from tools.month.listening import ListeningConnection
from tools.month.people import Person, person_make
from tools.month.post import Post
from tools.month.talking import Talk
from tools.month.worker import Worker

BEGIN = datetime(2027, 3, 12, tzinfo=UTC)
"""Clocks change in America on 14 March, in Europe on 28 March, on Lord Howe and in Auckland on 4
April: so even within a few days."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HALF_AN_HOUR, LOOKS = timedelta(minutes=30), 5
CHANNELS = {"mail": "mails", "push": "pushes", "webhook": "hooks"}
TABLES_PER_PERSON = 0.35
BAD_DEED = 0.01
"""How often a deed of a person is cut off."""

PACES: list[dict[str, Any]] = [
    {"pace": "none"},
    {"pace": "answer", "pace_start": 24 * 60, "most_protected": 3 * 24 * 60},
    {"pace": "answer", "pace_start": 3 * 24 * 60, "most_protected": 7 * 24 * 60},
    {"pace": "answer", "pace_start": 12 * 60, "most_protected": 0},
    {"pace": "answer", "pace_start": 24 * 60, "most_protected": 0},
    {"pace": "answer", "pace_start": 8 * 60, "most_protected": 12 * 60},
    {
        "pace": "budget", "pace_start": 5 * 24 * 60, "pace_increment": 6 * 60,
        "pace_cap": 6 * 24 * 60, "most_protected": 5 * 24 * 60,
    },
]  # fmt: skip
AT_TIMEOUT = ["bot", "bot", "once", "offer", "close"]
EVENING = {"pace": "budget", "pace_start": 30, "pace_increment": 1, "pace_cap": 40}
"""Friends on one evening: minutes."""


class World:
    """The site, its people, and the time."""

    def __init__(
        self, *, seed: str, days: float, users: int, post: Post, postgres_too: bool
    ) -> None:
        self.chance = random.Random(f"month {seed}")
        self.seed, self.post, self.postgres_too = seed, post, postgres_too
        self.now, self.end = BEGIN, BEGIN + days * DAY
        self.days = days
        self.journal = Journal(BEGIN, self.end)
        self.observer = Observer(self.journal)
        self.keeper = dying.Keeper()
        self.events: list[tuple[datetime, int, Callable[[], None]]] = []
        self.numbers = itertools.count()
        self.is_up = self.worker_up = True
        self.failing_since: dict[str, datetime] = {}
        self.over: set[int] = set()
        self.watcher = ListeningConnection(self.keeper)
        self.is_stopped = False
        self.progress: Callable[[int], None] = lambda _day: None
        self.live: set[int] = set()
        self.busy: set[int] = set()
        self.talk = Talk(self)
        self.worker = Worker(self)
        for number in range(users):
            self.arrive(number)
        self.plan()

    # --- Time ---

    def at(self, moment: datetime, deed: Callable[[], None]) -> None:
        """Have something happen at a moment."""
        heapq.heappush(self.events, (moment, next(self.numbers), deed))

    def in_(self, seconds: float, deed: Callable[[], None]) -> None:
        """Have something happen a while later."""
        self.at(self.now + timedelta(seconds=seconds), deed)

    def run(self) -> None:
        """Let the time pass; if it is stopped, the month is accounted for until then."""
        with self.watcher:
            while self.events and self.events[0][0] < self.end and not self.is_stopped:
                self.now, _number, deed = heapq.heappop(self.events)
                deed()
            self.journal.problems += self.watcher.missed()
        self.journal.end = self.end = self.now
        self.journal.arrived += self.post.collect(self.now)
        for channel, since in self.failing_since.items():
            self.journal.failures.append((channel, since, self.end))

    def stop(self) -> None:
        """End the month after what is being done now."""
        self.is_stopped = True

    def plan(self) -> None:
        """The worker, the tables, and all that will go wrong."""
        chance = self.chance

        def moment() -> datetime:
            return BEGIN + chance.uniform(0.1, 0.9) * self.days * DAY

        self.at(BEGIN, self.worker.work)
        self.at(BEGIN + 6 * HOUR, self.talk.name_sleeper)
        for number in range(max(8, int(len(self.people) * TABLES_PER_PERSON))):
            self.at(BEGIN + chance.uniform(0, min(2, self.days / 4)) * DAY, self.opener(number))
        for number in range(max(1, int(self.days * len(self.people) / 500))):
            self.at(moment(), self.opener(number, live=True))
        for _ in range(max(1, int(self.days / 6))):
            self.at(moment(), self.breaker(timedelta(hours=chance.uniform(0.3, 6)), web=True))
            self.at(moment(), self.breaker(timedelta(minutes=chance.uniform(6, 90)), web=False))
        self.at(BEGIN + self.days * DAY * 0.55, self.breaker(DAY if self.days > 8 else 9 * HOUR))
        for _ in range(max(2, int(self.days / 3))):
            self.at(moment(), self.failing(chance.choice(list(CHANNELS))))
            self.at(moment(), self.watcher.end)
        for day in range(1, int(self.days) + 1):
            self.at(BEGIN + day * DAY - HOUR, self.look_at_all)

    def look_at_all(self) -> None:
        """Look at all tables in play, once the worker has been there for a while."""
        lately = [fine for at, fine in self.journal.passes if at > self.now - HALF_AN_HOUR]
        if len(lately) < LOOKS or not all(lately) or not self.worker_up:
            self.in_(HALF_AN_HOUR.total_seconds(), self.look_at_all)
            return
        self.journal.looks.append(standing.look(self.now))
        self.progress(len(self.journal.looks))
        self.journal.problems += self.watcher.missed()

    def breaker(self, how_long: timedelta, *, web: bool = True) -> Callable[[], None]:
        """Something that stops the worker for so long, or the whole server."""

        def back() -> None:
            self.is_up = self.worker_up = True

        def down() -> None:
            if not (self.is_up and self.worker_up):
                self.in_(3600, down)
                return
            self.is_up, self.worker_up = not web, False
            self.journal.counts["server down" if web else "worker down"] += 1
            self.at(self.now + how_long, back)

        return down

    def failing(self, channel: str) -> Callable[[], None]:
        """Something that puts the other side of a channel out of order for a while."""

        def fail() -> None:
            if channel not in self.post.out_of_order:
                self.post.fail(channel)
                self.failing_since[channel] = self.now
                self.in_(self.chance.uniform(300, 4 * 3600), mend)

        def mend() -> None:
            self.post.mend(channel)
            since = self.failing_since.pop(channel)
            self.journal.failures.append((channel, since, self.now))

        return fail

    # --- People ---

    def arrive(self, number: int) -> None:
        """Somebody new."""
        self.people: dict[int, Person] = getattr(self, "people", {})
        person = person_make(number, BEGIN, max(2, int(self.days)), self.post, self.chance)
        self.people[person.id] = person
        user = person.user
        ways = {"mail": True, "push": user.devices.exists(), "webhook": hasattr(user, "hook")}
        self.journal.wishes[person.id] = Wishes(
            {way: getattr(user, CHANNELS[way]) for way, has in ways.items() if has},
            {}, timedelta(minutes=user.quiet_minutes), user.daily_hour, user.time_zone,
            user.chat_news,
        )  # fmt: skip
        self.next_visit(person)
        if feeds.feeds_of(user):
            self.in_(self.chance.uniform(0, 1) * DAY.total_seconds(), lambda: self.fetch(person))
        if person.announces is not None and person.announces > BEGIN:
            self.at(person.announces, lambda: self.announce(person))

    def next_visit(self, person: Person) -> None:
        """Plan when somebody looks in again."""
        hours = self.chance.expovariate(person.visits / 14) + 0.2
        then = person.at_leisure(self.now + hours * HOUR, self.chance)
        if then is None:
            self.journal.counts["people who vanished"] += 1
            return
        self.at(then, lambda: self.visit(person))

    def fetch(self, person: Person) -> None:
        """Somebody's programs fetch their calendar and feed, once a day."""
        if self.is_up:
            self.journal.fetched.append(fetch(person.user, self.now))
        self.in_(DAY.total_seconds(), lambda: self.fetch(person))

    def announce(self, person: Person) -> None:
        """Somebody announces their trip."""
        if not self.is_up:
            self.in_(3600, lambda: self.announce(person))
            return
        trip = person.trip
        assert trip is not None
        self.deed(
            lambda: clocks.own_time_set(
                user_id=person.id, zone=person.user.time_zone, away=[trip], now=self.now
            )
        )
        self.journal.counts["absences announced"] += 1

    def visit(self, person: Person) -> None:
        """Somebody looks in, and answers what there is to answer, one thing after another."""
        if not self.is_up:
            self.in_(self.chance.uniform(600, 7200), lambda: self.visit(person))
            return
        self.journal.counts["visits"] += 1
        self.journal.visits[person.id].append(self.now)
        self.next_visit(person)
        self.talk.look_at_decisions(person)
        agreeing.look_around(self, person)
        self.go_on(person, self.chance.randrange(2, 12))

    def told(self, person: Person, table: int) -> dict[str, Any]:
        """Who does something where and when, as services are told it."""
        return {"table_id": table, "user_id": person.id, "now": self.now}

    def go_on(self, person: Person, most: int) -> None:
        """One more thing of a visit."""
        if not self.is_up or most <= 0:
            return
        seats = list(
            Seat.objects.filter(user=person.id, table__status="playing", resigned_at=None)
            .filter(Q(deciding=True, bot="") | ~Q(bot="") | Q(table__wish__isnull=False))
            .exclude(table__in=self.busy)
            .select_related("table").order_by("since", "pk")
        )  # fmt: skip
        seats = [seat for seat in seats if self.is_of_interest(seat)]
        if not seats:
            return
        if self.chance.random() < 0.5:
            self.deed(lambda: wishes.are_here([person.id], self.now))
            self.journal.here.setdefault(person.id, []).append(self.now)
        self.attend(person, seats[0] if self.chance.random() < 0.8 else self.chance.choice(seats))
        self.in_(self.chance.uniform(8, 90), lambda: self.go_on(person, most - 1))

    def is_of_interest(self, seat: Seat) -> bool:
        """Whether there is something to do at a seat."""
        if seat.bot:
            return seat.absent_since is not None
        wish = seat.table.wish
        return seat.deciding or bool(wish and seat.place not in wish["agreed"])

    def attend(self, person: Person, seat: Seat) -> None:
        """Do what there is to do at a table."""
        self.talk.attend(person, seat)
        table, dice = seat.table_id, self.chance.random()
        told = self.told(person, table)
        wish = seat.table.wish
        if seat.bot:
            self.deed(lambda: services.seat_return(**told))
        elif wish and seat.place not in wish["agreed"]:
            seen = table_load(table).wish
            agree = dice < 0.85
            if seen is not None:
                self.deed(lambda: clocks.wish_answer(seen=stamp_of(seen), agree=agree, **told))
        elif dice < 0.02 and seat.table.pace != "none":
            agreeing.ask(self, seat, told)
        elif dice < 0.0215:
            self.deed(lambda: services.seat_resign(**told))
        else:
            self.answer(person, seat, told)

    def answer(self, person: Person, seat: Seat, told: dict[str, Any]) -> None:
        """Answer what is asked, and sometimes take that back a little later."""
        if not seat.deciding:
            return
        row = table_load(seat.table_id)
        question = updates_now(row).of(person.id, row.number).question
        if question is None or not question.moves:
            self.journal.problems.append(f"table {seat.table_id}: asked, and nothing is offered")
            return
        move = self.chance.choice(question.moves).move
        facts = {"question": question.id, "move": json.loads(json.dumps(move))}
        if self.deed(lambda: services.move_submit(**told, **facts)):
            self.journal.counts["answers"] += 1
        if self.chance.random() < 0.05:
            self.in_(self.chance.uniform(3, 7), lambda: self.undo(person, seat.table_id))

    def undo(self, person: Person, table: int) -> None:
        """Take the latest move back, if that is possible."""
        told = self.told(person, table)
        if self.is_up and self.deed(lambda: services.move_undo(**told)):
            self.journal.counts["moves taken back"] += 1

    def deed(self, work: Callable[[], object]) -> bool:
        """Let a web process do something, which may die in the middle; whether it was done."""
        limits.clock_changes.levels.clear()  # a month has passed for the site, and no time for it
        done = True
        try:
            if self.chance.random() < BAD_DEED:
                cut = self.cut("web")
                done = cut.run(work)
                self.note(cut, "web")
            else:
                work()
        except (Refused, TableBusy):
            done = False
            self.journal.counts["refused"] += 1
        self.watch()
        return done

    # --- Tables ---

    def opener(self, number: int, *, live: bool = False, again: list[int] | None = None) -> Any:
        """Something that opens a table and begins it."""

        def open_table() -> None:
            if not self.is_up:
                self.in_(1800, open_table)
                return
            slugs = sorted(GAMES)
            slug = slugs[number % len(slugs)]
            least, most = GAMES[slug].players[0], GAMES[slug].players[-1]
            count = self.chance.randint(max(2, least), min(4, most))
            bots = int(count > 2 and self.chance.random() < 0.3)
            count = max(count, least)
            people = again or self.chance.sample(sorted(self.people), count - bots)
            bots = max(0, count - len(people))
            people = people[: count - bots]
            pace = EVENING if live else PACES[(number * 3 + number // 7) % len(PACES)]
            ending = self.chance.choice(AT_TIMEOUT)
            table = Table.objects.create(
                game=slug, options={}, host_id=people[0], seats_min=count, seats_max=count,
                at_timeout=ending, **pace,
            )  # fmt: skip
            seats = [Seat(table=table, place=p, user_id=u) for p, u in enumerate(people)]
            bot = [Seat(table=table, place=len(people) + p, bot="random") for p in range(bots)]
            Seat.objects.bulk_create(seats + bot)
            self.prefer(table, people)
            self.begin(table.pk, number)
            if live:
                self.live.add(table.pk)
                self.busy.add(table.pk)
                until = self.now + 3 * HOUR
                for user in people:
                    self.in_(self.chance.uniform(20, 120), self.sitting(user, table.pk, until))

        return open_table

    def prefer(self, table: Table, people: list[int]) -> None:
        """Some choose how soon they wish to hear of this one table."""
        for user in people:
            wish = self.journal.wishes[user]
            if self.chance.random() < 0.1:
                pace = self.chance.choice(["off", "turn"])
                wishes.table_pace_set(user=self.people[user].user, table=table, pace=pace)
                wish.tables[table.pk] = pace

    def begin(self, table: int, number: int) -> None:
        """Begin a table; again, if the process died over it."""
        facts: dict[str, Any] = {
            "table_id": table,
            "seed": f"{self.seed} {number} {len(self.observer.numbers)}",
            "lot": False,
        }
        self.deed(lambda: services.table_begin(now=self.now, **facts))
        if Table.objects.get(pk=table).status == "open":  # the process died over it
            self.in_(30, lambda: self.begin(table, number))

    def sitting(self, user: int, table: int, until: datetime) -> Callable[[], None]:
        """Somebody sits at a table of one evening, and answers within a minute."""

        def look() -> None:
            gone = self.now > until or self.chance.random() < 0.004
            seat = Seat.objects.filter(table=table, user=user, table__status="playing")
            mine = seat.select_related("table").first()
            if gone or mine is None or mine.resigned_at is not None:
                return
            if self.is_up and self.is_of_interest(mine):
                self.attend(self.people[user], mine)
            self.in_(self.chance.uniform(5, 60), look)

        return look

    def watch(self) -> None:
        """Look at what has changed; those who have played to the end begin again some time."""
        for table in self.observer.look(self.now):
            if table in self.over:
                continue
            self.over.add(table)
            self.journal.counts["tables over"] += 1
            people = Seat.objects.filter(table=table, user__isnull=False).order_by("place")
            again = list(people.values_list("user_id", flat=True))
            self.chance.shuffle(again)
            if table not in self.live:
                game = sorted(GAMES).index(Table.objects.get(pk=table).game)
                number = game + len(GAMES) * self.chance.randrange(100)
                later = self.opener(number, again=again)
                self.in_(self.chance.uniform(600, 12 * 3600), later)

    # --- What is cut off ---

    def cut(self, who: str) -> dying.Cut:
        """A cut at a random round trip."""
        how = self.chance.choice([dying.KILLED, dying.LOST])
        if self.postgres_too and self.chance.random() < 0.02:
            how = dying.POSTGRES
        at = 1 + int(self.chance.expovariate(1 / (2 if who == "web" else 14)))
        return dying.Cut(self.keeper, how, at, before=self.chance.random() < 0.5)

    def note(self, cut: dying.Cut, who: str) -> None:
        """Note that something was cut off."""
        if cut.happened:
            self.journal.cuts.append(self.now)
            self.journal.counts[f"{who}: {cut.how}"] += 1
