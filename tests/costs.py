"""Seconds of processor that each test costs, and what more than a test may cost.

A core that is shared with busy neighbours does up to half as much in a second: so what a test may
cost grows with what a fixed piece of work costs before and after it, and with how many programs
want to run: each finds its caches cold, which that small piece does not need.

Counted are its process, all processes below that (a browser, a site of its own), and the backends
of its database. What is made once for several tests counts for none.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from statistics import median

import pytest
from django.db import connection

from tools.patience import SLOWNESS

LIMIT, LIMIT_WITH_BROWSER = 5, 15
SHOWN = 10
NAME = "seconds of processor"
SLOWER = "times the usual cost of a fixed piece of work"
USUAL = 0.0101
"""Seconds of processor that `work` costs on an idle core of the machine the limits were set on.

A run tells how much more it was while it lasted: so runs on several machines can be compared.
"""
CROWDED, MOST_CROWDED = 6, 2.0
"""Programs for each core that want to run, from which on tests may cost more, and how many times.

Seen: 5.8 instead of 3.5 seconds beside 14 for each core.
"""
STALE = 20  # seconds after which `work` is done again
TICK = os.sysconf("SC_CLK_TCK")
LARGEST = 2**16  # bytes of a file of `/proc` that is read here: far more than one has

before = pytest.StashKey["Costs"]()
after = pytest.StashKey["Costs"]()
shared = pytest.StashKey[float]()
slow = pytest.StashKey[float]()


class Costs:
    """The cost until now of this process, all below it and the backends of its database.

    For each its own cost, and that of the processes that it started and that have ended. The
    cost of a process whose parent ended first, as Chromium's do, is lost when it ends.
    """

    def __init__(self) -> None:
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.own = {(0, b""): time.process_time()}
        self.ended = {(0, b""): ended.ru_utime + ended.ru_stime}
        for number in (*below(os.getpid()), *backends()):
            if (spent := spent_by(number)) is not None:
                begun, own, of_children = spent
                self.own[number, begun], self.ended[number, begun] = own, of_children

    def __sub__(self, other: Costs) -> float:
        """Return the cost since then: at least that of the processes that are still there."""
        own = sum(cost - other.own.get(name, 0) for name, cost in self.own.items())
        ended = sum(cost - other.ended.get(name, 0) for name, cost in self.ended.items())
        known = sum(other.own[name] + other.ended[name] for name in other.own.keys() - self.own)
        return own + max(0.0, ended - known)


def work() -> float:
    """Do a fixed piece of work, and return its cost."""
    begun, sums = time.process_time(), dict[int, int]()
    for number in range(100_000):
        sums[number % 997] = sums.get(number % 991, 0) + number
    return time.process_time() - begun


class Slowness:
    """How many times its usual cost a fixed piece of work has; at least 1."""

    def __init__(self) -> None:
        self.seen, self.last = float("-inf"), 1.0

    def __call__(self, stale: float = 0) -> float:
        """Return it, as it was at most `stale` seconds ago."""
        if time.monotonic() - self.seen > stale:
            self.seen, self.last = time.monotonic(), max(1.0, work() / USUAL)
        return self.last


slowness = Slowness()


def crowding(load: float, cores: int) -> float:
    """Return how many times as much a test may cost beside so many programs that want to run."""
    return min(max(1.0, load / cores / CROWDED), MOST_CROWDED)


def content(path: str) -> bytes:
    """Return what a file of `/proc` says: thousands are read for each test with a browser."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, LARGEST)
    finally:
        os.close(file)


