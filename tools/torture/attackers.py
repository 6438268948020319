"""Attackers beside two people who play on and one who reads: what each of those waits for.

An attacker is one async function that takes the site and the time until which it attacks, and
returns how often it did something. `@attacker` puts it into `ATTACKERS`, under its name.

Beside each of them no answer may be lost, and 99 of 100 answers take at most twice as long as in
the seconds before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import itertools
import json
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode

from config.web.threads import TURN
from tools.bench import site
from tools.bench.sockets import Pages, SocketRefused, open_socket
from tools.patience import PATIENCE
from tools.slow_clients import half_body, half_header
from tools.torture.floods import Pair, Seated, share

Tell = Callable[[str], None]

MOST_TIMES = 2.0  # as long as before
UNNOTICED = 100.0  # milliseconds that an answer may take however quick it was before
ROUNDS = 3  # on a machine that does something else in one of them
PAUSE = 0.02  # seconds between two pages of the reader


@dataclass(frozen=True)
class Attacked:
    """The site as its attackers see it."""

    live: int  # the port of tables and sockets: daphne
    pages: int  # the port of all other pages: granian, as docker-compose.yml starts it
    tables: list[Seated]  # tables in play, and who sits there; none of them is watched
    silent: int  # the port of a server that takes connections and never says a word


Attack = Callable[[Attacked, float], Awaitable[int]]
ATTACKERS: dict[str, Attack] = {}


def attacker(attack: Attack) -> Attack:
    """Put a function into `ATTACKERS`."""
    ATTACKERS[attack.__name__.replace("_", " ")] = attack
    return attack


# --- Who plays and reads on ----------------------------------------------------------------------


class PageReader:
    """A visitor who opens one page after the other."""

    def __init__(self, port: int) -> None:
        self.connection = Pages(port, {})

    async def read(self, until: float) -> list[float]:
        """Open the lobby again and again: the seconds that each took."""
        took: list[float] = []
        while time.monotonic() < until or not took:
            begun = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    status, _ = await self.connection.get("/lobby/")
            except TimeoutError:
                raise AssertionError(f"a page took more than {PATIENCE} s") from None
            assert status == 200, f"a page was answered {status}"
            took.append(time.monotonic() - begun)
            await asyncio.sleep(PAUSE)
        return took


async def attack_each(
    attacked: Attacked, quiet: Iterator[Seated], seconds: float, tell: Tell,
    names: Collection[str], only_tell: bool,
) -> tuple[dict[str, Any], set[str]]:  # fmt: skip
    """Let one attacker after the other attack: figures, and the questions that were answered.

    Raises AssertionError where somebody waits too long for others, unless it is to `only_tell`.
    """
    sys.setswitchinterval(TURN)  # who attacks and who waits share this process
    pair, reader = Pair(attacked.live, quiet), PageReader(attacked.pages)
    counts: dict[str, Any] = {}
    await waits(pair, reader, time.monotonic() + seconds)  # caches fill
    for name in names or ATTACKERS:
        for _ in range(ROUNDS):
            before = await waits(pair, reader, time.monotonic() + seconds)
            until = time.monotonic() + seconds
            during, times = await asyncio.gather(
                waits(pair, reader, until), ATTACKERS[name](attacked, until)
            )
            tell(f"{name}, {times} times: p99 {before} ms before, {during} ms during")
            if only_tell or are_borne(before, during):
                break
        else:
            raise AssertionError(f"{name}: p99 {during} ms during, {before} ms before")
        counts[f"{name}: times"] = times
        for what, usual in before.items():
            counts[f"{name}: {what} before, p99 ms"] = usual
            counts[f"{name}: {what} during, p99 ms"] = during[what]
    pair.leave()
    reader.connection.close()
    return counts, pair.acknowledged


def are_borne(before: dict[str, float], during: dict[str, float]) -> bool:
    """Whether answers during an attack take at most `MOST_TIMES` as long as before."""
    return all(during[what] <= max(MOST_TIMES * usual, UNNOTICED) for what, usual in before.items())


async def waits(pair: Pair, reader: PageReader, until: float) -> dict[str, float]:
    """Play and read until then: the milliseconds within which 99 of 100 answers came."""
    moves, pages = await asyncio.gather(pair.play(until=until, moves=1), reader.read(until))
    return {"moves": share(moves, 0.99), "pages": share(pages, 0.99)}


# --- The attackers -------------------------------------------------------------------------------

HELD = 30  # connections


@contextlib.asynccontextmanager
async def held_open(ports: Collection[int], sent: bytes, count: int) -> AsyncIterator[None]:
    """Keep connections open that have sent only this."""
    writers = []
    try:
        for port in ports:
            for _ in range(count):
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(sent)
                writers.append(writer)
        yield
    finally:
        for writer in writers:
            writer.transport.abort()


async def hold(attacked: Attacked, until: float, sent: bytes) -> int:
    """Keep such connections open at both kinds of processes until then; how many."""
    ports = (attacked.live, attacked.pages)
    async with held_open(ports, sent, HELD):
        await asyncio.sleep(max(0.0, until - time.monotonic()))
    return HELD * len(ports)


@attacker
async def half_headers(attacked: Attacked, until: float) -> int:
    """Requests whose headers never end."""
    return await hold(attacked, until, half_header("localhost"))


@attacker
async def slow_bodies(attacked: Attacked, until: float) -> int:
    """Forms whose bodies never come."""
    return await hold(attacked, until, half_body("localhost"))


EMPTY = b"\x80\0\0\0\0"  # length and mask of a frame without content
PINGS, PONGS = 10_000 * (b"\x89" + EMPTY), 10_000 * (b"\x8a" + EMPTY)
EMPTY_PARTS = b"\x01" + EMPTY + 10_000 * (b"\x00" + EMPTY)
UNFINISHED = b"\x01\xff" + (60_000).to_bytes(8, "big") + bytes(4) + 59_999 * b" "
HERE = ("127.0.0.1", 0)  # the one address of the attacker
FLOODING = 10  # sockets
OPENED = 20  # of their sockets a second, at most


async def flood_sockets(attacked: Attacked, until: float, sent: bytes, count: int) -> int:
    """Open so many sockets and send this at each, again when it was closed; how often."""
    times = 0

    def left() -> float:
        return max(0.0, until - time.monotonic())

    async def flood(delay: float) -> None:
        nonlocal times
        over = asyncio.Event()
        await asyncio.sleep(min(delay, left()))
        while time.monotonic() < until:
            over.clear()
            with contextlib.suppress(SocketRefused, OSError):
                socket = await open_socket(
                    attacked.live,
                    "/ws/?lobby=1",
                    lambda _: None,
                    lambda _: over.set(),
                    local_addr=HERE,
                )
                socket.transport.write(sent)
                times += 1
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(left()):
                        await over.wait()
                socket.drop()
            await asyncio.sleep(min(count / OPENED, left()))

    await asyncio.gather(*(flood(number / OPENED) for number in range(count)))
    return times


@attacker
async def pings(attacked: Attacked, until: float) -> int:
    """Sockets that send nothing but pings."""
    return await flood_sockets(attacked, until, PINGS, FLOODING)


@attacker
async def pongs(attacked: Attacked, until: float) -> int:
    """Sockets that send nothing but pongs."""
    return await flood_sockets(attacked, until, PONGS, FLOODING)


@attacker
async def empty_parts(attacked: Attacked, until: float) -> int:
    """Sockets that send messages of endless empty parts."""
    return await flood_sockets(attacked, until, EMPTY_PARTS, FLOODING)


@attacker
async def unfinished_messages(attacked: Attacked, until: float) -> int:
    """Sockets that hold long messages, almost whole."""
    return await flood_sockets(attacked, until, UNFINISHED, 100)


@attacker
async def all_places(attacked: Attacked, until: float) -> int:
    """A visitor who wants all places for sockets; the players open new ones meanwhile."""
    return await flood_sockets(attacked, until, b"", 400)


async def answered(port: int, request: bytes) -> bool:
    """Send a whole request over a connection of its own: whether there was an answer."""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request)
        line = await reader.readline()
        writer.transport.abort()
        return line.startswith(b"HTTP/1.1 ")
    return False


def long_requests(length: int) -> Iterator[bytes]:
    """A visitor's requests, each with so many letters in another place that the log tells."""
    long = ("aA0" * length)[:length]
    host, token = "Host: localhost", "a" * 32
    form = f"{host}\r\nCookie: csrftoken={token}\r\nX-CSRFToken: {token}\r\nContent-Length: 0"
    sign_in = "POST /accounts/login/ HTTP/1.1"
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://localhost"
    )
    for head in (
        f"{sign_in}\r\n{form}\r\nOrigin: https://{long}",
        f"{sign_in}\r\n{form}\r\nX-Forwarded-Proto: https\r\nReferer: https://{long}/",
        f"{sign_in}\r\nHost: {long}\r\nContent-Length: 0",
        f"GET /{long} HTTP/1.1\r\n{host}",
        f"GET /ws/{long} HTTP/1.1\r\n{host}\r\n{upgrade}",
    ):
        yield f"{head}\r\n\r\n".encode()


