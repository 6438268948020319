"""How far the site goes: a calculation from what other benches have measured.

Service times are read from docs/reports/performance.md, the work of a table in a day from a
simulated month (docs/topics/month.md). Bytes are measured here: games are played to their end.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

from games.changing import services
from games.models import LogEntry, Seat
from tools.bench import site
from tools.bench.rows import Row, Tell, median, row

SIZES = (10_000, 100_000, 1_000_000)  # tables in play

# 200 people in a month: 2,041 days of tables in play, with 12,514 moves of people, 6,943 of bots
# and 7,654 notices that arrived
MOVES, BY_PEOPLE, NOTICES = 9.5, 6.1, 3.75  # of a table in a day
PAGES = 2.0  # that somebody loads for each move: the table, and the way there
PEAK = 3.0  # the busiest hour, compared with the mean
OPEN = 0.05  # tables whose page is open then, each for one reader
BUSY = 0.6  # how much of a core is used, so that nobody waits

NOTIFICATIONS_US = 50.0  # of a process that hears of a change (docs/reports/push.md: 13 to 148)
CHANGES = 1_750.0  # stored a second with NOTIFY on two cores (docs/reports/push.md, four processes)
SOCKETS = 5_000  # of one process
POOL = 13  # sessions of Postgres for a process
SESSIONS = 200  # that Postgres serves without a pooler

PERFORMANCE = Path(settings.BASE_DIR, "docs", "reports", "performance.md")


class Costs(NamedTuple):
    """What one of a kind takes, in ms of a core or in bytes."""

    move: float
    stored: float
    page: float
    socket: float
    entry: float


def measured(begin: str, ending: str) -> float:
    """Return the median of the figures in the report whose measure begins and ends like this."""
    line = rf"^\| {begin}: [^|]*{re.escape(ending)} \| ([\d.,]+) \|"
    found = re.findall(line, PERFORMANCE.read_text(), re.MULTILINE)
    if not found:
        raise ValueError(f"docs/reports/performance.md says nothing of {ending!r}")
    return median(float(figure.replace(",", "")) for figure in found)


def costs(tell: Tell) -> Costs:
    """What was measured before, and bytes, measured now."""
    return Costs(
        move=measured("page", "50 tables: daphne, ms of processor a move"),
        stored=measured("page", "50 tables: Postgres, ms of processor a move"),
        page=measured("pages", "table page: one at a time, p50 ms"),
        socket=1000
        * measured("page", "kB of memory for each, with its table and all that is kept"),
        entry=bytes_of_an_entry(tell),
    )


def bytes_of_an_entry(tell: Tell) -> float:
    """What one entry of a log takes, with its indexes and its share of the table's row."""
    people = site.people(2)
    names = ("games_logentry", "games_table", "games_seat")
    for number, game in enumerate(("cuba", "guatemala_cafe", "port_royal", "santiago_de_cuba")):
        table = site.begin_table(game, people, f"capacity {number}")
        Seat.objects.filter(table_id=table).update(bot="random")
        while services.bot_move(table_id=table, hurried=True):
            pass
    with connection.cursor() as cursor:
        cursor.execute("vacuum full games_logentry, games_table, games_seat")
        cursor.execute(
            "select sum(pg_total_relation_size(name::regclass)) from unnest(%s::text[]) name",
            [list(names)],
        )
        size = int(cursor.fetchone()[0])
    count = LogEntry.objects.count()
    tell(f"{count} entries of four games take {size} bytes")
    return size / count


def needs(tables: int, cost: Costs) -> dict[str, float]:
    """What so many tables in play need, in the busiest hour and in a year."""
    rate = tables * MOVES * PEAK / 86_400
    pages = rate * PAGES * BY_PEOPLE / MOVES
    sockets = tables * OPEN
    processes = max(1.0, math.ceil(sockets / SOCKETS), math.ceil(rate * cost.move / 1000 / BUSY))
    for _ in range(20):  # each hears of the changes of all others, and so more may be needed
        heard = rate * NOTIFICATIONS_US / 1e6
        own = rate * cost.move / 1000 / processes
        if own + heard <= BUSY:
            break
        processes += 1
    pages_processes = math.ceil(pages * cost.page / 1000 / BUSY)
    return {
        "moves/s in the busiest hour": rate,
        "processes for tables, a core each": processes,
        "processes for pages, a core each": max(1, pages_processes),
        "cores of Postgres for moves": rate * cost.stored / 1000 / BUSY,
        "sockets in the busiest hour": sockets,
        "GB of memory for sockets": sockets * cost.socket / 1e9,
        "sessions of Postgres without a pooler": POOL * (processes + max(1, pages_processes)),
        "part of the changes that one Postgres can store": rate / CHANGES,
        "GB of the database in a year": tables * MOVES * 365 * cost.entry / 1e9,
        "notices a day": tables * NOTICES,
    }


def measure(tell: Tell) -> list[Row]:
    """One machine of two cores, and what each size needs."""
    cost = costs(tell)
    rows = [
        row("capacity: ms of daphne for a move, median of the games", cost.move),
        row("capacity: ms of Postgres for a move", cost.stored),
        row("capacity: ms for a page", cost.page),
        row("capacity: bytes of an entry in the database", cost.entry),
        row("capacity: tables in play that one core for each of tables and pages carries",
            carried(cost)),
    ]  # fmt: skip
    for tables in SIZES:
        found: dict[str, Any] = needs(tables, cost)
        rows += [row(f"capacity: {tables:,} tables in play: {name}", found[name]) for name in found]
    return rows


def carried(cost: Costs) -> int:
    """The tables that two cores carry: one for tables, one for pages."""
    moves = BUSY / (cost.move / 1000)
    by_pages = BUSY / (cost.page / 1000) / (PAGES * BY_PEOPLE / MOVES)
    return int(min(moves, by_pages) * 86_400 / MOVES / PEAK)
