"""Nothing is lost, whatever dies: a short run of `manage.py torture`.

What it has found is in `tests/games/test_services.py`, each as a test of its own.
"""

from __future__ import annotations

import gc
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils.functional import SimpleLazyObject

from config.web.limits import GUESTS_AT_ONCE
from games.page import choices, parts, rendering
from games.telling import wording
from games.telling.cache import Cache
from tools.patience import LONG_PATIENCE
from tools.processes import ROOT, environment, gone
from tools.torture import samples, small_caches
from tools.torture.attackers import FLOODING, GUESTS


def torture(tmp_path: Path, *arguments: str) -> dict[str, int]:
    """What a run has counted; it proves everything itself."""
    done = subprocess.run(
        [sys.executable, "manage.py", "torture", *arguments, "--json"],
        cwd=ROOT,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        timeout=LONG_PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    counts: dict[str, int] = json.loads(done.stdout)["torture"]
    assert gone(tmp_path) == []
    return counts


@pytest.mark.costly
@pytest.mark.sample
def test_nothing_is_lost_while_everything_dies_once(tmp_path: Path) -> None:
    counts = torture(tmp_path, "--seconds", "7", "--tables", "6", "--seed", "test")
    for deed in ("daphne", "worker", "backend", "Postgres"):
        assert counts[f"{deed} killed"] >= 1
    assert counts["moves acknowledged"] > 0
    assert counts["moves refused"] > 0
    assert counts["tables replayed"] == 10
    assert counts["deadlines expired"] == 4
    assert counts["mails sent"] > 0
    assert counts["sockets dropped"] >= 1
    assert counts["longest wait of a person, ms"] > 0


@pytest.mark.slow
def test_nothing_is_lost_where_another_database_takes_over(tmp_path: Path) -> None:
    counts = torture(tmp_path, "--failover", "--seconds", "4")
    assert counts["moves acknowledged"] == counts["moves stored"] > 0
    assert counts["without a database, ms"] >= 3000


@pytest.mark.slow
def test_no_answer_is_lost_beside_attackers_who_are_turned_away(tmp_path: Path) -> None:
    """How long people wait then is told only: here other tests run on the same machine."""
    names = ("pings", "guests with tables")
    counts = torture(
        tmp_path, "--overload", "--seconds", "10", "--only-tell", "--attackers", *names
    )
    assert counts["pings: times"] > FLOODING, "each of its sockets was closed, and came again"
    assert 0 < counts["tables of guests"] <= 2 * (GUESTS_AT_ONCE + GUESTS)
    assert 0 < counts["moves acknowledged"] <= counts["moves stored"]
    for kind in ("moves", "pages"):
        assert all(counts[f"{name}: {kind} during, p99 ms"] > 0 for name in names)


@pytest.mark.slow
def test_people_play_on_while_each_process_is_restarted(tmp_path: Path) -> None:
    """They go over to the other process when asked to, and take their unanswered moves along."""
    counts = torture(tmp_path, "--rolling", "--seconds", "1")
    assert counts["restarts"] == 2
    assert counts["sockets asked to come again"] >= 100, "all of the first process at least"
    assert counts["moves acknowledged"] == counts["moves stored"] > 0


@pytest.mark.slow
def test_nothing_is_lost_where_the_disk_is_full_and_pgbouncer_dies(tmp_path: Path) -> None:
    """Through PgBouncer, where there is one; what a machine cannot do is skipped, and said so."""
    acts = ("disk-full", "bouncer-killed")
    counts = torture(tmp_path, "--everything", "--moves", "50", "--acts", *acts)
    assert counts["moves acknowledged"] >= 50
    assert sum(counts.get(f"act: {act}", 0) for act in acts) + counts["acts skipped"] >= len(acts)
    assert counts["deadlines expired"] == 4
    assert counts["seats whose time was over for a jump"] == 0


def test_a_soak_finds_what_grows_and_nothing_else() -> None:
    """By the second half alone, by more than chance explains, and not by one step."""
    chance = random.Random("soak")
    name, filled = "worker: own memory, MB", "worker: open files"
    steady, noisy = "rows: sessions", "rows: jobs to do"
    stepped = "Postgres: own memory, MB"
    found = [
        (
            20.0 * index,
            {
                name: 90 + 0.3 * index + chance.uniform(-1, 1),
                steady: 100.0,
                noisy: float(chance.choice([0, 0, 50])),
                stepped: (113 if index < 40 else 124) + chance.uniform(-1, 1),
                filled: min(60.0, 10 + 2.0 * index),
                "rows: entries": 25.0 * index,
            },
        )
        for index in range(60)
    ]
    verdicts = samples.judged(found)
    assert [verdict.name for verdict in verdicts if verdict.grows] == [name]
    assert {verdict.name for verdict in verdicts} == {name, steady, noisy, stepped, filled}


def test_a_soak_keeps_what_is_large_in_few_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both kinds of caches: our own, and those of `functools`."""
    lazy = SimpleLazyObject(lambda: pytest.fail("what is lazy was woken"))
    cache: Cache[str] = Cache(1_000)
    monkeypatch.setattr(small_caches, "all_caches", lambda: ([cache], [wording._translated]))
    small = small_caches.Small()
    small.look()
    small.look()
    assert cache.most == 10
    monkeypatch.undo()
    gc.freeze()  # as a process that serves does
    own, of_functools = small_caches.all_caches()
    for known in (parts._parts, rendering._shapes, wording._move_texts, choices._gains, cache):
        assert any(one is known for one in own)
    assert any(one is wording._wording for one in of_functools)
    assert lazy is not None


@pytest.mark.slow
def test_a_short_soak_reads_everything_and_judges_nothing(tmp_path: Path) -> None:
    counts = torture(tmp_path, "--soak", "--minutes", "0.05", "--rate", "10")
    assert counts["samples"] == 3
    assert counts["moves acknowledged"] == counts["moves stored"] > 10
