"""One process after the other is restarted under people who play on, and who notice nothing."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import Any

from config.running.commands import close_connections
from games.rules.registry import GAMES
from tools.bench import site
from tools.bench.rows import milliseconds
from tools.torture import proofs
from tools.torture.balancing import Balance
from tools.torture.movers import Party
from tools.torture.players import Seated, Witness

RATE = 100.0  # moves a second, of all together
PACE = 0.5  # seconds between two moves at a table
GRACE = 45.0  # seconds that a process may take to end, as compose gives it
CALM = 2.0  # seconds between two restarts
LONG = ("cuba", "guatemala_cafe", "santiago_de_cuba")  # games that last

Tell = Callable[[str], None]


def rolling(*, seconds: float, tell: Tell) -> dict[str, Any]:
    """Restart the processes of the empty site of this data folder. Raises AssertionError."""
    site.migrate()
    parties, witness = set_up(), Witness()
    close_connections()
    ports = [site.free_port() for _ in range(2)]
    servers = [site.leaving_daphne(port, LOG_LEVEL="ERROR") for port in ports]
    try:
        for server in servers:
            server.start()
        for port in ports:
            site.wait_until_ready(port)
        tell(f"{len(parties)} tables, {RATE:.0f} moves a second")
        waits, restarts = asyncio.run(play(parties, servers, ports, witness, seconds, tell))
        counts = proofs.nothing_is_lost_or_doubled(witness)
    finally:
        close_connections()
        for server in servers:
            server.stop()
    return {
        **counts,
        "restarts": len(restarts),
        "longest way of a process out, ms": round(1000 * max(restarts)),
        "a move until all have seen it, p50 ms": round(milliseconds(waits, 0.5), 1),
        "a move until all have seen it, p99 ms": round(milliseconds(waits, 0.99), 1),
        "longest wait of a player, ms": round(1000 * max(waits)),
    }


def set_up() -> list[list[Seated]]:
    """Tables of long games, for so many moves a second."""
    parties = []
    for index in range(math.ceil(RATE * PACE)):
        slug = LONG[index % len(LONG)]
        crowd = site.people(max(2, GAMES[slug].players[0]))
        table = site.begin_table(slug, crowd, f"rolling {index}")
        parties.append(
            [Seated(table, place, person.cookie, "") for place, person in site.seated(table, crowd)]
        )
    return parties


async def play(
    parties: list[list[Seated]], servers: list[site.Process], ports: list[int], witness: Witness,
    seconds: float, tell: Tell,
) -> tuple[list[float], list[float]]:  # fmt: skip
    """Let them play while each process is restarted: the waits, and how long each way out took."""
    async with Balance(ports) as port:
        found = [Party(seats, port, witness) for seats in parties]
        begin, enough = time.monotonic() + 2.0, asyncio.Event()
        playing = [
            asyncio.create_task(party.play(begin + index / RATE, PACE, enough.is_set))
            for index, party in enumerate(found)
        ]
        restarts: list[float] = []
        await asyncio.sleep(2.0 + CALM)
        while len(restarts) < len(servers) or time.monotonic() < begin + seconds:
            which = len(restarts) % len(servers)
            restarts.append(await asyncio.to_thread(restart, servers[which], ports[which]))
            tell(f"process {which} left within {restarts[-1]:.1f} s: {dict(witness.counts)}")
            await asyncio.sleep(CALM)
        enough.set()
        await asyncio.gather(*playing)
    return [wait for party in found for wait in party.waits], restarts


def restart(server: site.Process, port: int) -> float:
    """End a process in order and start it again; the seconds until it had ended."""
    begun = time.monotonic()
    server.stop(seconds=GRACE)
    assert server.process is not None
    assert server.process.returncode == 0, "it had to be killed"
    seconds = time.monotonic() - begun
    server.start()
    site.wait_until_ready(port)
    return seconds
