"""How fast push is while moves are stored: a program, not a test.

    python -m tests.config.push.measure [--json] [--seconds N]

On a Postgres of its own, durable as in production, two or four processes store changes of tables (a
state of 6 kB and an entry of the log each, in two threads, one or eight changes in a statement as
`games.watching` does) and tell in the same statement; as many listen, each a member of all groups
with one channel. Prints what `docs/reports/push.md` quotes. Figures are of this machine, now.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

TABLES = 64
THREADS = 2  # that store
STATE = {"cells": [{"place": n, "goods": [n % 7, n % 5], "by": None} for n in range(150)]}
STORE = """
    with moved as (
        update measured t set number = number + 1, state = c.state
        from jsonb_to_recordset(%s::jsonb) as c(id int, state jsonb, told text) where t.id = c.id
        returning t.id, t.number, c.told
    ), logged as (insert into measured_log select id, number, '{"kind":"move"}' from moved
    ), told as (select pg_notify('sobremesa', told) from moved)
    select count(*) from told
"""
"""Shaped as `games.storing.changes.STORE`, with a table and a log of its own."""


async def listen() -> dict[str, Any]:
    """Hear until a message says that it is the last; how long each was under way."""
    from channels.layers import get_channel_layer

    layer, taken = get_channel_layer(), []
    layer.capacity = 100_000
    channel = await layer.new_channel()
    for table in range(TABLES):
        await layer.group_add(f"table.{table}", channel)
    print("ready", flush=True)
    resyncs, spent = 0, 0.0
    while (message := await layer.receive(channel))["type"] != "last":
        if not taken:
            spent = time.process_time()
        if message["type"] == "layer.resync":
            resyncs += 1
        else:
            taken.append(time.monotonic() - message["at"])
    spent = time.process_time() - spent
    await layer.close()
    return {"heard": len(taken), "resyncs": resyncs, "taken": taken, "cpu": spent}


async def tell(seconds: float, batch: int, rate: float, tables: range) -> dict[str, Any]:
    """Store and tell, at a rate or (0) as fast as it goes."""
    from django.db import connection

    from config.push.telling import notification

    stored, until = 0, time.monotonic() + seconds
    threads = ThreadPoolExecutor(THREADS)

    def store(first: int) -> None:
        at = time.monotonic()
        message = {"type": "table.moved", "number": 43, "at": at}
        changes = [
            {"id": n, "state": STATE, "told": notification(f"table.{n}", message)}
            for n in range(first, first + batch)
        ]
        with connection.cursor() as cursor:
            cursor.execute(STORE, [json.dumps(changes)])

    async def work(place: int) -> None:
        nonlocal stored
        share, first = len(tables) // THREADS, 0
        while time.monotonic() < until:
            begun = time.monotonic()
            table = tables[place * share + first]
            await asyncio.get_running_loop().run_in_executor(threads, store, table)
            stored, first = stored + batch, (first + batch) % share
            if rate:
                left = THREADS * batch / rate - (time.monotonic() - begun)
                await asyncio.sleep(max(0, left))

    spent = time.process_time()
    await asyncio.gather(*(work(place) for place in range(THREADS)))
    spent = time.process_time() - spent
    return {"stored": stored, "cpu": spent}


def last() -> None:
    """Say that nothing follows."""
    from config.push.telling import tell_after_commit

    tell_after_commit("table.0", {"type": "last"})


def prepare() -> None:
    """The table that is stored into."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("drop table if exists measured, measured_log")
        cursor.execute("create table measured (id int primary key, number int, state jsonb)")
        cursor.execute("create table measured_log (id int, number int, entry jsonb)")
        cursor.execute("insert into measured select n, 0, '{}' from generate_series(0, 63) n")


def processor_time(folder: Path) -> float:
    """Seconds that the server of this folder has used, ended backends included."""
    number = int((folder / "postgres" / "postmaster.pid").read_text().split()[0])
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        if int(stat.parent.name) == number:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == number:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def share(values: list[float], part: float) -> float:
    """The value below which that part of the values lies, in ms."""
    return round(sorted(values)[int(part * (len(values) - 1))] * 1000, 2)


def run(
    folder: Path, listeners: int, tellers: int, seconds: float, batch: int, rate: float
) -> dict[str, Any]:
    """One row: so many processes listen, so many store."""
    me = [sys.executable, "-m", "tests.config.push.measure"]
    ears = [
        subprocess.Popen([*me, "--role", "listen"], stdout=subprocess.PIPE, text=True)
        for _ in range(listeners)
    ]
    for ear in ears:
        assert ear.stdout and ear.stdout.readline() == "ready\n"
    before = processor_time(folder)
    role = ["--role", "tell", "--seconds", str(seconds), "--batch", str(batch)]
    role += ["--rate", str(rate / tellers), "--tellers", str(tellers)]
    mouths = [
        subprocess.Popen([*me, *role, "--place", str(place)], stdout=subprocess.PIPE, text=True)
        for place in range(tellers)
    ]
    told = [json.loads(mouth.communicate()[0]) for mouth in mouths]
    subprocess.run([*me, "--role", "last"], check=True)
    heard = [json.loads(ear.communicate()[0]) for ear in ears]
    taken = [value for ear in heard for value in ear["taken"]]
    moves = sum(mouth["stored"] for mouth in told)
    return {
        "listen": listeners, "store": tellers, "in a statement": batch, "asked for": rate or "all",
        "moves/s": round(moves / seconds), "p50 ms": share(taken, 0.5),
        "p99 ms": share(taken, 0.99), "missed": sum(moves - ear["heard"] for ear in heard),
        "teller us": round(sum(mouth["cpu"] for mouth in told) / moves * 1e6),
        "listener us": round(sum(ear["cpu"] for ear in heard) / moves / listeners * 1e6),
        "postgres us": round((processor_time(folder) - before) / moves * 1e6),
    }  # fmt: skip


def main() -> None:
    """Start the server, measure, print; or be one of the processes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument(
        "--role", choices=["listen", "tell", "last", "prepare"], help=argparse.SUPPRESS
    )
    parser.add_argument("--batch", type=int, default=1, help=argparse.SUPPRESS)
    for name, usual in (("--tellers", 1), ("--place", 0)):
        parser.add_argument(name, type=int, default=usual, help=argparse.SUPPRESS)
    parser.add_argument("--rate", type=float, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.role:
        import django

        django.setup()
        if chosen.role == "prepare":
            return prepare()
        if chosen.role == "last":
            return last()
        if chosen.role == "listen":
            work = listen()
        else:
            some = TABLES // chosen.tellers
            tables = range(chosen.place * some, chosen.place * some + some)
            work = tell(chosen.seconds, chosen.batch, chosen.rate, tables)
        print(json.dumps(asyncio.run(work)))
        return None
    from config.running import postgres

    folder = Path(tempfile.mkdtemp(prefix="sobremesa-measure-"))
    folder.chmod(0o755)
    os.environ.update(SOBREMESA_DATA_DIR=str(folder), DJANGO_SETTINGS_MODULE="config.settings")
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        stack.enter_context(postgres.hold(folder))
        me = [sys.executable, "-m", "tests.config.push.measure"]
        subprocess.run([*me, "--role", "prepare"], check=True)
        for many in (2, 4):
            for batch, rate in ((1, 200), (1, 0), (8, 0)):
                row = run(folder, many, many, chosen.seconds, batch, rate)
                if chosen.json:
                    print(json.dumps(row), flush=True)
                else:
                    print(*(f"{name} {value};" for name, value in row.items()), flush=True)
    return None


if __name__ == "__main__":
    main()
