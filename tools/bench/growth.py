"""How cost grows: with the entries of a table, with the tables, with the watchers of one.

Prints a table, and with `write` puts it and a plot into the docs.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.test import Client
from django.utils import timezone

from config.running.commands import close_connections
from games.changing import services
from games.judging import turns
from games.rules.core.codec import encode
from games.storing.rows import table_load
from tools.bench import crowd, site
from tools.bench.messages import ANSWER, BenchUpdate
from tools.bench.plot import plot
from tools.bench.rows import Row, Tell, rewritten, row
from tools.bench.sockets import Socket, open_socket

ENTRIES = (10, 100, 1_000, 5_000)
TABLES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
WATCHERS = (2, 20, 100, 500)
TRIES = 9

Curve = dict[int, float]  # size: milliseconds


def measure(most: int, write: bool, tell: Tell) -> list[Row]:
    """All curves on the empty site of this process's data folder; milliseconds, medians."""
    site.migrate()
    people = site.people(200)
    curves: dict[str, dict[str, Curve]] = {
        "entries of a table": by_entries(people),
        "tables": by_tables(people, [count for count in TABLES if count <= most]),
        "watchers of a table": by_watchers(people),
    }
    for what, lines in curves.items():
        for name, curve in lines.items():
            tell(f"{what:20} {name:28} " + "  ".join(f"{n}: {ms} ms" for n, ms in curve.items()))
    if write:
        write_docs(curves)
    return [
        row(f"growth: {name}, {size:,} {what}: ms", ms, curve[min(curve)])
        for what, lines in curves.items()
        for name, curve in lines.items()
        for size, ms in curve.items()
    ]


def median_ms(work: Callable[..., object], *arguments: Any) -> float:
    """The median of milliseconds that something takes, after a first try."""
    work(*arguments)
    taken = []
    for _ in range(TRIES):
        begun = time.perf_counter()
        work(*arguments)
        taken.append(1000 * (time.perf_counter() - begun))
    return round(statistics.median(taken), 2)


def play_once(table: int) -> None:
    """A move through the services, as a request makes it."""
    row = table_load(table)
    draft = turns.Draft(row, timezone.now())
    if not draft.decisions:
        return
    decision = draft.decisions[0]
    user = row.seats[decision.seat].user_id
    assert user is not None
    services.move_submit(
        table_id=table,
        user_id=user,
        question=draft.question_of(decision),
        move=encode(decision.moves[-1]),
    )


def signed_in(person: site.SignedInUser) -> Client:
    """A test client in this process, signed in."""
    client = Client(HTTP_HOST="localhost")
    client.cookies[settings.SESSION_COOKIE_NAME] = person.session_key or ""
    return client


def by_entries(people: list[site.SignedInUser]) -> dict[str, Curve]:
    """A move, an update with what is new, and the page, of a table with a long log."""
    moves, pages, updates = Curve(), Curve(), Curve()
    for entries in ENTRIES:
        table = crowd.played_table("santiago_de_cuba", people[:2], 8, f"long {entries}")
        crowd.lengthen(table, entries)
        client, address = signed_in(people[0]), f"/api/v1/tables/{table}"
        moves[entries] = median_ms(play_once, table)
        pages[entries] = median_ms(client.get, f"/tables/{table}/")
        updates[entries] = median_ms(client.get, f"{address}?since={entries}")
    return {"a move": moves, "the page": pages, "an update of what is new": updates}


def by_tables(people: list[site.SignedInUser], counts: list[int]) -> dict[str, Curve]:
    """A move, the page and a user's list, with so many tables in the database, 1 in 100 in play."""
    moves, pages, mine = Curve(), Curve(), Curve()
    have = 0
    for count in counts:
        running = max(1, (count - have) // 100)
        tables = crowd.fill(running, count - have, people)
        have = count
        client = signed_in(people[0])
        moves[count] = median_ms(play_once, tables[0])
        pages[count] = median_ms(client.get, f"/tables/{tables[0]}/")
        mine[count] = median_ms(client.get, "/my-games/")
    return {"a move": moves, "the page of a table": pages, "my games": mine}


def by_watchers(people: list[site.SignedInUser]) -> dict[str, Curve]:
    """From sending a move until the last watcher has seen it."""
    close_connections()
    curve = Curve()
    with site.serving() as (port, _):
        for count in WATCHERS:
            table = site.begin_table("santiago_de_cuba", people[:2], f"watched {count}")
            cookies = [person.cookie for person in people[:2]] + [""] * (count - 2)
            curve[count] = asyncio.run(seen_by_all(port, table, cookies))
    return {"a move until all have seen it": curve}


async def seen_by_all(port: int, table: int, cookies: list[str]) -> float:
    """The median of several moves, in milliseconds."""
    decoder = msgspec.json.Decoder(BenchUpdate)
    numbers: dict[int, int] = {}
    asked: dict[int, Any] = {}
    changed = asyncio.Event()

    def hearing(index: int) -> Callable[[bytes], None]:
        def hear(message: bytes) -> None:
            if not message.startswith(ANSWER):
                update = decoder.decode(message)
                numbers[index], asked[index] = update.number, update.question
                changed.set()

        return hear

    sockets: list[Socket] = []
    for index, cookie in enumerate(cookies):
        path = f"/ws/tables/{table}/"
        sockets.append(await open_socket(port, path, hearing(index), cookie=cookie))
    taken, begun = [], 0.0
    for number in range(1, TRIES + 2):
        while len(numbers) < len(cookies) or min(numbers.values()) < number:
            changed.clear()
            await changed.wait()
        if number > 1:
            taken.append(1000 * (time.perf_counter() - begun))
        index = next(index for index in asked if asked[index] is not None)
        question, begun = asked[index], time.perf_counter()
        document = {
            "type": "move", "ref": number, "question": question.id,
            "move": question.moves[-1].move,
        }  # fmt: skip
        sockets[index].send(msgspec.json.encode(document))
    for socket in sockets:
        socket.drop()
    return round(statistics.median(taken), 2)


def write_docs(curves: dict[str, dict[str, Curve]]) -> None:
    """Write the plots beside docs/reports/performance.md, and the table between its marks."""
    docs = Path(settings.BASE_DIR, "docs", "reports")
    rows = ["| | " + "size: milliseconds |", "|---|---|"]
    for what, lines in curves.items():
        name = "growth_" + what.split(" ")[0] + ".svg"
        drawn = {line: list(curve.items()) for line, curve in lines.items()}
        (docs / name).write_text(plot(f"Cost over {what}", what, "ms", drawn))
        for line, curve in lines.items():
            figures = ", ".join(f"{size:,}: {ms:g}" for size, ms in curve.items())
            rows.append(f"| {line}, over {what} | {figures} |")
    page = docs / "performance.md"
    page.write_text(rewritten(page.read_text(), "growth", rows))
