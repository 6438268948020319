"""`manage.py play`: the whole site in one terminal – database, pages, sockets, worker.

The process that watches over the others needs the standard library only. It loads no Django
itself, so that the second start is quick and a laptop keeps its memory.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import errno
import hashlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import NamedTuple
from urllib.parse import urlsplit

from config.database.pauses import Pauses
from config.running import collecting, household, postgres
from config.running.sources import Sources

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
READY_SECONDS = 60
ANSWER_SECONDS = 5
STOP_SECONDS = 12
STEADY_SECONDS = 30
"""A process that ran for so long is restarted after a second; otherwise the pause doubles."""
RESTARTS = Pauses(1, 2, 30)
"""Until a process, or the database, is started again."""


class PlayProblem(Exception):
    """Why the site cannot run: one sentence for the person in front of it."""


class Stopped(Exception):
    """SIGINT or SIGTERM has come."""


def main(arguments: list[str]) -> int:
    """Run the site until SIGINT or SIGTERM; 1 and one sentence if it cannot run."""
    parser = argparse.ArgumentParser(
        prog="manage.py play",
        description="Run the whole site on this machine: database, pages, sockets and worker.",
        epilog="The folder of all data: --data-dir FOLDER, or SOBREMESA_DATA_DIR.",
    )
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument(
        "--host",
        default=HOST,
        help="the address to listen at; 0.0.0.0 is for everybody in the network",
    )
    parser.add_argument(
        "--no-demo", action="store_true", help="without demo players, tables and sign-in"
    )
    parser.add_argument(
        "--reload", action="store_true", help="start the processes again when code has changed"
    )
    chosen = parser.parse_args(arguments)
    try:
        if os.environ.get("DATABASE_URL"):
            raise PlayProblem("play brings its own database: unset DATABASE_URL.")
        at = At(chosen.host, chosen.port)
        folder, demo = postgres.default_data_dir(), not chosen.no_demo
        play(at, data_dir=folder, demo=demo, reload=chosen.reload)
    except (PlayProblem, postgres.PostgresProblem) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


class At(NamedTuple):
    """Where the site listens."""

    host: str
    port: int

    def __str__(self) -> str:
        """As it stands in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def names(self) -> list[str]:
        """What browsers may call it, the best name first."""
        return ["localhost"] if self.host == HOST else household.names_for(self.host)

    @property
    def url(self) -> str:
        """Where it is to be opened."""
        return f"http://{At(self.names[0], self.port)}"

    @property
    def inside(self) -> At:
        """Where this machine itself reaches it."""
        return At(HOST if self.host in household.EVERY else self.host, self.port)


def play(at: At, *, data_dir: Path, demo: bool, reload: bool = False) -> None:
    """Run the site until SIGINT or SIGTERM. Raises PlayProblem and PostgresProblem."""
    started = time.monotonic()
    os.environ["DEMO"] = "1" if demo else "0"
    site = os.environ.setdefault("SITE_URL", at.url)
    if at.host != HOST:  # the settings read these from the environment
        hosts = [urlsplit(site).hostname or "", *map(_bracketed, at.names)]
        os.environ["ALLOWED_HOSTS"] = " ".join([os.environ.get("ALLOWED_HOSTS", ""), *hosts])
    daphne = [sys.executable, "-m", "daphne", "-b", at.host, "-p", str(at.port), "-v", "0"]
    quick = ["--application-close-timeout", "2"]
    pages = Child("pages", [*daphne, *quick, "config.asgi:application"])
    worker = Child("worker", [sys.executable, "manage.py", "worker"])
    sender = Child("mails and pushes", [sys.executable, "manage.py", "worker", "--outside"])
    searcher = Child("searches", [sys.executable, "manage.py", "worker", "--searches"])
    children = [pages, worker, sender, searcher]
    with _stoppable():
        _check_port(at)
        with Database(data_dir) as database:
            try:
                _prepare(data_dir, demo)
                if not reload:  # else scripts and sheets are served as they are now
                    os.environ["STATIC_ROOT"] = _collected(data_dir)
                pages.start()
                _wait_until_ready(at.inside, pages)
                worker.start()
                sender.start()
                searcher.start()
                _greet(at, demo, data_dir, time.monotonic() - started)
                sources = [Sources(lambda: _renew(children))] if reload else []
                _watch([database, *children, *sources])
            except Stopped:
                _say("\nStopping.")
            finally:
                _ignore_signals()
                _stop(children)
        _say(f"Stopped. Everything is kept in {data_dir}.")