def children(number: int) -> Iterator[int]:
    """The processes that a process has started, where the system says so."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{number}/task"):
            with suppress(OSError):
                yield from map(int, content(f"/proc/{number}/task/{thread}/children").split())


def below(number: int) -> Iterator[int]:
    """All processes below one."""
    for child in children(number):
        yield child
        yield from below(child)


def backends() -> Iterator[int]:
    """Processes of Postgres that serve the database of this process."""
    with suppress(OSError, ValueError):
        folder = os.path.join(os.environ["SOBREMESA_DATA_DIR"], "postgres")
        server = int(content(f"{folder}/postmaster.pid").split()[0])
        name = f" {connection.settings_dict['NAME']} ".encode()
        for number in children(server):
            with suppress(OSError):
                if name in content(f"/proc/{number}/cmdline"):
                    yield number


def spent_by(number: int) -> tuple[bytes, float, float] | None:
    """When a process began, its own seconds of processor, and those of its ended children."""
    try:
        words = content(f"/proc/{number}/stat").rpartition(b")")[2].split()
    except OSError:
        return None
    own, system, of_children, system_of_children = map(int, words[11:15])
    return words[19], (own + system) / TICK, (of_children + system_of_children) / TICK


# --- Hooks ---------------------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what was spent before a test: as much as after the one before it."""
    item.stash[slow] = slowness(STALE)
    item.stash[before] = item.session.stash.get(after, None) or Costs()
    item.stash[shared] = 0.0
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Iterator[None]:
    """Leave out what is made once for several tests, whichever of them comes first.

    A class is none of them: each function of a module has a fixture of pytest-django's to itself.
    """
    item = request._pyfuncitem
    if fixturedef.scope in ("function", "class"):
        return (yield)
    spent, left_out = Costs(), item.stash[shared]
    try:
        return (yield)
    finally:
        item.stash[shared] = left_out + (Costs() - spent)  # instead of what those within cost


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[pytest.TestReport]:
    """Write on the last report of a test what it has cost, and whether it may."""
    report = yield
    if call.when == "teardown":
        item.session.stash[after] = spent = Costs()
        cost = spent - item.stash[before] - item.stash[shared]
        limit = limit_of(item)
        if cost > limit:
            crowded = crowding(os.getloadavg()[0], os.cpu_count() or 1)
            limit *= max(item.stash[slow], slowness()) * crowded
        report.user_properties += [(NAME, (cost, limit)), (SLOWER, item.stash[slow])]
    return report


def limit_of(item: pytest.Item) -> float:
    """The most that a test may cost; a slow or costly one what it likes."""
    if item.get_closest_marker("slow") or item.get_closest_marker("costly"):
        return float("inf")
    return SLOWNESS * (LIMIT_WITH_BROWSER if item.get_closest_marker("browser") else LIMIT)


class Ledger:
    """What all tests of a run have cost."""

    def __init__(self) -> None:
        self.costs: dict[str, tuple[float, float]] = {}
        self.slower: list[float] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, value in report.user_properties:
            if name == NAME and report.when == "teardown":
                self.costs[report.nodeid] = value
            elif name == SLOWER and report.when == "teardown":
                self.slower.append(value)

    def too_expensive(self) -> list[str]:
        """The tests that cost more than they may."""
        return [name for name, (cost, limit) in self.costs.items() if cost > limit]

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run fails for it as for a test that fails."""
        if exitstatus == pytest.ExitCode.OK and self.too_expensive():
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell the most expensive tests, and those that are too expensive; write all of them."""
        ordered = sorted(self.costs.items(), key=lambda item: -item[1][0])
        if path := terminalreporter.config.getoption("costs", None):
            path.write_text("".join(f"{cost:.2f}\t{name}\n" for name, (cost, _) in ordered))
        if len(self.costs) <= SHOWN:
            return
        total = sum(cost for cost, _ in self.costs.values())
        terminalreporter.section(f"{SHOWN} most expensive tests of {total:.0f} {NAME}")
        terminalreporter.line(f"at {median(self.slower):.1f} {SLOWER}")
        for name, (cost, _) in ordered[:SHOWN]:
            terminalreporter.line(f"{cost:7.1f}  {name}")
        for name in self.too_expensive():
            cost, limit = self.costs[name]
            words = f"{name} costs {cost:.1f}, and may cost {limit:.0f} unless it is marked costly"
            terminalreporter.line(words, red=True)
