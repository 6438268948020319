"""A small disk for a database, and what fills it up.

It is a file system in memory, which only the processes of this run see: in a mount namespace of
their own, which root may make, and where the kernel lets them, everybody else.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

from config.running import postgres

SIZE = "400m"
BALLAST = "ballast"
CHUNKS = (1_000_000, 4_096)
MOUNT = 'mount -t tmpfs -o "$1" tmpfs "$2" && shift 2 && exec "$@"'


def before(folder: Path) -> list[str]:
    """What to put before a command so that the database of this data folder is on a small disk.

    Empty where that cannot be had: without util-linux, or without rights and user namespaces.
    """
    cluster = folder / "postgres"
    cluster.mkdir(exist_ok=True)
    user = postgres.server_user()
    if user.uid is not None:
        owner, outside, inside = f",uid={user.uid},gid={user.gid}", ["unshare", "--mount"], []
    else:
        # root of a namespace mounts, and the command runs as ourselves in a further one
        owner, outside = "", ["unshare", "--user", "--map-root-user", "--mount"]
        inside = ["unshare", f"--map-user={os.getuid()}", f"--map-group={os.getgid()}", "--"]
    options = f"size={SIZE},mode=700{owner}"
    command = [*outside, "--", "sh", "-c", MOUNT, "sh", options, str(cluster), *inside]
    if shutil.which("unshare") is None:
        return []
    tried = subprocess.run([*command, "true"], capture_output=True)
    return command if tried.returncode == 0 else []


def is_small(folder: Path) -> bool:
    """Whether the database of this data folder is on a disk of its own."""
    return os.path.ismount(folder / "postgres")


def fill(folder: Path) -> None:
    """Fill the disk to its last byte, as some other program might."""
    with open(folder / "postgres" / BALLAST, "ab", buffering=0) as ballast:
        for size in CHUNKS:
            with contextlib.suppress(OSError):
                while ballast.write(bytes(size)) == size:
                    pass


def free(folder: Path) -> None:
    """Give the space back."""
    (folder / "postgres" / BALLAST).unlink(missing_ok=True)
