"""What people do: pages in browsers, whose moves, confirmations and pushes go over the one socket.

Every browser loads the table's page, says what it shows and plays with the buttons of its panel. A
move counts when everybody at the table has seen it.
"""

from __future__ import annotations

from typing import NamedTuple

from games.rules.registry import GAMES
from tools.bench import site
from tools.bench.load import PROOFS, BenchWorld, CPUSpent, clients, each, play, prove
from tools.bench.messages import BenchReport, Slot
from tools.bench.rows import Row, Tell, median, milliseconds, row

AIMED = 50  # tables for which there are aims
MOVES, BYTES = 500, 6_000  # a second at least; to a viewer at most
PROCESSOR = {("santiago_de_cuba", 2): 2.0, ("cuba", 5): 6.0}  # ms of a move at most
VISITORS = 98  # beside two players
STORM, STORM_SECONDS = 5_000, 20.0  # reconnects, and what they may cost
PACE = 400.0  # moves a second for which there are tables, until it is known


class PageSetting(NamedTuple):
    """What is played."""

    game: str
    players: int
    tables: int

    def __str__(self) -> str:
        return f"{self.game}, {self.players} players, {self.tables} tables"


def settings_of(slugs: list[str], tables: list[int]) -> list[PageSetting]:
    """Each game with fewest and with most players, at all numbers of tables."""
    return [
        PageSetting(slug, players, count)
        for slug in slugs
        for players in sorted({GAMES[slug].players[0], GAMES[slug].players[-1]})
        for count in tables
    ]


def measure(
    slugs: list[str], tables: list[int], seconds: float, rounds: int, storm: int, tell: Tell
) -> list[Row]:
    """Everything about pages, on the empty site of this process's data folder.

    Without `tables` only what a restart costs.
    """
    chosen = settings_of(slugs, tables)
    crowd = site.people(max([storm, *(one.players * one.tables for one in chosen)]))
    rows: list[Row] = []
    for one in chosen:
        with site.serving() as (port, server):
            world = BenchWorld(one.game, one.players, crowd)
            rows += closed_loop(world, port, server.pid, one.tables, seconds, rounds, tell)
    for slug in slugs if tables else ():
        with site.serving() as (port, server):
            rows += watched(BenchWorld(slug, 2, crowd), port, server.pid, seconds, tell)
    with site.serving() as (port, server):
        rows += stormy(BenchWorld(slugs[0], 2, crowd), port, server, storm, tell)
    return rows


def closed_loop(
    world: BenchWorld, port: int, server: int, tables: int, seconds: float, rounds: int, tell: Tell
) -> list[Row]:
    """Each move as soon as everybody has seen the one before."""
    found = []
    for _ in range(rounds):
        report, spent = one_round(world, port, server, tables, seconds, tell)
        found.append((report, spent, prove(report, world.game, page=True)))
    name = PageSetting(world.game, world.players, tables)
    return rows_of(str(name), found, name)


def one_round(
    world: BenchWorld,
    port: int,
    server: int,
    tables: int,
    seconds: float,
    tell: Tell,
    visitors: int = 0,
) -> tuple[BenchReport, CPUSpent]:
    """Play once."""
    slots = world.slots(tables, PACE * (seconds + 1), visitors)
    report, spent = play([port], [server], slots, seconds=seconds, page=True, proofs=PROOFS)
    site.close_tables()
    tell(
        f"{world.game}, {world.players} players, {tables} tables, {visitors} visitors: "
        f"{report.moves / seconds:.0f} moves/s, "
        f"{each(spent.servers, report.played):.2f} ms a move, "
        f"{median(report.sizes):.0f} bytes, {report.proved} pages proved"
    )
    return report, spent


def rows_of(
    name: str, found: list[tuple[BenchReport, CPUSpent, int]], setting: PageSetting | None = None
) -> list[Row]:
    """The medians of rounds."""
    aimed = setting is not None and setting.tables == AIMED
    least = MOVES if setting and aimed and setting.players == 2 else None
    most = PROCESSOR.get((setting.game, setting.players)) if setting and aimed else None
    seen = [report.latencies for report, *_ in found]
    return [
        row(f"page: {name}: moves/s", median(r.moves / r.seconds for r, *_ in found), least=least),
        row(f"page: {name}: daphne, ms of processor a move",
            median(each(spent.servers, r.played) for r, spent, _ in found), most=most),
        row(f"page: {name}: Postgres, ms of processor a move",
            median(each(spent.database, r.played) for r, spent, _ in found)),
        row(f"page: {name}: clients, ms of processor a move",
            median(each(r.processor, r.played) for r, *_ in found)),
        row(f"page: {name}: bytes to a viewer for a move, median",
            median(median(r.sizes) for r, *_ in found), most=BYTES if aimed else None),
        row(f"page: {name}: seen by all, p50 ms", median(milliseconds(t, 0.5) for t in seen)),
        row(f"page: {name}: seen by all, p99 ms", median(milliseconds(t, 0.99) for t in seen)),
        row(f"page: {name}: pages proved equal to fresh ones", sum(proved for *_, proved in found)),
    ]  # fmt: skip


def watched(world: BenchWorld, port: int, server: int, seconds: float, tell: Tell) -> list[Row]:
    """One table with two players and a hundred browsers in all."""
    report, spent = one_round(world, port, server, 1, seconds, tell, VISITORS)
    proved = prove(report, world.game, page=True)
    name = f"{world.game}, 1 table, {world.players + VISITORS} browsers"
    return rows_of(name, [(report, spent, proved)])


def stormy(
    world: BenchWorld, port: int, server: site.Process, sockets: int, tell: Tell
) -> list[Row]:
    """The server restarts, as in a deployment: all browsers lose their socket and come back."""
    slots: list[Slot] = world.slots(max(1, sockets // 2), 0)
    with clients(
        [port], slots, seconds=0.0, warm=0.0, page=True, proofs=PROOFS, storm=True
    ) as all_:
        server.stop()
        server.start()
        site.wait_until_ready(port)
        CPUSpent([server.pid]).quiet()
        spent, empty = CPUSpent([server.pid]), server.memory()
        all_.go()
        all_.until(b"done")
        spent.quiet()
        memory = server.memory() - empty
        all_.go()
        report = all_.reports()
    proved = prove(report, world.game, page=True)
    site.close_tables()
    count = 2 * len(slots)
    tell(f"storm: {count} sockets, {spent.servers:.2f} s of processor, {proved} pages proved")
    name = f"page: {count} sockets come back after a restart"
    return [
        row(f"{name}: seconds of daphne's processor for {STORM:,} (scaled)",
            spent.servers * STORM / count, most=STORM_SECONDS),
        row(f"{name}: Postgres, the same", spent.database * STORM / count),
        row(f"{name}: kB of memory for each, with its table and all that is kept",
            memory / count / 1000),
        row(f"{name}: pages proved equal to fresh ones after a move", proved),
    ]  # fmt: skip