@attacker
async def long_headers(attacked: Attacked, until: float) -> int:
    """A visitor's requests with as long an Origin, Referer, Host or path as a server takes."""

    async def send(port: int, length: int) -> int:
        times = 0
        for request in itertools.cycle(long_requests(length)):
            if time.monotonic() >= until:
                break
            times += await answered(port, request)
            await asyncio.sleep(LONG_PAUSE)
        return times

    return sum(await asyncio.gather(send(attacked.live, 15_000), send(attacked.pages, 60_000)))


LONG_PAUSE = 0.05  # seconds between two requests of long_headers to one server


# --- Attackers who have a session ----------------------------------------------------------------

MASTERS = {"game": "cuba", "bots": 4, "bot": "master"}
GUESTS = 2
DUEL = {"game": "cuba", "bots": 1, "bot": "novice", "seats": 2, "private": True}


def cookies_in(line: str) -> dict[str, str]:
    """The cookies of a header."""
    return {name: morsel.value for name, morsel in SimpleCookie(line).items()}


class Session:
    """A visitor, or a user, at an address of this machine, led by paths as our proxies lead."""

    def __init__(self, attacked: Attacked, cookie: str = "", address: str = "127.0.0.1") -> None:
        self.live, self.pages = (
            http.client.HTTPConnection(
                "127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0)
            )
            for port in (attacked.live, attacked.pages)
        )
        self.cookies = {"csrftoken": site.csrf_token(), **cookies_in(cookie)}

    def post(self, path: str, body: str, kind: str) -> tuple[int, str, bytes]:
        """Status, place to go to, and body of the answer to a form or a document."""
        headers = {
            "Host": "localhost",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "X-CSRFToken": self.cookies["csrftoken"],
            "Content-Type": kind,
        }
        is_of_table = path.startswith(("/tables/", "/api/v1/tables/"))
        connection = self.live if is_of_table else self.pages
        connection.request("POST", path, body, headers)
        response = connection.getresponse()
        for line in response.headers.get_all("Set-Cookie", []):
            self.cookies |= cookies_in(line)
        return response.status, response.headers.get("Location", ""), response.read()

    def form(self, path: str, **fields: object) -> tuple[int, str]:
        """Send a form: status, and where it leads."""
        return self.post(path, urlencode(fields), "application/x-www-form-urlencoded")[:2]

    def ask(self, path: str, **fields: object) -> tuple[int, Any]:
        """Send a document to the API: status and answer."""
        status, _, body = self.post(path, json.dumps(fields), "application/json")
        return status, json.loads(body)

    def close(self) -> None:
        """Close its connections."""
        self.live.close()
        self.pages.close()


