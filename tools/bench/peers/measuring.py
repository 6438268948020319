"""Moves a second of ours and of boardgame.io, in turns: the same size of state, the same load.

Two sockets at each table; a move counts when both have seen it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tools.bench import raw, site
from tools.bench.load import BenchWorld, each, play, prove
from tools.bench.peers import running
from tools.bench.rows import Row, Tell, median, milliseconds, row

PACE = 600.0  # moves a second for which there are tables of ours


class Run(NamedTuple):
    """One run: moves a second, ms of the server's CPU time for a move, p50 in ms, proofs."""

    rate: float
    processor: float
    seen: float
    proved: int


def measure(
    slugs: list[str], tables: list[int], seconds: float, rounds: int, folder: Path, tell: Tell
) -> list[Row]:
    """All games at these numbers of tables, on the empty site of this process's data folder."""
    people = site.people(2 * max(tables))
    rows: list[Row] = []
    for slug in slugs:
        world = BenchWorld(slug, 2, people)
        states = raw.states_of(slug, people[:2], world.game_moves // 2)
        for count in tables:
            runs: dict[str, list[Run]] = {
                "JSON": [], "page": [], "memory": [], "Postgres": [],
            }  # fmt: skip
            for _ in range(rounds):
                for way, found in runs.items():
                    if way in ("JSON", "page"):
                        found.append(ours(world, count, seconds, page=way == "page"))
                    else:
                        stored = way == "Postgres"
                        found.append(theirs(folder, states[0], count, seconds, stored=stored))
                    tell(f"{slug}, {count} tables, {way}: {found[-1]}")
            rows += compared(f"{slug}, 2 players, {count} tables", runs)
    return rows


def ours(world: BenchWorld, tables: int, seconds: float, *, page: bool) -> Run:
    """Our site."""
    with site.serving() as (port, server):
        slots = world.slots(tables, PACE * (seconds + 1))
        report, spent = play([port], [server.pid], slots, seconds=seconds, page=page, proofs=2)
        proved = prove(report, world.game, page=page)
        site.close_tables()
    p50 = milliseconds(report.latencies, 0.5)
    return Run(report.moves / seconds, each(spent.servers, report.played), p50, proved)


def theirs(folder: Path, state: str, tables: int, seconds: float, *, stored: bool) -> Run:
    """boardgame.io."""
    found, spent = running.play(folder, state, tables, seconds, stored=stored)
    p50 = milliseconds(found.times, 0.5)
    cost = each(spent.servers, found.played)
    return Run(len(found.times) / seconds, cost, p50, found.proved)


def compared(name: str, runs: dict[str, list[Run]]) -> list[Row]:
    """Rows of the medians: our two ways beside its two."""
    aims = {("JSON", "memory"): 0.7, ("page", "Postgres"): 1.5}
    rows = []
    for way in ("JSON", "page"):
        for other in ("memory", "Postgres"):
            title = f"peers: {name}: {way} beside boardgame.io " + (
                "in memory" if other == "memory" else "with Postgres"
            )
            own, its = ([median(one[index] for one in runs[which]) for index in range(3)]
                        for which in (way, other))  # fmt: skip
            rows += [
                row(f"{title}: moves/s", own[0], its[0], least=aims.get((way, other))),
                row(f"{title}: server, ms of processor a move", own[1], its[1]),
                row(f"{title}: seen by both, p50 ms", own[2], its[2]),
            ]
    proved = sum(one.proved for found in runs.values() for one in found)
    return [*rows, row(f"peers: {name}: views, pages and matches proved", proved)]
