"""How fast moves are stored and seen by programs: a whole site, beside what limits it.

The references take turns with the site, so that a noisy machine is as noisy for all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

from tools.bench import raw, site
from tools.bench.load import BenchWorld, each, play, prove
from tools.bench.messages import Slot
from tools.bench.rows import Row, Tell, median, milliseconds, row

AIMED = 50  # tables for which there are aims
RAW_SHARE, SEEN = 0.5, 2.0  # of the raw transaction at least; of commit and echo at most
SCALE = {"JSON": 1.25, "page": 1.8}  # what two processes do at least, compared with one
RATE = 100.0  # moves a second of the open loop
FEW, IDLE, KILOBYTES = 20, 500, 45.0  # sockets, and what each may take at most
PACE = 600.0  # moves a second for which there are tables, until it is known


def measure(
    slugs: list[str], tables: list[int], seconds: float, rounds: int, http: bool, tell: Tell
) -> list[Row]:
    """Everything about programs, on the empty site of this process's data folder."""
    people = site.people(2 * max([*tables, AIMED]))
    wishes = {"http": http}
    way = "HTTP" if http else "JSON"
    rows: list[Row] = []
    for slug in slugs:
        world = BenchWorld(slug, 2, people)
        states = raw.states_of(slug, people[:2], world.game_moves // 2)
        rows.append(row(f"{way}: {slug}: bytes of a stored position, as text",
                        median(len(state) for state in states)))  # fmt: skip
        with site.serving() as (port, server):
            for count in tables:
                rows += closed_loop(world, port, server.pid, count, seconds, rounds, states,
                                    way, tell)  # fmt: skip
            rows += open_loop(world, port, seconds, rounds, states, tell, way, wishes)
        if http:
            continue  # sockets listen in the same way
        with site.serving() as (port, server):
            rows += idle(world, port, server, tell)
    return rows


def closed_loop(
    world: BenchWorld, port: int, server: int, tables: int, seconds: float, rounds: int,
    states: list[str], way: str, tell: Tell,
) -> list[Row]:  # fmt: skip
    """Moves a second, each once everybody has seen the one before; beside the raw transaction."""
    found: list[dict[str, float]] = []
    for _ in range(rounds):
        raw.prepare(tables, states)
        before = [raw.transactions(tables, seconds, notify=told)[0] for told in (True, False)]
        slots = world.slots(tables, PACE * (seconds + 1))
        report, spent = play([port], [server], slots, seconds=seconds, http=way == "HTTP")
        views = prove(report, world.game, page=False)
        site.close_tables()
        after = [raw.transactions(tables, seconds, notify=told)[0] for told in (True, False)]
        found.append({
            "moves": report.moves / seconds, "told": (before[0] + after[0]) / 2,
            "untold": (before[1] + after[1]) / 2, "views": views,
            "daphne": each(spent.servers, report.played),
            "postgres": each(spent.database, report.played),
            "clients": each(report.processor, report.played),
            "p50": milliseconds(report.latencies, 0.5), "p99": milliseconds(report.latencies, 0.99),
            "stored": milliseconds(report.acknowledged, 0.5), "bytes": median(report.sizes),
        })  # fmt: skip
        tell(f"{way}, {world.game}, {tables} tables: {found[-1]}")
    middle = {name: median(one[name] for one in found) for name in found[0]}
    name = f"{way}: {world.game}, {tables} tables"
    aim = RAW_SHARE if tables == AIMED and way == "JSON" else None
    return [
        row(f"{name}: moves/s beside raw transactions/s", middle["moves"], middle["told"],
            least=aim),
        row(f"{name}: moves/s beside raw transactions/s without NOTIFY", middle["moves"],
            middle["untold"]),
        row(f"{name}: daphne, ms of processor a move", middle["daphne"]),
        row(f"{name}: Postgres, ms of processor a move", middle["postgres"]),
        row(f"{name}: clients, ms of processor a move", middle["clients"]),
        row(f"{name}: bytes to a viewer for a move, median", middle["bytes"]),
        row(f"{name}: stored, p50 ms", middle["stored"]),
        row(f"{name}: seen by all, p50 ms", middle["p50"]),
        row(f"{name}: seen by all, p99 ms", middle["p99"]),
        row(f"{name}: views proved against the log", sum(one["views"] for one in found)),
    ]  # fmt: skip


def open_loop(
    world: BenchWorld, port: int, seconds: float, rounds: int, states: list[str], tell: Tell,
    way: str, wishes: dict[str, Any],
) -> list[Row]:  # fmt: skip
    """From a move's time to the other player's screen, 100 moves a second over 50 tables."""
    found: list[tuple[float, float, float]] = []
    for _ in range(rounds):
        raw.prepare(AIMED, states)
        commits = raw.transactions(AIMED, seconds, RATE)[1]
        echoes = raw.echo(AIMED, seconds, RATE)[1]
        slots = world.slots(AIMED, 2 * RATE * (seconds + 1))
        report, _spent = play([port], [], slots, seconds=seconds, rate=RATE, proofs=1, **wishes)
        prove(report, world.game, page=bool(wishes.get("page")))
        site.close_tables()
        bound = milliseconds(commits, 0.5) + milliseconds(echoes, 0.5)
        seen = milliseconds(report.latencies, 0.5), milliseconds(report.latencies, 0.99)
        found.append((*seen, bound))
        tell(f"open loop, {way}, {world.game}: p50 {seen[0]:.1f}, p99 {seen[1]:.1f} ms")
    p50, p99, bound = (median(one[index] for one in found) for index in range(3))
    name = f"{way}: {world.game}, {RATE:.0f} moves/s over {AIMED} tables"
    return [
        row(f"{name}: seen by all, p50 ms, beside commit + echo", p50, bound,
            most=SEEN if way == "JSON" else None),
        row(f"{name}: seen by all, p99 ms, beside its p50", p99, p50),
    ]  # fmt: skip


def processes(
    game: str, tables: int, seconds: float, rounds: int, tell: Tell, *, page: bool
) -> list[Row]:
    """Two processes, each with the people of half of the tables, beside one that has all."""
    world = BenchWorld(game, 2, site.people(2 * tables))
    found: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(rounds):
        for count in found:
            with site.serving_many(count) as (ports, servers):
                slots = world.slots(tables, count * PACE * (seconds + 1))
                pids = [server.pid for server in servers]
                report, _spent = play(ports, pids, slots, seconds=seconds, page=page, proofs=1)
                prove(report, game, page=page)
                site.close_tables()
            found[count].append(report.moves / seconds)
            tell(f"{count} processes: {found[count][-1]:.0f} moves/s")
    way = "page" if page else "JSON"
    name = f"{way}: {game}, 2 players, {tables} tables"
    return [row(f"{name}: moves/s of two processes beside one", median(found[2]), median(found[1]),
                least=SCALE[way])]  # fmt: skip


# --- Idle sockets --------------------------------------------------------------------------------


def idle(world: BenchWorld, port: int, server: site.Process, tell: Tell) -> list[Row]:
    """Memory of one more signed-in socket that only listens."""
    slots = world.slots(len(world.groups), 0)
    found = [held(port, server, slots, count) for count in (FEW, IDLE)]
    site.close_tables()
    each_ = (found[1] - found[0]) / (IDLE - FEW) / 1000
    tell(f"idle: {each_:.1f} kB a socket")
    name = f"kB of memory of one of {IDLE} sockets that only listen ({world.game})"
    return [row(name, each_, most=KILOBYTES)]


def held(port: int, server: site.Process, slots: list[Slot], count: int) -> int:
    """Memory of the server while so many sockets are open; they stay open."""
    order = {"port": port, "count": count, "sockets": [
        [slot.tables[0], cookie] for slot in slots for cookie in slot.cookies
    ]}  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "tools.bench.idle_client"],
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
