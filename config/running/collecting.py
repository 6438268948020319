"""Static files for `play` as production serves them: collected where nothing has changed since."""

from __future__ import annotations

import fcntl
import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COLLECTED = ROOT / "staticfiles"
"""For all data folders; each has one of its own where this cannot be written."""


def collected(data_dir: Path) -> Path:
    """Collect all static files unless none has changed since: the folder.

    CalledProcessError if they cannot be collected.
    """
    place = COLLECTED if COLLECTED.exists() else ROOT
    folder = COLLECTED if os.access(place, os.W_OK) else data_dir / "static"
    folder.mkdir(exist_ok=True)
    stamp = folder / "collected"
    with stamp.open("a+") as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        if stamp.read_text() != (now := _fingerprint()):
            print("Collecting scripts and style sheets.", flush=True)
            command = [sys.executable, "manage.py", "collectstatic", "--noinput", "-v", "0"]
            environment = {**os.environ, "STATIC_ROOT": str(folder)}
            subprocess.run(command, cwd=ROOT, env=environment, check=True)
            stamp.write_text(now)
    return folder


def _fingerprint() -> str:
    """Changes with our files, the packages and what bundles."""
    files = [*sorted((ROOT / "static").rglob("*")), ROOT / "requirements" / "play.txt"]
    kept = [*files, *ROOT.glob("node_modules")]
    facts = [f"{path} {path.stat().st_mtime_ns}" for path in kept]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()
