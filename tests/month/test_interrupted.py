"""A signal ends a month in order: what had passed is accounted for, and nothing goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from tools.processes import ROOT, environment, gone


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "to_group"),
    [(signal.SIGINT, True), (signal.SIGTERM, False)],
)
def test_a_signal_ends_a_month_and_its_figures_are_told(
    tmp_path: Path, number: int, *, to_group: bool
) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        Path(temporary).chmod(0o755)  # the database may run as another user
        told = interrupted(temporary, tmp_path, number, to_group=to_group)
        assert os.listdir(temporary) == [], "its folder is gone, and so is its database"
    assert told["problems"] == []
    assert 0 < told["month"]["days on which all tables were looked at"] < 30
    assert told["month"]["moves of people"] > 0
    assert gone(tmp_path) == []


def interrupted(temporary: str, data_dir: Path, number: int, *, to_group: bool) -> dict[str, Any]:
    """What a month has to tell that was interrupted after its first day."""
    command = ["manage.py", "month", "--days", "30", "--users", "6", "--seed", "c", "--json"]
    with subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=environment(data_dir, TMPDIR=temporary),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as month:
        assert month.stderr is not None and month.stdout is not None
        said = ""
        while "Day 1 is over" not in said:
            said = month.stderr.readline()
            assert said, "it has ended by itself"
        (os.killpg if to_group else os.kill)(month.pid, number)
        figures, errors = month.communicate()
        assert month.returncode == 130, errors[-3000:]
    told: dict[str, Any] = json.loads(figures)
    return told
