"""How fast moves are stored and seen: a whole site under load, beside what bounds it.

The references are the raw transaction in SQL on the same Postgres, by pgbench, and a plain socket
echo through daphne. They take turns with the site, so that a noisy machine is as noisy for all.
"""

from __future__ import annotations

import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from django.db import connection

from config import postgres
from games.bench import site
from games.bench.clients import Order, Report, Slot
from games.models import LogEntry
from games.rules.core.codec import decode_move, decode_position, encode
from games.rules.core.play import advance
from games.rules.registry import GAMES

GAME = "santiago_de_cuba"
STATE_BYTES = 6_000
CONNECTIONS = 8
PROCESSES = 2  # of load clients, at most
RATE, RATE_TABLES = 100.0, 50  # moves a second and tables of the open loop
IDLE_SOCKETS = 500

Tell = Callable[[str], None]


def share(values: list[float], part: float) -> float:
    """The value below which that part of the values lies, in ms."""
    return round(sorted(values)[int(part * (len(values) - 1))] * 1000, 2) if values else 0.0


# --- The raw transaction -------------------------------------------------------------------------


def raw_prepare(rows: int) -> None:
    """The tables of the reference, stored as ours are."""
    chance = random.Random("raw")
    column = column_type()
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            drop table if exists raw_event, raw_table;
            create table raw_table (id int primary key, number int not null, state {column})
                with (autovacuum_enabled = false);
            create table raw_event (table_id int references raw_table, number int,
                move jsonb, primary key (table_id, number)) with (autovacuum_enabled = false);
            """
        )
        for row in range(1, rows + 1):
            state: dict[str, Any] = {"number": 0, "cards": []}
            while len(json.dumps(state)) < STATE_BYTES:
                state["cards"].append({"id": chance.randrange(10**6), "at": chance.random()})
            cursor.execute("insert into raw_table values (%s, 0, %s)", [row, json.dumps(state)])


def column_type() -> str:
    """How the project stores positions: type and compression of the column."""
    with connection.cursor() as cursor:
        cursor.execute(
            "select format_type(atttypid, atttypmod), attcompression from pg_attribute"
            " where attrelid = 'games_table'::regclass and attname = 'position'"
        )
        kind, compression = cursor.fetchone()
    return f"{kind} compression lz4" if compression == "l" else str(kind)


RAW = """\\set id random(1, {rows})
begin;
select number, state from raw_table where id = :id for update;
update raw_table set number = number + 1, state = {change} where id = :id;
insert into raw_event select id, number, '{{"kind": "Bid", "coins": 3}}' from raw_table
    where id = :id;
