"""Lines die without a word, refuse or fall silent, and processes hang: how long do people wait?

The site is that of production, in a network namespace: two processes for tables, one for pages, two
workers, one for the outside. At the other ends of its lines are people, Postgres and the mail
server.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management import call_command

from config.running import postgres
from config.running.commands import close_connections
from games import tasks
from games.models import Seat
from tools.bench import site
from tools.lines import NetworkLine
from tools.namespaces import Link, Namespace, namespace
from tools.torture import bounds, proofs
from tools.torture.balancing import Balance
from tools.torture.failover import production
from tools.torture.mailserver import MailServer
from tools.torture.players import Seated, Witness
from tools.torture.waiting import (
    BOT,
    KINDS,
    LETTER,
    PAGE,
    RELOAD,
    SEEN,
    TABLE,
    TRY_AGAIN,
    YES,
    Circle,
    Forgetful,
    RepeatingReader,
    Waits,
)  # fmt: skip

TO_POSTGRES, TO_LISTEN = "10.231.48", "10.231.49"
"""The networks of further lines; the first one is that of people."""
TABLES, SPARE = 4, 5  # of each kind, played at the same time; and so many one after the other
GAME = "cuba"
PACE = 0.7  # seconds from one move to the next
CALM = 4.0  # seconds before the first act, and after each one until people are looked at
PATIENCE = 120.0  # seconds for all who wait after an act
REFUSED, SILENT, STOPPED, HELD = 33.0, 25.0, 20.0, 6.0
REFUSAL, BACK = "a refusal", "the first page and table afterwards"
IN_OUTAGE = {REFUSAL: bounds.refused() + 0.5, BACK: bounds.connected()}
"""Seconds at most while the database is away for all, and once it takes connections again."""

Tell = Callable[[str], None]


class Disturbance(msgspec.Struct):
    """Something that is done to the site for so many seconds, and what people may wait for."""

    begin: Callable[[], None]
    seconds: float
    waits: dict[str, float]  # seconds for each kind that may take more than a moment
    end: Callable[[], None] = lambda: None
    is_outage: bool = False  # of the database, for all


class NetworkStage:
    """The site, and the lines from it: to people, to Postgres (one to listen), and for mail."""

    def __init__(self, space: Namespace, stack: ExitStack) -> None:
        self.people = space.links[0]
        self.database, self.listening = space.link(TO_POSTGRES), space.link(TO_LISTEN)
        server = postgres.socket_folder(settings.DATA_DIR) / ".s.PGSQL.5432"
        self.mails = stack.enter_context(MailServer())
        self.to_postgres = stack.enter_context(line(server, self.database))
        self.to_listen = stack.enter_context(line(server, self.listening))
        self.to_mails = stack.enter_context(line(self.mails.port, self.database))
        environment = self.environment()
        self.ports = [site.free_port() for _ in range(2)]
        self.pages_port = site.free_port()
        self.tables = [site.leaving_daphne(port, **environment) for port in self.ports]
        self.pages = site.granian(self.pages_port, **environment)
        self.workers = [site.worker(**environment) for _ in range(2)]
        self.processes = [*self.tables, self.pages, *self.workers, site.sender(**environment)]
        command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
        self.files = site.Process(command, **environment)
        for process in self.processes:
            there = [self.people.far if part == "127.0.0.1" else part for part in process.command]
            process.command = space.within(there)

    def environment(self) -> dict[str, str]:
        """What each process is told."""
        name = postgres.NAME
        return {
            **production(),
            "ALLOWED_HOSTS": f"localhost {self.people.far}",
            "DATABASE_URL": f"postgres://{name}@{self.database.near}:{self.to_postgres.port}/{name}",
            "DATABASE_DIRECT_URL":
                f"postgres://{name}@{self.listening.near}:{self.to_listen.port}/{name}",
            "EMAIL_URL": f"smtp://{self.database.near}:{self.to_mails.port}",
            "BOT_PAUSE_MS": "20",
        }  # fmt: skip

    def acts(self) -> dict[str, Disturbance]:
        """The acts by name, with their bounds."""
        again = bounds.sent_again(4)
        lost = bounds.refused() + bounds.connected() + again
        after = bounds.connected() + again
        on_dead_line = {
            YES: bounds.left(),
            **dict.fromkeys((SEEN, BOT), bounds.left_at_rest()),
            **dict.fromkeys((PAGE, TABLE, LETTER), RELOAD + TRY_AGAIN),
        }
        sockets = (
            bounds.left() + bounds.in_script("OPEN_WITHIN") + 4 * bounds.in_script("FIRST_PAUSE")
        )
        everybody = (PAGE, TABLE, LETTER, YES, SEEN)
        return {
            "database-dead": Disturbance(
                lambda: self.die(self.database, self.to_postgres), HELD,
                {**dict.fromkeys(everybody, lost), BOT: bounds.worked() + lost},
            ),
            "listening-dead": Disturbance(
                lambda: self.die(self.listening, self.to_listen), HELD,
                {SEEN: bounds.heard(), BOT: bounds.worked()},
            ),
            "people-dead": Disturbance(self.people.move_here, HELD, on_dead_line),
            "database-refuses": Disturbance(
                self.refuse, REFUSED,
                {
                    **dict.fromkeys(everybody, REFUSED + after),
                    BOT: REFUSED + after + bounds.taken_over(),
                },
                self.accept,
                is_outage=True,
            ),
            "database-silent": Disturbance(
                self.fall_silent, SILENT,
                {
                    **dict.fromkeys(everybody, SILENT + lost),
                    BOT: SILENT + lost + bounds.worked(),
                },
                self.speak,
                is_outage=True,
            ),
            "mails-silent": Disturbance(
                lambda: self.to_mails.fall_silent(for_all=True), STOPPED, {}, self.to_mails.speak
            ),
            "tables-stopped": self.stopping(
                self.tables[:1],
                {TABLE: STOPPED, **dict.fromkeys((YES, SEEN, BOT), STOPPED + sockets)},
            ),
            "pages-stopped": self.stopping([self.pages], dict.fromkeys((PAGE, LETTER), STOPPED)),
            "worker-stopped": self.stopping(self.workers[:1], {BOT: bounds.taken_over()}),
        }  # fmt: skip

    # --- Acts ---

    def die(self, link: Link, way: NetworkLine) -> None:
        """No packet arrives any more over the connections of now; their sessions end."""
        link.move_there()
        way.cut()

    def refuse(self) -> None:
        self.to_postgres.refuse()
        self.to_listen.refuse()

    def accept(self) -> None:
        self.to_postgres.accept()
        self.to_listen.accept()

    def fall_silent(self) -> None:
        self.database.fall_silent()
        self.listening.fall_silent()

    def speak(self) -> None:
        self.database.speak()
        self.listening.speak()

    def stopping(self, processes: list[site.Process], waits: dict[str, float]) -> Disturbance:
        """The act in which processes hang, with all that they have started."""

        def send(number: signal.Signals) -> None:
            for process in processes:
                os.killpg(process.pid, number)

        return Disturbance(
            lambda: send(signal.SIGSTOP), STOPPED, waits, lambda: send(signal.SIGCONT)
        )

    # --- Ground ---

    async def start(self) -> None:
        """Start everything and wait for it."""
        self.files.start()
        assert self.files.process is not None
        assert await asyncio.to_thread(self.files.process.wait) == 0
        for process in self.processes:
            process.start()
        for port in (*self.ports, self.pages_port):
            async with Balance([port], self.people.far) as way:
                await asyncio.to_thread(site.wait_until_ready, way)

    def stop(self) -> None:
        """End everything."""
        for process in self.processes:
            process.stop()


@contextmanager
def line(target: Path | int, link: Link) -> Iterator[NetworkLine]:
    """A line to something, from the near end of a link."""
    made = NetworkLine(target)
    made.host = link.near
    with made:
        yield made


def network(*, acts: list[str], tell: Tell) -> dict[str, Any]:
    """Let it happen to the empty site of this data folder. Raises AssertionError."""
    site.migrate()
    call_command("createcachetable", "cache")
    witness = Witness()
    with namespace() as space, ExitStack() as stack:
        parties = [set_up(f"circle {index}") for index in range(TABLES)]
        with_bots = [set_up(f"bot {index}", with_bot=True) for index in range(TABLES)]
        addresses = [person.user.email for person in site.people(40)]
        close_connections()
        stage = NetworkStage(space, stack)
        chosen = {name: act for name, act in stage.acts().items() if not acts or name in acts}
        assert chosen, f"no such act: {acts}; there are: {', '.join(stage.acts())}"
        try:
            longest = asyncio.run(play(stage, parties, with_bots, addresses, chosen, witness, tell))
            counts = proofs.nothing_is_lost_or_doubled(witness)
        finally:
            close_connections()
            stage.stop()
    return {**counts, **judged(chosen, longest)}


def set_up(seed: str, *, with_bot: bool = False) -> list[list[Seated]]:
    """Tables of two that are played one after the other; with a bot at one seat of each."""
    tables = []
    for index in range(SPARE):
        crowd = site.people(2)
        table = site.begin_table(GAME, crowd, f"{seed} {index}")
        there = site.seated(table, crowd)
        if with_bot:
            place, _ = there.pop()
            Seat.objects.filter(table_id=table, place=place).update(bot="random")
            tasks.bots_play.defer(table_id=table)
        tables.append([Seated(table, place, person.cookie, "") for place, person in there])
    return tables


async def play(
    stage: NetworkStage, parties: list[list[list[Seated]]], with_bots: list[list[list[Seated]]],
    addresses: list[str], acts: dict[str, Disturbance], witness: Witness, tell: Tell,
) -> dict[str, dict[str, float]]:  # fmt: skip
    """Let people play and read while one act follows the other: the longest waits in each."""
    waits, enough = Waits(), asyncio.Event()
    await stage.start()
    tell(f"In turn: {', '.join(acts)}; the load is {os.getloadavg()}")
    far = stage.people.far
    async with (
        Balance(stage.ports, far) as tables,
        Balance(stage.ports[::-1], far) as others,
        Balance([stage.pages_port], far) as pages,
    ):
        ways = [tables, others]  # who sits at one table hears of moves from the other process
        circles = [Circle(seats, False, ways, witness, waits) for seats in parties]
        circles += [Circle(seats, True, ways, witness, waits) for seats in with_bots]
        somebody = parties[0][0][0]
        readers = [
            RepeatingReader(PAGE, "/lobby/", pages, somebody.cookie, waits),
            RepeatingReader(TABLE, f"/tables/{somebody.table}/", tables, somebody.cookie, waits),
            Forgetful("/accounts/password/reset/", pages, addresses, waits),
        ]
        async with asyncio.TaskGroup() as group:
            for circle in circles:
                group.create_task(circle.play_all(PACE, enough.is_set))
            for reader, pace in zip(readers, (0.3, 0.3, 4.0), strict=True):
                group.create_task(reader.read(pace, enough.is_set))
            await asyncio.sleep(CALM)
            while set(KINDS) - waits.longest(0).keys():  # the first pages take long
                await asyncio.sleep(0.1)
            longest = {
                name: await done(name, act, waits, tell, readers[:2]) for name, act in acts.items()
            }
            enough.set()
    return longest


async def done(
    name: str, act: Disturbance, waits: Waits, tell: Tell, readers: list[RepeatingReader]
) -> dict[str, float]:
    """Do one act to its end, and wait until nobody waits for it any more: the longest waits."""
    begun = time.monotonic()
    await asyncio.to_thread(act.begin)
    try:
        await asyncio.sleep(act.seconds)
    finally:
        await asyncio.to_thread(act.end)
    back = await asyncio.gather(*(reader.opens_again() for reader in readers if act.is_outage))
    await asyncio.sleep(CALM)
    ended = time.monotonic()
    while not waits.are_over(ended):
        assert time.monotonic() < ended + PATIENCE, f"{name}: still waiting: {waits.open}"
        await asyncio.sleep(0.1)
    longest = waits.longest(begun)
    if act.is_outage:
        longest |= {REFUSAL: waits.longest_refusal(begun), BACK: max(back)}
    seconds = ", ".join(f"{kind} {longest[kind]:.1f}" for kind in sorted(longest))
    tell(f"{time.strftime('%H:%M:%S')} {name}, longest waits in s: {seconds}")
    return longest


def judged(acts: dict[str, Disturbance], longest: dict[str, dict[str, float]]) -> dict[str, float]:
    """The longest waits of people. AssertionError for one that is over its bound."""
    counts, late = {}, []
    for name, act in acts.items():
        unseen = set(KINDS) - longest[name].keys()
        assert not unseen, f"{name}: nobody has waited for {', '.join(sorted(unseen))}"
        for kind, seconds in longest[name].items():
            bound = bounds.BUSY * (IN_OUTAGE.get(kind) or bounds.MOMENT + act.waits.get(kind, 0.0))
            counts[f"{name}: longest wait for {kind}, of {bound:.1f} s"] = round(seconds, 1)
            if seconds > bound:
                late.append(f"{name}: {seconds:.1f} s for {kind}, of {bound:.1f}")
    assert not late, f"people waited too long: {'; '.join(late)}"
    return counts | {"longest wait of a person, s": max(counts.values())}
