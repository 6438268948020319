"""The orders for load clients, their reports, and the messages of the site."""

from __future__ import annotations

import msgspec


class Slot(msgspec.Struct):
    """Tables that the same people play one after the other, and some watch.

    A viewer with an empty cookie is a visitor.
    """

    tables: list[int]
    cookies: list[str]
    token: str = ""  # against forged requests, for HTTP


class Order(msgspec.Struct):
    """What to do. `rate` is moves a second over all slots; without it, as fast as they are seen.

    All people of a table go to the same port. With `page` they are browsers; `proofs` is at how
    many tables what they show in the end is compared with a fresh page. With `storm` all sockets
    are lost after the start and come back.
    """

    ports: list[int]
    slots: list[Slot]
    seconds: float
    warm: float = 1.0
    rate: float | None = None
    http: bool = False
    page: bool = False
    proofs: int = 0
    storm: bool = False
    seed: int = 0

    def port_of(self, table: int) -> int:
        """The port at which a table is served."""
        return self.ports[table % len(self.ports)]


class BenchReport(msgspec.Struct):
    """What was seen. Times in seconds; `views` has table, number, place and checksum.

    `played` are all moves, `moves` those after the warm-up; `sizes` are the bytes of each
    update for a viewer; `proved` viewers showed what a fresh page shows.
    """

    moves: int = 0
    played: int = 0
    seconds: float = 0
    processor: float = 0
    bytes: int = 0
    sizes: list[int] = []
    latencies: list[float] = []
    acknowledged: list[float] = []
    views: list[tuple[int, int, int, int]] = []
    proved: int = 0
    busy: int = 0
    confirmed: int = 0
    problems: list[str] = []
    numbers: dict[int, int] = {}


class BenchOffer(msgspec.Struct):
    """One legal answer."""

    move: msgspec.Raw


class BenchQuestion(msgspec.Struct):
    """What a seat is asked."""

    id: str
    moves: list[BenchOffer]


class BenchEvent(msgspec.Struct):
    """A line of the log."""

    number: int


class BenchUpdate(msgspec.Struct):
    """What a program is told."""

    number: int
    since: int
    status: str
    view: msgspec.Raw
    question: BenchQuestion | None
    events: list[BenchEvent]


class PageUpdate(msgspec.Struct):
    """What a page is told."""

    number: int
    since: int
    base: int
    parts: dict[str, str]


class BenchAnswer(msgspec.Struct):
    """What a socket is told of its own submission."""

    ref: int
    status: int
    number: int | None = None
    final: bool = False


ANSWER = b'{"type":"answer"'
OTHERS = (b'{"type":"waiting"', b'{"type":"present"')  # what pages are told besides updates
HELLO = b'{"type":"hello","number":0,"has":""}'  # with which a page joins its table