select pg_notify('raw', 'table ' || :id);
commit;
"""


def raw(rows: int, seconds: float, rate: float | None = None) -> tuple[float, list[float]]:
    """Transactions a second by 8 connections, and the time of each in seconds."""
    if column_type().startswith("jsonb"):
        change = "jsonb_set(state, '{number}', to_jsonb(number + 1))"
    else:
        change = (
            "replace(state::text, '\"number\": ' || number, '\"number\": ' || number + 1)::json"
        )
    with tempfile.TemporaryDirectory(prefix="sobremesa-raw-") as folder:
        script = Path(folder, "raw.sql")
        script.write_text(RAW.format(rows=rows, change=change))
        limit = ["-R", str(rate)] if rate else []
        done = subprocess.run(
            [
                str(postgres.programs_folder() / "pgbench"), "-n", "-M", "prepared", "-l",
                "-c", str(CONNECTIONS), "-j", "2", "-T", str(max(1, round(seconds))),
                "-f", str(script), *limit, "-h", str(connection.settings_dict["HOST"]),
                "-U", postgres.NAME, str(connection.settings_dict["NAME"]),
            ],
            capture_output=True, text=True, cwd=folder, check=True,
        )  # fmt: skip
        found = re.search(r"tps = ([0-9.]+)", done.stdout)
        assert found, done.stdout
        logs = [log.read_text() for log in Path(folder).glob("pgbench_log.*")]
        lines = [line.split() for log in logs for line in log.splitlines()]
        times = [int(fields[2]) / 1e6 for fields in lines if len(fields) > 2]
        return float(found[1]), times


# --- Load ----------------------------------------------------------------------------------------


class World:
    """People and tables for the load, and what they are proved by afterwards."""

    def __init__(self, game: str, slots: int) -> None:
        self.game = game
        crowd = site.people(2 * slots)
        self.pairs = list(zip(crowd[::2], crowd[1::2], strict=True))
        self.made = 0

    def slots(self, count: int, moves: float) -> list[Slot]:
        """So many slots with fresh tables for about so many moves in all."""
        spare = int(moves / self.moves_in_game() / count) + 1
        return [self._slot(pair, spare + 1) for pair in self.pairs[:count]]

    def _slot(self, pair: tuple[site.Person, site.Person], count: int) -> Slot:
        tables = []
        for _ in range(count):
            self.made += 1
            tables.append(site.begin_table(self.game, list(pair), f"load {self.made}"))
        return Slot(tables, [person.cookie for person in pair], site.csrf_token())

    def moves_in_game(self) -> int:
        """About how many moves a random game takes, from below."""
        return {"santiago_de_cuba": 60}.get(self.game, 15)


def load(port: int, slots: list[Slot], seconds: float, **wishes: Any) -> Report:
    """Let load clients play in processes of their own; their reports as one."""
    count = min(PROCESSES, len(slots))
    rate = wishes.pop("rate", None)
    orders = [
        Order(port=port, slots=slots[part::count], seconds=seconds, seed=part,
              rate=rate and rate * len(slots[part::count]) / len(slots), **wishes)
        for part in range(count)
    ]  # fmt: skip
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "games.bench.clients"],
            cwd=site.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )
        for _ in orders
    ]  # fmt: skip
    for process, order in zip(processes, orders, strict=True):
        assert process.stdin
        process.stdin.write(msgspec.json.encode(order) + b"\n")
        process.stdin.flush()
    for process in processes:
        assert process.stdout
        if process.stdout.readline() != b"ready\n":
            raise RuntimeError("a load client did not start")
    reports = []
    for process in processes:
        assert process.stdin
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in processes:
        assert process.stdout
        reports.append(msgspec.json.decode(process.stdout.read(), type=Report))
        process.wait()
    return together(reports)


def together(reports: list[Report]) -> Report:
    """The sum of reports."""
    total = Report(seconds=reports[0].seconds)
    for report in reports:
        total.moves += report.moves
        total.bytes += report.bytes
        total.busy += report.busy
        total.latencies += report.latencies
        total.acknowledged += report.acknowledged
        total.views += report.views
        total.problems += report.problems
        total.numbers |= report.numbers
    return total


def prove(report: Report, game: str) -> int:
    """How many views were seen; each is compared with what its log leads to. AssertionError."""
    assert not report.problems, report.problems[:5]
    wanted: dict[int, list[tuple[int, int, int]]] = {}
    for table, number, place, checksum in report.views:
        wanted.setdefault(table, []).append((number, place, checksum))
    for table, seen in wanted.items():
        expected = views_of(table, game)
        names = seats_of(table)
        for number, client, checksum in seen:
            assert expected[number][names[client]] == checksum, f"{table}:{number} is wrong"
    return len(report.views)


def seats_of(table: int) -> list[int]:
    """The seat of each of the two people of a slot: they sit down in random order."""
    from games.models import Seat

    seats = Seat.objects.filter(table_id=table).order_by("user_id").values_list("place", flat=True)
    return list(seats)


def views_of(table: int, game: str) -> dict[int, list[int]]:
    """Checksums of every seat's view after every entry, by replaying the log."""
    rules, found = GAMES[game], {}
    fields = ("number", "kind", "place", "move", "snapshot")
    for entry in LogEntry.objects.filter(table_id=table).order_by("number").values(*fields):
        if entry["kind"] == "start":
            position = decode_position(rules, entry["snapshot"])[0]
            seats = range(len(seats_of(table)))
        elif entry["kind"] == "move":
            move = decode_move(rules, msgspec.json.decode(entry["move"]))
            position = advance(rules, position, entry["place"], move).position
        found[entry["number"]] = [
            zlib.crc32(msgspec.json.encode(encode(rules.view(position.state, seat))))
            for seat in seats
        ]
    return found


# --- Echo ----------------------------------------------------------------------------------------


def echo(sockets: int, seconds: float, rate: float | None = None) -> tuple[float, list[float]]:
    """Round trips a second through a plain daphne, and the time of each."""
    port = site.free_port()
    server = site.daphne(port, "games.bench.echo:application")
    server.start()
    try:
        site.wait_until_ready(port, "/")
        done = subprocess.run(
            [sys.executable, "-m", "games.bench.echo_client", str(port), str(sockets),
             str(seconds), str(rate or 0)],
            cwd=site.ROOT, capture_output=True, check=True,
        )  # fmt: skip
    finally:
        server.stop()
    times = msgspec.json.decode(done.stdout, type=list[float])
    return len(times) / seconds, times


# --- The whole -----------------------------------------------------------------------------------


def measure(
    tables: list[int], seconds: float, rounds: int, tell: Tell, *, game: str, http: bool, html: bool
) -> dict[str, Any]:
    """Everything, on the empty site of this process's data folder."""
    site.migrate()
    figures: dict[str, Any] = {"game": game, "storage": column_type()}
    world = World(game, max([*tables, RATE_TABLES]))
    wishes = {"http": http, "html": html}
    with site.serving() as (port, server):
        figures["closed loop"] = closed_loop(
            world, port, server.pid, tables, seconds, rounds, tell, wishes
        )
        figures["open loop"] = open_loop(world, port, seconds, rounds, tell, wishes)
    with site.serving() as (port, server):
        figures["idle socket"] = idle(world, port, server, tell)
    return figures


