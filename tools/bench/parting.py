"""The log parted by table within one Postgres, beside one that is whole.

`parted` is a declaratively partitioned table; each part may be a foreign table of another server.
"""

from __future__ import annotations

import time

from django.db import connection
from django.db.backends.utils import CursorWrapper

from tools.bench.rows import Row, Tell, milliseconds, row

PARTS = 16
TABLES, ENTRIES = 4_000, 50  # that are there before
TIMES = 1_500  # statements of each kind

SHAPE = """
    (id bigserial, table_id bigint not null, number int not null, body text not null)
"""
FILL = """
    insert into {name} (table_id, number, body)
    select t, n, repeat(md5(t || ' ' || n), 12)
    from generate_series(1, {tables}) t, generate_series(1, {entries}) n
"""
ADD = "insert into {name} (table_id, number, body) values (%s, %s, repeat('x', 400))"
READ = "select number, body from {name} where table_id = %s order by number"


def measure(tell: Tell) -> list[Row]:
    """What adding an entry, and reading the log of a table, costs in either."""
    found: dict[str, dict[str, list[float]]] = {}
    with connection.cursor() as cursor:
        make(cursor)
        for name in ("whole", "parted"):
            cursor.execute(FILL.format(name=name, tables=TABLES, entries=ENTRIES))
            cursor.execute(f"analyze {name}")
            found[name] = {"add": [], "read": []}
        for turn in range(TIMES):  # both in turns, so that a noisy machine is as noisy for both
            table = 1 + turn * 7919 % TABLES
            for name, times in found.items():
                times["add"].append(timed(cursor, ADD.format(name=name), [table, 1000 + turn]))
                times["read"].append(timed(cursor, READ.format(name=name), [table]))
        cursor.execute("drop table whole, parted")
    tell(f"{PARTS} parts, {TABLES * ENTRIES} entries")
    return [
        row(f"parting: {what}, {PARTS} parts beside one, p50 ms",
            *(milliseconds(found[name][key], 0.5) for name in ("parted", "whole")))
        for key, what in (("add", "an entry is added"), ("read", "the log of a table is read"))
    ]  # fmt: skip


def make(cursor: CursorWrapper) -> None:
    """Make both; a key of a parted table contains what it is parted by."""
    cursor.execute(f"create table whole {SHAPE}")
    cursor.execute(f"create table parted {SHAPE} partition by hash (table_id)")
    for part in range(PARTS):
        cursor.execute(
            f"create table parted_{part} partition of parted"
            f" for values with (modulus {PARTS}, remainder {part})"
        )
    for name in ("whole", "parted"):
        cursor.execute(f"create unique index on {name} (table_id, number)")


def timed(cursor: CursorWrapper, sql: str, parameters: list[int]) -> float:
    """The seconds that a statement takes, its commit and its rows included."""
    begun = time.perf_counter()
    cursor.execute(sql, parameters)
    if cursor.description:
        cursor.fetchall()
    return time.perf_counter() - begun
