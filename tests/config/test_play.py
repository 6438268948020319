"""`manage.py play`: starts everything, keeps it running, leaves nothing behind but the data."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from config.running import play
from tests.costs import slowness
from tools import clusters
from tools.patience import PATIENCE, until
from tools.processes import (
    ROOT,
    free_port,
    gone,
    manage,
    nobody,
    ordinary_python,
    playing,
    processes_of,
    seconds_of_work,
)

pytestmark = pytest.mark.costly

SECOND_START = 3.0


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    """A data folder for all tests of this file, so that most starts are second starts."""
    path = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    path.chmod(0o755)
    clusters.fill(path)
    yield path
    assert gone(path) == []
    shutil.rmtree(path, ignore_errors=True)


READY = {"database": "ok", "migrations": "ok", "draining": "no"}


def health(port: int) -> dict[str, str]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def compressed(port: int, path: str) -> tuple[str, str]:
    """What is sent to a browser, compressed, and how long it may be kept."""
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
    asked.add_header("Accept-Encoding", "gzip")
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        return gzip.decompress(answer.read()).decode(), answer.headers["Cache-Control"] or ""


def users(folder: Path) -> str:
    """How many users there are, asked by another command."""
    count = "from accounts.models import User; print('users:', User.objects.count())"
    done = manage(folder, "shell", "--no-imports", "-c", count)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_and_keeps_the_data(folder: Path, number: int) -> None:
    port = free_port()
    with playing(folder, port, "--no-demo") as site:
        assert health(port) == READY
        assert len(processes_of(folder)) >= 4, "we, pages, worker, keeper, Postgres"
        assert site.end(number) == 0
        site.wait_for("Everything is kept")
    assert gone(folder, seconds=1) == []
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))


class Interrupted:
    """A lock of Popen: who takes it first gets a signal before they can do anything else."""

    def __init__(self) -> None:
        self.lock, self.signals = threading.Lock(), [signal.SIGTERM]

    def acquire(self, blocking: bool = True) -> bool:
        taken = self.lock.acquire(blocking)
        while self.signals:
            signal.raise_signal(self.signals.pop())
        return taken

    def release(self) -> None:
        self.lock.release()

    def __enter__(self) -> bool:
        return self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def test_a_signal_amid_a_look_at_a_process_leaves_no_lock_taken() -> None:
    """Or play would wait for ever for the process it has ended."""
    child, lock = play.Child("sleep", ["sleep", "600"]), Interrupted()
    seen = []
    with play._stoppable():
        child.start()
        assert child.process
        child.process._waitpid_lock = lock  # type: ignore[attr-defined]
        child.ended()
        seen.append("went on")
    assert seen == [] and not lock.lock.locked()
    play._stop([child])
    assert child.process.returncode == -signal.SIGTERM


def test_nothing_outlives_a_killed_play(folder: Path) -> None:
    with playing(folder, free_port(), "--no-demo") as site:
        site.end(signal.SIGKILL)
    assert gone(folder) == []


def test_the_second_start_is_quick_and_prepares_only_what_was_changed_by_hand(folder: Path) -> None:
    """Processor time, as tests share the machine; on an idle one it is the time on the clock."""
    with playing(folder, free_port(), "--no-demo"):
        pass
    port = free_port()
    with playing(folder, port, "--no-demo") as site:
        assert health(port) == READY
        assert seconds_of_work(folder) < SECOND_START * max(1.0, slowness())
        assert not any(word in line for line in site.lines for word in ("Preparing", "Collecting"))
        page, _ = compressed(port, "/lobby/")
        (sheet,) = re.findall(r"/static/bundles/pages\.\w{12}\.css", page)
        text, kept = compressed(port, sheet)
        assert "immutable" in kept and "{" in text, "as production serves it"
    assert manage(folder, "migrate", "sessions", "zero").returncode == 0
    with playing(folder, free_port(), "--no-demo") as site:
        assert any("Preparing" in line for line in site.lines)
        script = "from django.contrib.sessions.models import Session; Session.objects.count()"
        assert manage(folder, "shell", "--no-imports", "-c", script).returncode == 0


def is_back(port: int) -> bool:
    """Whether the pages answer again, all of them being well."""
    with suppress(OSError):
        return health(port) == READY
    return False


def front_page(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def test_people_of_the_demo_are_one_click_away_and_only_in_the_demo(folder: Path) -> None:
    port = free_port()
    with playing(folder, port) as site:
        assert "Sign in as" in front_page(port)
        site.end()
        site.wait_for("Everything is kept")
    with playing(folder, port, "--no-demo"):
        assert "Sign in as" not in front_page(port)


WAIT_FOR_A_JOB = """
from config.tasks import clear_old_sessions
from procrastinate.contrib.django.models import ProcrastinateJob
from tools.patience import until
number = clear_old_sessions.defer(timestamp=0)
until(lambda: ProcrastinateJob.objects.get(pk=number).status == "succeeded")
"""


def test_other_commands_use_the_running_database_and_its_worker(folder: Path) -> None:
    before = users(folder)
    with playing(folder, free_port(), "--no-demo"):
        added = "from accounts.models import User; User.objects.create_user('kept_by_play')"
        assert manage(folder, "shell", "--no-imports", "-c", added).returncode == 0
        during = users(folder)
        done = manage(folder, "shell", "--no-imports", "-c", WAIT_FOR_A_JOB)
        assert done.returncode == 0, done.stderr
        assert manage(folder, "worker", "--health").returncode == 0
        for queue in ("--outside", "--searches"):  # these begin after it
            until(lambda queue=queue: not manage(folder, "worker", queue, "--health").returncode)
    assert during != before
    assert users(folder) == during, "kept after the end, and found without play"
    assert gone(folder, seconds=1) == [], "the command's own database went with it"


def children_of(parent: int, pattern: str) -> list[int]:
    """The children of a process whose command line matches."""
    search = ["pgrep", "-P", str(parent), "-f", pattern]
    found = subprocess.run(search, capture_output=True, text=True, check=False).stdout
    return [int(number) for number in found.split()]


def test_a_process_that_dies_is_started_again_and_all_after_a_change(folder: Path) -> None:
    port = free_port()
    with playing(folder, port, "--no-demo", "--reload") as site:
        children = (
            ("worker", "manage.py worker$"),
            ("mails and pushes", "manage.py worker --outside$"),
            ("searches", "manage.py worker --searches$"),
            ("pages", "daphne"),
        )
        for name, pattern in children:
            (number,) = until(lambda pattern=pattern: children_of(site.process.pid, pattern))
            os.kill(number, signal.SIGKILL)
            site.wait_for(f"process for {name} ended unexpectedly")
        keeper = int((folder / "keeper.lock").read_text())
        (server,) = Path(f"/proc/{keeper}/task/{keeper}/children").read_text().split()
        os.kill(int(server), signal.SIGKILL)
        site.wait_for("database ended unexpectedly, and was started again")
        until(lambda: is_back(port))
        (before,) = children_of(site.process.pid, "daphne")
        (ROOT / "templates" / "404_bare.html").touch()
        site.wait_for("Code has changed")
        until(lambda: is_back(port) and children_of(site.process.pid, "daphne") != [before])


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_user_can_play(folder: Path) -> None:
    found = ordinary_python()
    if not found:
        pytest.skip("no interpreter here that an ordinary user may run")
    python, packages = found
    home = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    os.chown(home, nobody(), nobody())
    port = free_port()
    more = {"PYTHONPATH": packages, "HOME": str(home)}
    with playing(home / "data", port, "--no-demo", uid=nobody(), python=python, **more):
        assert health(port) == READY
        owners = {path.stat().st_uid for path in (home / "data").rglob("*")}
        assert owners == {nobody()}
        assert (home / "data" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert gone(home / "data", seconds=1) == []
    shutil.rmtree(home)


# --- Sentences ----------------------------------------------------------------------------------


def refused(folder: Path, *arguments: str) -> str:
    """What `play` says when it does not start: one sentence, on stderr."""
    if "--port" not in arguments:
        arguments = (*arguments, "--port", str(free_port()))
    done = manage(folder, "play", *arguments)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1, done.stderr
    return lines[0]


def test_a_port_in_use(folder: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"Port {port} cannot be used" in refused(folder, "--port", str(port))
    assert gone(folder, seconds=1) == []
    assert "Port 70000 cannot be used" in refused(folder, "--port", "70000")


def test_an_unwritable_folder() -> None:
    said = refused(Path("/proc/sobremesa"))
    assert "The data folder /proc/sobremesa cannot be written" in said


def test_an_unwritable_folder_given_as_an_option(folder: Path) -> None:
    assert "/proc/elsewhere cannot be written" in refused(folder, "--data-dir", "/proc/elsewhere")
    assert "/proc/elsewhere cannot be written" in refused(folder, "--data-dir=/proc/elsewhere")


def test_a_folder_of_another_postgres(folder: Path) -> None:
    version = folder / "postgres" / "PG_VERSION"
    kept = version.read_text()
    version.write_text("9\n")
    try:
        assert "written by PostgreSQL 9" in refused(folder)
        for command in ("migrate", "check_positions"):
            done = manage(folder, command)
            assert done.returncode == 1
            assert "written by PostgreSQL 9" in done.stderr
    finally:
        version.write_text(kept)


def test_a_path_too_long_for_a_socket(folder: Path) -> None:
    assert "too long for a socket" in refused(folder / ("x" * 90))


def test_play_is_not_for_production(folder: Path) -> None:
    more = {"DATABASE_URL": "postgres://localhost/x", "SECRET_KEY": "x", "SITE_URL": "https://x"}
    done = manage(folder, "play", "--no-demo", EMAIL_URL="smtp://localhost", **more)
    assert done.returncode == 1
    assert "unset DATABASE_URL" in done.stderr


def test_a_command_without_a_database_starts_none(tmp_path: Path) -> None:
    folder = tmp_path / "never made"
    done = manage(folder, "version", SECRET_KEY="given" * 4)
    assert done.returncode == 0, done.stderr
    assert not folder.exists()
