"""The load client: a process of its own that plays many tables and checks what it is told.

    python -m tools.bench.clients

Reads its order, says "ready" when all are at their tables, waits for a line, plays, says "done",
waits for a line, proves, and reports. Knows nothing of the rules or of Django: it answers the
questions that the site asks. Whatever is not as it should be goes into the report's `problems`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from tools.bench.messages import BenchAnswer, BenchReport, Order, Slot
from tools.bench.shown import Answering
from tools.bench.sockets import Pages, SocketRefused
from tools.bench.viewers import Browser, Program, Viewer

PATIENCE = 20.0  # seconds for one move to be seen; a slot that waits longer is a problem
AT_ONCE = 20  # people that connect, or connect again, at the same time


class SocketMatch:
    """One table with a socket for each viewer, move after move."""

    def __init__(self, order: Order, slot: Slot, table: int, chance: random.Random) -> None:
        self.order, self.slot, self.table, self.chance = order, slot, table, chance
        self.report = BenchReport()
        kind = Browser if order.page else Program
        self.viewers: list[Viewer] = [
            kind(self, place, cookie) for place, cookie in enumerate(slot.cookies)
        ]
        self.changed = asyncio.Event()
        self.refs = 0
        self.replies: dict[int, BenchAnswer] = {}
        self.leaving = False
        self.last_seen = 0.0
        self.pages: list[Pages] = []

    async def open(self) -> None:
        """Connect all viewers to the table."""
        for viewer in self.viewers:
            await viewer.open()
            headers = {
                "Cookie": f"{viewer.cookie}; csrftoken={self.slot.token}",
                "X-CSRFToken": self.slot.token,
            }
            if self.order.http:
                self.pages.append(Pages(viewer.port, headers))
        await self.until(lambda: all(viewer.number for viewer in self.viewers))

    async def come_back(self) -> None:
        """Connect all viewers again whose socket was lost."""
        for viewer in self.viewers:
            if isinstance(viewer, Browser):
                await viewer.connect_again()
        self.leaving = False

    def saw(self) -> None:
        """Note that a viewer was shown something."""
        self.last_seen = time.perf_counter()
        self.changed.set()

    def answered(self, answer: BenchAnswer) -> None:
        """Note that a move was answered."""
        self.replies[answer.ref] = answer
        self.changed.set()

    async def until(self, done: Callable[[], bool]) -> bool:
        """Wait for something; if it does not happen, note a problem and return False."""
        deadline = time.perf_counter() + PATIENCE
        while not done():
            self.changed.clear()
            try:
                await asyncio.wait_for(self.changed.wait(), deadline - time.perf_counter())
            except TimeoutError:
                self.report.problems.append(f"table {self.table}: nothing for {PATIENCE} s")
                return False
            if self.report.problems:
                return False
        return True

    async def move(self, due: float) -> bool:
        """Submit one move and wait until everybody has seen it. False to stop playing."""
        viewer = next((viewer for viewer in self.viewers if viewer.is_asked()), None)
        if viewer is None or (chosen := viewer.answer(self.chance)) is None:
            return False
        number, begun = viewer.number, time.perf_counter()
        if due > self.last_seen:
            due = 0.0  # only the event loop's clock has delayed it
        reply = await self.submit(viewer, chosen)
        if reply.final:
            self.report.confirmed += 1
            reply = await self.submit(viewer, chosen._replace(ask=False))
        reached = reply.number or 0
        if reply.status == 503:
            self.report.busy += 1
            await asyncio.sleep(0.05)
            return True
        if reply.status != 200 or reached <= number:
            self.report.problems.append(f"table {self.table}: a legal move got {reply.status}")
            return False
        acknowledged = time.perf_counter()
        if not await self.until(lambda: all(seen.number >= reached for seen in self.viewers)):
            return False
        self.report.moves += 1
        self.report.acknowledged.append(acknowledged - begun)
        self.report.latencies.append(self.last_seen - (due or begun))
        return True

    async def submit(self, viewer: Viewer, chosen: Answering) -> BenchAnswer:
        """Send an answer and wait for the site's reply; a status of 0 if there is none."""
        if self.order.http:
            body = msgspec.json.encode({"question": chosen.question, "move": chosen.move})
            path = f"/api/v1/tables/{self.table}/moves"
            status, text = await self.pages[viewer.place].post(path, body)
            number = msgspec.json.decode(text)["number"] if status == 200 else 0
            return BenchAnswer(0, status, number)
        assert viewer.socket is not None
        self.refs += 1
        ref = self.refs
        document = {
            "type": "move", "ref": ref, "question": chosen.question, "move": chosen.move,
            "ask": chosen.ask,
        }  # fmt: skip
        viewer.socket.send(msgspec.json.encode(document))
        if not await self.until(lambda: ref in self.replies):
            return BenchAnswer(ref, 0)
        return self.replies.pop(ref)

    async def prove(self) -> None:
        """Compare what all viewers show with a fresh page."""
        for viewer in self.viewers:
            if isinstance(viewer, Browser):
                await viewer.prove()

    def close(self) -> None:
        """Close all sockets."""
        self.leaving = True
        for viewer in self.viewers:
            if viewer.socket is not None:
                viewer.socket.close()
        for pages in self.pages:
            pages.close()


