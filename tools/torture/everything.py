"""All that can happen to a site, in turn, until so many moves are acknowledged; and the proofs.

The site is that of production: through PgBouncer, on a small disk, by a clock that can be set, with
a standby that takes over in the end. People behave as badly as in the usual run.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import time
from collections.abc import Callable
from typing import Any

from django.core.management import call_command

from config.running.commands import close_connections
from games.models import LogEntry, Seat
from games.rules.registry import GAMES
from lobby.terms.opening import days_per_move
from tools.bench import site
from tools.torture import proofs
from tools.torture.acts import Stage
from tools.torture.mailserver import FINE, MailServer
from tools.torture.outside import Outside
from tools.torture.players import Player, Seated, Witness
from tools.torture.rolling import LONG
from tools.torture.run import drain, look, sleeper

MOVES_A_TABLE = 120  # of the long games: fewer than any of them has
LAST = "failover"
SLEEPERS = 4
CALM = (1.5, 5.0)  # seconds between two acts
PEACE = 12.0  # seconds at the end, in which all that was unanswered is sent again
PATIENCE = 3_600.0

Tell = Callable[[str], None]


def everything(*, moves: int, seed: str, acts: list[str], tell: Tell) -> dict[str, Any]:
    """Let everything happen to the empty site of this data folder. Raises AssertionError."""
    site.migrate()
    call_command("createcachetable", "cache")
    chance, witness = random.Random(seed), Witness()
    with MailServer() as mails, Outside() as outside:
        close_connections()
        stage = Stage(mails, outside, chance)
        chosen = {name: act for name, act in stage.acts().items() if not acts or name in acts}
        for name, why in stage.skipped.items():
            tell(f"SKIPPED {name}: {why}.")
        tell(f"In turn: {', '.join(chosen)}, and in the end {LAST}; the load is {os.getloadavg()}")
        sleepers = [sleeper(index) for index in range(SLEEPERS)]
        seats = set_up(max(8, moves // MOVES_A_TABLE), chance)
        outside.fill()
        close_connections()
        try:
            stage.start()
            ends = not acts or LAST in acts
            troubles = asyncio.run(play(stage, seats, chosen, ends, moves, witness, tell))
            drain(stage.processes)
            found = asyncio.run(look(seats, stage.processes, witness))
            counts = proofs.prove(witness, mails, outside, found, sleepers, troubles)
            assert counts["moves acknowledged"] >= moves, counts
            counts |= nobody_ran_out(sleepers) | {
                "times that Postgres ended, its disk full": stage.ended_full,
                "processes killed as they did not end in order": stage.not_in_order,
                "acts skipped": len(stage.skipped),
            }
            assert not witness.counts["answered 500"], "something was answered as our fault"
            return counts
        finally:
            close_connections()
            stage.stop()


def set_up(tables: int, chance: random.Random) -> list[Seated]:
    """Tables of long games, with a day for each answer; a bot at every fourth."""
    seats = []
    for index in range(tables):
        slug = LONG[index % len(LONG)]
        crowd = site.people(max(2, GAMES[slug].players[0]))
        table = site.begin_table(slug, crowd, f"all {chance.random()}", **days_per_move(1))
        there = site.seated(table, crowd)
        if index % 4 == 3:
            place, _ = there.pop()
            Seat.objects.filter(table_id=table, place=place).update(bot="random")
        seats += [Seated(table, at, person.cookie, site.csrf_token()) for at, person in there]
    return seats


async def play(
    stage: Stage, seats: list[Seated], acts: dict[str, Callable[[], None]], ends: bool, moves: int,
    witness: Witness, tell: Tell,
) -> proofs.Troubles:  # fmt: skip
    """Let people play while one act follows the other; when that was, by the clock."""
    enough, begun = asyncio.Event(), time.monotonic()
    ports = lambda: stage.chance.choice(stage.processes.ports)  # noqa: E731
    players = [
        Player(seat, ports, witness, random.Random(f"{seat.table} {seat.place}")) for seat in seats
    ]
    playing = [
        asyncio.create_task(player.play(begun + PATIENCE, enough.is_set)) for player in players
    ]
    troubles: proofs.Troubles = []
    names = itertools.cycle(acts)
    done = 0
    await asyncio.sleep(2)
    while done < len(acts) or witness.counts["answered 200"] < moves - moves // 20:
        assert time.monotonic() < begun + PATIENCE, "it takes too long"
        troubles += [await act(next(names), acts, stage, witness, tell)]
        done += 1
        if stage.chance.random() < 0.3:
            witness.counts["sockets dropped"] += 1
            for player in players:
                player.drop()
        await asyncio.sleep(stage.chance.uniform(*CALM))
    stage.mails.mode = FINE
    if ends:
        troubles += [await act(LAST, {LAST: stage.failover}, stage, witness, tell)]
    await asyncio.to_thread(stage.processes.revive)
    for port in stage.processes.ports:
        await asyncio.to_thread(site.wait_until_ready, port)
    while witness.counts["answered 200"] < moves + 50:  # the same move may be acknowledged twice
        assert time.monotonic() < begun + PATIENCE, "it takes too long"
        await asyncio.sleep(0.5)
    tell(f"peace: {dict(witness.counts)}; the load is {os.getloadavg()}")
    await asyncio.sleep(PEACE)
    enough.set()
    await asyncio.gather(*playing)
    for player in players:
        player.drop()
    witness.counts["seconds"] = round(time.monotonic() - begun)
    return troubles


async def act(
    name: str, acts: dict[str, Callable[[], None]], stage: Stage, witness: Witness, tell: Tell
) -> tuple[float, float]:
    """Do one act to its end, and say what it has done to those who play; from when to when."""
    before, begun, at = dict(witness.counts), time.monotonic(), time.time()
    await asyncio.to_thread(acts[name])
    await asyncio.to_thread(stage.processes.revive)
    stage.mails.mode = FINE if stage.chance.random() < 0.5 else stage.mails.mode
    ended = time.time()
    witness.counts[f"act: {name}"] += 1
    told = ("answered 200", "answered 503", "unanswered", "connections lost")
    gained = {key: witness.counts[key] - before.get(key, 0) for key in told}
    clock, passed = time.strftime("%H:%M:%S"), time.monotonic() - begun
    tell(f"{clock} {name}, {passed:.1f} s: {gained}, in all {witness.counts[told[0]]}")
    return at, ended


def nobody_ran_out(sleepers: list[int]) -> dict[str, int]:
    """Nobody's time was over but theirs who never came, whatever the clock said."""
    kinds = ("absent", "missed", "excused", "close")
    others = LogEntry.objects.filter(kind__in=kinds).exclude(table__in=sleepers)
    assert not others, f"somebody's time was over: {others.values_list('table_id', 'kind')[:5]}"
    return {"seats whose time was over for a jump": len(others)}
