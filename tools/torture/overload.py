"""More than the machine can do: a flood of moves, a crowd at a table, a client that does not read.

The server must answer clients that keep to the limits, some of them with "busy", close the sockets
of those that send without waiting, lose nothing, bound its memory, and recover when the flood is
over. `tools.torture.floods` looks at two players who sit beside such a flood, and
`tools.torture.attackers` at people who play and read beside an attacker.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from config.running.commands import close_connections
from config.web.limits import API
from games.models import LogEntry, Table
from tools.bench import site
from tools.patience import LONG_PATIENCE, until_true
from tools.torture import floods
from tools.torture.attackers import ATTACKERS, Attacked, attack_each, silence
from tools.torture.flooding import TURNED_OUT, Client

SPECTATORS = 500  # of one table
FLOODED = 250  # tables whose players send without waiting
USED = 40  # of these by attackers
MOST_GROWTH = 96_000_000  # bytes that the server may need more during the flood than before it
MOST_UNANSWERED = 50  # of one player in the flood: ten times what the server takes at once

Tell = Callable[[str], None]


def overload(
    *, seconds: float, attackers: Sequence[str], only_tell: bool, tell: Tell
) -> dict[str, Any]:
    """Flood and attack the empty site of this process's data folder. Raises AssertionError.

    With names of attackers only those attack, and nothing is flooded. How long people wait beside
    attackers does not matter where it is to `only_tell` that.
    """
    site.migrate()
    tables = []
    for index in range(USED if attackers else FLOODED):
        pair = site.people(2)
        tables.append((site.begin_table("santiago_de_cuba", pair, f"flood {index}"), pair))
    pair = site.people(2)
    quiet = [
        (site.begin_table("santiago_de_cuba", pair, f"quiet {index}"), pair)
        for index in range(20 + int((4 + 2 * len(attackers or ATTACKERS)) * seconds))
    ]
    close_connections()
    each = max(0.5, seconds / 5)
    with silence() as silent, serving(silent) as (port, server, pages):
        counts: dict[str, Any] = {}
        acknowledged: set[str] = set()
        left = iter(quiet)
        if not attackers:
            counts, acknowledged = asyncio.run(flood(port, server, tables, seconds, tell))
            counts |= asyncio.run(floods.beside(port, tables, left, each, tell))
        attacked = Attacked(live=port, pages=pages, tables=tables, silent=silent)
        told = asyncio.run(attack_each(attacked, left, each, tell, attackers, only_tell))
        counts |= told[0]
        acknowledged |= told[1]
        stored = Counter(LogEntry.objects.filter(kind="move").values_list("question", flat=True))
        assert max(stored.values()) == 1, "a question was answered twice"
        lost = acknowledged - set(stored)
        assert not lost, f"{len(lost)} acknowledged moves are not stored"
        guests = Table.objects.filter(host__is_guest=True).count()
        close_connections()
    return {
        **counts,
        "moves acknowledged": len(acknowledged),
        "moves stored": len(stored),
        "tables of guests": guests,
    }


@contextlib.contextmanager
def serving(silent: int) -> Iterator[tuple[int, site.Process, int]]:
    """The site, with a silent server for its mails: daphne's port, daphne, granian's port."""
    others = {"EMAIL_URL": f"smtp://127.0.0.1:{silent}", "NOTICE_HOSTS": "localhost"}
    others |= {"API_RATE": str(API.a_second), "API_BURST": str(API.at_once)}
    with (
        site.serving(LOG_LEVEL="WARNING", **others) as (port, server),
        site.serving_pages(**others) as pages,
    ):
        yield port, server, pages


async def flood(
    port: int, server: site.Process, tables: list[tuple[int, list[site.SignedInUser]]],
    seconds: float, tell: Tell,
) -> tuple[dict[str, Any], set[str]]:  # fmt: skip
    """Everything at once, then normal play."""
    players = [
        await Client(table, person.cookie).open(port) for table, pair in tables for person in pair
    ]
    crowd = [await Client(tables[0][0]).open(port) for _ in range(SPECTATORS)]
    before = server.memory()
    until, peak, chance = time.monotonic() + seconds, before, random.Random("flood")
    flooding = [
        asyncio.create_task(player.flood(port, until, chance, most=MOST_UNANSWERED))
        for player in players
    ]
    while time.monotonic() < until:
        await asyncio.sleep(0.25)
        peak = max(peak, server.memory())
    await asyncio.gather(*flooding)
    begun = time.monotonic()
    await until_true(
        lambda: not any(player.asked for player in players if not player.closed), LONG_PATIENCE
    )
    calm = time.monotonic() - begun
    ended = Counter(client.closed for client in players if client.closed)
    assert set(ended) <= TURNED_OUT, f"players were closed with {dict(ended)}"
    ended = Counter(client.closed for client in crowd if client.closed)
    assert not ended, f"spectators were closed with {dict(ended)}"
    for player in players:
        if player.closed:
            player.turned_out += 1
            await player.open(port)
    assert peak - before < MOST_GROWTH, f"{(peak - before) // 10**6} MB more memory"
    await everybody_is_up_to_date(players, crowd)
    statuses = sum((player.statuses for player in players), Counter())
    counts = {
        "sockets": len(players) + len(crowd),
        "submissions": sum(player.sent for player in players),
        "sockets closed for sending without waiting": sum(p.turned_out for p in players),
        **{f"answered {status}": count for status, count in sorted(statuses.items())},
        "updates to spectators": sum(client.updates for client in crowd),
        "memory before, MB": before // 10**6,
        "memory at its peak, MB": peak // 10**6,
        "seconds until all was answered": round(calm, 2),
    }
    for client in (*players, *crowd):
        client.socket.drop()
    tell("the flood is over")
    return counts, set().union(*(player.acknowledged for player in players))


async def everybody_is_up_to_date(players: list[Client], crowd: list[Client]) -> None:
    """Wait until all who watch a table have seen the same latest entry. Raises AssertionError."""

    def are_up_to_date() -> bool:
        seen: dict[int, set[int]] = {}
        for client in (*players, *crowd):
            seen.setdefault(client.table, set()).add(client.number)
        return all(len(numbers) == 1 for numbers in seen.values())

    await until_true(are_up_to_date, LONG_PATIENCE)
