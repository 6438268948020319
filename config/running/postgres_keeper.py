"""The keeper of an embedded Postgres: its parent process, until nobody holds it any more.

Started by `config.running.postgres` without site packages, so it needs the standard library only.
"""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from config.running.postgres import (
    NAME,
    PR_SET_PDEATHSIG,
    STOP_SECONDS,
    PostgresProblem,
    major_version,
    server_user,
    socket_folder,
)

START_SECONDS = 60
SETTINGS = ["listen_addresses=", "max_connections=100", "shared_buffers=128MB"]
NOT_DURABLE = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]


class Cluster:
    """One Postgres server as a child process of the keeper."""

    def __init__(self, data_dir: Path, programs: Path, *, durable: bool) -> None:
        self.folder = data_dir / "postgres"
        self.socket = socket_folder(data_dir)
        self.log = data_dir / "postgres.log"
        self.programs = programs
        self.durable = durable
        self.user = server_user()
        self.process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        """Make the cluster if there is none, start the server, wait until it answers."""
        self._check_version()
        if new := not (self.folder / "PG_VERSION").exists():
            unsafe = [] if self.durable else ["--no-sync"]
            self._run("initdb", "-D", self.folder, "-U", NAME, "-A", "trust", "-E", "UTF8",
                      "--locale=C.UTF-8", "--no-instructions", *unsafe)  # fmt: skip
        self._wait_for_predecessor()
        settings = SETTINGS + ([] if self.durable else NOT_DURABLE)
        self.process = subprocess.Popen(
            [str(self.programs / "postgres"), "-D", str(self.folder), "-k", str(self.socket)]
            + [part for setting in settings for part in ("-c", setting)],
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,
            cwd="/",
            start_new_session=True,
            preexec_fn=_stop_with_parent,  # after the change of user, which would clear it
            **self.user.popen,
        )
        self._wait_until_ready()
        if new:
            self._run("createdb", "-h", self.socket, "-U", NAME, NAME)

    def stop(self, *_: object) -> None:
        """Ask for a fast shutdown: open transactions are rolled back, committed ones kept."""
        if self.process:
            self.process.send_signal(signal.SIGINT)

    def _check_version(self) -> None:
        try:
            written = (self.folder / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return
        here = major_version(self.programs, self.user)
        if written != here:
            raise PostgresProblem(
                f"The data in {self.folder} were written by PostgreSQL {written}, but here is"
                f" PostgreSQL {here}: choose another folder with --data-dir, or set PG_BIN to the"
                f" programs of PostgreSQL {written}."
            )

    def _wait_for_predecessor(self) -> None:
        """Wait for a server whose keeper was killed; remove the pid file of one that was killed.

        Pids are used again, in containers at once, and then Postgres itself would take a
        stranger for its predecessor. The keeper's lock guarantees that there is none.
        """
        trace = self.folder / "postmaster.pid"
        deadline = time.monotonic() + STOP_SECONDS
        while trace.exists() and Path("/proc/self").exists() and time.monotonic() < deadline:
            number = trace.read_text().split("\n", 1)[0]
            try:
                command = Path(f"/proc/{number}/cmdline").read_bytes()
            except OSError:
                command = b""
            if os.fsencode(self.folder) not in command:
                trace.unlink(missing_ok=True)
            time.sleep(0.05)

    def _wait_until_ready(self) -> None:
        assert self.process
        deadline = time.monotonic() + START_SECONDS
        while self.process.poll() is None and time.monotonic() < deadline:
            if self._call("pg_isready", "-q", "-h", self.socket).returncode == 0:
                return
            time.sleep(0.02)
        self.stop()
        raise PostgresProblem(f"The database did not start ({self._complaint()}): see {self.log}.")

    def _complaint(self) -> str:
        lines = re.findall(r"(?:FATAL|PANIC):\s*(.*)", self.log.read_text(errors="replace"))
        return lines[-1] if lines else "no reason given"

    def _call(self, program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self.programs / program, *map(str, arguments)],
            capture_output=True,
            text=True,
            cwd="/",
            **self.user.popen,
        )

    def _run(self, program: str, *arguments: object) -> None:
        result = self._call(program, *arguments)
        if result.returncode:
            reason = (result.stderr.strip().splitlines() or ["no reason given"])[0]
            raise PostgresProblem(f"The database could not be made ({program}: {reason}).")


def _stop_with_parent() -> None:
    """In the child before exec: a fast shutdown as soon as the keeper is gone (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def keep(data_dir: Path, programs: Path, *, durable: bool) -> int:
    """Run the server until its last holder is gone. Says "ready" or the problem on stdout."""
    own = open(data_dir / "keeper.lock", "w")
    fcntl.flock(own, fcntl.LOCK_EX)
    own.write(str(os.getpid()))
    own.flush()
    cluster = Cluster(data_dir, programs, durable=durable)
    signal.signal(signal.SIGTERM, cluster.stop)
    try:
        cluster.start()
    except PostgresProblem as problem:
        _say(str(problem))
        return 1
    _say("ready")
    threading.Thread(target=_stop_after_last, args=(data_dir, cluster), daemon=True).start()
    assert cluster.process
    return cluster.process.wait()


def _say(answer: str) -> None:
    """Print one line for the holder that waits, which may be gone."""
    with contextlib.suppress(BrokenPipeError):
        print(answer, flush=True)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)


def _stop_after_last(data_dir: Path, cluster: Cluster) -> None:
    """Wait for the exclusive lock, granted when no holder is left, and keep it while stopping."""
    lock = open(data_dir / "users.lock", "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    cluster.stop()
    threading.Event().wait()  # the lock goes with the process


if __name__ == "__main__":
    folder, programs, mode = sys.argv[1:]
    sys.exit(keep(Path(folder), Path(programs), durable=mode == "durable"))
