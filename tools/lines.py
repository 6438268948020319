"""A line to a server over TCP, which can be cut, refuse, or fall silent without being closed."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

from tools.patience import pause_task

T = TypeVar("T")
Pair = tuple[asyncio.StreamWriter, asyncio.StreamWriter]


class NetworkLine:
    """Passes bytes on to a socket of this machine: a path, or a port.

    What is sent while it is silent is kept, and passed on when it speaks again, as TCP does.
    """

    def __init__(self, target: Path | int) -> None:
        self.target = target
        self.host, self.port = "127.0.0.1", 0
        self.opened = 0  # connections until now
        self.loop = asyncio.new_event_loop()
        self.flowing = asyncio.Event()  # of the connections that are opened from now on
        self.flowing.set()
        self.events = {self.flowing}
        self.pairs: set[Pair] = set()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        self._do(self._listen())
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    # --- What is done to it ---

    def refuse(self) -> None:
        """Cut all connections, and refuse new ones."""
        self._do(self._close())
        self.cut()

    def accept(self) -> None:
        """Take new connections again, at the same port."""
        self._do(self._listen())

    def cut(self) -> None:
        """End all connections, as one sees that resets them."""
        self._do(self._cut())

    def fall_silent(self, *, for_all: bool = False) -> None:
        """Pass nothing on over the connections of now; `for_all`, over new ones neither."""
        self._do(self._fall_silent(for_all))

    def speak(self) -> None:
        """Pass everything on again."""
        self._do(self._speak())

    # --- In its own thread ---

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    async def _listen(self) -> None:
        self.server = await asyncio.start_server(self._serve, self.host, self.port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self.server.close()

    async def _cut(self) -> None:
        for pair in self.pairs:
            for writer in pair:
                writer.transport.abort()

    async def _end(self) -> None:
        self.server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await self._cut()

    async def _fall_silent(self, for_all: bool) -> None:
        for event in self.events:
            event.clear()
        if not for_all:
            self.flowing = asyncio.Event()
            self.flowing.set()
            self.events.add(self.flowing)

    async def _speak(self) -> None:
        for event in self.events:
            event.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.CancelledError):  # which asyncio would complain of
            await self._lead(reader, writer)

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.opened += 1
        flowing = self.flowing
        await flowing.wait()
        if isinstance(self.target, Path):
            there = await asyncio.open_unix_connection(self.target)
        else:
            there = await asyncio.open_connection("127.0.0.1", self.target)
        pair = (writer, there[1])
        self.pairs.add(pair)
        ways = (self._pass(reader, there[1], flowing), self._pass(there[0], writer, flowing))
        await asyncio.wait([*map(asyncio.ensure_future, ways)])
        self.pairs.discard(pair)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flowing: asyncio.Event
    ) -> None:
        with contextlib.suppress(OSError):
            while some := await reader.read(65536):
                await flowing.wait()
                writer.write(some)
                await writer.drain()
        await flowing.wait()
        writer.close()


class SlowLine(NetworkLine):
    """Passes each byte on some time later: half of the `delay` on the way there, half back."""

    delay = 0  # milliseconds; what is on its way keeps that of its start

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flowing: asyncio.Event
    ) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sending = asyncio.ensure_future(self._send(waiting, writer, flowing))
        some = b"."
        while some:
            try:
                some = await reader.read(65536)
            except OSError:
                some = b""  # the end
            waiting.put_nowait((self.loop.time() + self.delay / 2_000, some))
        await sending

    async def _send(
        self,
        waiting: asyncio.Queue[tuple[float, bytes]],
        writer: asyncio.StreamWriter,
        flowing: asyncio.Event,
    ) -> None:
        """Send what is waiting when its time has come, in its order."""
        due, some = await waiting.get()
        with contextlib.suppress(OSError):
            while some:
                await pause_task(max(0, due - self.loop.time()))
                await flowing.wait()
                writer.write(some)
                await writer.drain()
                due, some = await waiting.get()
        await pause_task(max(0, due - self.loop.time()))
        await flowing.wait()
        writer.close()
