"""A whole site for measuring: a durable Postgres, daphne and a worker, as `play` runs them.

Runs inside a command whose data folder is a temporary one, see `in_own_folder`.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.utils.crypto import get_random_string

from accounts.sessions.last_use import USED
from config.running.commands import INSIDE
from games.changing import services
from games.models import Seat, Table
from tools import clusters, compose
from tools.bench.sampler import PROFILE
from tools.patience import PATIENCE, WaitedTooLong, until

ROOT = Path(settings.BASE_DIR)
ENDING = (signal.SIGINT, signal.SIGTERM)
STDERR = 2
"""Where what processes say goes: what is written to stdout is the command's own, perhaps JSON."""
PROFILED = "tools.bench.profiled:application"
APPLICATION = "SOBREMESA_BENCH_APPLICATION"
"""Names another ASGI application for daphne to serve."""


def in_own_folder(arguments: list[str], before: Callable[[Path], list[str]] = lambda _: []) -> int:
    """Run `manage.py` with these arguments on a site of its own, without anybody: the exit code.

    `before` says what to put before the command, for this folder.

    Ctrl-C reaches this process alone, which hands it on: so the other one can end in order, with
    its database, before the folder is removed.
    """
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-bench-"))
    folder.chmod(0o755)  # the database may run as another user; its own folders are 0700
    clusters.fill(folder)
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment = {**kept, INSIDE: "1", "SOBREMESA_DATA_DIR": str(folder), "DEMO": "0"}
    try:
        command = [*before(folder), sys.executable, "manage.py", *arguments]
        with subprocess.Popen(command, cwd=ROOT, env=environment, process_group=0) as process:
            return wait_in_order(process)
    finally:
        remove(folder)


def remove(folder: Path) -> None:
    """Remove a folder in which a database may still be ending."""
    with contextlib.suppress(WaitedTooLong):
        until(partial(is_removed, folder))


def is_removed(folder: Path) -> bool:
    """Remove what is there of a folder, and say whether all is gone."""
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()


