"""Nothing is lost, whatever dies: a short run of `manage.py torture`.

What it has found is in `tests/games/test_services.py`, each as a test of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.processes import ROOT, environment, gone


@pytest.mark.slow
def test_nothing_is_lost_while_everything_dies_once(tmp_path: Path) -> None:
    command = ["manage.py", "torture", "--seconds", "7", "--tables", "6", "--seed", "test"]
    done = subprocess.run(
        [sys.executable, *command, "--json"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=280,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts = json.loads(done.stdout)["torture"]
    for deed in ("daphne", "worker", "backend", "Postgres"):
        assert counts[f"{deed} killed"] >= 1
    assert counts["moves acknowledged"] > 20
    assert counts["moves refused"] > 0
    assert counts["tables replayed"] == 10
    assert counts["deadlines expired"] == 4
    assert counts["mails sent"] > 0
    assert counts["sockets dropped"] >= 1
    assert gone(tmp_path) == []
