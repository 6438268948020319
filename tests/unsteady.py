"""Second tries: a test with a browser has one, and the run names it as unsteady.

Known ones stand in `unsteady.toml`, each with the day since when and the cause; after 14 days a
known one is unknown again.
"""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("unsteady.toml")
MOST = 2  # second tries of tests that are not known
MOST_KNOWN = 5
KNOWN_FOR = timedelta(days=14)
WRONG_LINES = 6  # of what was wrong in a first try


def known(today: date, path: Path = LIST) -> set[str]:
    """Names of tests that are known to be unsteady. ValueError if the list is wrong."""
    tests = tomllib.loads(path.read_text()).get("test", [])
    if len(tests) > MOST_KNOWN:
        raise ValueError(f"{path.name} has {len(tests)} tests, and {MOST_KNOWN} are the most.")
    for test in tests:
        if set(test) != {"name", "since", "cause"} or not test["cause"]:
            raise ValueError(f"A test in {path.name} needs a name, a day since when, and a cause.")
    return {test["name"] for test in tests if today - test["since"] <= KNOWN_FOR}


def reason_of(report: pytest.TestReport) -> str:
    """Return where a try failed in its file, and the first lines of what was wrong."""
    lines = report.longreprtext.splitlines()
    file = report.location[0]
    where = next((line for line in reversed(lines) if line.startswith(f"{file}:")), file)
    wrong = [line[1:].strip() for line in lines if line.startswith("E ")]
    return " ".join([where, *wrong[:WRONG_LINES]]) if wrong else (lines or ["no reason"])[-1]


class SecondTries:
    """The tests of a run that were tried twice."""

    def __init__(self) -> None:
        self.first: dict[str, str] = {}
        self.outcomes: dict[str, str] = {}
        self.known = known(datetime.now(UTC).date())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep how each try of a test ended."""
        if report.outcome == "rerun":
            self.first[report.nodeid] = reason_of(report)
        elif report.nodeid in self.first and (report.when == "call" or report.failed):
            self.outcomes[report.nodeid] = report.outcome

    @property
    def unknown(self) -> list[str]:
        """Tests that nobody knew to be unsteady."""
        return [name for name in self.first if name not in self.known]

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """A run with too many second tries has failed."""
        if exitstatus == pytest.ExitCode.OK and len(self.unknown) > MOST:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Name the unsteady tests, with both outcomes."""
        if not self.first:
            return
        terminalreporter.section("unsteady tests")
        for name, reason in self.first.items():
            outcome = self.outcomes.get(name, "none")
            words = "" if name in self.known else ", not known before"
            terminalreporter.line(f"{name}: failed ({reason}), then {outcome}{words}")
        if len(self.unknown) > MOST:
            terminalreporter.line(f"More than {MOST} second tries fail the run.", red=True)
