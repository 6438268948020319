"""The database dies under people who play, and its standby takes over: nothing is lost.

What a Patroni would do is done here by hand: notice that the first is dead, promote the second.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command

from config.running import postgres
from config.running.commands import close_connections
from tools.bench import site
from tools.bench.rows import milliseconds
from tools.torture import proofs
from tools.torture.balancing import Balance
from tools.torture.movers import Party
from tools.torture.players import Seated, Witness
from tools.torture.processes import kill
from tools.torture.rolling import PACE, RATE, set_up
from tools.torture.standby import Standby

NOTICED = 3.0  # seconds until somebody notices that the first is dead

Tell = Callable[[str], None]


def failover(*, seconds: float, tell: Tell) -> dict[str, Any]:
    """Let the standby of the empty site of this data folder take over. Raises AssertionError."""
    site.migrate()
    call_command("createcachetable", "cache")
    parties, witness = set_up(), Witness()
    close_connections()
    with tempfile.TemporaryDirectory(prefix="sobremesa-standby-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        standby = Standby(folder)
        ports = [site.free_port() for _ in range(2)]
        servers = [site.leaving_daphne(port, **in_production(standby)) for port in ports]
        try:
            standby.start()
            for server in servers:
                server.start()
            for port in ports:
                site.wait_until_ready(port)
            tell(f"{len(parties)} tables, {RATE:.0f} moves a second, two databases")
            waits, away = asyncio.run(play(parties, standby, ports, witness, seconds, tell))
            settings.DATABASES["default"]["HOST"] = str(standby.socket)
            close_connections()
            counts = proofs.nothing_is_lost_or_doubled(witness)
        finally:
            close_connections()
            for server in servers:
                server.stop()
            standby.stop()
    return {
        **counts,
        "without a database, ms": round(1000 * away),
        "a move until all have seen it, p50 ms": round(milliseconds(waits, 0.5), 1),
        "longest wait of a player, ms": round(1000 * max(waits)),
    }


def in_production(standby: Standby) -> dict[str, str]:
    """The environment of a process that knows both databases."""
    hosts = f"{standby.first},{standby.socket}"
    name = postgres.NAME
    url = f"postgres://{name}@/{name}?host={hosts}&target_session_attrs=read-write"
    return {"DATABASE_URL": url, **production()}


def production() -> dict[str, str]:
    """What any process in production is told, but for the database."""
    return {
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://localhost",
        "ALLOWED_HOSTS": "localhost 127.0.0.1",
        "HTTPS": "0",
        "EMAIL_URL": "smtp://localhost",
        "STATIC_ROOT": str(Path(settings.DATA_DIR, "static")),
        "LOG_LEVEL": "CRITICAL",
    }


async def play(
    parties: list[list[Seated]], standby: Standby, ports: list[int], witness: Witness,
    seconds: float, tell: Tell,
) -> tuple[list[float], float]:  # fmt: skip
    """Let them play while the database dies: the waits, and how long there was none."""
    async with Balance(ports) as port:
        found = [Party(seats, port, witness) for seats in parties]
        begin, enough = time.monotonic() + 2.0, asyncio.Event()
        playing = [
            asyncio.create_task(party.play(begin + index / RATE, PACE, enough.is_set))
            for index, party in enumerate(found)
        ]
        await asyncio.sleep(2.0 + seconds / 2)
        dead = time.monotonic()
        tell(f"the database dies: {dict(witness.counts)}")
        for pid in await asyncio.to_thread(site.postgres_processes):
            kill(pid)
        await asyncio.sleep(NOTICED)
        await asyncio.to_thread(standby.take_over)
        away = time.monotonic() - dead
        tell(f"the other one has taken over after {away:.1f} s: {dict(witness.counts)}")
        await asyncio.sleep(seconds / 2)
        enough.set()
        await asyncio.gather(*playing)
    return [wait for party in found for wait in party.waits], away
