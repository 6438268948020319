"""A client that can send without waiting for answers, and counts what it receives."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections import Counter

import msgspec

from tools.bench.messages import (
    ANSWER,
    HELLO,
    OTHERS,
    BenchAnswer,
    BenchQuestion,
    BenchUpdate,
    PageUpdate,
)
from tools.bench.sockets import Socket, open_socket

EVERY = 0.02  # seconds between two submissions of one player
TOO_MANY = 4429  # the close code for a socket that sends without waiting
CUT_OFF = 1006  # what a client notes if it did not read a close code
TURNED_OUT = {TOO_MANY, CUT_OFF}
"""How the connection of a client that floods may end.

The server gives a client a second to answer its close frame, then hangs up; anything that the
client sends later is answered with a reset. A client so slow that it writes once more before it
reads gets the reset and never sees the frame.
"""
MOST_UNSENT = 64 * 1024  # bytes that may wait in a client that the server does not read

_update = msgspec.json.Decoder(BenchUpdate)
_page_update = msgspec.json.Decoder(PageUpdate)
_answer = msgspec.json.Decoder(BenchAnswer)


class Client:
    """One socket that counts what it receives."""

    def __init__(self, table: int, cookie: str = "") -> None:
        self.table, self.cookie = table, cookie
        self.question: BenchQuestion | None = None
        self.number = self.updates = self.sent = 0
        self.statuses: Counter[int] = Counter()
        self.acknowledged: set[str] = set()
        self.asked: dict[int, str] = {}
        self.closed = self.turned_out = 0
        self.is_page = False
        self.heard = asyncio.Event()
        self.socket: Socket

    async def open(self, port: int, *, html: bool = False) -> Client:
        """Connect, and wait for the first update."""
        self.is_page = html
        self.closed, self.asked = 0, {}  # what became of earlier submissions is unknown
        self.heard.clear()
        path = f"/ws/tables/{self.table}/?since={self.number}" + ("&html=1" if html else "")
        self.socket = await open_socket(port, path, self.hear, self.lost, self.cookie)
        if html:  # a page joins its table with its first hello
            self.socket.send(HELLO)
        await self.heard.wait()
        return self

    def hear(self, message: bytes) -> None:
        if message.startswith(ANSWER):
            answer = _answer.decode(message)
            self.statuses[answer.status] += 1
            question = self.asked.pop(answer.ref)
            if answer.status == 200:
                self.acknowledged.add(question)
        elif message.startswith(OTHERS):
            pass
        elif self.is_page:
            self.number = _page_update.decode(message).number
            self.updates += 1
        else:
            update = _update.decode(message)
            assert update.since == self.number, "an update is missing"
            self.number, self.question = update.number, update.question
            self.updates += 1
        self.heard.set()

    def lost(self, code: int) -> None:
        self.closed = code
        self.heard.set()

    async def told_once(self) -> None:
        """Wait until an update has come."""
        while not self.updates:
            self.heard.clear()
            await self.heard.wait()

    def play(self, question: BenchQuestion, chance: random.Random) -> int:
        """Submit a random answer; its `ref`."""
        self.sent += 1
        self.asked[self.sent] = question.id
        move = chance.choice(question.moves).move
        document = {"type": "move", "ref": self.sent, "question": question.id, "move": move}
        self.socket.send(msgspec.json.encode(document))
        return self.sent

    async def flood(
        self, port: int, until: float, chance: random.Random, *, every: float = EVERY,
        burst: int = 1, most: float = math.inf,
    ) -> None:  # fmt: skip
        """Submit again and again, unless so many answers are owed; connect again when closed."""
        question = None
        while time.monotonic() < until:
            if self.closed:
                assert self.closed in TURNED_OUT, f"closed with {self.closed}"
                self.turned_out += 1
                await self.open(port)
            question = self.question or question
            unsent = self.socket.transport.get_write_buffer_size()
            may_ask = not self.closed and unsent < MOST_UNSENT and len(self.asked) < most
            if question is not None and may_ask:
                for _ in range(burst):
                    self.play(question, chance)
            await asyncio.sleep(every)