def closed_loop(
    world: World, port: int, server: int, tables: list[int], seconds: float, rounds: int,
    tell: Tell, wishes: dict[str, Any],
) -> dict[str, Any]:  # fmt: skip
    """Moves a second as fast as everybody has seen the one before, beside the raw transaction."""
    rows: dict[int, list[dict[str, float]]] = {count: [] for count in tables}
    pace = 300.0
    for _ in range(rounds):
        for count in tables:
            raw_prepare(count)
            reference, _times = raw(count, seconds)
            slots = world.slots(count, 2 * pace * (seconds + 1))
            begun = site.cpu_of([server]), site.cpu_of(site.postgres_processes())
            report = load(port, slots, seconds, **wishes)
            ended = site.cpu_of([server]), site.cpu_of(site.postgres_processes())
            views = prove(report, world.game)
            site.close_tables()
            reference = (reference + raw(count, seconds)[0]) / 2
            rate = report.moves / report.seconds
            pace = max(pace, rate)
            rows[count].append({
                "moves/s": round(rate), "raw tx/s": round(reference),
                "ratio": round(rate / reference, 3), "views proved": views,
                "seen p50 ms": share(report.latencies, 0.5),
                "seen p99 ms": share(report.latencies, 0.99),
                "stored p50 ms": share(report.acknowledged, 0.5),
                "bytes per move": round(report.bytes / max(1, report.moves)),
                "daphne CPU ms per move": cpu_per_move(report, ended[0] - begun[0]),
                "Postgres CPU ms per move": cpu_per_move(report, ended[1] - begun[1]),
            })  # fmt: skip
            tell(f"{count:4} tables: {rows[count][-1]}")
    return {f"{count} tables": median_row(found) for count, found in rows.items()}


def cpu_per_move(report: Report, seconds: float) -> float:
    """Milliseconds for each move of a run, those of the warming up included."""
    total = len({(table, number) for table, number, _, _ in report.views})
    return round(1000 * seconds / max(1, total), 3)


def median_row(rows: list[dict[str, float]]) -> dict[str, float]:
    """The median of each figure."""
    return {name: round(statistics.median(row[name] for row in rows), 3) for name in rows[0]}


def open_loop(
    world: World, port: int, seconds: float, rounds: int, tell: Tell, wishes: dict[str, Any]
) -> dict[str, Any]:
    """From a move's time to the other player's screen, 100 moves a second over 50 tables."""
    rows = []
    for _ in range(rounds):
        raw_prepare(RATE_TABLES)
        commits = raw(RATE_TABLES, seconds, RATE)[1]
        echoes = echo(RATE_TABLES, seconds, RATE)[1]
        slots = world.slots(RATE_TABLES, 2 * RATE * (seconds + 1))
        report = load(port, slots, seconds, rate=RATE, **wishes)
        prove(report, world.game)
        site.close_tables()
        bound = share(commits, 0.5) + share(echoes, 0.5)
        p50, p99 = share(report.latencies, 0.5), share(report.latencies, 0.99)
        rows.append({
            "moves/s": report.moves / report.seconds,
            "seen p50 ms": p50, "seen p99 ms": p99,
            "stored p50 ms": share(report.acknowledged, 0.5),
            "commit p50 ms": share(commits, 0.5), "echo p50 ms": share(echoes, 0.5),
            "p50 ratio": round(p50 / bound, 2), "p99 ratio": round(p99 / p50, 2),
        })  # fmt: skip
        tell(f"open loop: {rows[-1]}")
    return median_row(rows)


def idle(world: World, port: int, server: site.Process, tell: Tell) -> dict[str, Any]:
    """Memory of one more signed-in socket that only listens."""
    pairs = world.pairs
    tables = [site.begin_table(world.game, list(pair), f"idle {pair[0].user.pk}") for pair in pairs]
    cookies = [[person.cookie for person in pair] for pair in pairs]
    slots = [Slot([table], pair) for table, pair in zip(tables, cookies, strict=True)]
    found = [held(port, server, slots, count) for count in (20, IDLE_SOCKETS)]
    each = (found[1] - found[0]) / (IDLE_SOCKETS - 20)
    figures = {"sockets": IDLE_SOCKETS, "kB per socket": round(each / 1000, 1)}
    tell(f"idle: {figures}")
    return figures


def held(port: int, server: site.Process, slots: list[Slot], count: int) -> int:
    """Memory of the server while so many sockets are open; they stay open."""
    order = {"port": port, "count": count, "sockets": [
        [slot.tables[0], slot.cookies[place]] for slot in slots for place in (0, 1)
    ]}  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "games.bench.idle_client"],
        cwd=site.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(order).encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"ready\n", "the sockets did not open"
        time.sleep(1.5)
        memory = server.memory()
        process.stdin.close()
        process.wait()
    return memory