def _say(line: str) -> None:
    """Print a line at once, even into a pipe."""
    print(line, flush=True)


# --- Starting -----------------------------------------------------------------------------------


def _bracketed(host: str) -> str:
    """A host as Django compares it: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _check_port(at: At) -> None:
    try:
        family, _, _, _, address = socket.getaddrinfo(at.host, None, type=socket.SOCK_STREAM)[0]
    except OSError as problem:
        raise PlayProblem(
            f"There is no address {at.host!r}: choose another with --host."
        ) from problem
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address[0], at.port))
        except (OSError, OverflowError) as problem:
            reason = getattr(problem, "strerror", None) or "not a port"
            if getattr(problem, "errno", None) == errno.EADDRNOTAVAIL:
                raise PlayProblem(
                    f"{at.host} is no address of this machine: choose another with --host."
                ) from problem
            raise PlayProblem(
                f"Port {at.port} cannot be used ({reason}): choose another with --port."
            ) from problem


def _prepare(data_dir: Path, demo: bool) -> None:
    """Bring tables, texts and the demo world up to date, unless nothing has changed."""
    stamp = data_dir / "prepared"
    now = _fingerprint(demo)
    with contextlib.suppress(OSError):
        if stamp.read_text() == now:
            return
    _say("Preparing the database.")
    command = [sys.executable, "manage.py", "prepare", *(["--demo"] if demo else [])]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, preexec_fn=_end_with_parent)
    if done.returncode:
        raise PlayProblem("The database could not be prepared: see above.")
    stamp.write_text(_fingerprint(demo))


def _collected(data_dir: Path) -> str:
    """The folder of scripts and sheets as production serves them."""
    try:
        return str(collecting.collected(data_dir))
    except subprocess.CalledProcessError as problem:
        raise PlayProblem("The static files could not be collected: see above.") from problem


def forget(data_dir: Path) -> None:
    """Prepare the database again at the next start, as somebody is changing it by hand."""
    (data_dir / "prepared").unlink(missing_ok=True)


def _fingerprint(demo: bool) -> str:
    """Changes with the packages, the migrations, the translations and the demo world."""
    found = [ROOT / "requirements" / "play.txt", *(ROOT / "lobby").glob("demo*.py")]
    homes = [ROOT, *ROOT.glob("*/"), *(ROOT / "games" / "rules").glob("*/")]
    for home in homes:
        found += home.glob("migrations/*.py")
        found += home.glob("locale/*/LC_MESSAGES/*.[pm]o")
    facts = [f"{path} {path.stat().st_mtime_ns}" for path in sorted(found)]
    return hashlib.sha256("\n".join([sys.version, str(demo), *facts]).encode()).hexdigest()


def _wait_until_ready(at: At, pages: Child) -> None:
    health = f"http://{at}/readyz"
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(health, timeout=ANSWER_SECONDS):
            return
        if pages.ended():
            raise PlayProblem("The process for pages ended at once: see above.")
        time.sleep(0.03)
    raise PlayProblem(f"The site did not answer within {READY_SECONDS} seconds.")


def _greet(at: At, demo: bool, data_dir: Path, seconds: float) -> None:
    way = (
        "Sign in there with one click as one of the demo players."
        if demo
        else "Make an account with: python3 manage.py createsuperuser"
    )
    told = [f"Sobremesa is ready: {at.url}", way]
    if household.is_for_others(at.host):
        be = " and be any of the demo players" if demo else ""
        told.append(f"Careful: everybody in this network can open it{be}; nothing is encrypted.")
    if not os.environ.get("EMAIL_URL"):
        told.append(f"Mails are not sent but written to {data_dir / 'mails'}, one file each.")
    _say(
        "\n" + "".join(f"  {line}\n" for line in told) + "\n"
        f"  Started in {seconds:.1f} s; data in {data_dir}; Ctrl-C stops."
    )


# --- Running ------------------------------------------------------------------------------------


class Child:
    """One process of the site, started again when it ends."""

    def __init__(self, name: str, command: list[str]) -> None:
        self.name = name
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.tries = 0
        self.started = 0.0
        self.due: float | None = None

    def start(self) -> None:
        """Start it in its own session, so that Ctrl-C reaches only us; it ends when we do."""
        with stopping.held():
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
        """Whether it was started and has ended."""
        with stopping.held():
            return self.process is not None and self.process.poll() is not None

    def restart_when_due(self) -> None:
        """Start it again if it has ended, with exponential backoff while it keeps ending."""
        if not self.ended():
            return
        now = time.monotonic()
        if self.due is None:
            steady = now - self.started > STEADY_SECONDS
            self.tries = 1 if steady else self.tries + 1
            pause = RESTARTS.after(self.tries)
            self.due = now + pause
            _say(f"The process for {self.name} ended unexpectedly; again in {pause:.0f} s.")
        elif now >= self.due:
            self.start()


class Database:
    """The embedded Postgres, held, and held anew when it has ended: its disk was full, say."""

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        self.tries, self.due = 0, 0.0

    def __enter__(self) -> Database:
        self.holds = contextlib.ExitStack()
        self.holds.enter_context(postgres.hold(self.data_dir))
        self.keeper = postgres.keeper_number(self.data_dir)
        return self

    def __exit__(self, *_: object) -> None:
        self.holds.close()

    def restart_when_due(self) -> None:
        """Start it again if it has ended; while it cannot be, with exponential backoff.

        One of our processes, which hold it too, may have started it before us.
        """
        keeper = postgres.keeper_number(self.data_dir)
        if time.monotonic() < self.due or (keeper and keeper == self.keeper):
            return
        try:
            self.holds.enter_context(postgres.hold(self.data_dir))
        except postgres.PostgresProblem as problem:
            self.tries += 1
            pause = RESTARTS.after(self.tries)
            _say(f"The database has ended. {problem} Again in {pause:.0f} s.")
            self.due = time.monotonic() + pause
        else:
            self.tries, self.keeper = 0, postgres.keeper_number(self.data_dir)
            _say("The database ended unexpectedly, and was started again.")


def _renew(children: Sequence[Child]) -> None:
    """Start all processes anew, as their code has changed."""
    _say("Code has changed: all processes start again.")
    with stopping.held():
        _stop(children)
    for child in children:
        child.tries = 0
        child.start()


def _watch(watched: Sequence[Child | Database | Sources]) -> None:
    """Keep the processes running until a signal comes."""
    while True:
        for one in watched:
            one.restart_when_due()
        time.sleep(0.5)


def _end_with_parent() -> None:
    """In the child before exec: SIGTERM as soon as the parent is gone (Linux only)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(postgres.PR_SET_PDEATHSIG, signal.SIGTERM)


# --- Stopping -----------------------------------------------------------------------------------


class StopSignals:
    """Handle signals that stop `play`: raise Stopped, inside `held` only at its end.

    An exception inside a method of Popen would leave its lock taken for ever.
    """

    def __init__(self) -> None:
        self.is_held = self.has_come = False

    def come(self, number: int, frame: FrameType | None) -> None:
        """Handle a signal."""
        self.has_come = True
        if not self.is_held:
            raise Stopped

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Let a signal wait until the end of this context."""
        self.is_held, self.has_come = True, False
        try:
            yield
        finally:
            self.is_held = False
        if self.has_come:
            raise Stopped


stopping = StopSignals()


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, stopping.come) for number in numbers}
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


def _stop(children: Sequence[Child]) -> None:
    """Terminate all of them at once, wait, and kill those that have not ended."""
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
