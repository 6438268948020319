"""The load client: a process of its own that plays many tables and checks what it is told.

    python -m games.bench.clients < order.json > report.json

Knows nothing of the rules or of Django: it answers the questions that the site asks. Whatever is
not as promised goes into the report's `problems`.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
import zlib
from typing import Any

import msgspec

from games.bench.sockets import Pages, Refused, Socket, open_socket

PATIENCE = 20.0  # seconds for one move to be seen; a slot that waits longer is a problem


class Slot(msgspec.Struct):
    """Tables that are played one after the other by the same people."""

    tables: list[int]
    cookies: list[str]
    token: str = ""  # against forgery, for HTTP


class Order(msgspec.Struct):
    """What to do. `rate` is moves a second over all slots; without one as fast as they are seen."""

    port: int
    slots: list[Slot]
    seconds: float
    warm: float = 1.0
    rate: float | None = None
    http: bool = False
    html: bool = False
    seed: int = 0


class Report(msgspec.Struct):
    """What was seen. Times in seconds; `views` has table, number, place and checksum."""

    moves: int = 0
    seconds: float = 0
    bytes: int = 0
    latencies: list[float] = []
    acknowledged: list[float] = []
    views: list[tuple[int, int, int, int]] = []
    busy: int = 0
    problems: list[str] = []
    numbers: dict[int, int] = {}


class Offer(msgspec.Struct):
    """One legal answer."""

    move: msgspec.Raw


class Question(msgspec.Struct):
    """What a seat is asked."""

    id: str
    moves: list[Offer]


class Event(msgspec.Struct):
    """A line of the log."""

    number: int


class Update(msgspec.Struct):
    """What a socket is told."""

    number: int
    since: int
    status: str
    view: msgspec.Raw
    question: Question | None
    events: list[Event]


class Answer(msgspec.Struct):
    """What a socket is told of its own submission."""

    ref: int
    status: int
    number: int | None = None


_update = msgspec.json.Decoder(Update)
_answer = msgspec.json.Decoder(Answer)
ANSWER = b'{"type":"answer"'
OTHERS = (b'{"type":"waiting"', b'{"type":"present"')  # what pages hear besides their table
HELLO = b'{"type":"hello","number":0,"has":""}'  # with which a page joins its table


class Seat:
    """One person's socket at one table."""

    def __init__(self, match: Match, place: int) -> None:
        self.match, self.place = match, place
        self.number = 0
        self.question: Question | None = None
        self.socket: Socket | None = None

    def hear(self, message: bytes) -> None:
        match, report = self.match, self.match.report
        if message.startswith(ANSWER):
            match.answered(_answer.decode(message))
            return
        if message.startswith(OTHERS):
            return
        update = _update.decode(message)
        report.bytes += len(message)
        at = f"table {match.table} place {self.place}"
        if update.since != self.number or update.number <= self.number:
            report.problems.append(
                f"{at}: {update.since}..{update.number} follows entry {self.number}"
            )
        if any(not update.since < event.number <= update.number for event in update.events):
            report.problems.append(f"{at}: a strange event with entry {update.number}")
        self.number, self.question = update.number, update.question
        view = zlib.crc32(update.view)
        report.views.append((match.table, update.number, self.place, view))
        match.saw(update)

    def lost(self, code: int) -> None:
        if not self.match.leaving:
            self.match.report.problems.append(f"table {self.match.table}: socket lost, {code}")
            self.match.changed.set()


