"""Load on a site: people with tables, clients that play there, and proofs of what they saw."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from games.models import LogEntry, Seat
from games.rules.core.codec import decode_move, decode_position, encode
from games.rules.core.golden import play_out
from games.rules.core.play import advance, start
from games.rules.registry import GAMES
from tools.bench import site
from tools.bench.messages import BenchReport, Order, Slot
from tools.bench.sampler import BEGIN, PAUSE

PROCESSES = 2  # of load clients, at most
PROOFS = 6  # tables of each load client at which pages are proved
QUIET = 0.4  # seconds without work after which a server counts as idle


class BenchWorld:
    """Tables of one game and number of players, and the people for them."""

    def __init__(self, game: str, players: int, crowd: list[site.SignedInUser]) -> None:
        self.game, self.players = game, players
        self.groups = [
            crowd[first : first + players] for first in range(0, len(crowd) - players + 1, players)
        ]
        self.made = 0
        self.game_moves = shortest_game(game, players)

    def slots(self, count: int, moves: float, visitors: int = 0) -> list[Slot]:
        """So many slots with fresh tables for about so many moves in all, or one table each."""
        spare = int(moves / self.game_moves / count) + 1 if moves else 0
        assert count <= len(self.groups), f"people for {len(self.groups)} tables"
        return [self._slot(group, spare + 1, visitors) for group in self.groups[:count]]

    def _slot(self, group: list[site.SignedInUser], count: int, visitors: int) -> Slot:
        tables = []
        for _ in range(count):
            self.made += 1
            tables.append(site.begin_table(self.game, group, f"load {self.made}"))
        cookies = [person.cookie for person in group] + [""] * visitors
        return Slot(tables, cookies, site.csrf_token())


def shortest_game(game: str, players: int) -> int:
    """A low estimate of how many moves a random game takes."""
    rules = GAMES[game]
    chance = [rules.bots["random"]] * players
    begun = [start(rules, players, rules.options_type(), f"length {n}") for n in range(3)]
    return max(1, min(len(play_out(rules, step, chance, "length")) for step in begun) * 2 // 3)


class Clients:
    """Load clients in processes of their own."""

    def __init__(self, orders: list[Order]) -> None:
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-m", "tools.bench.clients"],
                cwd=site.ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )
            for _ in orders
        ]  # fmt: skip
        self.tell(*(msgspec.json.encode(order) for order in orders))

    def tell(self, *lines: bytes) -> None:
        """Send each its line."""
        for process, line in zip(self.processes, lines, strict=True):
            assert process.stdin
            process.stdin.write(line + b"\n")
            process.stdin.flush()

    def go(self) -> None:
        """Let all go on."""
        self.tell(*[b"go"] * len(self.processes))

    def until(self, word: bytes) -> None:
        """Wait until all say a word. RuntimeError if one says something else."""
        for process in self.processes:
            assert process.stdout
            if (said := process.stdout.readline()) != word + b"\n":
                raise RuntimeError(f"a load client was to say {word!r}, not {said!r}")

    def reports(self) -> BenchReport:
        """What all have seen, as one."""
        found = []
        for process in self.processes:
            assert process.stdout
            found.append(msgspec.json.decode(process.stdout.read(), type=BenchReport))
            process.wait()
        return together(found)


@contextlib.contextmanager
def clients(ports: list[int], slots: list[Slot], **wishes: Any) -> Iterator[Clients]:
    """Clients that are at their tables. They are stopped in the end, whatever happens."""
    count = min(PROCESSES, len(slots))
    rate = wishes.pop("rate", None)
    orders = [
        Order(ports=ports, slots=slots[part::count], seed=part,
              rate=rate and rate * len(slots[part::count]) / len(slots), **wishes)
        for part in range(count)
    ]  # fmt: skip
    found = Clients(orders)
    try:
        found.until(b"ready")
        yield found
    finally:
        for process in found.processes:
            if process.poll() is None:
                process.kill()
                process.wait()


class CPUSpent:
    """Seconds of CPU time that servers and the database have used in the meantime."""

    def __init__(self, servers: list[int]) -> None:
        self.pids = servers, site.postgres_processes()
        site.tell_profilers(servers, BEGIN)
        self.begun = [site.cpu_of(pids) for pids in self.pids]

    def stop(self) -> CPUSpent:
        """Stop counting."""
        site.tell_profilers(self.pids[0], PAUSE)
        self.servers, self.database = (
            site.cpu_of(pids) - begun for pids, begun in zip(self.pids, self.begun, strict=True)
        )
        return self

    def quiet(self) -> CPUSpent:
        """Count until the servers are idle."""
        while True:
            before = site.cpu_of(self.pids[0])
            time.sleep(QUIET)
            if site.cpu_of(self.pids[0]) - before < QUIET / 20:
                return self.stop()


def play(
    ports: list[int], servers: list[int], slots: list[Slot], **wishes: Any
) -> tuple[BenchReport, CPUSpent]:
    """Let load clients play: what they saw, and what it cost."""
    with clients(ports, slots, **wishes) as players:
        spent = CPUSpent(servers)
        players.go()
        players.until(b"done")
        spent.stop()
        players.go()
        return players.reports(), spent


def together(reports: list[BenchReport]) -> BenchReport:
    """The sum of reports."""
    total = BenchReport(seconds=reports[0].seconds)
    for report in reports:
        for name in ADDED:
            setattr(total, name, getattr(total, name) + getattr(report, name))
        total.numbers |= report.numbers
    return total


ADDED = [name for name in BenchReport.__struct_fields__ if name not in ("seconds", "numbers")]


def each(seconds: float, moves: int) -> float:
    """Milliseconds for each move of a run, warm-up included."""
    return 1000 * seconds / max(1, moves)


# --- Proofs --------------------------------------------------------------------------------------


def prove(report: BenchReport, game: str, *, page: bool) -> int:
    """How many views were proved to be right. AssertionError if one was not.

    Pages have compared themselves with fresh ones; views of programs are compared with the log.
    """
    assert not report.problems, report.problems[:5]
    if page:
        assert report.proved, "no page was proved"
        return report.proved
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
    """The seat of each person of a slot: they sit down in random order."""
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
