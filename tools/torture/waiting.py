"""People who play and read, and how long each waits for what."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import time
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

from tools.bench import site
from tools.bench.sockets import Pages
from tools.torture.bounds import in_script
from tools.torture.movers import MovingSeat, Party
from tools.torture.players import Key, Seated, Witness

PAGE, TABLE, YES, SEEN = "a page", "a table's page", "a yes", "another's move"
BOT, LETTER = "a bot's answer", "a letter asked for"
KINDS = (PAGE, TABLE, YES, SEEN, BOT, LETTER)
RELOAD = 8.0  # seconds until somebody gives up a page that does not come, and asks again
TRY_AGAIN = 1.0  # seconds until somebody asks again for a page that was refused
MOST_TRIES = 5  # of a move answered "busy", as in the script; then somebody clicks again
GLANCE = 0.1  # seconds between two looks at a line
PONG = b'{"type":"pong"'
PING = b'{"type":"ping"}'


class Waits:
    """What people have waited for, and what they are waiting for: seconds by the steady clock."""

    def __init__(self) -> None:
        self.over: list[tuple[str, float, float]] = []  # for what, from when to when
        self.open: dict[object, tuple[str, float]] = {}
        self.refusals: list[tuple[float, float]] = []  # of requests, from when to when

    @contextlib.contextmanager
    def waiting(self, kind: str) -> Iterator[None]:
        """A context in which somebody waits for something of a kind."""
        key, begun = object(), time.monotonic()
        self.open[key] = (kind, begun)
        try:
            yield
        except BaseException:
            del self.open[key]
            raise
        del self.open[key]
        self.over.append((kind, begun, time.monotonic()))

    def refused(self, begun: float) -> None:
        """Note that something asked for then was refused now, or given up."""
        self.refusals.append((begun, time.monotonic()))

    def longest_refusal(self, since: float) -> float:
        """The seconds of the longest request that was refused after that; 0 if none was."""
        return max((ended - begun for begun, ended in self.refusals if ended > since), default=0.0)

    def are_over(self, before: float) -> bool:
        """Whether nobody waits any more since then, or since longer."""
        return all(begun > before for _, begun in self.open.values())

    def longest(self, since: float) -> dict[str, float]:
        """The longest wait for each kind among those that ended after that, in seconds."""
        found: dict[str, float] = {}
        for kind, begun, ended in self.over:
            if ended > since:
                found[kind] = max(found.get(kind, 0.0), ended - begun)
        return found


class Watchful(MovingSeat):
    """A seat that leaves a line without a sign of life, as `static/socket.js` does."""

    heard = asked_for_sign = 0.0
    sent: float | None = None
    sign_within = in_script("SIGN_WITHIN")
    pause = in_script("FIRST_PAUSE")

    async def connect(self) -> None:
        """Open a socket within the time that a page gives it. Raises Refused and OSError."""
        async with asyncio.timeout(in_script("OPEN_WITHIN")):
            await super().connect()
        self.heard, self.asked_for_sign = time.monotonic(), 0.0
        self.pause = in_script("FIRST_PAUSE")
        if self.waiting:
            self.sent = self.heard

    async def come(self, seconds: float) -> None:
        """Connect in so many seconds, and again, after pauses that grow, until it succeeds."""
        await asyncio.sleep(seconds)
        while True:
            try:
                return await self.connect()
            except OSError:
                pass
            except Exception as refused:
                self.witness.counts[f"sockets refused: {refused}"] += 1
            self.witness.counts["sockets not opened"] += 1
            await asyncio.sleep(random.uniform(0, self.pause))
            self.pause = min(2 * self.pause, in_script("LONGEST_PAUSE"))

    def hear(self, message: bytes) -> None:
        """Take anything as a sign of life."""
        self.heard, self.asked_for_sign = time.monotonic(), 0.0
        if not message.startswith(PONG):
            super().hear(message)
        if not self.waiting:
            self.sent = None

    def send(self, ref: int, message: bytes) -> None:
        """Send a message, now or over the next socket."""
        self.sent = time.monotonic()
        super().send(ref, message)

    async def watch(self) -> None:
        """Look after the line, for ever."""
        while True:
            await asyncio.sleep(GLANCE)
            if self.socket is not None:
                self.look(time.monotonic())

    def look(self, now: float) -> None:
        """Ask for a sign of life where one is due, and leave where none came."""
        assert self.socket is not None
        is_late = self.sent is not None and now > self.sent + in_script("ANSWER_WITHIN")
        if is_late or (self.asked_for_sign and now > self.asked_for_sign + self.sign_within):
            self.abandon()
            return
        slow = self.sent is not None and now > max(self.sent, self.heard) + in_script("SLOW")
        if not self.asked_for_sign and (slow or now > self.heard + in_script("QUIET")):
            self.asked_for_sign = now
            self.socket.send(PING)

    def abandon(self) -> None:
        """Take another line."""
        assert self.socket is not None
        self.witness.counts["lines left as dead"] += 1
        self.sign_within = min(2 * self.sign_within, in_script("LONGEST_SIGN"))
        dead, self.socket, self.sent = self.socket, None, None
        dead.drop()
        self.start(random.uniform(0, in_script("SOON")))


class Circle(Party):
    """The seats of tables that are played one after the other; each at another of the ports."""

    patience = 150.0

    def __init__(
        self,
        tables: list[list[Seated]],
        with_bot: bool,
        ports: list[int],
        witness: Witness,
        waits: Waits,
    ) -> None:
        super().__init__(tables[0], ports[0], witness)
        self.tables, self.with_bot, self.ports, self.noted = tables, with_bot, ports, waits

    async def play_all(self, pace: float, is_enough: Callable[[], bool]) -> None:
        """Play table after table until it is enough."""
        for seats in self.tables:
            watchful = [
                Watchful(seat, port, self.witness, self.changed)
                for seat, port in zip(seats, itertools.cycle(self.ports), strict=False)
            ]
            self.seats = list(watchful)
            watching = [asyncio.create_task(seat.watch()) for seat in watchful]
            try:
                for seat in watchful:
                    await seat.come(0)
                await self.wait_for(lambda: all(seat.number for seat in self.seats))
                while not is_enough() and await self.move(pace):
                    pass
            finally:
                for task in watching:
                    task.cancel()
                for seat in watchful:
                    seat.leave()
            if is_enough():
                return
        raise AssertionError("all tables are over: more are needed")

    async def move(self, pace: float = 0.0) -> bool:
        """One answer after so many seconds, seen by all; False if the table is over."""
        with self.noted.waiting(BOT if self.with_bot else SEEN):
            await self.wait_for(lambda: any(seat.question or seat.is_over for seat in self.seats))
        seat = next((seat for seat in self.seats if seat.question), None)
        if seat is None or seat.question is None or seat.is_over:
            return False
        asked, move = seat.question.id, self.chance.choice(seat.question.moves).move
        await asyncio.sleep(pace)
        key: Key = (seat.seated.table, seat.seated.place, asked, bytes(move).decode())
        with self.noted.waiting(YES):
            answer = await self.answer_to(seat, asked, move)
            tries = 1
            while answer.status == 503:
                self.witness.counts["answered busy"] += 1
                await asyncio.sleep(in_script("BUSY_PAUSE") * 2**tries * random.random())
                tries = tries % (MOST_TRIES - 1) + 1
                answer = await self.answer_to(seat, asked, move)
        reached = answer.number or 0
        self.witness.told(key, answer.status, reached)
        assert answer.status == 200, answer
        with self.noted.waiting(SEEN):
            await self.wait_for(lambda: all(one.number >= reached for one in self.seats))
        return True


class RepeatingReader:
    """Somebody who opens one page again and again."""

    def __init__(self, kind: str, path: str, port: int, cookie: str, waits: Waits) -> None:
        self.kind, self.path, self.port, self.waits = kind, path, port, waits
        self.headers = {"Cookie": cookie, "Connection": "close"}

    async def read(self, pace: float, is_enough: Callable[[], bool]) -> None:
        """Read until it is enough."""
        while not is_enough():
            with self.waits.waiting(self.kind):
                while not await self.opens():
                    await asyncio.sleep(TRY_AGAIN)
            await asyncio.sleep(pace)

    async def opens(self) -> bool:
        """Ask once; whether it was answered, and not with a refusal."""
        pages, begun, opened = Forms(self.port, self.headers), time.monotonic(), False
        try:
            async with asyncio.timeout(RELOAD):
                opened = await self.ask(pages)
        except (OSError, asyncio.IncompleteReadError, ValueError):
            pass
        finally:
            pages.close()
        if not opened:
            self.waits.refused(begun)
        return opened

    async def opens_again(self) -> float:
        """Ask again and again, without waiting for answers: the seconds until one is good."""
        begun, asked = time.monotonic(), set[asyncio.Task[bool]]()
        while not any(one.done() and one.result() for one in asked):
            asked.add(asyncio.create_task(self.opens()))
            await asyncio.sleep(GLANCE)
        ended = time.monotonic()
        await asyncio.gather(*asked)
        return ended - begun

    async def ask(self, pages: Forms) -> bool:
        status, _ = await pages.get(self.path)
        assert status in (200, 503), f"{self.path}: {status}"
        return status == 200


class Forms(Pages):
    """A connection that sends forms, too."""

    async def submit(self, path: str, **fields: str) -> int:
        """The status of the answer to a form."""
        body = urlencode(fields).encode()
        head = (
            f"POST {path} HTTP/1.1\r\n{self._headers}"
            f"Content-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        status, _ = await self._ask(head.encode() + body)
        return status


class Forgetful(RepeatingReader):
    """Somebody who has forgotten a password, and asks for a letter; each time somebody else."""

    def __init__(self, path: str, port: int, addresses: list[str], waits: Waits) -> None:
        token = site.csrf_token()
        super().__init__(LETTER, path, port, f"csrftoken={token}", waits)
        self.headers |= {"X-CSRFToken": token}
        self.addresses = addresses

    async def ask(self, pages: Forms) -> bool:
        """Send the form."""
        status = await pages.submit(self.path, email=self.addresses[0])
        assert status in (302, 503), f"{self.path}: {status}"
        if status == 302:
            self.addresses = [*self.addresses[1:], self.addresses[0]]
        return status == 302
