"""`manage.py play`: the whole site in one terminal – database, pages, sockets, worker."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config import postgres, texts
from config.commands import close_connections

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
READY_SECONDS = 60
STOP_SECONDS = 12
STEADY_SECONDS = 30
"""A process that ran for so long is restarted at once; before that the pause doubles."""
LONGEST_PAUSE = 30.0


class PlayProblem(Exception):
    """Why the site cannot run: one sentence for the person in front of it."""


class Stopped(Exception):
    """SIGINT or SIGTERM has come."""


def play(*, port: int, data_dir: Path, demo: bool, say: Callable[[str], None]) -> None:
    """Run the site until SIGINT or SIGTERM. Raises PlayProblem and PostgresProblem."""
    started = time.monotonic()
    with _stoppable():
        _check_port(port)
        with postgres.hold(data_dir):
            children = [
                Child("pages", [sys.executable, "-m", "daphne", "-b", HOST, "-p", str(port),
                                "--application-close-timeout", "2", "-v", "0",
                                "config.asgi:application"]),
                Child("worker", [sys.executable, "manage.py", "worker"]),
            ]  # fmt: skip
            try:
                _prepare(say, children)
                if demo and "demo_world" in get_commands():
                    call_command("demo_world")
                close_connections()
                _wait_until_ready(port, children)
                _greet(port, demo, data_dir, time.monotonic() - started, say)
                _watch(children, say)
            except Stopped:
                say("\nStopping.")
            finally:
                _ignore_signals()
                close_connections()
                _stop(children)
    say(f"Stopped. Everything is kept in {data_dir}.")


# --- Starting -----------------------------------------------------------------------------------


def _check_port(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            raise PlayProblem(
                f"Port {port} cannot be used ({problem.strerror}): choose another with --port."
            ) from problem


def _prepare(say: Callable[[str], None], children: list[Child]) -> None:
    """Bring the tables and the texts up to date, then start the processes."""
    texts.compile_stale()
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        say("Preparing the database.")
        call_command("migrate", verbosity=0)
    for child in children:
        child.start()


def _wait_until_ready(port: int, children: list[Child]) -> None:
    health = f"http://{HOST}:{port}/health/"
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(health, timeout=5):
            return
        for child in children:
            if child.ended():
                raise PlayProblem(f"The process for {child.name} ended at once: see above.")
        time.sleep(0.03)
    raise PlayProblem(f"The site did not answer within {READY_SECONDS} seconds.")


def _greet(
    port: int, demo: bool, data_dir: Path, seconds: float, say: Callable[[str], None]
) -> None:
    way = (
        "Sign in there with one click as one of the demo players."
        if demo
        else "Make an account with: python3 manage.py createsuperuser"
    )
    say(
        f"\n  Sobremesa is ready: http://localhost:{port}\n  {way}\n\n"
        f"  Started in {seconds:.1f} s; data in {data_dir}; Ctrl-C stops."
    )


# --- Running ------------------------------------------------------------------------------------


class Child:
    """One process of the site, started again when it ends."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.pause = 1.0
        self.started = 0.0
        self.due: float | None = None

    def start(self) -> None:
        """In a session of its own, so that Ctrl-C reaches only us, and gone when we are."""
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=_end_with_parent,
        )
        self.started = time.monotonic()
        self.due = None

    def ended(self) -> bool:
        """Whether it was started and is no more."""
        return self.process is not None and self.process.poll() is not None

    def restart_when_due(self, say: Callable[[str], None]) -> None:
        """Start an ended process again, after a pause that grows while it keeps ending."""
        if not self.ended():
            return
        now = time.monotonic()
        if self.due is None:
            steady = now - self.started > STEADY_SECONDS
            self.pause = 1.0 if steady else min(self.pause * 2, LONGEST_PAUSE)
            self.due = now + self.pause
            say(f"The process for {self.name} ended unexpectedly; again in {self.pause:.0f} s.")
        elif now >= self.due:
            self.start()


def _watch(children: list[Child], say: Callable[[str], None]) -> None:
    """Until a signal comes."""
    while True:
        for child in children:
            child.restart_when_due(say)
        time.sleep(0.5)


def _end_with_parent() -> None:
    """In the child before exec: SIGTERM as soon as the parent is gone (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(postgres.PR_SET_PDEATHSIG, signal.SIGTERM)


# --- Stopping -----------------------------------------------------------------------------------


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise Stopped

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    except Stopped:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _ignore_signals() -> None:
    """A second Ctrl-C must not leave half of the processes behind."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def _stop(children: list[Child]) -> None:
    """Ask all of them at once, wait, and end whoever does not listen."""
    running = [child.process for child in children if child.process and not child.ended()]
    for process in running:
        process.terminate()
    deadline = time.monotonic() + STOP_SECONDS
    for process in running:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
