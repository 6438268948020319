"""The check of types: what mypy finds, and how many expressions it knows no type of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from config.running.checking import ROOT

SITE = ("accounts", "config", "games", "lobby")
MOST = {"the site": 1.0, "everything": 1.2}
"""Percent of the expressions that may have no type but `Any`."""


def shares(report: str) -> dict[str, float]:
    """Return which percentage has no type, from the report of mypy's `--any-exprs-report`."""
    of_site = of_all = (0, 0)
    for line in report.splitlines():
        module, *figures = line.split()
        if len(figures) == 3 and figures[0].isdecimal() and module != "Total":
            unknown, every = map(int, figures[:2])
            of_all = of_all[0] + unknown, of_all[1] + every
            if module.partition(".")[0] in SITE:
                of_site = of_site[0] + unknown, of_site[1] + every
    return {
        name: 100 * unknown / every
        for name, (unknown, every) in (("the site", of_site), ("everything", of_all))
    }


def too_much(found: Mapping[str, float]) -> list[str]:
    """Return the names of the shares that are larger than they may be."""
    return [name for name, share in found.items() if share > MOST[name]]


def check() -> int:
    """Run mypy, which reads no cache when it reports; 0 if it is content, and precise enough."""
    with TemporaryDirectory() as folder:
        done = subprocess.run(["mypy", "--any-exprs-report", folder], cwd=ROOT)
        found = shares(Path(folder, "any-exprs.txt").read_text())
    for name, share in found.items():
        print(f"{name}: {share:.2f} % of the expressions have no type, {MOST[name]:.1f} % may")
    return done.returncode or len(too_much(found))


if __name__ == "__main__":
    sys.exit(check())