class Load:
    """All slots of one process."""

    def __init__(self, order: Order) -> None:
        self.order, self.report = order, BenchReport()
        self.matches: list[SocketMatch | None] = []

    async def run(self) -> BenchReport:
        """Carry out the order, in step with whoever gave it."""
        indexes = range(len(self.order.slots))
        self.matches = await in_turns([self.sit_down(index) for index in indexes])
        at_tables = [match for match in self.matches if match]
        if self.order.storm:
            for match in at_tables:
                match.leaving = True  # the sockets are lost on purpose
        await go_on("ready")
        processor = time.process_time()
        if self.order.storm:
            await in_turns([self.come_back(match) for match in at_tables])
        self.begin = time.perf_counter() + self.order.warm
        self.end = self.begin + self.order.seconds
        await asyncio.gather(*(self.play(index) for index in indexes))
        self.report.seconds = self.order.seconds
        self.report.processor = time.process_time() - processor
        await go_on("done")
        await self.prove()
        return self.report

    async def sit_down(self, index: int) -> SocketMatch | None:
        slot = self.order.slots[index]
        if not slot.tables:
            self.report.problems.append(f"slot {index} has no table left")
            return None
        table = slot.tables.pop(0)
        match = SocketMatch(self.order, slot, table, random.Random(f"{self.order.seed} {table}"))
        try:
            await match.open()
        except (SocketRefused, OSError, EOFError, ValueError) as problem:
            self.report.problems.append(f"table {table}: {problem}")
            return None
        return match

    async def come_back(self, match: SocketMatch) -> None:
        try:
            await match.come_back()
        except (SocketRefused, OSError) as problem:
            self.report.problems.append(f"table {match.table}: {problem}")

    async def play(self, index: int) -> None:
        turns, count = 0, len(self.order.slots)
        while (match := self.matches[index]) is not None and time.perf_counter() < self.end:
            due = 0.0
            if self.order.rate:
                pace = count / self.order.rate
                due = self.begin - self.order.warm + pace * (turns + index / count)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            turns += 1
            went_on = await match.move(due)
            now = time.perf_counter()
            self.take(match, counted=self.begin <= now < self.end)
            if not went_on:
                match.close()
                self.matches[index] = None
                if self.report.problems:
                    return
                self.matches[index] = await self.sit_down(index)

    async def prove(self) -> None:
        """Compare what is shown with fresh pages, if that is ordered; then close all sockets."""
        matches = [match for match in self.matches if match]
        if self.order.storm:  # those who came back must get updates
            for match in matches[: self.order.proofs]:
                await match.move(0.0)
        for match in matches[: self.order.proofs]:
            await match.prove()
        for match in matches:
            self.take(match, counted=False)
            match.close()

    def take(self, match: SocketMatch, *, counted: bool) -> None:
        """Add what a match has seen since the last time."""
        seen, match.report, total = match.report, BenchReport(), self.report
        total.problems += seen.problems
        total.views += seen.views
        total.busy += seen.busy
        total.confirmed += seen.confirmed
        total.proved += seen.proved
        total.played += seen.moves
        total.numbers[match.table] = match.viewers[0].number
        if counted:
            total.moves += seen.moves
            total.bytes += seen.bytes
            total.sizes += seen.sizes
            total.latencies += seen.latencies
            total.acknowledged += seen.acknowledged


async def go_on(word: str) -> None:
    """Print a word, and wait for the line that says to go on."""
    print(word, flush=True)
    await asyncio.to_thread(sys.stdin.readline)


async def in_turns(works: list[Coroutine[Any, Any, Any]]) -> list[Any]:
    """The results of all works, a few at a time."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(work: Coroutine[Any, Any, Any]) -> Any:
        async with gate:
            return await work

    return await asyncio.gather(*(one(work) for work in works))


def main() -> None:
    """Read the order and carry it out."""
    order = msgspec.json.decode(sys.stdin.readline(), type=Order)
    report = asyncio.run(Load(order).run())
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")


if __name__ == "__main__":
    main()
