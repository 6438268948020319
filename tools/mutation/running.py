"""Runs, for each mutant, the tests that come to its function, until one notices.

A plugin of pytest, so that the tests of all mutants share one process, one database and what they
have imported: a mutant costs some tenths of a second instead of a start of pytest.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tools.mutation import in_place
from tools.mutation.deciding import tests_of

PATIENCE = 60  # seconds for one test: a mutant may hang
MOST_SECONDS = 40  # of tests for one mutant: those after them have no more to do with it


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `manage.py mutate` hands on."""
    parser.addoption("--mutants", default="", metavar="NAMES", help="of which functions")
    parser.addoption("--unmarked", action="store_true", help="try equivalent ones, too")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """In place of running each test once."""
    from tools.mutation.deciding import EQUIVALENT, all_mutants  # Django is ready only now

    config = session.config
    chosen = tuple(config.getoption("mutants").split(","))
    mutants = [one for one in all_mutants() if str(one).startswith(chosen)]
    if not config.getoption("unmarked"):
        mutants = [one for one in mutants if str(one) not in EQUIVALENT]
    writer: Any = config.get_terminal_writer()
    trying = Trying(session, lambda words: writer.line(words, flush=True))
    with in_place.noted({one.function for one in mutants}):  # type: ignore[misc]  # no methods
        trying.run_all_once()
    surviving = [one for one in mutants if not trying.is_noticed(one)]
    trying.run_killers_again()
    trying.say(f"{len(mutants)} mutants, {len(surviving)} surviving")
    session.testsfailed = len(surviving) + len(trying.unsteady) + (not mutants)
    return True


class Trying:
    """The tests of a session, and which of them come to which function."""

    def __init__(self, session: pytest.Session, say: Callable[[str], None]) -> None:
        self.session, self.say = session, say
        self.seconds: dict[pytest.Item, float] = {}
        self.coming: dict[FunctionType, list[pytest.Item]] = {}
        self.killers: dict[FunctionType, list[pytest.Item]] = {}
        self.unsteady: list[pytest.Item] = []

    def run_all_once(self) -> None:
        """Find out how long each test takes and which functions it comes to."""
        for item in self.session.items:
            in_place.NOTED.clear()
            begun = time.monotonic()
            if not self.passes(item) and not self.passes(item):
                self.say(f"fails without any mutant: {item.nodeid}")
                self.unsteady.append(item)
                continue
            self.seconds[item] = time.monotonic() - begun
            for function in in_place.NOTED:
                self.coming.setdefault(function, []).append(item)
        for items in self.coming.values():
            items.sort(key=self.order_of)
        self.say(f"{len(self.seconds)} tests in {sum(self.seconds.values()):.0f} s")

    def order_of(self, item: pytest.Item) -> tuple[bool, bool, float]:
        """Tests of selectors first, those with a server last; quick ones before slow ones."""
        fixtures = getattr(item, "fixturenames", ())
        return (
            "tests/security/test_rights_" not in item.nodeid,
            "transactional_db" in fixtures,
            self.seconds[item],
        )

    def is_noticed(self, mutant: Any) -> bool:
        """Whether a test fails with a mutant, and passes again without it."""
        wanted = tuple(tests_of(mutant.name))
        coming = self.coming.get(mutant.function, [])
        tests = [item for item in coming if item.nodeid.startswith(wanted)]
        known = self.killers.setdefault(mutant.function, [])
        left, count = float(MOST_SECONDS), 0
        for item in [*known, *(one for one in tests if one not in known)]:
            if left < 0:
                break
            left, count = left - self.seconds[item], count + 1
            with mutant.alive(), patience():
                passes = self.passes(item)
            if passes:
                continue
            if item in known or self.passes(item):
                known[:] = [item, *(one for one in known if one is not item)]
                return True
            self.leave_out(item)
        self.say(f"survives {count} of {len(tests)} tests: {mutant}")
        return False

    def run_killers_again(self) -> None:
        """See that everything is back, and that it was the mutants which made tests fail."""
        for item in dict.fromkeys(one for items in self.killers.values() for one in items):
            if not self.passes(item):
                self.leave_out(item)

    def leave_out(self, item: pytest.Item) -> None:
        """Run no more a test that fails on its own by now."""
        self.say(f"fails without any mutant by now: {item.nodeid}")
        self.unsteady.append(item)
        for items in (*self.coming.values(), *self.killers.values()):
            if item in items:
                items.remove(item)

    def passes(self, item: pytest.Item) -> bool:
        """Run a test, as if nothing came after it but the end of its module and folder."""
        item._initrequest()  # type: ignore[attr-defined]
        after: Any = SimpleNamespace(listchain=lambda: [self.session])
        reports = runtestprotocol(item, log=False, nextitem=after)
        return not any(report.failed for report in reports)


@contextmanager
def patience() -> Iterator[None]:
    """A context that ends with an error when it takes too long."""

    def stop(number: int, frame: Any) -> None:
        raise TimeoutError

    with ExitStack() as stack:
        stack.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, stop))
        stack.callback(signal.alarm, 0)
        signal.alarm(PATIENCE)
        yield
