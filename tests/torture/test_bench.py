"""The benches run to their end and prove what they have seen; speed is not tested."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tools.bench import site
from tools.bench.against import compared
from tools.bench.peers import running
from tools.bench.plot import plot
from tools.bench.rows import Row
from tools.patience import LONG_PATIENCE, until
from tools.processes import ROOT, environment, gone, processes_of

Rows = dict[str, dict[str, Any]]
SHAPE = ["measure", "ours", "reference", "ratio", "aim", "met"]


def bench(tmp_path: Path, *arguments: str) -> Rows:
    """The rows of a bench, by what they measure."""
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments, "--json"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=LONG_PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    rows = json.loads(done.stdout)
    assert all(list(row) == SHAPE for row in rows)
    found = {row["measure"]: row for row in rows}
    assert len(found) == len(rows), "two rows say that they measure the same"
    return found


SMALL = ("server", "--tables", "2", "--seconds", "1", "--rounds", "1")


@pytest.mark.slow
@pytest.mark.parametrize(("way", "name"), [([], "JSON"), (["--http", "--seconds", "3"], "HTTP")])
def test_bench_server_proves_every_view(tmp_path: Path, way: list[str], name: str) -> None:
    rows = bench(tmp_path, *SMALL, "--game", "santiago_de_cuba", *way)
    start = f"{name}: santiago_de_cuba, 2 tables"
    moves = rows[f"{start}: moves/s beside raw transactions/s"]
    assert moves["ours"] > 0
    assert moves["reference"] > 0
    assert rows[f"{start}: views proved against the log"]["ours"] >= 4
    seen = f"{name}: santiago_de_cuba, 100 moves/s over 50 tables: seen by all, p50 ms"
    assert rows[f"{seen}, beside commit + echo"]["ratio"] > 0
    idle = "kB of memory of one of 500 sockets that only listen (santiago_de_cuba)"
    assert name == "HTTP" or rows[idle]["met"] is not None


@pytest.mark.slow
def test_bench_page_proves_that_browsers_show_what_a_fresh_page_shows(tmp_path: Path) -> None:
    """With the largest board; tests/games/test_parts.py has every game, move by move."""
    game = "cuba"
    folder = tmp_path / "profiles"
    rows = bench(
        tmp_path, *SMALL, "--page", "--game", game, "--storm", "8", "--profile", str(folder)
    )
    played = [name for name in rows if name.endswith("2 tables: moves/s")]
    assert len(played) == 2, "with fewest and with most players"
    assert all(rows[name]["ours"] > 0 for name in played)
    proved = [row["ours"] for name, row in rows.items() if "pages proved" in name]
    assert len(proved) == 4
    assert min(proved) >= 4
    assert (
        rows[f"page: {game}, 1 table, 100 browsers: pages proved equal to fresh ones"]["ours"]
        == 100
    )
    profile = "".join(path.read_text() for path in folder.glob("profile-*.txt"))
    assert "visits.py:attend" in profile
    storm = "page: 8 sockets come back after a restart: seconds of daphne's processor for 5,000"
    assert rows[f"{storm} (scaled)"]["met"] is not None


@pytest.mark.slow
def test_bench_server_compares_two_processes_with_one(tmp_path: Path) -> None:
    rows = bench(tmp_path, *SMALL, "--game", "pier", "--processes", "--page")
    (row,) = rows.values()
    assert row["ours"] > 0
    assert row["reference"] > 0
    assert row["aim"] == 1.8


@pytest.mark.slow
@pytest.mark.skipif(
    not (running.has_node() and "BENCH_PEERS" in os.environ),
    reason="it fetches packages with node: set BENCH_PEERS",
)
def test_bench_peers_proves_what_all_have_seen(tmp_path: Path) -> None:
    rows = bench(
        tmp_path, "peers", "--game", "pier", "--tables", "2", "--seconds", "1", "--rounds", "1"
    )
    if not rows:
        pytest.skip("npm cannot install boardgame.io")
    start = "peers: pier, 2 players, 2 tables"
    assert rows[f"{start}: JSON beside boardgame.io in memory: moves/s"]["aim"] == 0.7
    assert rows[f"{start}: page beside boardgame.io with Postgres: moves/s"]["reference"] > 0
    assert rows[f"{start}: views, pages and matches proved"]["ours"] > 8


@pytest.mark.slow
def test_bench_report_gathers_the_rows_of_others(tmp_path: Path) -> None:
    rows = bench(tmp_path, "report", "--small", "--section", "rules", "--section", "pages")
    assert rows["rules: pier, 2 players: moves/s beside chess plies/s"]["ours"] > 0
    assert rows["pages: lobby: statements"]["ours"] > 0
    assert rows["pages: table page: statements"]["ours"] <= 9
    assert rows["pages: my games: statements"]["ours"] > 0
    assert rows["pages: lobby: requests/s beside those of one query"]["ours"] > 0
    assert rows["pages: tables of a game in the API: one at a time, p50 ms"]["aim"] == 5
    assert rows["pages: table in the API: one at a time, p95 ms"]["ours"] > 0


@pytest.mark.slow
def test_bench_capacity_calculates_from_what_was_measured(tmp_path: Path) -> None:
    rows = bench(tmp_path, "capacity")
    of = "capacity: {} tables in play: GB of the database in a year".format
    assert 99 < rows[of("1,000,000")]["ours"] / rows[of("10,000")]["ours"] < 101
    assert rows["capacity: bytes of an entry in the database"]["ours"] > 300
    assert rows["parting: the log of a table is read, 16 parts beside one, p50 ms"]["ratio"] > 0


@pytest.mark.slow
def test_bench_growth_measures_every_curve(tmp_path: Path) -> None:
    rows = bench(tmp_path, "growth", "--most", "100")
    assert rows["growth: a move, 10 tables: ms"]["ours"] > 0
    assert rows["growth: a move, 100 tables: ms"]["reference"] > 0
    assert rows["growth: the page, 5,000 entries of a table: ms"]["ours"] > 0
    last = "growth: a move until all have seen it, 500 watchers of a table: ms"
    assert rows[last]["ours"] > 0


@pytest.mark.slow
def test_a_signal_ends_all_that_a_bench_has_started(tmp_path: Path) -> None:
    """Its workers wanted the database for ever."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)  # the database may run as another user
        bench = subprocess.Popen(
            [sys.executable, "manage.py", "bench", "server"],
            cwd=ROOT,
            env=environment(tmp_path, TMPDIR=temporary),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        with bench:
            until(lambda: any("daphne" in command for command in processes_of(folder)))
            bench.send_signal(signal.SIGTERM)
        assert bench.returncode
        assert gone(folder) == []
        assert os.listdir(temporary) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_comes_after_a_process_has_started(number: int) -> None:
    """One that came meanwhile left a worker that nobody knew."""
    came: list[int] = []
    with site.handling(lambda number, _frame: came.append(number)):
        with site.without_interruption():
            signal.raise_signal(number)
            assert came == []
        assert came == [number]


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the revisions of a clone")
def test_bench_against_runs_this_tree_beside_a_revision(tmp_path: Path) -> None:
    few = ("--run", "rules", "--game", "pier", "--seconds", "0.2", "--rounds", "2")
    rows = bench(tmp_path, "against", "HEAD", *few)
    speed = [row for name, row in rows.items() if name.startswith("rules: pier, 2 players")]
    assert speed and all(row["ours"] > 0 and row["reference"] > 0 for row in speed)


def test_bench_against_compares_rounds_by_turns() -> None:
    ours = [{"a": 2.0, "only ours": 1.0}, {"a": 6.0, "only ours": 1.0}]
    [row] = compared(ours, [{"a": 4.0}, {"a": 4.0}])
    assert row == Row("a (ratio 0.5 to 1.5)", 4.0, 4.0, 1.0)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["no-such-revision"], "git knows no revision 'no-such-revision'."),
        (["HEAD", "--run", "nothing"], "--run is one of page, json, pages, rules, not 'nothing'."),
    ],
)
def test_bench_against_says_what_it_does_not_know(arguments: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=re.escape(problem)):
        call_command("bench", "against", *arguments)


def test_a_plot_has_a_line_for_each_curve() -> None:
    drawn = plot(
        "Cost", "tables", "ms", {"a": [(10, 1.5), (1000, 2)], "b": [(10, 30), (1000, 900)]}
    )
    root = ElementTree.fromstring(drawn)
    lines = root.findall("{http://www.w3.org/2000/svg}polyline")
    assert len(lines) == 2
    high = [float(point.split(",")[1]) for point in (lines[1].get("points") or "").split()]
    assert high[1] < high[0], "more is higher up"