def wait_in_order(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process to end, and hand on what is to interrupt or end it: its exit code."""

    def hand_on(number: int, _frame: object) -> None:
        process.send_signal(number)

    with handling(hand_on):
        return process.wait()


@contextlib.contextmanager
def handling(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let this function receive what is to interrupt or end this process, for a while."""
    before = {number: signal.signal(number, handler) for number in ENDING}
    try:
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextlib.contextmanager
def without_interruption() -> Iterator[None]:
    """Let what is to interrupt or end this process come after what is being done.

    A process that is started while the signal comes would be known to nobody, and never end.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    came: list[int] = []
    with handling(lambda number, _frame: came.append(number)):
        yield
    if came:
        signal.raise_signal(came[0])


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """A process of the site."""

    is_silent = False  # whether its output is discarded

    def __init__(self, command: list[str], **environment: str) -> None:
        unbounded = {"API_RATE": "1000000", "API_BURST": "1000000"}
        self.command, self.environment = command, {**os.environ, **unbounded, **environment}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, in a session of its own."""
        with without_interruption():
            self.process = subprocess.Popen(
                self.command,
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if self.is_silent else STDERR,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """Its pid."""
        assert self.process is not None
        return self.process.pid

    def is_running(self) -> bool:
        """Whether it was started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def stop(self, number: int = signal.SIGTERM, seconds: float = 15) -> None:
        """End it and wait; kill it if it has not ended after so long."""
        if self.process is None or not self.is_running():
            return
        self.process.send_signal(number)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def memory(self) -> int:
        """Bytes of its own in memory now."""
        for line in Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Rss:"):
                return int(line.split()[1]) * 1024
        raise OSError("the kernel does not tell")


def cpu_of(pids: list[int]) -> float:
    """Seconds of CPU time of processes so far."""
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def postgres_processes() -> list[int]:
    """All processes of the embedded Postgres of this data folder."""
    trace = Path(settings.DATA_DIR, "postgres", "postmaster.pid")
    parent = int(trace.read_text().split("\n", 1)[0])
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *map(int, children)]


def daphne(port: int, application: str = "", **environment: str) -> Process:
    """A daphne as `manage.py play` starts it; profiled, if the environment says so."""
    application = application or os.environ.get(APPLICATION, "config.asgi:application")
    command = ["-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "-v", "0"]
    command += ["--application-close-timeout", "2", application]
    return Process([sys.executable, *command], **environment)


def leaving_daphne(
    port: int, application: str = "config.asgi:application", **environment: str
) -> Process:
    """One as production starts it, which leaves in order."""
    command = ["-m", "config.serving", "-b", "127.0.0.1", "-p", str(port), "-v", "0"]
    return Process([sys.executable, *command, application], **environment)


def granian(port: int, **environment: str) -> Process:
    """One for pages as production starts it."""
    exchanged = {"0.0.0.0": "127.0.0.1", "8000": str(port)}
    command = [exchanged.get(word, word) for word in compose.services()["pages"]["command"]]
    command[0] = str(Path(sys.executable).with_name(command[0]))
    return Process(command, **environment)


def worker(program: Sequence[str] = ("manage.py",), *queue: str, **environment: str) -> Process:
    """A worker as `manage.py play` starts it, for the site's own queue if no other is named."""
    return Process([sys.executable, *program, "worker", *queue], **environment)


def sender(**environment: str) -> Process:
    """A worker for what goes to other servers."""
    return worker(("manage.py",), "--outside", **environment)


def wait_until_ready(port: int, path: str = "/readyz") -> None:
    """Wait for a server to answer. TimeoutError if it does not."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=5):
                return
        except OSError:
            time.sleep(0.03)
    raise TimeoutError(f"nothing answers at port {port}")


@contextlib.contextmanager
def serving_many(count: int, **environment: str) -> Iterator[tuple[list[int], list[Process]]]:
    """Several daphnes and the workers on the database of this process: ports and daphnes."""
    ports = [free_port() for _ in range(count)]
    servers = [daphne(port, **environment) for port in ports]
    processes = [*servers, worker(**environment), sender(**environment)]
    try:
        for process in processes:
            process.start()
        for port, server in zip(ports, servers, strict=True):
            wait_until_ready(port)
            if not server.is_running():
                raise RuntimeError(f"daphne did not start at port {port}")
        yield ports, servers
    finally:
        for process in reversed(processes):
            process.stop()


@contextlib.contextmanager
def serving(**environment: str) -> Iterator[tuple[int, Process]]:
    """Daphne and the workers on the database of this process: the port and daphne."""
    with serving_many(1, **environment) as ((port,), (server,)):
        yield port, server


@contextlib.contextmanager
def serving_pages(**environment: str) -> Iterator[int]:
    """A granian on the database of this process: its port."""
    port = free_port()
    server = granian(port, **environment)
    server.start()
    try:
        wait_until_ready(port)
        yield port
    finally:
        server.stop()


# --- People and tables ---------------------------------------------------------------------------


class SignedInUser:
    """A user who is signed in."""

    def __init__(self, user: Any) -> None:
        self.user = user
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session[USED] = time.time()  # or the first page would note it
        session.create()
        self.session_key = session.session_key
        self.cookie = f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def people(count: int) -> list[SignedInUser]:
    """So many new users, with an address and a session."""
    model = get_user_model()
    mark = secrets.token_hex(4)
    users = model.objects.bulk_create(
        model(username=f"p{mark}x{number}", email=f"p{mark}x{number}@example.org", password="!")
        for number in range(count)
    )
    return [SignedInUser(user) for user in users]


def begin_table(game: str, seated: list[SignedInUser], seed: str, **fields: Any) -> int:
    """A table in play; its id."""
    options: dict[str, Any] = {}
    table = Table.objects.create(
        game=game,
        options=options,
        host=seated[0].user,
        seats_min=len(seated),
        seats_max=len(seated),
        **fields,
    )
    Seat.objects.bulk_create(
        Seat(table=table, place=place, user=person.user) for place, person in enumerate(seated)
    )
    services.table_begin(table_id=table.pk, seed=seed)
    return table.pk


def seated(table: int, crowd: list[SignedInUser]) -> list[tuple[int, SignedInUser]]:
    """Who sits where: places are drawn when a table begins."""
    by_user = {person.user.pk: person for person in crowd}
    seats = Seat.objects.filter(table_id=table).order_by("place")
    return [(seat.place, by_user[seat.user_id]) for seat in seats if seat.user_id in by_user]


def close_tables() -> None:
    """Close what is still in play, or a minute later mails about it would disturb measuring."""
    Seat.objects.update(deciding=False, since=None)
    Table.objects.filter(status=Table.Status.PLAYING).update(status=Table.Status.CLOSED)


def csrf_token() -> str:
    """A token against forged requests, as cookie and as header."""
    return get_random_string(32)


def profile_into(folder: str) -> None:
    """Profile every daphne that is started from now on, and write into this folder."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.environ |= {PROFILE: str(Path(folder).resolve()), APPLICATION: PROFILED}


def tell_profilers(pids: list[int], word: signal.Signals) -> None:
    """Say `BEGIN` or `PAUSE` to these daphnes, if they are profiled."""
    if os.environ.get(APPLICATION) == PROFILED:
        for pid in pids:
            os.kill(pid, word)


def migrate() -> None:
    """Make the tables of the database, and compile texts that are stale."""
    call_command("prepare")
