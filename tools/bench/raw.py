"""What limits moves: the raw transaction in SQL on the same Postgres, and a plain socket echo."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec
from django.db import connection

from config.running import postgres
from tools.bench import crowd, site

CONNECTIONS = 8
STATES = 5  # different ones, from tables in the middle of a game


def states_of(game: str, seated: list[site.SignedInUser], moves: int) -> list[str]:
    """Positions as they are stored, of tables of this game after so many moves."""
    tables = [
        crowd.played_table(game, seated, moves, f"state {number}") for number in range(STATES)
    ]
    with connection.cursor() as cursor:
        cursor.execute("select position::text from games_table where id = any(%s)", [tables])
        return [text for (text,) in cursor.fetchall()]


def prepare(rows: int, states: list[str]) -> None:
    """Make the reference's tables, stored like ours and with our states."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            drop table if exists raw_event, raw_table;
            create table raw_table (id int primary key, number int not null, state {column_type()})
                with (autovacuum_enabled = false);
            create table raw_event (table_id int references raw_table, number int,
                move jsonb, primary key (table_id, number)) with (autovacuum_enabled = false);
            """
        )
        for row in range(1, rows + 1):
            state = states[row % len(states)]
            cursor.execute(
                "insert into raw_table values (%s, (%s::jsonb ->> 'number')::int, %s)",
                [row, state, state],
            )


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
{notify}commit;
"""
NOTIFY = "select pg_notify('raw', 'table ' || :id);\n"


def transactions(
    rows: int, seconds: float, rate: float | None = None, *, notify: bool = True
) -> tuple[float, list[float]]:
    """Transactions a second by 8 connections, and the time of each in seconds."""
    if column_type().startswith("jsonb"):
        change = "jsonb_set(state, '{number}', to_jsonb(number + 1))"
    else:
        change = (
            "replace(state::text, '\"number\": ' || number, '\"number\": ' || number + 1)::json"
        )
    with tempfile.TemporaryDirectory(prefix="sobremesa-raw-") as folder:
        script = Path(folder, "raw.sql")
        told = NOTIFY if notify else ""
        script.write_text(RAW.format(rows=rows, change=change, notify=told))
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


def echo(sockets: int, seconds: float, rate: float | None = None) -> tuple[float, list[float]]:
    """Round trips a second through a plain daphne, and the time of each."""
    port = site.free_port()
    server = site.daphne(port, "tools.bench.echo:application")
    server.start()
    try:
        site.wait_until_ready(port, "/")
        done = subprocess.run(
            [sys.executable, "-m", "tools.bench.echo_client", str(port), str(sockets),
             str(seconds), str(rate or 0)],
            cwd=site.ROOT, capture_output=True, check=True,
        )  # fmt: skip
    finally:
        server.stop()
    times = msgspec.json.decode(done.stdout, type=list[float])
    return len(times) / seconds, times