def tables_begin(attacked: Attacked, until: float) -> Counter[int]:
    """Begin tables as a guest by the page, the API and again after giving up: how all went."""
    guest, answers, over = Session(attacked), Counter[int](), 0
    while time.monotonic() < until:
        _, where = guest.form("/lobby/bots/", **MASTERS)
        answers[201 if where.startswith("/tables/") else 429] += 1
        answers[guest.ask("/api/v1/tables", **MASTERS, seats=5, private=True)[0]] += 1
        if not over:
            status, told = guest.ask("/api/v1/tables", **DUEL)
            over = told["id"] if status == 201 else 0
            guest.ask(f"/api/v1/tables/{over}/resign")
        answers[guest.ask(f"/api/v1/tables/{over}/again")[0]] += 1
    return answers


@attacker
async def guests_with_tables(attacked: Attacked, until: float) -> int:
    """Guests at one address who begin tables with four masters each, in every way there is."""
    guests = (asyncio.to_thread(tables_begin, attacked, until) for _ in range(GUESTS))
    answers = sum(await asyncio.gather(*guests), Counter[int]())
    return answers.total()


def mails_ask(attacked: Attacked, until: float) -> int:
    """Ask for mails to new addresses, from new addresses: how often that was taken."""
    times = 0
    for number in itertools.count():
        if time.monotonic() >= until:
            return times
        visitor = Session(attacked, address=f"127.2.{number % 250}.1")
        status, _ = visitor.form("/accounts/password/reset/", email=f"{number}@example.org")
        visitor.close()
        times += status == 302
        time.sleep(LONG_PAUSE)
    return times


@attacker
async def silent_mails(attacked: Attacked, until: float) -> int:
    """Visitors who have mails sent, while the mail server takes connections and says nothing."""
    return await asyncio.to_thread(mails_ask, attacked, until)


def messages_try(attacked: Attacked, until: float) -> int:
    """Have messages for trial posted to an address that says nothing: how often that was taken."""
    times = 0
    for _table, people in itertools.cycle(attacked.tables[:40]):
        if time.monotonic() >= until:
            break
        user = Session(attacked, people[0].cookie)
        url = f"https://localhost:{attacked.silent}/"
        for path, fields in (("", {"url": url}), ("try/", {})):
            times += user.form(f"/accounts/notices/hook/{path}", **fields)[0] == 302
        user.close()
        time.sleep(LONG_PAUSE)
    return times


@attacker
async def silent_addresses(attacked: Attacked, until: float) -> int:
    """Users who have messages posted to a server that takes connections and says nothing."""
    return await asyncio.to_thread(messages_try, attacked, until)


@contextlib.contextmanager
def silence() -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as server:
        yield server.getsockname()[1]
