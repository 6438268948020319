"""A run tells its most expensive tests, and fails on one that costs more than it may."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import costs
from tools.processes import ROOT

CONFTEST = """
import os
from pathlib import Path
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
from tests import costs
costs.LIMIT = 0.1

def pytest_addoption(parser):
    parser.addoption("--costs", type=Path)

def pytest_configure(config):
    config.pluginmanager.register(costs)
    config.pluginmanager.register(costs.Ledger())
"""
TESTS = """
import subprocess, sys, time
import pytest

WORK = "import time\\nwhile time.process_time() < 0.8: pass"
END = "\\nprint(1, flush=True); input()"

@pytest.fixture(scope="session")
def for_all():
    exec("import time\\nend = time.process_time() + 0.8\\nwhile time.process_time() < end: pass")

def test_with_what_all_share(for_all):
    pass

@pytest.fixture(scope="module")
def for_some():
    exec("import time\\nend = time.process_time() + 0.8\\nwhile time.process_time() < end: pass")

def test_with_what_some_share(for_some):
    pass

@pytest.mark.parametrize("number", range(12))
def test_cheap(number):
    pass

{marker}
def test_that_starts_a_process():
    subprocess.run([sys.executable, "-c", WORK], check=True)

{marker}
def test_with_a_process_that_stays():
    process = subprocess.Popen([sys.executable, "-c", WORK + END],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline()
    held.append(process)

{marker}
def test_with_a_process_below_another():
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {WORK + END!r}])"
    process = subprocess.Popen([sys.executable, "-c", child],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout.readline()
    held.append(process)

def test_that_ends_them():
    for process in held:
        process.kill()
        process.wait()

held = []
"""
COSTLY = (
    "test_that_starts_a_process",
    "test_with_a_process_that_stays",
    "test_with_a_process_below_another",
)


def run(folder: Path, marker: str) -> subprocess.CompletedProcess[str]:
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  costly\n  slow\n  browser\n")
    (folder / "test_costs.py").write_text(TESTS.replace("{marker}", marker))
    command = [sys.executable, "-m", "pytest", "-p", "no:django", "-p", "no:cacheprovider", "."]
    command += ["--costs", str(folder / "costs")]
    return subprocess.run(
        command,
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "SOBREMESA_DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
    )


@pytest.mark.costly
def test_an_unmarked_test_that_costs_too_much_fails_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, "")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "18 passed" in done.stdout, "the run fails, no test"
    for name in COSTLY:
        assert f"test_costs.py::{name} costs" in done.stdout
    assert done.stdout.count(" unless it is marked costly") == len(COSTLY), "no other one"
    assert "10 most expensive tests of" in done.stdout
    (slower,) = re.findall(r"^at (\d+\.\d) times the usual cost", done.stdout, re.MULTILINE)
    assert float(slower) >= 1


@pytest.mark.costly
@pytest.mark.parametrize("marker", ["costly", "slow"])
def test_a_marked_one_may_cost_what_it_likes(tmp_path: Path, marker: str) -> None:
    done = run(tmp_path, f"@pytest.mark.{marker}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "10 most expensive tests of" in done.stdout


@pytest.mark.costly
def test_a_process_that_is_lost_sight_of_makes_no_test_cheaper(tmp_path: Path) -> None:
    """As one is whose parent is killed."""
    run(tmp_path, "")
    costs = dict(line.split("\t")[::-1] for line in (tmp_path / "costs").read_text().splitlines())
    assert float(costs["test_costs.py::test_that_ends_them"]) >= 0


@pytest.mark.parametrize(
    ("load", "cores", "times"), [(1, 2, 1), (8, 2, 1), (18, 2, 1.5), (18, 4, 1), (60, 2, 2)]
)
def test_beside_many_programs_a_test_may_cost_more(load: float, cores: int, times: float) -> None:
    assert costs.crowding(load, cores) == times
