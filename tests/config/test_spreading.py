"""Tests are handed out so that no process idles, and browsers come last."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.processes import ROOT

CONFTEST = """
from tests.spreading import Spreading, in_order

def pytest_collection_modifyitems(items):
    items.sort(key=in_order)

def pytest_xdist_make_scheduler(config, log):
    return Spreading(config, log)
"""
WITHOUT = """
import pytest
@pytest.mark.parametrize("number", range(20))
def test_it(number):
    pass
"""
WITH = """
import pytest
@pytest.mark.browser
def test_page():
    pass
@pytest.mark.browser
@pytest.mark.costly
def test_game():
    pass
@pytest.mark.browser
def test_other_page():
    pass
"""


@pytest.mark.costly
def test_files_stay_whole_and_browsers_come_last(tmp_path: Path) -> None:
    files = {
        "conftest.py": CONFTEST,
        "pytest.ini": "[pytest]\nmarkers =\n  browser\n  costly\n",
        "tests/browser/test_pages.py": WITH,
        "tests/rules/test_early.py": WITHOUT,
        "tests/rules/test_late.py": WITHOUT,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "pytest", "-n2", "-v", "--import-mode=importlib",
               "-p", "no:django", "-p", "no:cacheprovider", "."]  # fmt: skip
    done = subprocess.run(
        command, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    ran = re.findall(r"\[(gw\d)\].* PASSED (\S+)", done.stdout)
    assert len(ran) == 43
    for name in ("test_early", "test_late"):
        assert len({worker for worker, test in ran if name in test}) == 1, "a file was torn apart"
    for worker in ("gw0", "gw1"):
        order = ["browser" in test for by, test in ran if by == worker]
        assert order == sorted(order), "a browser came before others"
    plays = next(by for by, test in ran if test.endswith("test_game"))
    first = next(test for by, test in ran if by == plays and "browser" in test)
    assert first.endswith("test_game"), "the costly ones are handed out first"
