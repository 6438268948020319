"""The measurements come to their end and prove what they have seen; how fast is not tested."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from games.bench.plot import plot
from tests.config.processes import ROOT, environment


def bench(tmp_path: Path, *arguments: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments, "--json"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    figures: dict[str, Any] = json.loads(done.stdout)[arguments[0]]
    return figures


@pytest.mark.slow
@pytest.mark.parametrize("way", [[], ["--http"], ["--html"]])
def test_bench_server_proves_every_view(tmp_path: Path, way: list[str]) -> None:
    figures = bench(tmp_path, "server", "--tables", "2", "--seconds", "1", "--rounds", "1", *way)
    row = figures["closed loop"]["2 tables"]
    assert row["moves/s"] > 0
    assert row["raw tx/s"] > 0
    assert row["views proved"] >= 4
    assert figures["open loop"]["seen p50 ms"] > 0
    assert figures["idle socket"]["sockets"] == 500


@pytest.mark.slow
def test_bench_pages_counts_queries(tmp_path: Path) -> None:
    figures = bench(
        tmp_path, "pages", "--running", "8", "--finished", "40", "--seconds", "0.5", "--rounds", "1"
    )
    assert figures["table page"]["queries"] <= 9
    assert figures["lobby"]["requests/s"] > 0
    assert figures["my games"]["queries"] > 0


@pytest.mark.slow
def test_bench_growth_measures_every_curve(tmp_path: Path) -> None:
    figures = bench(tmp_path, "growth", "--most", "100")
    assert set(figures) == {"entries of a table", "tables", "watchers of a table"}
    assert set(figures["tables"]["a move"]) == {"10", "100"}


def test_a_plot_has_a_line_for_each_curve() -> None:
    drawn = plot(
        "Cost", "tables", "ms", {"a": [(10, 1.5), (1000, 2)], "b": [(10, 30), (1000, 900)]}
    )
    root = ElementTree.fromstring(drawn)
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2
    high = [float(point.split(",")[1]) for point in (lines[1].get("points") or "").split()]
    assert high[1] < high[0], "more is higher up"
