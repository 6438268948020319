"""`manage.py requirements`: every package that `pyproject.toml` leads to, pinned and hashed.

`play.txt` is what a laptop needs, `production.txt` adds what a site for others needs, `dev.txt` all
that developers need, and `uv.txt` is the program that installs them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from config.running.bootstrap import ROOT

PRODUCTION = ["--extra", "production"]
KINDS = {"play": [], "production": PRODUCTION, "dev": [*PRODUCTION, "--group", "dev"]}
COMPILE = [
    "pip", "compile", "--quiet", "--universal", "--generate-hashes", "--no-header",
    "--no-annotate", "--no-emit-index-url", "--no-emit-find-links", "pyproject.toml",
]  # fmt: skip
PINNED_UV = re.compile(r"^uv==.*(?:\n    .*)*\n", re.MULTILINE)


def write(folder: Path = ROOT / "requirements", *, upgrade: bool = False) -> None:
    """Write the files. A version that stands in them stays, unless it no longer fits.

    CalledProcessError if the packages cannot be had together.
    """
    uv = Path(sys.executable).with_name("uv")
    for kind, chosen in KINDS.items():
        newer = ["--upgrade"] if upgrade else []
        command = [str(uv), *COMPILE, *chosen, *newer, "--output-file", str(folder / f"{kind}.txt")]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    pinned = PINNED_UV.search((folder / "dev.txt").read_text())
    assert pinned, "dev.txt has uv"
    (folder / "uv.txt").write_text(pinned.group())