class Match:
    """One table with a socket for each seat, move after move."""

    def __init__(self, order: Order, slot: Slot, table: int, chance: random.Random) -> None:
        self.order, self.slot, self.table, self.chance = order, slot, table, chance
        self.report = Report()
        self.seats = [Seat(self, place) for place in range(len(slot.cookies))]
        self.changed = asyncio.Event()
        self.status, self.refs = "playing", 0
        self.replies: dict[int, Answer] = {}
        self.leaving = False
        self.last_seen = 0.0
        self.pages: list[Pages] = []

    async def open(self) -> None:
        query = "?html=1" if self.order.html else ""
        for seat, cookie in zip(self.seats, self.slot.cookies, strict=True):
            path = f"/ws/tables/{self.table}/{query}"
            seat.socket = await open_socket(self.order.port, path, seat.hear, seat.lost, cookie)
            if self.order.html:
                seat.socket.send(HELLO)
            headers = {
                "Cookie": f"{cookie}; csrftoken={self.slot.token}",
                "X-CSRFToken": self.slot.token,
            }
            if self.order.http:
                self.pages.append(Pages(self.order.port, headers))
        await self.until(lambda: all(seat.number for seat in self.seats))

    def saw(self, update: Update) -> None:
        self.status = update.status
        self.last_seen = time.perf_counter()
        self.changed.set()

    def answered(self, answer: Answer) -> None:
        self.replies[answer.ref] = answer
        self.changed.set()

    async def until(self, done: Any) -> bool:
        """Wait for something; a problem and False if it does not happen."""
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
        """Submit one move and wait until everybody has seen it. False to go no further."""
        seat = next((seat for seat in self.seats if seat.question), None)
        if seat is None or seat.question is None or self.status != "playing":
            return False
        question, number = seat.question, seat.number
        move = self.chance.choice(question.moves).move
        begun = time.perf_counter()
        if due > self.last_seen:
            due = 0.0  # nothing but the clock of the event loop has kept it waiting
        status, reached = await self.submit(seat, question.id, move)
        if status == 503:
            self.report.busy += 1
            await asyncio.sleep(0.05)
            return True
        if status != 200 or reached <= number:
            self.report.problems.append(f"table {self.table}: a legal move got {status}")
            return False
        acknowledged = time.perf_counter()
        if not await self.until(lambda: all(seat.number >= reached for seat in self.seats)):
            return False
        self.report.moves += 1
        self.report.acknowledged.append(acknowledged - begun)
        self.report.latencies.append(self.last_seen - (due or begun))
        return True

    async def submit(self, seat: Seat, question: str, move: msgspec.Raw) -> tuple[int, int]:
        if self.order.http:
            body = msgspec.json.encode({"question": question, "move": move})
            path = f"/api/v1/tables/{self.table}/moves"
            status, answer = await self.pages[seat.place].post(path, body)
            return status, _update.decode(answer).number if status == 200 else 0
        assert seat.socket is not None
        self.refs += 1
        ref = self.refs
        document = {"type": "move", "ref": ref, "question": question, "move": move}
        seat.socket.send(msgspec.json.encode(document))
        if not await self.until(lambda: ref in self.replies):
            return 0, 0
        reply = self.replies.pop(ref)
        return reply.status, reply.number or 0

    def close(self) -> None:
        self.leaving = True
        for seat in self.seats:
            if seat.socket is not None:
                seat.socket.close()
        for pages in self.pages:
            pages.close()


class Load:
    """All slots of one process."""

    def __init__(self, order: Order) -> None:
        self.order, self.report = order, Report()
        self.measuring = False

    async def run(self) -> Report:
        slots = self.order.slots
        first = [await self.sit_down(index) for index in range(len(slots))]
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.begin = time.perf_counter() + self.order.warm
        self.end = self.begin + self.order.seconds
        await asyncio.gather(*(self.play(i, match) for i, match in enumerate(first) if match))
        self.report.seconds = self.order.seconds
        return self.report

    async def sit_down(self, index: int) -> Match | None:
        slot = self.order.slots[index]
        if not slot.tables:
            self.report.problems.append(f"slot {index} has no table left")
            return None
        table = slot.tables.pop(0)
        match = Match(self.order, slot, table, random.Random(f"{self.order.seed} {table}"))
        try:
            await match.open()
        except (Refused, OSError) as problem:
            self.report.problems.append(f"table {table}: {problem}")
            return None
        return match

    async def play(self, index: int, match: Match | None) -> None:
        turns = 0
        while match is not None and time.perf_counter() < self.end:
            due = 0.0
            if self.order.rate:
                pace = len(self.order.slots) / self.order.rate
                due = self.begin - self.order.warm + pace * (turns + index / len(self.order.slots))
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            turns += 1
            went_on = await match.move(due)
            now = time.perf_counter()
            self.take(match, counted=self.begin <= now < self.end)
            if not went_on:
                match.close()
                if self.report.problems:
                    return
                match = await self.sit_down(index)
        if match is not None:
            match.close()

    def take(self, match: Match, *, counted: bool) -> None:
        """Add what a match has seen since the last time."""
        seen, match.report, total = match.report, Report(), self.report
        total.problems += seen.problems
        total.views += seen.views
        total.busy += seen.busy
        total.numbers[match.table] = match.seats[0].number
        if counted:
            total.moves += seen.moves
            total.bytes += seen.bytes
            total.latencies += seen.latencies
            total.acknowledged += seen.acknowledged


def main() -> None:
    """Read the order, say "ready", wait for a line, play, report."""
    order = msgspec.json.decode(sys.stdin.readline(), type=Order)
    report = asyncio.run(Load(order).run())
    sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")


if __name__ == "__main__":
    main()
