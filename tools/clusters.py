"""A migrated cluster of Postgres, made once for each state of the migrations, to be copied.

A run of the tests starts with a copy, and so do the sites that tests and tools start of their own:
to make a cluster costs some eight seconds of processor. A copy is migrated again, which finds
nothing to do but the work that follows every migration.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.running import postgres
from config.running.commands import INSIDE

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".clusters"
UNFINISHED = KEPT / "unfinished"
"""Where one is until it is whole: a run may be ended at any moment."""
MOST_KEPT = 3
CLUSTER = "postgres"
"""The folder of a data folder that is Postgres' own."""


def fill(data_dir: Path) -> None:
    """Give an empty data folder a copy of the cluster, which is made first if it has to be."""
    with _locked():
        made = KEPT / state()
        if not made.exists():
            _make(made)
            _forget_old()
        os.utime(made)
        shutil.copytree(made, data_dir / CLUSTER)
    user = postgres.server_user()
    (data_dir / CLUSTER).chmod(0o700)
    if user.uid is not None and user.gid is not None:
        for folder, _, files in os.walk(data_dir / CLUSTER):
            for path in (folder, *(os.path.join(folder, name) for name in files)):
                os.chown(path, user.uid, user.gid)


def state() -> str:
    """Return a name for migrations, packages and the version of Postgres together."""
    programs = postgres.programs_folder()
    version = postgres.major_version(programs, postgres.server_user())
    digest = hashlib.sha256(version.encode())
    paths = [*ROOT.glob("*/migrations/*.py"), *(ROOT / "requirements").glob("*.txt")]
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def _make(target: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="sobremesa-cluster-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the server may run as another user
        environment = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        environment |= {INSIDE: "1", "SOBREMESA_DATA_DIR": name}
        with postgres.hold(folder, durable=False):
            command = [sys.executable, "manage.py", "prepare"]
            subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        shutil.rmtree(UNFINISHED, ignore_errors=True)
        shutil.move(folder / CLUSTER, UNFINISHED)  # perhaps to another disk, byte by byte
    UNFINISHED.rename(target)


def _forget_old() -> None:
    by_use = sorted(KEPT.glob("[0-9a-f]*"), key=lambda path: -path.stat().st_mtime)
    for old in by_use[MOST_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


@contextmanager
def _locked() -> Iterator[None]:
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
