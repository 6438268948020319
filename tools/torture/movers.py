"""People who play at a steady pace, over sockets that go over to another process when asked to.

A seat does with its socket what `static/socket.js` does: asked to come again, it uses the old one
until the new one is open; what was not answered over the one is sent over the other.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable

import msgspec

from tools.bench.messages import ANSWER, BenchAnswer, BenchQuestion, BenchUpdate
from tools.bench.sockets import Socket, SocketRefused, open_socket
from tools.torture.players import Key, Seated, Witness

AGAIN = b'{"type":"again"'
FIRST_PAUSE = 2.0  # seconds at most, at random, until a lost socket is opened again: as a page's
BUSY_PAUSE = 0.3
PATIENCE = 30.0  # seconds for one move; the aim is far below

_update = msgspec.json.Decoder(BenchUpdate)
_answer = msgspec.json.Decoder(BenchAnswer)


class Again(msgspec.Struct):
    """The server is about to end: come again in so many milliseconds."""

    after: int


_again = msgspec.json.Decoder(Again)


class MovingSeat:
    """One seat and its socket."""

    def __init__(self, seated: Seated, port: int, witness: Witness, changed: asyncio.Event) -> None:
        self.seated, self.port, self.witness, self.changed = seated, port, witness, changed
        self.socket: Socket | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.number = 0
        self.question: BenchQuestion | None = None
        self.is_over, self.is_leaving = False, False
        self.answers: dict[int, BenchAnswer] = {}
        self.waiting: dict[int, bytes] = {}  # what was sent and not answered, by ref

    async def connect(self) -> None:
        """Open a socket; it takes the place of the one before once it is open."""
        path = f"/ws/tables/{self.seated.table}/?since={self.number}"
        lost: list[Socket] = []
        fresh = await open_socket(
            self.port, path, self.hear, lambda _: self.lost(lost[0] if lost else None),
            self.seated.cookie,
        )  # fmt: skip
        lost.append(fresh)
        if fresh.transport.is_closing():
            raise SocketRefused("closed at once")
        before, self.socket = self.socket, fresh
        if before is not None:
            before.close()
        for message in self.waiting.values():
            fresh.send(message)
            self.witness.counts["moves sent again"] += 1

    def hear(self, message: bytes) -> None:
        """Take an answer, an update, or the wish that it leaves."""
        if message.startswith(ANSWER):
            answer = _answer.decode(message)
            if self.waiting.pop(answer.ref, None) is not None:
                self.answers[answer.ref] = answer
        elif message.startswith(AGAIN):
            self.witness.counts["sockets asked to come again"] += 1
            self.start(_again.decode(message).after / 1000)
        else:
            update = _update.decode(message)
            if update.number >= self.number:  # the old socket may be behind the new one
                self.number, self.question = update.number, update.question
                self.is_over = update.status != "playing"
        self.changed.set()

    def lost(self, socket: Socket | None) -> None:
        """A socket is gone: open another, if it was the one in use."""
        if socket is self.socket is not None and not self.is_leaving:
            self.socket = None
            self.witness.counts["sockets lost"] += 1
            self.start(random.uniform(0, FIRST_PAUSE))

    def start(self, seconds: float) -> None:
        """Connect in so many seconds, and again until it succeeds."""
        task = asyncio.get_running_loop().create_task(self.come(seconds))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def come(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                return await self.connect()
            except (SocketRefused, OSError):
                seconds = random.uniform(0, FIRST_PAUSE)
                self.witness.counts["sockets not opened"] += 1

    def send(self, ref: int, message: bytes) -> None:
        """Send a message, now or over the next socket."""
        self.waiting[ref] = message
        if self.socket is not None:
            self.socket.send(message)

    def leave(self) -> None:
        """Close the socket for good."""
        self.is_leaving = True
        for task in self.tasks:
            task.cancel()
        if self.socket is not None:
            self.socket.close()


class Party:
    """The seats of one table, who move one after the other."""

    patience = PATIENCE

    def __init__(self, seats: list[Seated], port: int, witness: Witness) -> None:
        self.changed, self.witness = asyncio.Event(), witness
        self.seats = [MovingSeat(seated, port, witness, self.changed) for seated in seats]
        self.chance = random.Random(f"party {seats[0].table}")
        self.refs = 0
        self.waits: list[float] = []  # seconds from when a move was due until all had seen it

    async def play(self, begin: float, pace: float, is_enough: Callable[[], bool]) -> None:
        """Move every `pace` seconds; a move that waits for the last one is late, and counts so."""
        for seat in self.seats:
            await seat.connect()
        await self.wait_for(lambda: all(seat.number for seat in self.seats))
        due = begin
        while not is_enough():
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if any(seat.is_over for seat in self.seats) or not await self.move():
                break
            self.waits.append(time.monotonic() - due)
            due += pace
        for seat in self.seats:
            seat.leave()

    async def move(self) -> bool:
        """One answer, seen by all; False if the table is over."""
        await self.wait_for(lambda: any(seat.question or seat.is_over for seat in self.seats))
        seat = next((seat for seat in self.seats if seat.question), None)
        if seat is None or seat.question is None:
            return False
        question, move = seat.question.id, self.chance.choice(seat.question.moves).move
        key: Key = (seat.seated.table, seat.seated.place, question, bytes(move).decode())
        answer = await self.answer_to(seat, question, move)
        while answer.status == 503:
            self.witness.counts["answered busy"] += 1
            await asyncio.sleep(BUSY_PAUSE)
            answer = await self.answer_to(seat, question, move)
        reached = answer.number or 0
        self.witness.told(key, answer.status, reached)
        await self.wait_for(lambda: all(one.number >= reached for one in self.seats))
        return answer.status == 200

    async def answer_to(self, seat: MovingSeat, question: str, move: msgspec.Raw) -> BenchAnswer:
        self.refs += 1
        ref = self.refs
        document = {"type": "move", "ref": ref, "question": question, "move": move}
        seat.send(ref, msgspec.json.encode(document))
        await self.wait_for(lambda: ref in seat.answers)
        return seat.answers.pop(ref)

    async def wait_for(self, done: Callable[[], bool]) -> None:
        """Wait until something is so. TimeoutError if it does not happen."""
        async with asyncio.timeout(self.patience):
            while not done():
                self.changed.clear()
                await self.changed.wait()
