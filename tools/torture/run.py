"""The harness: people play, things die, and afterwards everything is proved."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import Notice
from config.running.commands import close_connections
from games import tasks
from games.models import Seat, Table
from games.rules.registry import GAMES
from lobby.terms.opening import days_per_move
from tools.bench import site
from tools.patience import LONG_PATIENCE, PATIENCE
from tools.torture import proofs
from tools.torture.mailserver import FINE, FULL, GONE, MailServer
from tools.torture.outside import Outside
from tools.torture.players import Player, Seated, Witness
from tools.torture.processes import Processes

HEAL_SECONDS = 10.0
SLEEPERS = 4  # tables at which somebody runs out of time

Tell = Callable[[str], None]


def torture(*, seconds: float, seed: str, tables: int, tell: Tell) -> dict[str, Any]:
    """Torture the empty site of this process's data folder. Raises AssertionError."""
    site.migrate()
    chance, witness = random.Random(seed), Witness()
    seats, sleepers = set_up(tables, chance)
    with MailServer() as mails, Outside() as outside:
        outside.fill()
        close_connections()
        processes = Processes(
            site.daphne, **outside.environment, LOG_LEVEL="ERROR", EMAIL_URL=mails.address,
            TURN_NOTICE_DELAY="1",
            BOT_PAUSE_MS="20", API_RATE="100000",
            API_BURST="100000",
        )  # fmt: skip
        try:
            processes.start()
            tell(f"{len(seats)} seats at {tables} tables, seed {seed!r}")
            troubles = asyncio.run(
                play(seats, processes, mails, outside, witness, chance, seconds, tell)
            )
            drain(processes)
            found = asyncio.run(look(seats, processes, witness))
            counts = proofs.prove(witness, mails, outside, found, sleepers, troubles)
            assert witness.longest < PATIENCE, f"somebody waited {witness.longest:.1f} s"
            return {**counts, "longest wait of a person, ms": round(1000 * witness.longest)}
        finally:
            close_connections()
            processes.stop()


def set_up(tables: int, chance: random.Random) -> tuple[list[Seated], list[int]]:
    """Tables of all games, some with a bot, and those at which nobody will play."""
    seats = []
    slugs = sorted(GAMES)
    for index in range(tables):
        slug = slugs[index % len(slugs)]
        crowd = site.people(max(2, GAMES[slug].players[0]))
        table = site.begin_table(slug, crowd, f"torture {chance.random()}")
        by_user = {person.user.pk: person for person in crowd}
        for seat in Seat.objects.filter(table_id=table).order_by("place"):
            if index % 4 == 3 and seat.place == 1:
                Seat.objects.filter(pk=seat.pk).update(bot="random")
                tasks.bots_play.defer(table_id=table)
                continue
            assert seat.user_id is not None
            person = by_user[seat.user_id]
            seats.append(Seated(table, seat.place, person.cookie, site.csrf_token()))
    return seats, [sleeper(index) for index in range(SLEEPERS)]


def sleeper(index: int) -> int:
    """A table at which somebody is about to run out of time; every second one then closes."""
    ending = Table.AtTimeout.CLOSE if index % 2 else Table.AtTimeout.BOT
    table = site.begin_table(
        "pier", site.people(2), f"sleeper {index}", at_timeout=ending, **days_per_move(1)
    )
    Seat.objects.filter(table_id=table).update(excused=True)
    Seat.objects.filter(table_id=table, place=1).update(deadline=None)
    soon = timezone.now() + timedelta(seconds=2)
    Seat.objects.filter(table_id=table, place=0).update(deadline=soon)
    return table


async def play(
    seats: list[Seated], processes: Processes, mails: MailServer, outside: Outside,
    witness: Witness, chance: random.Random, seconds: float, tell: Tell,
) -> proofs.Troubles:  # fmt: skip
    """Let people play while things are killed, then a while in peace; when they were dead."""
    begin = time.monotonic()
    ports = lambda: chance.choice(processes.ports)  # noqa: E731
    players = [
        Player(seat, ports, witness, random.Random(f"{seat.table} {seat.place}")) for seat in seats
    ]
    playing = [
        asyncio.create_task(player.play(begin + seconds + HEAL_SECONDS)) for player in players
    ]
    troubles = await wreck(players, processes, mails, outside, witness, chance, begin + seconds)
    tell(f"peace: {dict(witness.counts)}")
    await asyncio.gather(*playing)
    for player in players:
        player.drop()
    return troubles


