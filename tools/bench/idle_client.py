"""Opens sockets and only listens, until its input ends."""

from __future__ import annotations

import asyncio
import json
import sys

from tools.bench.sockets import open_socket

AT_ONCE = 20


async def run(port: int, sockets: list[tuple[int, str]]) -> None:
    """Open all, each with its first update, say "ready", and stay."""
    gate = asyncio.Semaphore(AT_ONCE)
    held = []

    async def sit(table: int, cookie: str) -> None:
        async with gate:
            heard = asyncio.Event()
            path = f"/ws/tables/{table}/"
            held.append(await open_socket(port, path, lambda _: heard.set(), cookie=cookie))
            await heard.wait()

    await asyncio.gather(*(sit(table, cookie) for table, cookie in sockets))
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for socket in held:
        socket.drop()


if __name__ == "__main__":
    order = json.loads(sys.stdin.readline())
    wanted = order["sockets"]
    chosen = [wanted[index % len(wanted)] for index in range(order["count"])]
    asyncio.run(run(order["port"], chosen))
