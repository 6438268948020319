"""A test with a browser has a second try, which the run names."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.unsteady import LIST, known
from tools.processes import ROOT

CONFTEST = """
import pytest
from tests import unsteady

def pytest_configure(config):
    config.pluginmanager.register(unsteady.SecondTries())
"""
TESTS = """
import pytest
tries = set()

@pytest.mark.flaky(reruns=1)
@pytest.mark.parametrize("number", range({count}))
def test_page(number):
    first = number not in tries
    tries.add(number)
    assert not first, "the page was late"
"""


def run(folder: Path, count: int) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").touch()
    (folder / "test_pages.py").write_text(TESTS.replace("{count}", str(count)))
    command = [sys.executable, "-m", "pytest", "-p", "no:django", "-p", "no:cacheprovider", "."]
    return subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )


def test_an_unsteady_test_is_named_with_both_outcomes(tmp_path: Path) -> None:
    done = run(tmp_path, 2)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(
        r"test_pages.py::test_page\[0\]: failed \(test_pages.py:\d+: .*the page was late.*\),"
        r" then passed, not known before",
        done.stdout,
    )


def test_more_than_two_fail_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, 3)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "3 passed" in done.stdout and "More than 2 second tries fail the run." in done.stdout


ENTRY = '[[test]]\nname = "test_{}"\nsince = 2026-11-01\ncause = "a late font"\n'


def test_the_list_is_short_and_lapses(tmp_path: Path) -> None:
    path = tmp_path / "unsteady.toml"
    path.write_text(ENTRY.format(1))
    assert known(date(2026, 11, 15), path) == {"test_1"}
    assert known(date(2026, 11, 16), path) == set()
    path.write_text("".join(map(ENTRY.format, range(6))))
    with pytest.raises(ValueError, match="5 are the most"):
        known(date(2026, 11, 15), path)
    path.write_text(ENTRY.format(1).replace("a late font", ""))
    with pytest.raises(ValueError, match="cause"):
        known(date(2026, 11, 15), path)


def test_the_list_is_in_order() -> None:
    known(datetime.now(UTC).date(), LIST)
