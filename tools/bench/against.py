"""This tree beside another revision of it, alternating in one run: ratios with their spread.

Both run on the same interpreter and packages, those of this tree.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.bench import site
from tools.bench.report import rows_of
from tools.bench.rows import Row, Tell, median, row, short

RUNS = {
    "page": ["server", "--page", "--storm", "8"],
    "json": ["server", "--storm", "8"],
    "pages": ["pages"],
    "rules": ["rules"],
}
PLAYED_BY = ("page", "json", "rules")
"""Runs that are for chosen games."""
REQUIREMENTS = "requirements/play.txt"


class Unknown(Exception):
    """There is no such revision or run."""


def measure(
    revision: str,
    runs: Sequence[str],
    *,
    slugs: Sequence[str],
    tables: int,
    seconds: float,
    rounds: int,
    tell: Tell,
) -> list[Row]:
    """Return a row for each measure: ours is of this tree, the reference of the other."""
    for run in runs:
        if run not in RUNS:
            raise Unknown(f"--run is one of {', '.join(RUNS)}, not {run!r}.")
    rows: list[Row] = []
    with checked_out(revision) as other:
        if (other / REQUIREMENTS).read_bytes() != (site.ROOT / REQUIREMENTS).read_bytes():
            tell(f"{REQUIREMENTS} of {revision} differs: it runs on the packages of this tree.")
        for run in runs:
            arguments = [*RUNS[run], "--seconds", str(seconds)]
            if run != "rules":
                arguments += ["--rounds", "1"]
            if RUNS[run][0] == "server":
                arguments += ["--tables", str(tables)]
            if run in PLAYED_BY:
                arguments += [part for slug in slugs for part in ("--game", slug)]
            rows += alternating(other, arguments, rounds, tell)
    return rows


@contextlib.contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Give the files of a revision in a folder of their own. Unknown if there is none."""
    command = ["git", "archive", "--format=tar", revision]
    done = subprocess.run(command, cwd=site.ROOT, capture_output=True)
    if done.returncode:
        raise Unknown(f"git knows no revision {revision!r}.")
    with tempfile.TemporaryDirectory(prefix="sobremesa-against-") as folder:
        subprocess.run(["tar", "-x", "-C", folder], input=done.stdout, check=True)
        yield Path(folder)


def alternating(other: Path, arguments: Sequence[str], rounds: int, tell: Tell) -> list[Row]:
    """Run one bench in both trees by turns, the other one first in every second round."""
    figures: dict[Path, list[dict[str, float]]] = {site.ROOT: [], other: []}
    for number in range(max(1, rounds)):
        for tree in (site.ROOT, other) if number % 2 else (other, site.ROOT):
            name = "this tree" if tree == site.ROOT else "the other"
            tell(f"round {number + 1} of {rounds}, {name}: bench {' '.join(arguments)}")
            found = rows_of(["bench", *arguments, "--json"], tree)
            figures[tree].append({one.measure: one.ours for one in found})
    return compared(figures[site.ROOT], figures[other])


def compared(ours: list[dict[str, float]], others: list[dict[str, float]]) -> list[Row]:
    """Return a row for each measure that all rounds of both have, with the spread of its ratio."""
    rows = []
    for measure in ours[0]:
        if not all(measure in figures for figures in (*ours, *others)):
            continue
        mine, theirs = ([one[measure] for one in figures] for figures in (ours, others))
        if not all(theirs):
            continue
        ratios = [mine / other for mine, other in zip(mine, theirs, strict=True)]
        spread = f"{measure} (ratio {short(min(ratios)):g} to {short(max(ratios)):g})"
        rows.append(row(spread, median(mine), median(theirs)))
    return rows
