"""A small proxy in front of several processes, as the Caddyfile configures the real one.

Whatever concerns a table goes to the same process, by its number; where a process takes no
connections another one gets them, for as long as a request may wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import time

WAITS = 5.0  # seconds for a process that takes the connection, as `lb_try_duration` says
AGAIN = 0.05
TABLE = re.compile(rb"tables/(\d+)")


class Balance:
    """The proxy: `async with Balance(ports) as port`."""

    def __init__(self, ports: list[int], host: str = "127.0.0.1") -> None:
        self.ports, self.host = ports, host
        self.counts = dict.fromkeys(ports, 0)
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> int:
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        return int(self.server.sockets[0].getsockname()[1])

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection to its end."""
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            found = TABLE.search(head.split(b"\r\n", 1)[0])
            inside = await self.connect(int(found[1]) if found else 0)
            inside[1].write(head)
            await asyncio.gather(pipe(reader, inside[1]), pipe(inside[0], writer))
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            writer.close()  # cancelled at the end only
        finally:
            self.tasks.discard(task)

    async def connect(self, table: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the process of a table, or to the next that takes one."""
        end = time.monotonic() + WAITS
        while time.monotonic() < end:
            for turn in range(len(self.ports)):
                port = self.ports[(table + turn) % len(self.ports)]
                with contextlib.suppress(OSError):
                    found = await asyncio.open_connection(self.host, port)
                    self.counts[port] += 1
                    return found
            await asyncio.sleep(AGAIN)
        raise ConnectionRefusedError


async def pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes, until it ends."""
    try:
        while chunk := await reader.read(65_536):
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()
