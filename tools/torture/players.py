"""People at tables who lose their connection, send twice, send again later and try nonsense."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from tools.bench.messages import ANSWER, BenchAnswer, BenchQuestion, BenchUpdate
from tools.bench.sockets import Pages, Socket, SocketRefused, open_socket

REPLY_SECONDS = 6.0  # without an answer for so long, what became of a move counts as unknown
LONGEST_PAUSE = 0.6

_answer = msgspec.json.Decoder(BenchAnswer)

Key = tuple[int, int, str, str]  # table, place, question, move as JSON


class SeatedUpdate(BenchUpdate):
    """An update of a table, with its seats."""

    seats: msgspec.Raw


_update = msgspec.json.Decoder(SeatedUpdate)


class Seated(msgspec.Struct):
    """A player: a seat of a table, and how they are signed in."""

    table: int
    place: int
    cookie: str
    token: str  # against forged requests


class Witness:
    """What all players have been told: what the database is checked against."""

    def __init__(self) -> None:
        self.answers: dict[Key, list[int]] = {}  # 0 where no answer came
        self.reached: dict[int, int] = {}  # the latest entry that a table was said to be at
        self.counts: Counter[str] = Counter()
        self.longest = 0.0  # seconds from a click until it was answered, however often it was sent
        self.problems: list[str] = []

    def told(self, key: Key, status: int, number: int) -> None:
        """Note the answer to a move, or that there was none."""
        self.answers.setdefault(key, []).append(status)
        self.counts[f"answered {status}" if status else "unanswered"] += 1
        if status == 200:
            self.saw(key[0], number)

    def saw(self, table: int, number: int) -> None:
        """Note that a table is at least at this entry."""
        self.reached[table] = max(self.reached.get(table, 0), number)


class Player:
    """One seat: a socket, a connection for pages, and bad behaviour."""

    def __init__(
        self, seat: Seated, ports: Callable[[], int], witness: Witness, chance: random.Random
    ) -> None:
        self.seat, self.ports, self.witness, self.chance = seat, ports, witness, chance
        self.socket: Socket | None = None
        self.number = 0
        self.fresh = True  # the next update is the first of its socket
        self.expected = 0
        self.question: BenchQuestion | None = None
        self.status = "playing"
        self.view = self.seats = b""  # ratings of seats may change without an entry
        self.ref = 0
        self.replies: dict[int, asyncio.Future[BenchAnswer]] = {}
        self.changed = asyncio.Event()
        self.open_key: tuple[Key, msgspec.Raw] | None = None  # sent, outcome unknown
        self.refused = False  # each tries nonsense at least until it is refused
        self.clicked = 0.0

    # --- The socket ---

    async def connect(self) -> None:
        """Open the socket and wait for its first update.

        Raises SocketRefused, OSError, TimeoutError.
        """
        self.expected = self.witness.reached.get(self.seat.table, 0)
        self.fresh = True
        path = f"/ws/tables/{self.seat.table}/?since={self.number}"
        async with asyncio.timeout(REPLY_SECONDS):
            self.socket = await open_socket(
                self.ports(), path, self.hear, self.lost, self.seat.cookie
            )
            while self.fresh:
                self.changed.clear()
                await self.changed.wait()
                if self.socket is None:
                    raise SocketRefused("closed before the first update")
        self.witness.counts["connections"] += 1

    def hear(self, message: bytes) -> None:
        """Take an update or an answer."""
        if message.startswith(ANSWER):
            answer = _answer.decode(message)
            waiting = self.replies.pop(answer.ref, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(answer)
            return
        update = _update.decode(message)
        where = f"table {self.seat.table} seat {self.seat.place}"
        if update.since != self.number:
            self.witness.problems.append(f"{where}: {update.since} follows {self.number}")
        is_told_again = update.number == self.number and bytes(update.seats) == self.seats
        if update.number < self.number or (is_told_again and not self.fresh):
            self.witness.problems.append(f"{where}: back from {self.number} to {update.number}")
        if self.fresh and update.number < self.expected:
            self.witness.problems.append(
                f"{where}: connected at {update.number} of {self.expected}"
            )
        numbers = [event.number for event in update.events]
        if any(not self.number < number <= update.number for number in numbers):
            self.witness.problems.append(f"{where}: events {numbers} after {self.number}")
        self.number, self.question, self.status = update.number, update.question, update.status
        self.view, self.seats, self.fresh = bytes(update.view), bytes(update.seats), False
        self.witness.counts["updates"] += 1
        self.witness.saw(self.seat.table, update.number)
        self.changed.set()

    def lost(self, code: int) -> None:
        """Note that the socket is gone: what was sent over it stays unanswered."""
        self.socket = None
        for waiting in self.replies.values():
            if not waiting.done():
                waiting.set_result(BenchAnswer(0, 0))
        self.replies.clear()
        self.changed.set()

    # --- Playing ---

    async def play(self, until: float, is_enough: Callable[[], bool] = lambda: False) -> None:
        """Play until then, or until it is enough, whatever happens."""
        while time.monotonic() < until and not is_enough():
            try:
                if self.socket is None:
                    await self.connect()
                await self.step()
            except (SocketRefused, OSError, TimeoutError, asyncio.IncompleteReadError):
                self.drop()
                self.witness.counts["connections lost"] += 1
                await asyncio.sleep(self.chance.uniform(0.05, 0.4))

    async def step(self) -> None:
        """Do one random thing that people do."""
        dice = self.chance.random()
        if self.open_key is not None:
            await self.repeat(*self.open_key)
        elif self.question is None:
            self.changed.clear()
            try:
                async with asyncio.timeout(0.5):
                    await self.changed.wait()
            except TimeoutError:
                if dice < 0.1:
                    self.drop()
        elif dice < 0.04:
            self.drop()
        elif dice < 0.08 or not self.refused:
            await self.nonsense(self.question)
        else:
            await self.move(self.question)

    def drop(self) -> None:
        """Lose the socket without a close frame."""
        if self.socket is not None:
            self.socket.drop()
            self.socket = None

    async def move(self, question: BenchQuestion) -> None:
        """Answer a question, in one of many ways."""
        move = self.chance.choice(question.moves).move
        if self.chance.random() < 0.15:
            await asyncio.sleep(self.chance.uniform(0, LONGEST_PAUSE))
        key, self.clicked = self.key(question.id, move), time.monotonic()
        twice = self.chance.random() < 0.15
        sent = [self.send(key, move) for _ in range(2 if twice else 1)]
        if self.chance.random() < 0.04:
            self.drop()
        statuses = await asyncio.gather(*sent)
        self.witness.counts["moves sent twice"] += twice
        self.open_key = (key, move)
        if any(0 < status < 500 for status in statuses):
            self.answered()
        if 200 in statuses and self.chance.random() < 0.1:
            await self.send(key, move)
            other = self.chance.choice(question.moves).move
            await self.send(self.key(question.id, other), other)
            self.witness.counts["moves repeated"] += 1
        if self.question is question:  # the update may still be on its way
            self.question = None

    async def repeat(self, key: Key, move: msgspec.Raw) -> None:
        """Send a move again that may not have arrived."""
        await asyncio.sleep(self.chance.uniform(0.05, 0.3))
        if 0 < await self.send(key, move) < 500:
            self.answered()
        self.witness.counts["moves resent"] += 1

    def answered(self) -> None:
        """Note that what was clicked has its answer, and how long that took."""
        self.open_key = None
        waited = time.monotonic() - self.clicked
        self.witness.longest = max(self.witness.longest, waited)

    async def nonsense(self, question: BenchQuestion) -> None:
        """Send a move that is not offered, or answer a question that was not asked."""
        wrong = msgspec.Raw(self.chance.choice([b"{}", b'{"kind":"Steal"}', b'{"kind":"Bid"}']))
        asked = self.chance.choice([question.id, "0123456789abcdef"])
        self.refused |= 400 <= await self.send(self.key(asked, wrong), wrong) < 500

    def key(self, question: str, move: msgspec.Raw) -> Key:
        """The key under which a move is remembered."""
        return self.seat.table, self.seat.place, question, bytes(move).decode()

    async def send(self, key: Key, move: msgspec.Raw) -> int:
        """Send a move over the socket or as a request; the status, 0 if no answer came."""
        by_socket = self.socket is not None and self.chance.random() < 0.7
        try:
            async with asyncio.timeout(REPLY_SECONDS):
                if by_socket:
                    status, number = await self.by_socket(key[2], move)
                else:
                    status, number = await self.by_page(key[2], move)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, ValueError):
            status, number = 0, 0
        self.witness.told(key, status, number)
        return status

    async def by_socket(self, question: str, move: msgspec.Raw) -> tuple[int, int]:
        if self.socket is None:
            return 0, 0
        self.ref += 1
        reply = self.replies[self.ref] = asyncio.get_running_loop().create_future()
        document = {"type": "move", "ref": self.ref, "question": question, "move": move}
        self.socket.send(msgspec.json.encode(document))
        answer = await reply
        return answer.status, answer.number or 0

    async def by_page(self, question: str, move: msgspec.Raw) -> tuple[int, int]:
        headers = {
            "Cookie": f"{self.seat.cookie}; csrftoken={self.seat.token}",
            "X-CSRFToken": self.seat.token,
        }
        pages = Pages(self.ports(), headers)
        path = f"/api/v1/tables/{self.seat.table}/moves"
        try:
            status, body = await pages.post(
                path, msgspec.json.encode({"question": question, "move": move})
            )
        finally:
            pages.close()
        number = msgspec.json.decode(body, type=dict[str, Any])["number"] if status == 200 else 0
        return status, number