async def wreck(
    players: list[Player], processes: Processes, mails: MailServer, outside: Outside,
    witness: Witness, chance: random.Random, until: float,
) -> proofs.Troubles:  # fmt: skip
    """Kill, drop and fail at random; revive what is dead after a moment."""

    def drop_all(_: random.Random) -> None:
        for player in players:
            player.drop()

    deeds: list[tuple[str, Callable[[random.Random], None], int]] = [
        ("daphne killed", processes.kill_server, 4),
        ("worker killed", processes.kill_worker, 4),
        ("backend killed", processes.kill_backend, 2),
        ("Postgres killed", processes.kill_postgres, 1),
        ("sockets dropped", drop_all, 3),
        ("mail server fails", lambda chance: fail(mails, chance), 3),
        ("others' services fail", outside.fail, 2),
    ]
    troubles, rest = [], list(deeds)
    while rest or time.monotonic() < until:
        await asyncio.sleep(chance.uniform(0.3, 1.5))
        # each deed once, then at random by weight
        name, deed, _ = rest.pop(0) if rest else chance.choices(deeds, [w for *_, w in deeds])[0]
        witness.counts[name] += 1
        begin = time.time()
        await asyncio.to_thread(deed, chance)
        await asyncio.sleep(chance.uniform(0, 0.5))
        if chance.random() < 0.5:
            mails.mode = FINE
        await asyncio.to_thread(processes.revive)
        troubles.append((begin, time.time()))
    mails.mode = FINE
    await asyncio.to_thread(processes.revive)
    for port in processes.ports:
        await asyncio.to_thread(site.wait_until_ready, port)
    return troubles


def fail(mails: MailServer, chance: random.Random) -> None:
    """Make the mail server refuse mails, its disk being full, or hang up."""
    mails.mode = chance.choice([FULL, GONE])


def drain(processes: Processes) -> None:
    """Let the worker do all queued jobs, without the backoff between attempts."""
    deadline = time.monotonic() + LONG_PATIENCE
    while left := hurry():
        assert time.monotonic() < deadline, f"jobs are left after {LONG_PATIENCE} s: {left}"
        time.sleep(0.5)
        processes.revive()


def hurry() -> dict[str, int]:
    """Make waiting jobs due; the jobs still to do."""
    with connection.cursor() as cursor:
        cursor.execute(DEFER, ["games.expire_decisions"])
        waiting = len(proofs.seats_untold())
        notices = Notice.objects.filter(status=Notice.Status.OWED)
        notices.update(next_at=timezone.now())
        if owed := waiting + notices.count():
            cursor.execute(DEFER, ["accounts.notices"])
        cursor.execute("update procrastinate_jobs set scheduled_at = null where status = 'todo'")
        cursor.execute(
            "select task_name from procrastinate_jobs where status in ('todo', 'doing')"
            " and task_name not in ('games.expire_decisions', 'accounts.notices')"
        )
        left = Counter(task for (task,) in cursor.fetchall())
        left["notices"] = owed
        return dict(+left)


DEFER = """
    insert into procrastinate_jobs (queue_name, task_name, priority, args)
    select 'default', name, 0, '{"timestamp": 0}'::jsonb from (values (%s)) as v(name)
    where not exists (
        select from procrastinate_jobs j where j.task_name = v.name and j.status = 'todo'
    )
"""


async def look(
    seats: list[Seated], processes: Processes, witness: Witness
) -> dict[tuple[int, int], tuple[int, bytes]]:
    """Everybody opens their table once more: the entry and the view they get."""
    found = {}
    for seat in seats:
        player = Player(seat, lambda: processes.ports[0], witness, random.Random(0))
        await player.connect()
        found[seat.table, seat.place] = (player.number, player.view)
        player.drop()
    return found
