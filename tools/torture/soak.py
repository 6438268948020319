"""A site under load for a long time: does anything grow that should not?

People play table after table, with bots at some; sockets come and go, pages are asked for, mails,
pushes and hooks go out. Everything that the processes and the database hold is read meanwhile.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from config.running.commands import close_connections
from games import tasks
from games.models import Seat
from games.rules.registry import GAMES
from tools.bench import site
from tools.bench.sockets import Pages
from tools.torture import proofs, samples
from tools.torture.balancing import Balance
from tools.torture.mailserver import MailServer
from tools.torture.movers import Party
from tools.torture.outside import Outside
from tools.torture.players import Seated, Witness
from tools.torture.rolling import LONG

PACE = 2.0  # seconds between two moves at a table
COMINGS = 1.0  # seconds between two sockets that come again
PATIENCE = 150.0  # seconds for one move: others may need the machine, too
PAGES = 0.5  # seconds between two pages
ADDRESSES = ("/", "/tables/", "/tables/{}/", "/accounts/settings/")
SMALL = "tools.torture.small_tables:application"
SMALL_WORKER = ["-m", "tools.torture.small_worker"]
SAMPLES = 60
CLOSEST = 1.0  # seconds between two samples, at least
SHORTEST = 5.0  # minutes: below that, everything is still filling, and nothing is judged

Tell = Callable[[str], None]
Crowd = list[site.SignedInUser]


class Grows(AssertionError):
    """Something grows that should not."""


def soak(*, minutes: float, rate: float, tell: Tell) -> dict[str, Any]:
    """Let people play for so long. Raises AssertionError."""
    site.migrate()
    witness, crowds = Witness(), [site.people(2) for _ in range(max(1, round(rate * PACE)))]
    with MailServer() as mails, Outside() as outside:
        tables = Tables()
        first = [tables.begin(crowd) for crowd in crowds]
        outside.fill()
        close_connections()
        environment = {
            "LOG_LEVEL": "ERROR", "EMAIL_URL": mails.address, "BOT_PAUSE_MS": "50",
            "TURN_NOTICE_DELAY": "1",
        }  # fmt: skip
        with Household({**outside.environment, **environment}) as (ports, groups):
            tell(f"{len(crowds)} tables, {rate:.0f} moves a second, {minutes:g} minutes")
            found = asyncio.run(play(crowds, first, tables, ports, groups, witness, minutes, tell))
        counts = proofs.nothing_is_lost_or_doubled(witness)
        counts |= {"tables begun": next(tables.count), "mails taken": len(mails.taken)}
        close_connections()
    show(found, tell)
    if minutes < SHORTEST:
        tell(f"Not judged: in less than {SHORTEST:g} minutes everything is still filling.")
        return {**counts, "samples": len(found)}
    verdicts = samples.judged(found)
    if grown := [verdict.name for verdict in verdicts if verdict.grows]:
        raise Grows(f"grows: {', '.join(grown)}")
    return {**counts, "samples": len(found), "readings that do not grow": len(verdicts)}


class Tables:
    """Tables of long games, one after the other; a bot sits at every fifth."""

    def __init__(self) -> None:
        self.count = itertools.count()

    def begin(self, crowd: Crowd) -> list[Seated]:
        """A table for these people; those of their seats that are not a bot's."""
        index = next(self.count)
        slug = LONG[index % len(LONG)]
        assert GAMES[slug].players[0] <= len(crowd)
        table = site.begin_table(slug, crowd, f"soak {index}")
        seats = site.seated(table, crowd)
        if index % 5 == 4:
            place, _ = seats.pop()
            Seat.objects.filter(table_id=table, place=place).update(bot="random")
            tasks.bots_play.defer(table_id=table)
        return [Seated(table, place, person.cookie, "") for place, person in seats]


