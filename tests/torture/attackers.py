"""Attackers beside two people who play on and one who reads: what each of those waits for.

An attacker is one async function that takes the site and the time until which it attacks, and
returns how often it did something. `@attacker` puts it into `ATTACKERS`, under its name.

Beside each of them no answer may be lost, and 99 of 100 answers take at most twice as long as in
the seconds before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from tests.bench.sockets import Pages, Refused, open_socket
from tests.slow_clients import half_body, half_header
from tests.torture.floods import PATIENCE, Pair, Seated, share

Tell = Callable[[str], None]

MOST_TIMES = 2.0  # as long as before
UNNOTICED = 100.0  # milliseconds that an answer may take however quick it was before
ROUNDS = 3  # on a machine that does something else in one of them
PAUSE = 0.02  # seconds between two pages of the reader


@dataclass(frozen=True)
class Attacked:
    """The site as its attackers see it."""

    live: int  # the port of tables and sockets: daphne
    pages: int  # the port of all other pages: granian, as docker-compose.yml starts it
    tables: list[Seated]  # tables in play, and who sits there; none of them is watched


Attack = Callable[[Attacked, float], Awaitable[int]]
ATTACKERS: dict[str, Attack] = {}


def attacker(attack: Attack) -> Attack:
    """Put a function into `ATTACKERS`."""
    ATTACKERS[attack.__name__.replace("_", " ")] = attack
    return attack


# --- Who plays and reads on ----------------------------------------------------------------------


class Reader:
    """A visitor who opens one page after the other."""

    def __init__(self, port: int) -> None:
        self.connection = Pages(port, {})

    async def read(self, until: float) -> list[float]:
        """Open the lobby again and again: the seconds that each took."""
        took: list[float] = []
        while time.monotonic() < until or not took:
            begun = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    status, _ = await self.connection.get("/lobby/")
            except TimeoutError:
                raise AssertionError(f"a page took more than {PATIENCE} s") from None
            assert status == 200, f"a page was answered {status}"
            took.append(time.monotonic() - begun)
            await asyncio.sleep(PAUSE)
        return took


async def attack_each(
    attacked: Attacked, quiet: Iterator[Seated], seconds: float, tell: Tell, names: Collection[str]
) -> dict[str, Any]:
    """Let one attacker after the other attack. Raises AssertionError where somebody waits."""
    pair, reader = Pair(attacked.live, quiet), Reader(attacked.pages)
    counts: dict[str, Any] = {}
    await waits(pair, reader, time.monotonic() + seconds)  # caches fill
    for name in names or ATTACKERS:
        for _ in range(ROUNDS):
            before = await waits(pair, reader, time.monotonic() + seconds)
            until = time.monotonic() + seconds
            during, times = await asyncio.gather(
                waits(pair, reader, until), ATTACKERS[name](attacked, until)
            )
            tell(f"{name}, {times} times: p99 {before} ms before, {during} ms during")
            if are_borne(before, during):
                break
        else:
            raise AssertionError(f"{name}: p99 {during} ms during, {before} ms before")
        counts[f"{name}: times"] = times
        for what, usual in before.items():
            counts[f"{name}: {what} before, p99 ms"] = usual
            counts[f"{name}: {what} during, p99 ms"] = during[what]
    pair.leave()
    reader.connection.close()
    return counts


def are_borne(before: dict[str, float], during: dict[str, float]) -> bool:
    """Whether answers during an attack take at most `MOST_TIMES` as long as before."""
    return all(during[what] <= max(MOST_TIMES * usual, UNNOTICED) for what, usual in before.items())


async def waits(pair: Pair, reader: Reader, until: float) -> dict[str, float]:
    """Play and read until then: the milliseconds within which 99 of 100 answers came."""
    moves, pages = await asyncio.gather(pair.play(until=until, moves=1), reader.read(until))
    return {"moves": share(moves, 0.99), "pages": share(pages, 0.99)}


# --- The attackers -------------------------------------------------------------------------------

HELD = 30  # connections


@contextlib.asynccontextmanager
async def held_open(ports: Collection[int], sent: bytes, count: int) -> AsyncIterator[None]:
    """Keep connections open that have sent only this."""
    writers = []
    try:
        for port in ports:
            for _ in range(count):
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(sent)
                writers.append(writer)
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


async def hold(attacked: Attacked, until: float, sent: bytes) -> int:
    """Keep such connections open at both kinds of processes until then; how many."""
    ports = (attacked.live, attacked.pages)
    async with held_open(ports, sent, HELD):
        await asyncio.sleep(max(0.0, until - time.monotonic()))
    return HELD * len(ports)


@attacker
async def half_headers(attacked: Attacked, until: float) -> int:
    """Requests whose headers never end."""
    return await hold(attacked, until, half_header("localhost"))


@attacker
async def slow_bodies(attacked: Attacked, until: float) -> int:
    """Forms whose bodies never come."""
    return await hold(attacked, until, half_body("localhost"))


EMPTY = b"\x80\0\0\0\0"  # length and mask of a frame without content
PINGS, PONGS = 10_000 * (b"\x89" + EMPTY), 10_000 * (b"\x8a" + EMPTY)
EMPTY_PARTS = b"\x01" + EMPTY + 10_000 * (b"\x00" + EMPTY)
UNFINISHED = b"\x01\xff" + (60_000).to_bytes(8, "big") + bytes(4) + 59_999 * b" "
HERE = ("127.0.0.1", 0)  # the one address of the attacker
FLOODING = 10  # sockets
OPENED = 20  # of their sockets a second, at most


async def flood_sockets(attacked: Attacked, until: float, sent: bytes, count: int) -> int:
    """Open so many sockets and send this at each, again when it was closed; how often."""
    times = 0

    def left() -> float:
        return max(0.0, until - time.monotonic())

    async def flood(delay: float) -> None:
        nonlocal times
        over = asyncio.Event()
        await asyncio.sleep(min(delay, left()))
        while time.monotonic() < until:
            over.clear()
            with contextlib.suppress(Refused, OSError):
                socket = await open_socket(
                    attacked.live,
                    "/ws/?lobby=1",
                    lambda _: None,
                    lambda _: over.set(),
                    local_addr=HERE,
                )
                socket.transport.write(sent)
                times += 1
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(left()):
                        await over.wait()
                socket.drop()
            await asyncio.sleep(min(count / OPENED, left()))

    await asyncio.gather(*(flood(number / OPENED) for number in range(count)))
    return times


@attacker
async def pings(attacked: Attacked, until: float) -> int:
    """Sockets that send nothing but pings."""
    return await flood_sockets(attacked, until, PINGS, FLOODING)


@attacker
async def pongs(attacked: Attacked, until: float) -> int:
    """Sockets that send nothing but pongs."""
    return await flood_sockets(attacked, until, PONGS, FLOODING)


@attacker
async def empty_parts(attacked: Attacked, until: float) -> int:
    """Sockets that send messages of endless empty parts."""
    return await flood_sockets(attacked, until, EMPTY_PARTS, FLOODING)


@attacker
async def unfinished_messages(attacked: Attacked, until: float) -> int:
    """Sockets that hold long messages, almost whole."""
    return await flood_sockets(attacked, until, UNFINISHED, 100)


@attacker
async def all_places(attacked: Attacked, until: float) -> int:
    """A visitor who wants all places for sockets; the players open new ones meanwhile."""
    return await flood_sockets(attacked, until, b"", 400)
