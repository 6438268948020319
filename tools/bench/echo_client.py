"""Sends and hears short messages: `python -m tools.bench.echo_client PORT SOCKETS SECONDS RATE`.

Prints the time of each round trip in seconds. RATE is messages a second in all, 0 for as fast as
they come back.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from tools.bench.sockets import open_socket

WARM = 0.5
MESSAGE = b'{"type":"hello","number":1}'


async def talk(port: int, index: int, sockets: int, end: float, rate: float) -> list[float]:
    """One socket's round trips."""
    heard = asyncio.Event()
    socket = await open_socket(port, "/", lambda _: heard.set())
    times, turn, begin = [], 0, time.perf_counter()
    while (now := time.perf_counter()) < end:
        if rate:
            due = begin + (turn + index / sockets) * sockets / rate
            await asyncio.sleep(max(0.0, due - now))
            now = time.perf_counter()
        turn += 1
        heard.clear()
        socket.send(MESSAGE)
        await heard.wait()
        if now > begin + WARM:
            times.append(time.perf_counter() - now)
    socket.drop()
    return times


async def run(port: int, sockets: int, seconds: float, rate: float) -> None:
    """All sockets at once."""
    end = time.perf_counter() + WARM + seconds
    talks = (talk(port, index, sockets, end, rate) for index in range(sockets))
    found = await asyncio.gather(*talks)
    print(json.dumps([value for times in found for value in times]))


if __name__ == "__main__":
    port, sockets, seconds, rate = sys.argv[1:]
    asyncio.run(run(int(port), int(sockets), float(seconds), float(rate)))
