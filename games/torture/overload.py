"""More than the machine can do: a flood of moves, a crowd at one table, somebody who does not read.

The server is to answer everything, some of it with "busy", to lose nothing, to keep its memory,
and to be itself again when the flood is over.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from config.commands import close_connections
from games.bench import site
from games.bench.clients import ANSWER, Answer, Question, Update
from games.bench.sockets import Socket, open_socket
from games.models import LogEntry

SPECTATORS = 500  # of one table
FLOODED = 250  # tables whose players send without waiting
EVERY = 0.02  # seconds between two submissions of one player
MOST_GROWTH = 96_000_000  # bytes that the server may need more during the flood than before it
CALM_SECONDS = 20.0

Tell = Callable[[str], None]
_update = msgspec.json.Decoder(Update)
_answer = msgspec.json.Decoder(Answer)


class Client:
    """One socket that counts what it is told."""

    def __init__(self, table: int, cookie: str = "") -> None:
        self.table, self.cookie = table, cookie
        self.question: Question | None = None
        self.number = self.updates = self.sent = 0
        self.statuses: Counter[int] = Counter()
        self.acknowledged: set[str] = set()
        self.asked: dict[int, str] = {}
        self.closed = 0
        self.heard = asyncio.Event()
        self.socket: Socket

    async def open(self, port: int) -> Client:
        """Connect, and wait for the first update."""
        path = f"/ws/tables/{self.table}/"
        self.socket = await open_socket(port, path, self.hear, self.lost, self.cookie)
        await self.heard.wait()
        return self

    def hear(self, message: bytes) -> None:
        if message.startswith(ANSWER):
            answer = _answer.decode(message)
            self.statuses[answer.status] += 1
            question = self.asked.pop(answer.ref)
            if answer.status == 200:
                self.acknowledged.add(question)
        else:
            update = _update.decode(message)
            assert update.since == self.number, "an update is missing"
            self.number, self.question = update.number, update.question
            self.updates += 1
        self.heard.set()

    def lost(self, code: int) -> None:
        self.closed = code
        self.heard.set()

    async def flood(self, until: float, chance: random.Random) -> None:
        """Submit again and again, whether or not anything is answered."""
        while time.monotonic() < until and not self.closed:
            if self.question is not None:
                self.sent += 1
                self.asked[self.sent] = self.question.id
                move = chance.choice(self.question.moves).move
                document = {
                    "type": "move", "ref": self.sent, "question": self.question.id, "move": move,
                }  # fmt: skip
                self.socket.send(msgspec.json.encode(document))
            await asyncio.sleep(EVERY)


def overload(*, seconds: float, tell: Tell) -> dict[str, Any]:
    """Flood the empty site of this process's data folder. Raises AssertionError with findings."""
    site.migrate()
    tables = []
    for index in range(FLOODED):
        pair = site.people(2)
        tables.append((site.begin_table("santiago_de_cuba", pair, f"flood {index}"), pair))
    close_connections()
    with site.serving(LOG_LEVEL="ERROR") as (port, server):
        counts, acknowledged = asyncio.run(flood(port, server, tables, seconds, tell))
        stored = Counter(LogEntry.objects.filter(kind="move").values_list("question", flat=True))
        assert max(stored.values()) == 1, "a question was answered twice"
        lost = acknowledged - set(stored)
        assert not lost, f"{len(lost)} acknowledged moves are not stored"
        close_connections()
    return {**counts, "moves stored": len(stored)}


async def flood(
    port: int, server: site.Process, tables: list[tuple[int, list[site.Person]]], seconds: float,
    tell: Tell,
) -> tuple[dict[str, Any], set[str]]:  # fmt: skip
    """All at once, then in peace."""
    players = [
        await Client(table, person.cookie).open(port) for table, pair in tables for person in pair
    ]
    crowd = [await Client(tables[0][0]).open(port) for _ in range(SPECTATORS)]
    before = server.memory()
    until, peak, chance = time.monotonic() + seconds, before, random.Random("flood")
    flooding = [asyncio.create_task(player.flood(until, chance)) for player in players]
    while time.monotonic() < until:
        await asyncio.sleep(0.25)
        peak = max(peak, server.memory())
    await asyncio.gather(*flooding)
    begun = time.monotonic()
    while any(p.asked for p in players) and time.monotonic() < begun + CALM_SECONDS:
        await asyncio.sleep(0.05)
    calm = time.monotonic() - begun
    unanswered = sum(len(player.asked) for player in players)
    assert not unanswered, f"{unanswered} submissions got no answer"
    assert not any(client.closed for client in (*players, *crowd)), "sockets were closed"
    assert peak - before < MOST_GROWTH, f"{(peak - before) // 10**6} MB more memory"
    await everybody_is_up_to_date(players, crowd)
    statuses = sum((player.statuses for player in players), Counter())
    counts = {
        "sockets": len(players) + len(crowd),
        "submissions": sum(player.sent for player in players),
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
    """All who watch one table have seen the same latest entry."""
    deadline = time.monotonic() + CALM_SECONDS
    while True:
        seen: dict[int, set[int]] = {}
        for client in (*players, *crowd):
            seen.setdefault(client.table, set()).add(client.number)
        if all(len(numbers) == 1 for numbers in seen.values()):
            return
        assert time.monotonic() < deadline, "somebody has not seen the latest entry"
        await asyncio.sleep(0.1)