class Household:
    """Two processes for tables and pages, and workers; entered, it is their ports and groups.

    Each group has a name, and says which pids are in it.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        self.ports = [site.free_port() for _ in range(2)]
        self.servers = [site.leaving_daphne(port, SMALL, **environment) for port in self.ports]
        self.worker = site.worker(SMALL_WORKER, **environment)
        self.sender = site.worker(SMALL_WORKER, "--outside", **environment)

    def __enter__(self) -> tuple[list[int], dict[str, Callable[[], list[int]]]]:
        for process in (*self.servers, self.worker, self.sender):
            process.start()
        for port in self.ports:
            site.wait_until_ready(port)
        pids = {
            "tables 1": self.servers[0].pid, "tables 2": self.servers[1].pid,
            "worker": self.worker.pid, "sender": self.sender.pid,
        }  # fmt: skip
        groups = {name: lambda pid=pid: [pid] for name, pid in pids.items()}
        return self.ports, {**groups, "Postgres": site.postgres_processes}

    def __exit__(self, *_: object) -> None:
        for process in (self.worker, self.sender, *self.servers):
            process.stop()


async def play(
    crowds: list[Crowd], first: list[list[Seated]], tables: Tables, ports: list[int],
    groups: Any, witness: Witness, minutes: float, tell: Tell,
) -> list[tuple[float, samples.Sample]]:  # fmt: skip
    """Let them play, and take samples; each has its second."""
    found: list[tuple[float, samples.Sample]] = []
    loop, enough = asyncio.get_running_loop(), asyncio.Event()
    parties: dict[int, Party] = {}
    with ThreadPoolExecutor(1) as thread:  # so that we hold one connection ourselves
        async with Balance(ports) as port:

            async def table_after_table(index: int, seats: list[Seated]) -> None:
                begin = time.monotonic() + 1 + PACE * index / len(crowds)
                while True:
                    parties[index] = Party(seats, port, witness)
                    parties[index].patience = PATIENCE
                    await parties[index].play(begin, PACE, enough.is_set)
                    if enough.is_set():
                        break
                    seats = await loop.run_in_executor(thread, tables.begin, crowds[index])
                    begin = time.monotonic()

            playing = [
                asyncio.create_task(table_after_table(index, seats))
                for index, seats in enumerate(first)
            ]
            restless = [
                asyncio.create_task(come_again(parties, enough)),
                asyncio.create_task(look(port, parties, enough, witness)),
            ]
            began = time.monotonic()
            most = max(2, min(SAMPLES, round(60 * minutes / CLOSEST)))
            for number in range(1, most + 1):
                due = began + 60 * minutes * number / most
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                sample = await loop.run_in_executor(thread, samples.of_all, groups)
                found.append((time.monotonic() - began, sample))
                tell(line(*found[-1], witness))
                failed = [task for task in playing if task.done() and task.exception()]
                if failed:
                    await failed[0]
            enough.set()
            await asyncio.gather(*playing, *restless)
        await loop.run_in_executor(thread, close_connections)
    return found


async def come_again(parties: dict[int, Party], enough: asyncio.Event) -> None:
    """Let one socket after the other be opened anew, or be lost without a word."""
    chance = random.Random("come again")
    while not enough.is_set():
        await asyncio.sleep(COMINGS)
        seat = chance.choice(chance.choice(list(parties.values())).seats)
        if seat.is_leaving or seat.socket is None:
            continue
        if chance.random() < 0.5:
            seat.socket.drop()
        else:
            seat.start(0)


async def look(
    port: int, parties: dict[int, Party], enough: asyncio.Event, witness: Witness
) -> None:
    """Ask for one page after the other."""
    chance = random.Random("look")
    while not enough.is_set():
        await asyncio.sleep(PAGES)
        seated = chance.choice(list(parties.values())).seats[0].seated
        pages = Pages(port, {"Cookie": seated.cookie})
        try:
            status, _ = await pages.get(chance.choice(ADDRESSES).format(seated.table))
            witness.counts[f"pages answered {status}"] += 1
        finally:
            pages.close()


def line(at: float, sample: samples.Sample, witness: Witness) -> str:
    """A sample in a line."""
    groups = ("tables 1", "tables 2", "worker", "sender", "Postgres")
    memory = {group: sample[f"{group}: own memory, MB"] for group in groups}
    files = {group: sample[f"{group}: open files"] for group in groups}
    held = "  ".join(f"{one} {memory[one]:.0f} MB {files[one]:.0f} files" for one in groups)
    rows = "  ".join(
        f"{name} {sample[f'rows: {name}']:.0f}"
        for name in ("connections", "jobs to do", "jobs done", "notices owed", "sessions")
    )
    return f"{at:6.0f} s  {witness.counts['answered 200']:6} moves  {held}  {rows}"


def show(found: list[tuple[float, samples.Sample]], tell: Tell) -> None:
    """What everything was in the beginning, in the middle and in the end."""
    heads = f"{'first':>10} {'middle':>10} {'last':>10} {'growth':>10} {'±':>8}"
    tell(f"{heads} {'lately':>8} {'room':>8}")
    for v in samples.judged(found):
        word = "GROWS" if v.grows else ""
        numbers = (
            f"{v.first:10.1f} {v.middle:10.1f} {v.last:10.1f} {v.growth:+10.2f} {v.error:8.2f}"
        )
        tell(f"{numbers} {v.lately:+8.2f} {v.room:8.1f}  {v.name}  {word}")
    middle, last = found[len(found) // 2][1], found[-1][1]
    for name in filter(lambda name: not samples.is_steady(name), last):
        tell(f"{found[0][1][name]:10.1f} {middle[name]:10.1f} {last[name]:10.1f}  {name}, kept")
