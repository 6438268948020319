"""Whether finished tables make moves dearer, and what one of them takes: blocks, WAL and bytes.

Time says little on a machine with other work; what Postgres touches and writes for one move does
not depend on that.
"""

from __future__ import annotations

import functools
import lzma
import time
import zlib
from collections.abc import Sequence

import msgspec
from django.db import connection, transaction
from django.utils import timezone

from games.changing import services
from games.judging import turns
from games.models import Seat
from games.rules.core.codec import encode
from games.rules.registry import GAMES
from games.storing.changes import change_store
from games.storing.rows import table_load
from tools.bench import crowd, site
from tools.bench.growth import signed_in
from tools.bench.rows import Row, Tell, median, row
from tools.touched import Touched, touched_by

RUNNING = 1_000
SAMPLES = 20  # tables in play at which a move is stored, and taken back
NAMES = ("games_table", "games_seat", "games_logentry")
FETCHED = """
    select sum(pg_stat_get_xact_blocks_fetched(indexrelid)) from pg_index
    where indrelid = 'games_logentry'::regclass and indisprimary
"""
LOG = """
    select number, kind, place, "by", question, move::text, events::text, version, barrier, undone,
        snapshot::text, deadline, time_left, at from games_logentry
    where table_id = %s order by number
"""


def measure(counts: Sequence[int], tell: Tell) -> list[Row]:
    """With each of so many finished tables, on the empty site of this process's data folder."""
    site.migrate()
    rows = sizes_of_games(tell)
    people = site.people(200)
    crowd.fill(RUNNING, 0, people)
    playing = list(
        Seat.objects.filter(table__status="playing", place=0)
        .order_by("table_id")
        .values_list("table_id", flat=True)[: 10 * SAMPLES : 10]
    )
    have = 0
    for count in counts:
        begun = time.monotonic()
        crowd.fill(0, count - have, people)
        have = count
        tell(f"{count:,} finished tables after {time.monotonic() - begun:.0f} s")
        rows += at_size(count, playing, people)
    return rows


def at_size(count: int, playing: Sequence[int], people: Sequence[site.SignedInUser]) -> list[Row]:
    """A move, its page, lists, and bytes, with so many finished tables."""
    with connection.cursor() as cursor:
        cursor.execute("checkpoint")
        cursor.execute("select sum(pg_total_relation_size(n::regclass)),"
                       " sum(pg_indexes_size(n::regclass)) from unnest(%s::text[]) n",
                       [list(NAMES)])  # fmt: skip
        sizes: tuple[int, int] = cursor.fetchone()
        size, indexes = sizes
    cold = [stored(table) for table in playing]
    warm = [stored(table) for table in playing]  # in memory, and whole pages are in the WAL
    client = signed_in(people[0])
    addresses = {
        "page": f"/tables/{playing[0]}/", "lobby": "/lobby/", "my games": "/my-games/",
        "profile": people[0].user.get_absolute_url(), "history": "/tables/",
        "my tables in the API": "/api/v1/tables?mine=true",
    }  # fmt: skip
    name = f"finished: {count:,} tables"
    rows = [
        row(f"{name}: a move: blocks", median(one.blocks for one, _wal in warm)),
        row(f"{name}: a move: blocks read the first time", median(one.read for one, _wal in cold)),
        row(f"{name}: a move: bytes of WAL", median(wal for _one, wal in warm)),
        row(f"{name}: a move: bytes of WAL, the first after a checkpoint",
            median(wal for _one, wal in cold)),
        row(f"{name}: levels of the log's index", levels(playing[0])),
    ]  # fmt: skip
    for page, address in addresses.items():
        read = functools.partial(client.get, address)
        read()
        rows.append(row(f"{name}: {page}: blocks", touched_by(read).blocks))
    return [
        *rows,
        row(f"{name}: bytes of the database a table", size / count),
        row(f"{name}: of these of indexes", indexes / count),
    ]


def stored(table: int) -> tuple[Touched, int]:
    """What storing a move at a table touches, and the bytes of WAL; nothing is kept of it."""
    loaded = table_load(table)
    draft = turns.Draft(loaded, timezone.now())
    decision = draft.decisions[0]
    question, move = draft.question_of(decision), encode(decision.moves[-1])
    change = turns.answer(loaded, decision.seat, question, move, timezone.now())
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("select pg_current_wal_insert_lsn()")
        before: str = cursor.fetchone()[0]
        touched = touched_by(lambda: change_store(change))
        cursor.execute("select pg_current_wal_insert_lsn() - %s::pg_lsn", [before])
        written: int = cursor.fetchone()[0]
        transaction.set_rollback(True)
    return touched, int(written)


def levels(table: int) -> int:
    """How many blocks of the log's index lead to an entry."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        cursor.execute(FETCHED)
        before: int = cursor.fetchone()[0]
        cursor.execute(
            "select kind from games_logentry where table_id = %s and number = 1", [table]
        )
        cursor.execute(FETCHED)
        after: int = cursor.fetchone()[0]
    return int(after - before)


def sizes_of_games(tell: Tell) -> list[Row]:
    """What a finished table of each game takes, and would take if its log were one packed value."""
    people, rows = site.people(2), []
    for game in (slug for slug in GAMES if slug != "pier"):
        table = site.begin_table(game, people, f"finished {game}")
        Seat.objects.filter(table_id=table).update(bot="random")
        while services.bot_move(table_id=table, hurried=True):
            pass
        rows += size_of(game, table)
        with connection.cursor() as cursor:
            cursor.execute("truncate games_table cascade")
        tell(f"{game}: {[(one.measure.rpartition(': ')[2], one.ours) for one in rows[-5:]]}")
    return rows


def size_of(game: str, table: int) -> list[Row]:
    """The same of one table, which is alone in the database."""
    with connection.cursor() as cursor:
        cursor.execute("vacuum full games_logentry, games_table, games_seat")
        cursor.execute("select pg_total_relation_size('games_logentry'),"
                       " pg_indexes_size('games_logentry'),"
                       " (select sum(pg_column_size(l.*)) from games_logentry l)")  # fmt: skip
        sizes: tuple[int, int, int] = cursor.fetchone()
        whole, indexes, stored = sizes
        cursor.execute(LOG, [table])
        log: list[tuple[object, ...]] = cursor.fetchall()
        document = msgspec.json.encode([[str(value) if value is not None else None
                                         for value in entry] for entry in log])  # fmt: skip
        cursor.execute("create temporary table packed (log text compression pglz)")
        cursor.execute("insert into packed values (%s)", [document.decode()])
        cursor.execute("select sum(pg_column_size(log)) from packed")
        packed: dict[str, int] = {"pglz": cursor.fetchone()[0]}
        cursor.execute("drop table packed")
    packed["zlib"] = len(zlib.compress(document, 6))
    packed["lzma"] = len(lzma.compress(document))
    name = f"finished: {game}, {len(log)} entries"
    return [
        row(f"{name}: kB of its log in the database", whole / 1000),
        row(f"{name}: kB of these of indexes", indexes / 1000),
        row(f"{name}: kB of its rows as they are stored", stored / 1000),
        *(row(f"{name}: kB as one value, {method}", size / 1000)
          for method, size in packed.items()),
    ]  # fmt: skip
