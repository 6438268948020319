"""Two players beside a flood: how long their moves take before, during and after it.

It fails if they cannot play on when the flood is over.
"""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from tools.bench import site
from tools.bench.sockets import SocketRefused
from tools.patience import PATIENCE
from tools.torture.flooding import EVERY, Client

Tell = Callable[[str], None]
Seated = tuple[int, list[site.SignedInUser]]

MOVES_AFTER = 20
FLOODING = (1, 10, 90)  # sockets
BURST = 20  # moves at once
VISITORS = 30  # who connect, send and leave at the same time
CROWD = 60  # people with the page open, at one table


class NoTable(Exception):
    """All games are over."""


class Pair:
    """Two people who play one move after the other, at one table after the other."""

    def __init__(self, port: int, tables: Iterator[Seated]) -> None:
        self.port, self.tables = port, tables
        self.clients: list[Client] = []
        self.chance = random.Random("pair")
        self.busy = 0
        self.acknowledged: set[str] = set()  # the questions that were answered

    async def play(self, until: float = 0.0, moves: int = 0) -> list[float]:
        """Play until then, or so many moves: the seconds that each took until both have seen it."""
        took: list[float] = []
        while time.monotonic() < until or len(took) < moves:
            mover = next((client for client in self.clients if client.question), None)
            if mover is None:
                await self.sit_down()
                continue
            begun = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.move(mover)
            except TimeoutError:
                raise AssertionError(f"a move took more than {PATIENCE} s") from None
            took.append(time.monotonic() - begun)
            await asyncio.sleep(0.02)
        return took

    async def sit_down(self) -> None:
        """Go to the next table. Raises NoTable if there is none."""
        self.leave()
        if (seated := next(self.tables, None)) is None:
            raise NoTable
        table, pair = seated
        self.clients = [await Client(table, person.cookie).open(self.port) for person in pair]

    async def move(self, mover: Client) -> None:
        """One move, again while the server is busy, until both have seen it."""
        assert mover.question is not None
        number, question = mover.number, mover.question
        while True:
            ref, stored = mover.play(question, self.chance), mover.statuses[200]
            while ref in mover.asked:
                await self.hear(mover)
            if mover.statuses[200] > stored:
                break
            self.busy += 1
            await asyncio.sleep(0.05)
        while any(client.number == number for client in self.clients):
            await self.hear(next(client for client in self.clients if client.number == number))

    async def hear(self, client: Client) -> None:
        """Wait until one of them receives something."""
        assert not client.closed, f"a player who waits was closed with {client.closed}"
        client.heard.clear()
        await client.heard.wait()

    def leave(self) -> None:
        """Close both sockets."""
        for client in self.clients:
            client.socket.drop()
            self.acknowledged |= client.acknowledged
        self.clients = []


async def beside(
    port: int, tables: list[Seated], quiet: Iterator[Seated], seconds: float, tell: Tell
) -> dict[str, Any]:
    """All kinds of floods, one after the other, and the figures of the pair beside them."""
    pair = Pair(port, quiet)
    counts: dict[str, Any] = {}

    async def kind(name: str, flood: Callable[[float], Awaitable[int]]) -> None:
        before = await pair.play(until=time.monotonic() + seconds / 2)
        pair.busy = 0
        until = time.monotonic() + seconds
        during, told = await asyncio.gather(pair.play(until=until), flood(until))
        busy = pair.busy
        after = await pair.play(until=time.monotonic() + seconds / 2, moves=MOVES_AFTER)
        for when, took in (("before", before), ("during", during), ("after", after)):
            counts[f"{name}: quiet table {when}, p50 ms"] = share(took, 0.5)
            counts[f"{name}: quiet table {when}, p99 ms"] = share(took, 0.99)
        counts[f"{name}: quiet moves told busy"] = busy
        counts[f"{name}: times"] = told
        tell(f"{name}, {told} times; and now two players play on")

    for count in FLOODING:
        clients = [
            Client(table, person.cookie) for table, people in tables for person in people
        ][:count]  # fmt: skip
        await kind(f"{count} flooding", lambda until, who=clients: flooding(port, who, until))  # type: ignore[misc]
    await kind("coming and going", lambda until: visiting(port, tables, until))
    await kind("a crowd with pages", lambda until: crowding(port, tables, until))
    pair.leave()
    return counts


def share(took: list[float], part: float) -> float:
    """The milliseconds within which this part of the moves was done; at least this part of them."""
    return round(1000 * sorted(took)[math.ceil(part * len(took)) - 1], 1) if took else 0.0


async def flooding(port: int, clients: list[Client], until: float) -> int:
    """Sockets that send without waiting, and come back; how often they were closed."""
    for client in clients:
        client.number = 0
        await client.open(port)
    chance = random.Random("flooding")
    await asyncio.gather(
        *(client.flood(port, until, chance, every=EVERY, burst=BURST) for client in clients)
    )
    for client in clients:
        client.socket.drop()
    return sum(client.turned_out for client in clients)


async def visiting(port: int, tables: list[Seated], until: float) -> int:
    """People who connect, send moves and leave, again and again; how often."""
    visits = 0
    chance = random.Random("visiting")

    async def visit(index: int) -> None:
        nonlocal visits
        table, people = tables[index % len(tables)]
        while time.monotonic() < until:
            visitor = Client(table, people[index % 2].cookie)
            try:
                await visitor.open(port)
            except SocketRefused:
                continue
            if visitor.question is not None:
                for _ in range(BURST):
                    visitor.play(visitor.question, chance)
            if chance.random() < 0.5:
                visitor.socket.close()
            else:
                visitor.socket.drop()
            visits += 1

    await asyncio.gather(*(visit(index) for index in range(VISITORS)))
    return visits


async def crowding(port: int, tables: list[Seated], until: float) -> int:
    """Many people with the page of a table in play open; how many updates they were sent."""
    table = tables[-1][0]
    people = [person for _, pair in tables[:CROWD] for person in pair][:CROWD]
    crowd = [await Client(table, person.cookie).open(port, html=True) for person in people]
    players = Pair(port, iter(tables[-1:]))
    while time.monotonic() < until:
        try:
            await players.play(moves=1)
        except NoTable:
            break  # that game is over
    players.leave()
    try:
        async with asyncio.timeout(PATIENCE):
            for client in crowd:
                await client.told_once()
    except TimeoutError:
        raise AssertionError("somebody with a page was told nothing") from None
    for client in crowd:
        client.socket.drop()
    return sum(client.updates for client in crowd)
