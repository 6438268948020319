"""The viewers of a table: programs that get JSON, and browsers with its page."""

from __future__ import annotations

import random
import zlib
from typing import TYPE_CHECKING

import msgspec

from tools.bench import shown
from tools.bench.messages import ANSWER, OTHERS, BenchAnswer, BenchQuestion, BenchUpdate, PageUpdate
from tools.bench.shown import Answering
from tools.bench.sockets import Pages, Socket, open_socket

if TYPE_CHECKING:
    from tools.bench.clients import SocketMatch

_update = msgspec.json.Decoder(BenchUpdate)
_page_update = msgspec.json.Decoder(PageUpdate)
_answer = msgspec.json.Decoder(BenchAnswer)


class Viewer:
    """One person's socket at one table. `number` is the entry they have seen, 0 before any."""

    def __init__(self, match: SocketMatch, place: int, cookie: str) -> None:
        self.match, self.place, self.cookie = match, place, cookie
        self.number = 0
        self.socket: Socket | None = None

    @property
    def port(self) -> int:
        """Where this table is served."""
        return self.match.order.port_of(self.match.table)

    async def open(self) -> None:
        """Connect to the table. Raises Refused and OSError."""
        raise NotImplementedError

    def answer(self, chance: random.Random) -> Answering | None:
        """A random answer to the question; None if there is none."""
        raise NotImplementedError

    def is_asked(self) -> bool:
        """Whether this viewer is to move."""
        raise NotImplementedError

    def updated(self, message: bytes) -> None:
        """Take an update of the table."""
        raise NotImplementedError

    async def connect(self, path: str) -> None:
        """Open the socket."""
        self.socket = await open_socket(self.port, path, self.hear, self.lost, self.cookie)

    def hear(self, message: bytes) -> None:
        """Take a message."""
        if message.startswith(ANSWER):
            self.match.answered(_answer.decode(message))
        elif not message.startswith(OTHERS):
            self.match.report.bytes += len(message)
            self.match.report.sizes.append(len(message))
            self.updated(message)
            self.match.saw()

    def lost(self, code: int) -> None:
        """Note that the socket was closed."""
        if not self.match.leaving:
            self.problem(f"socket lost, {code}")
            self.match.changed.set()

    def problem(self, text: str) -> None:
        """Note that something is not as it should be."""
        at = f"table {self.match.table} place {self.place}"
        self.match.report.problems.append(f"{at}: {text}")


class Program(Viewer):
    """Gets views and questions."""

    question: BenchQuestion | None = None

    async def open(self) -> None:
        await self.connect(f"/ws/tables/{self.match.table}/")

    def is_asked(self) -> bool:
        return self.question is not None

    def answer(self, chance: random.Random) -> Answering | None:
        if self.question is None:
            return None
        return Answering(self.question.id, chance.choice(self.question.moves).move, False)

    def updated(self, message: bytes) -> None:
        update = _update.decode(message)
        if update.since != self.number or update.number <= self.number:
            self.problem(f"{update.since}..{update.number} follows entry {self.number}")
        if any(not update.since < event.number <= update.number for event in update.events):
            self.problem(f"a strange event with entry {update.number}")
        self.number, self.question = update.number, update.question
        view = zlib.crc32(update.view)
        self.match.report.views.append((self.match.table, update.number, self.place, view))


class Browser(Viewer):
    """Loads the page and keeps the parts that it shows."""

    parts: dict[str, str]
    roots: list[str]
    base = 0
    language = ""

    async def open(self) -> None:
        page = await self._load()
        self.number, self.language = page.number, page.language
        self.parts, self.roots = page.parts, page.roots
        await self.connect_again()

    async def connect_again(self) -> None:
        """Open the socket, saying what is shown."""
        self.base += 1
        query = f"since={self.number}&html=1&lang={self.language}"
        has = shown.hashes(shown.on_show(self.parts, self.roots))
        hello = {"type": "hello", "number": self.number, "has": has, "base": self.base}
        await self.connect(f"/ws/tables/{self.match.table}/?{query}")
        assert self.socket is not None
        self.socket.send(msgspec.json.encode(hello))

    async def _load(self) -> shown.LoadedPage:
        pages = Pages(self.port, {"Cookie": self.cookie} if self.cookie else {})
        status, body = await pages.get(f"/tables/{self.match.table}/")
        pages.close()
        if status != 200:
            raise OSError(f"the page of table {self.match.table}: {status}")
        return shown.page_of(body.decode())

    def is_asked(self) -> bool:
        return shown.asks(self.parts[shown.PANEL])

    def answer(self, chance: random.Random) -> Answering | None:
        return shown.answering(self.parts[shown.PANEL], chance)

    def updated(self, message: bytes) -> None:
        update = _page_update.decode(message)
        if update.since != self.number or update.number <= self.number:
            self.problem(f"{update.since}..{update.number} follows entry {self.number}")
        if update.base != self.base:
            self.problem(f"an update on base {update.base}, not {self.base}")
        self.number = update.number
        self.parts.update(update.parts)

    async def prove(self) -> None:
        """Compare what is shown with a fresh page."""
        fresh = await self._load()
        if fresh.number != self.number:
            self.problem(f"shows entry {self.number} of {fresh.number}")
            return
        expected = shown.on_show(fresh.parts, fresh.roots)
        try:
            have = shown.on_show(self.parts, self.roots)
        except KeyError as missing:
            self.problem(f"part {missing} is missing")
            return
        if wrong := [name for name in expected if have.get(name) != expected[name]]:
            self.problem(f"shows {wrong[:4]} otherwise than a fresh page")
        elif len(have) != len(expected):
            self.problem(f"shows too much: {[*have.keys() - expected.keys()][:4]}")
        else:
            self.match.report.proved += 1
